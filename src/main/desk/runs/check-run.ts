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
import type { StatusPorts } from '../payments/status/apply-status.ts'
import { othersTurn } from '../base/others-turn.ts'
import { openRowsBefore, planPay, planNew, type PlanNewPorts } from './plan-new.ts'
import {
  type AskedOrder,
  isOrderRun,
  type OrderRun,
  planRows,
  type PlanRowsPorts,
} from './plan-rows.ts'

export type CheckPorts = PlanRowsPorts &
  PlanNewPorts &
  StatusPorts &
  Pick<DeskPorts, 'closing' | 'report' | 'takeTurn'>

/** How many wait for a place in the account's budget at once. */
const mostAtOnce = 3
/** Rows that are written down together. */
const batchRows = 200
const pageRows = 500

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
  const left = orders.values()
  const work = async (): Promise<void> => {
    // One row of orders, which all of them take from.
    for (const rows of left) {
      if (isOver()) return
      const named = asRead(ports, runId, rows)
      const turn = run.depth === 'gateway' ? await ports.takeTurn(connection, 'list') : null
      const asked = isOver() ? null : await orderOf(askingIn(ports, turn), run, named)
      turn?.end()
      if (asked === null) return
      // MONEY: a list may name one order by either of its ids: its rows are held beside each other.
      const together = asked.ok
        ? asRead(ports, runId, joined(found, asked.value.orderid, rows))
        : named
      for (const check of planned(ports, connection, run, together, asked))
        buffer.set(check.at, check)
      if (buffer.size >= batchRows) write()
      else if (run.depth === 'known') await othersTurn()
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
    const checks: (RowCheck & { at: number })[] = []
    for (const row of page) {
      // One that was checked before an end of the program keeps its merchant order ID.
      if (row.check !== null) {
        if (row.check.group !== 'impossible') before.add(row)
      } else if (isMaking(run.operation)) checks.push(planNew(ports, connection, run, row, before))
      else {
        const turn = await ports.takeTurn(connection, 'list')
        if (isOver()) {
          turn.end()
          return
        }
        const order = await orderOf(askingIn(ports, turn), { ...run, depth: 'gateway' }, [row])
        turn.end()
        checks.push(planPay(ports, connection, run, { row, order, before }))
      }
    }
    if (checks.length > 0 && !ports.runs.noteChecks(run.id, checks, by).ok) return
    onProgress()
    if (page.length < batchRows) break
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
  endCheck(ports, run.id)
}

/** A mistake of this program costs the rows of one order, and says so; the others are checked. */
function planned(
  ports: CheckPorts,
  connection: Connection,
  run: OrderRun,
  rows: readonly RunRowRecord[],
  order: AskedOrder,
): ReturnType<typeof planRows> {
  try {
    return planRows(ports, connection, run, rows, order)
  } catch (error) {
    ports.report(`run-${run.id}-${rows[0]?.at ?? 0}`, error)
    return planRows(ports, connection, run, rows, fail(notPossible(say('runs.not-worked-out'))))
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

/** In their order, without what was found of them: before a check ends no person has chosen. */
const asRead = (ports: CheckPorts, runId: string, places: Iterable<number>): RunRowRecord[] =>
  [...places]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const row = ports.runs.row(runId, at)
      return row === null ? [] : [{ ...row, check: null }]
    })

/**
 * Rows that were not checked yet, of one order each as they name it, by the place of its first row;
 * and what was found before an end of the program.
 */
async function ordersOf(
  ports: CheckPorts,
  runId: string,
): Promise<{ orders: number[][]; found: FoundOrders }> {
  const found: FoundOrders = new Map()
  const orders = new Map<string, { rows: number[]; isLeft: boolean }>()
  for (let from = 0; ;) {
    const page = ports.runs.rows(runId, from, pageRows)
    for (const row of page) {
      const key = keyOf(row)
      const known = orders.get(key) ?? { rows: [], isLeft: false }
      known.rows.push(row.at)
      known.isLeft ||= row.check === null
      orders.set(key, known)
      if (row.check !== null && row.check.orderid !== '') joined(found, row.check.orderid, [row.at])
    }
    if (page.length < pageRows) break
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
  const left = [...orders.values()].filter(({ isLeft }) => isLeft)
  return { orders: left.map(({ rows }) => rows), found }
}

const keyOf = (row: Pick<RunRowRecord, 'orderid' | 'clientOrderid'>): string =>
  row.orderid === '' ? `own ${row.clientOrderid}` : canonicalOrder(row.orderid)

async function orderOf(
  ports: CheckPorts,
  run: RunRecord,
  rows: readonly RunRowRecord[],
): Promise<AskedOrder> {
  const [first] = rows
  if (first === undefined) return fail(orderNotRead)
  if (run.depth === 'known') return knownOrder(ports, run, first)
  const by = first.orderid === '' ? 'client_orderid' : 'orderid'
  const value = first.orderid === '' ? first.clientOrderid : first.orderid
  const asked = { connectionId: run.connectionId, by, value } as const
  try {
    const read = await lookUp(ports, asked)
    if (!read.ok) return read
    const { orderid, clientOrderid } = read.value
    return ok({ orderid, clientOrderid, askedAt: ports.clock() })
  } catch (error) {
    ports.report(`run-${run.id}-${first.at}`, error)
    return fail(orderNotRead)
  }
}

/** By what was told before, however long ago. */
function knownOrder(ports: CheckPorts, run: RunRecord, row: RunRowRecord): AskedOrder {
  const orderid = row.orderid || ports.orders.orderidOf(run.service, row.clientOrderid)
  const record = orderid === '' ? null : ports.orders.get(run.connectionId, orderid)
  if (record === null) return fail(orderNotRead)
  return ok({ orderid, clientOrderid: record.clientOrderid, askedAt: null })
}

/** Takes rows in, or leaves them out, and works out their orders anew by what is known here. */
export function chooseRows(
  ports: CheckPorts,
  run: RunRecord,
  places: readonly number[],
  isIn: boolean,
): Result<null> {
  const connection = ports.connections.find(run.connectionId)
  if (connection === undefined) return fail(noConnection)
  const chosen = new Set(places)
  if (!isOrderRun(run)) return choosePayouts(ports, run, places, isIn)
  const orderids = new Set(places.flatMap((at) => ports.runs.row(run.id, at)?.check?.orderid ?? []))
  const rows = ports.runs.ofOrders(run.id, [...orderids])
  const checks = [...orderids].flatMap((orderid) => {
    const own = rows
      .filter(({ check }) => check?.orderid === orderid && orderid !== '')
      .map((row) => ({ ...row, check: choice(row, chosen, isIn) }))
    const [first] = own
    if (first === undefined || first.check === null) return []
    const { clientOrderid, askedAt } = first.check
    return planRows(ports, connection, run, own, ok({ orderid, clientOrderid, askedAt }))
  })
  if (checks.length === 0) return ok(null)
  return ports.runs.noteChecks(run.id, checks, { actor: ports.actor(), kind: 'run:rows-chosen' })
}

/** What one row pays changes nothing of another one. */
function choosePayouts(
  ports: CheckPorts,
  run: RunRecord,
  places: readonly number[],
  isIn: boolean,
): Result<null> {
  const checks = places.flatMap((at) => {
    const check = ports.runs.row(run.id, at)?.check ?? null
    return check === null || check.group === 'impossible' ? [] : [{ ...check, at, isIn }]
  })
  if (checks.length === 0) return ok(null)
  return ports.runs.noteChecks(run.id, checks, { actor: ports.actor(), kind: 'run:rows-chosen' })
}

const choice = (
  { at, check }: RunRowRecord,
  chosen: ReadonlySet<number>,
  isIn: boolean,
): RowCheck | null => (check === null || !chosen.has(at) ? check : { ...check, isIn })
