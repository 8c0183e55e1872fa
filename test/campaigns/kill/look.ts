// Opens what a killed desk left behind and holds it against what it had said and against the
// gateway's books.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AttemptState, transitions } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import type { Sandbox, Transaction } from '../../../src/sandbox/start.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { approvalsIn } from '../faults/oracle/approvals.ts'
import { readLedger } from '../faults/oracle/ledger.ts'
import type { Wire } from '../faults/wire.ts'
import { cheap, signIn } from '../runner/own-people.ts'
import { fileVault } from './file-vault.ts'
import type { KillTask } from './task.ts'

export interface Sums {
  lostRecords: number
  doubleEffects: number
  sentAgain: number
  unrecordedRequests: number
  /** A state that says something else than the gateway's books. */
  wrongStates: number
  brokenChains: number
  leftBehind: number
  /** Money was stopped though nothing but the process had died. */
  falseStops: number
  /** Copies with a copy's name that are no whole ledger. */
  brokenCopies: number
  /** Lives that ended while a copy was half written. */
  killedAtCopy: number
  killedAtSending: number
  foundUnknown: number
  /** Requests that left without an approval of their own where each takes one. */
  unapproved: number
}

export const none = (): Sums => ({
  lostRecords: 0,
  doubleEffects: 0,
  sentAgain: 0,
  unrecordedRequests: 0,
  wrongStates: 0,
  brokenChains: 0,
  leftBehind: 0,
  falseStops: 0,
  brokenCopies: 0,
  killedAtCopy: 0,
  killedAtSending: 0,
  foundUnknown: 0,
  unapproved: 0,
})

const sending = ['return', 'payout']

/** What each request that reached the gateway calls itself; `by`: of one of several desks. */
export const requestsIn = (sandbox: Sandbox, by = ''): string[] =>
  sandbox
    .requests()
    .filter((row) => sending.includes(row.operation ?? ''))
    .map((row) => new Map(row.fields))
    .map((fields) => fields.get('comment') ?? fields.get('order_desc') ?? '')
    .filter((word) => word.includes(by))

/** Adds what a desk had said before it died; answers how many lines that were. */
export function take(lines: readonly string[], said: Map<string, string[]>): number {
  for (const line of lines) {
    const [what, id = '', state = ''] = line.split(' ')
    if (what === 'open') continue
    const isState = Object.hasOwn(transitions, state)
    said.set(id, [...(said.get(id) ?? []), isState ? state : 'DRAFT'])
  }
  return lines.length
}

type Counted = Exclude<keyof Sums, 'killedAtCopy' | 'killedAtSending' | 'foundUnknown'>

export async function lookInto(
  task: KillTask,
  sandbox: Sandbox,
  wire: Wire,
  said: ReadonlyMap<string, readonly string[]>,
  sums: Sums,
  /** What a person does with what is known then, before they close the desk. */
  atRest?: (desk: Desk, rows: readonly AttemptView[]) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = []
  const report = (kind: Counted, message: string): void => {
    sums[kind] += 1
    problems.push(`${kind}: ${message}`)
  }
  // What is on the wire arrives, whoever has died.
  await wire.idle()
  const asLeft = leftBy(task)
  if (asLeft.includes('SENDING')) sums.killedAtSending += 1
  const { name, connectionId } = task.beside ?? { name: '', connectionId: sandboxId }
  const before = requestsIn(sandbox, name)
  const { desk, close } = must(
    await openDeskAt({
      folder: task.folder,
      baseUrl: task.baseUrl,
      sandbox,
      vault: fileVault(task.vaultFile),
      clock: Date.now,
      ...cheap,
    }),
  )
  const { isOn } = must(await desk['people:standing']({}))
  if (isOn) must(await signIn(desk, 'Ada'))
  const verified = must(await desk['audit:verify']({}))
  if (verified?.outcome !== 'intact') report('brokenChains', verified?.message ?? 'ended early')
  for (const stop of must(await desk['app:state']({})).moneyStops)
    report('falseStops', stop.message)
  const rows = await list(desk)
  sums.foundUnknown += rows.filter((row) => row.state === 'UNKNOWN').length
  compareWithSaid(rows, said, report)
  for (const word of before)
    if (!rows.some((row) => wordOf(row) === word && row.sentAt !== null))
      report('unrecordedRequests', `“${word}” reached the gateway and is in no row`)
  sandbox.advance(60_000)
  await askForAll(desk, connectionId, rows)
  const known = await list(desk)
  compareWithBooks(known, sandbox, report)
  await atRest?.(desk, known)
  await close()
  if (task.hasPeople)
    for (const fault of approvalsIn(join(task.folder, 'ledger.sqlite')).faults)
      report('unapproved', fault)
  const again = requestsIn(sandbox, name).length - new Set(before).size
  for (let one = 0; one < again; one += 1) report('sentAgain', 'a request left again')
  return problems
}

