// The check of a run: a dry run of all its rows. It asks the gateway for the status of each order
// once, or goes by what is known here, and writes down what each row would do. It sends nothing,
// and goes on by itself after any end of the program.
import type { Connection } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { canonicalOrder } from '#shared/order-place.ts'
import { isMaking } from '#shared/runs/run-state.ts'
import type { RowCheck, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import { noConnection, notPossible, orderNotRead } from '../base/faults.ts'
import { askingIn } from '../base/asking.ts'
import type { DeskPorts } from '../base/ports.ts'
import { lookUp } from '../lookups/look-up.ts'
import { keptInTeam, type TeamPorts } from '../payments/plan/team-turn.ts'
import type { StatusPorts } from '../payments/status/apply-status.ts'
import { othersTurn } from '../base/others-turn.ts'
import {
  type Checked,
  openRowsBefore,
  planPay,
  planNew,
  planOfRow,
  type PlanNewPorts,
  readNew,
} from './plan-new.ts'
import {
  type AskedOrder,
  isOrderRun,
  type OrderRun,
  type PageReads,
  planRows,
  readPage,
} from './plan-rows.ts'

export type CheckPorts = PlanNewPorts &
  StatusPorts &
  TeamPorts &
  Pick<DeskPorts, 'closing' | 'report' | 'takeTurn'>

/** How many wait for a place in the account's budget at once. */
const mostAtOnce = 3
/** Rows that are written down together. */
const batchRows = 200
/** Orders that are looked at together where nobody is asked: some ten milliseconds. */
const pageOrders = 100
const pageRows = 2_000

/** A run that was left in CHECKING is checked to its end; one that is elsewhere is left alone. */
export async function checkRun(
  ports: CheckPorts,
  runId: string,
  onProgress: () => void,
): Promise<void> {
  const run = ports.runs.get(runId)
  const connection = ports.connections.find(run?.connectionId ?? '')
  if (run === null || connection === undefined) return
  if (!isOrderRun(run)) return checkPayouts(ports, connection, run, onProgress)
  const { orders, found } = await ordersOf(ports, runId)
  const isOver = (): boolean => ports.closing.aborted || ports.runs.stateOf(runId) !== 'CHECKING'
  let buffer = new Map<number, RowCheck & { at: number }>()
  const write = (): void => {
    if (buffer.size === 0) return
    const by = { actor: 'paydesk', kind: 'run:rows-checked' } as const
    const noted = ports.runs.noteChecks(runId, [...buffer.values()], by)
    buffer = new Map()
    if (noted.ok) onProgress()
  }
  const left = inPages(orders, run.depth === 'gateway' ? 1 : pageOrders)
  const work = async (): Promise<void> => {
    // One row of pages, which all of them take from.
    for (const page of left) {
      if (isOver()) return
      const asked = await askedOrders(ports, connection, run, page, isOver)
      if (asked === null) return
      for (const check of checkPage(ports, connection, run, { found, page, asked }))
        buffer.set(check.at, check)
      if (run.depth === 'known') await othersTurn()
      if (buffer.size < batchRows) continue
      write()
      if (run.depth === 'known') await othersTurn()
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  if (isOver()) return
  write()
  endCheck(ports, runId)
}

const endCheck = (ports: CheckPorts, id: string): void =>
  void ports.runs.move({
    ...{ id, from: ['CHECKING'], to: 'CHECKED', actor: 'paydesk' },
    sets: { checkedAt: ports.clock() },
  })

/**
 * In their order, each beside those before it. Of a payout no order is there to ask about: all is
 * known here. Of a checked one the gateway is asked.
 */
async function checkPayouts(
  ports: CheckPorts,
  connection: Connection,
  run: RunRecord,
  onProgress: () => void,
): Promise<void> {
  const before = openRowsBefore(run.operation)
  const by = { actor: 'paydesk', kind: 'run:rows-checked' } as const
  const isOver = (): boolean => ports.closing.aborted || ports.runs.stateOf(run.id) !== 'CHECKING'
  for (let from = 0; ;) {
    if (isOver()) return
    const page = ports.runs.rows(run.id, from, batchRows)
    const checks: [RunRowRecord, Checked][] = []
    const reads = isMaking(run.operation) ? readNew(ports, connection, run, page) : null
    for (const row of page) {
      // One that was checked before an end of the program keeps its merchant order ID.
      if (row.check !== null) {
        if (row.check.group !== 'impossible') before.add(row)
      } else if (reads !== null)
        checks.push([row, planNew(ports, connection, run, row, { reads, before })])
      else {
        const turn = await ports.takeTurn(connection, 'list')
        if (isOver()) {
          turn.end()
          return
        }
        const order = await orderOf(askingIn(ports, turn), run, row)
        turn.end()
        checks.push([row, planPay(ports, connection, run, { row, order, before })])
      }
    }
    const said = await besideColleagues(ports, connection, run, checks)
    if (isOver()) return
    if (said.length > 0 && !ports.runs.noteChecks(run.id, said, by).ok) return
    onProgress()
    if (page.length < batchRows) break
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
  endCheck(ports, run.id)
}

/**
 * MONEY: the turn of a row sends no payment that a colleague made or has under way; the check says
 * so before. Where the team gives no answer, each turn asks it again.
 */
async function besideColleagues(
  ports: CheckPorts,
  connection: Connection,
  run: RunRecord,
  checks: readonly (readonly [RunRowRecord, Checked])[],
): Promise<Checked[]> {
  // Of a computer alone no row is worked out a second time.
  if (ports.team() === null) return checks.map(([, check]) => check)
  const said: Checked[] = []
  let isAway = false
  for (const [row, check] of checks) {
    const plan = planOfRow(ports, connection, run, row, check)
    let finding: string | null = null
    if (plan !== null && !isAway) {
      const kept = await keptInTeam(ports, connection, plan)
      isAway = kept.isAway
      finding = kept.why
    }
    said.push(finding === null ? check : { ...check, ...notHere, finding })
  }
  return said
}

const notHere = { group: 'impossible', way: null, moves: null, isIn: false } as const

function* inPages<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** Of each order of the page in turn; null once the check is over. */
async function askedOrders(
  ports: CheckPorts,
  connection: Connection,
  run: OrderRun,
  page: readonly ListedOrder[],
  isOver: () => boolean,
): Promise<AskedOrder[] | null> {
  if (run.depth === 'known') return knownOrders(ports, run, page)
  const asked: AskedOrder[] = []
  for (const named of page) {
    const turn = await ports.takeTurn(connection, 'list')
    const order = isOver() ? null : await orderOf(askingIn(ports, turn), run, named)
    turn.end()
    if (order === null) return null
    asked.push(order)
  }
  return asked
}

/** `asked`: what was found of each. */
function checkPage(
  ports: CheckPorts,
  connection: Connection,
  run: OrderRun,
  { found, page, asked }: { found: FoundOrders; page: ListedOrder[]; asked: AskedOrder[] },
): ReturnType<typeof planRows> {
  // MONEY: a list may name one order by either of its ids: its rows are held beside each other.
  const together = new Map(
    asked.map((order, nth): [Iterable<number>, AskedOrder] => {
      const named = page[nth]?.rows ?? []
      return [order.ok ? joined(found, order.value.orderid, named) : named, order]
    }),
  )
  const rows = rowsAt(ports, run.id, new Set([...together.keys()].flatMap((all) => [...all])))
  const orderids = asked.flatMap((order) => (order.ok ? [order.value.orderid] : []))
  const reads = readPage(ports, run, [...rows.values()], orderids)
  return [...together].flatMap(([places, order]) => {
    const own = [...places].sort((a, b) => a - b).flatMap((at) => rows.get(at) ?? [])
    return planned(ports, reads, connection, run, own, order)
  })
}

/** A mistake of this program costs the rows of one order, and says so; the others are checked. */
function planned(
  ports: Pick<CheckPorts, 'report'>,
  reads: PageReads,
  connection: Connection,
  run: OrderRun,
  rows: readonly RunRowRecord[],
  order: AskedOrder,
): ReturnType<typeof planRows> {
  try {
    return planRows(reads, connection, run, rows, order)
  } catch (error) {
    ports.report(`run-${run.id}-${rows[0]?.at ?? 0}`, error)
    return planRows(reads, connection, run, rows, fail(notPossible(say('runs.not-worked-out'))))
  }
}

/** Places of rows, by their order as the gateway names it. */
type FoundOrders = Map<string, Set<number>>

/** Adds these rows to those that were found to be of this order; all of them. */
function joined(found: FoundOrders, orderid: string, rows: readonly number[]): Set<number> {
  const key = canonicalOrder(orderid)
  const all = found.get(key) ?? new Set()
  for (const at of rows) all.add(at)
  found.set(key, all)
  return all
}

/** By their places, without what was found of them: before a check ends no person has chosen. */
const rowsAt = (
  ports: CheckPorts,
  runId: string,
  places: Iterable<number>,
): Map<number, RunRowRecord> =>
  new Map(ports.runs.rowsAt(runId, [...places]).map((row) => [row.at, { ...row, check: null }]))

/** Its ids as its first row has them, and the places of all rows that name it so. */
type ListedOrder = Pick<RunRowRecord, 'at' | 'orderid' | 'clientOrderid'> & { rows: number[] }

/**
 * Rows that were not checked yet, of one order each as they name it, by the place of its first row;
 * and what was found before an end of the program.
 */
async function ordersOf(
  ports: CheckPorts,
  runId: string,
): Promise<{ orders: ListedOrder[]; found: FoundOrders }> {
  const found: FoundOrders = new Map()
  const orders = new Map<string, ListedOrder & { isLeft: boolean }>()
  for (let from = 0; ;) {
    const page = ports.runs.named(runId, from, pageRows)
    for (const row of page) {
      const key = keyOf(row)
      const { at, orderid, clientOrderid } = row
      const known = orders.get(key) ?? { at, orderid, clientOrderid, rows: [], isLeft: false }
      known.rows.push(at)
      known.isLeft ||= row.found === null
      orders.set(key, known)
      if (row.found !== null && row.found !== '') joined(found, row.found, [at])
    }
    if (page.length < pageRows) break
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
  return { orders: [...orders.values()].filter(({ isLeft }) => isLeft), found }
}

const keyOf = (row: Pick<RunRowRecord, 'orderid' | 'clientOrderid'>): string =>
  row.orderid === '' ? `own ${row.clientOrderid}` : canonicalOrder(row.orderid)

async function orderOf(
  ports: CheckPorts,
  run: Pick<RunRecord, 'id' | 'connectionId'>,
  { at, orderid: named, clientOrderid: own }: Pick<ListedOrder, 'at' | 'orderid' | 'clientOrderid'>,
): Promise<AskedOrder> {
  const asked =
    named === '' ? { by: 'client_orderid', value: own } : { by: 'orderid', value: named }
  try {
    const { connectionId } = run
    const read = await lookUp(ports, { connectionId, ...asked } as Parameters<typeof lookUp>[1])
    if (!read.ok) return read
    const { orderid, clientOrderid } = read.value
    return ok({ orderid, clientOrderid, askedAt: ports.clock() })
  } catch (error) {
    ports.report(`run-${run.id}-${at}`, error)
    return fail(orderNotRead)
  }
}

/** By what was told before, however long ago. */
function knownOrders(
  { orders }: CheckPorts,
  run: RunRecord,
  page: readonly ListedOrder[],
): AskedOrder[] {
  const named = page.flatMap(({ orderid, clientOrderid }) =>
    orderid === '' ? [clientOrderid] : [],
  )
  const orderidOf = orders.orderidsOf(run.service, named)
  const orderids = page.map(({ orderid, clientOrderid }) => orderid || orderidOf(clientOrderid))
  const seen = orders.seenBy(run.connectionId, orderids)
  return orderids.map((orderid) => {
    const clientOrderid = seen.get(orderid)
    return clientOrderid === undefined
      ? fail(orderNotRead)
      : ok({ orderid, clientOrderid, askedAt: null })
  })
}

const chosenBy = ({ actor }: CheckPorts) => ({ actor: actor(), kind: 'run:rows-chosen' }) as const

/** Takes rows in, or leaves them out, and works out their orders anew by what is known here. */
export function chooseRows(
  ports: CheckPorts,
  run: RunRecord,
  places: readonly number[],
  isIn: boolean,
  reason?: string,
): Result<null> {
  const by = { ...chosenBy(ports), ...(reason === undefined ? {} : { reason }) }
  const connection = ports.connections.find(run.connectionId)
  if (connection === undefined) return fail(noConnection)
  const chosen = new Set(places)
  if (!isOrderRun(run)) return choosePayouts(ports, run, places, isIn, by)
  const orderids = new Set(
    // One whose order was not found is chosen by nobody; there may be as many as rows.
    ports.runs.rowsAt(run.id, places).flatMap(({ check }) => check?.orderid || []),
  )
  const rows = ports.runs.ofOrders(run.id, [...orderids])
  const reads = readPage(ports, run, rows, [...orderids])
  const checks = [...orderids].flatMap((orderid) => {
    const own = rows
      .filter(({ check }) => check?.orderid === orderid)
      .map((row) => ({ ...row, check: choice(row, chosen, isIn) }))
    const [first] = own
    if (first === undefined || first.check === null) return []
    const { clientOrderid, askedAt } = first.check
    return planRows(reads, connection, run, own, ok({ orderid, clientOrderid, askedAt }))
  })
  if (checks.length === 0) return ok(null)
  return ports.runs.noteChecks(run.id, checks, by)
}

/** What one row pays changes nothing of another one. */
function choosePayouts(
  ports: CheckPorts,
  run: RunRecord,
  places: readonly number[],
  isIn: boolean,
  by: ReturnType<typeof chosenBy> & { reason?: string },
): Result<null> {
  const checks = ports.runs
    .rowsAt(run.id, places)
    .flatMap(({ at, check }) =>
      check === null || check.group === 'impossible' ? [] : [{ ...check, at, isIn }],
    )
  if (checks.length === 0) return ok(null)
  return ports.runs.noteChecks(run.id, checks, by)
}

const choice = (
  { at, check }: RunRowRecord,
  chosen: ReadonlySet<number>,
  isIn: boolean,
): RowCheck | null => (check === null || !chosen.has(at) ? check : { ...check, isIn })