/** The states in the files as they lie there, without opening them: in a copy. */
function leftBy({ folder }: KillTask): string[] {
  const copy = `${folder}-as-left`
  try {
    cpSync(folder, copy, { recursive: true })
    return readLedger(join(copy, 'ledger.sqlite')).rows.map(({ state }) => state)
  } catch (error) {
    // Killed before there was a ledger, or a table in it.
    if (error instanceof Error && /no such table|unable to open|ENOENT/.test(error.message))
      return []
    throw error
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const list = async (desk: Desk): Promise<AttemptView[]> =>
  must(await desk['attempt:list']({ isOpen: false }))

const wordOf = (row: AttemptView): string => row.request['order_desc'] ?? row.comment

function compareWithSaid(
  rows: readonly AttemptView[],
  said: ReadonlyMap<string, readonly string[]>,
  report: (kind: Counted, message: string) => void,
): void {
  for (const [id, states] of said) {
    const row = rows.find((one) => one.id === id)
    const isKept =
      row !== undefined && states.every((state) => isAfter(state as AttemptState, row.state))
    if (!isKept) report('lostRecords', `${id} was ${states.join(', ')}, is ${row?.state ?? 'gone'}`)
  }
  for (const row of rows)
    if (['DRAFT', 'APPROVED', 'SENDING'].includes(row.state))
      report('leftBehind', `${row.id} is still ${row.state}`)
}

/** Whether a state can be, or have become, another by the arrows of the table. */
function isAfter(from: AttemptState, to: AttemptState): boolean {
  return from === to || transitions[from].some((next) => isAfter(next, to))
}

async function askForAll(
  desk: Desk,
  connectionId: string,
  rows: readonly AttemptView[],
): Promise<void> {
  for (const orderid of new Set(rows.map((row) => row.orderid)))
    if (orderid !== '') must(await desk['order:check']({ connectionId, orderid }))
  for (const row of rows)
    if (row.orderid === '' && row.state === 'UNKNOWN')
      await desk['order:look-up']({
        connectionId,
        by: 'client_orderid',
        value: row.clientOrderid,
      })
}

const happened = ['SUCCEEDED']
const cameToNothing = ['DECLINED', 'FAILED', 'REJECTED', 'NOT_SENT', 'EXPIRED', 'UNDONE']

function compareWithBooks(
  rows: readonly AttemptView[],
  sandbox: Sandbox,
  report: (kind: Counted, message: string) => void,
): void {
  for (const row of rows) {
    // Asked for, and reviewed again under its approval: that one has the same words.
    if (row.state === 'UNDONE' && row.sentAt === null && isAskedAgain(row, rows)) continue
    const own = transactionsOf(row, sandbox).filter(({ status }) => status === 'approved')
    const what = `“${wordOf(row)}” is ${row.state}`
    if (own.length > 1) report('doubleEffects', `${what}, and has ${own.length} effects`)
    if (happened.includes(row.state) && own.length === 0)
      report('wrongStates', `${what}, and the books have nothing of it`)
    if (cameToNothing.includes(row.state) && own.length > 0)
      report('wrongStates', `${what}, and it is in the books`)
    // Everything was asked for, and the gateway tells the truth: what took effect is known.
    if (['UNKNOWN', 'ACCEPTED'].includes(row.state) && own.length > 0)
      report('wrongStates', `${what}, though the gateway shows it`)
  }
}

const isAskedAgain = (row: AttemptView, rows: readonly AttemptView[]): boolean =>
  rows.some((other) => other !== row && wordOf(other) === wordOf(row))

function transactionsOf(row: AttemptView, sandbox: Sandbox): Transaction[] {
  if (row.operation === 'return')
    return sandbox.transactions(row.orderid).filter(({ comment }) => comment === row.comment)
  const orderid = sandbox.orderidOf(row.clientOrderid)
  return orderid === null ? [] : sandbox.transactions(orderid)
}
