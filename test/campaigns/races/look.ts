// What came of a round, by the gateway's books and by the log.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptView } from '#shared/bridge/views.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import { must } from '../faults/must.ts'
import { idOf } from '../runner/own-people.ts'
import type { Round } from './round.ts'

export interface Sums {
  effects: number
  spent: number
  kills: number
  /** Lives that ended between SENDING and the answer. */
  foundUnknown: number
  /** More than one effect of what was approved. */
  double: number
  spentTwice: number
  /** Sent though no signature held, or fewer than are needed. */
  unsigned: number
  /** An effect whose approval was not used up. */
  unspent: number
  /** Requests that say something else than the books. */
  wrongStates: number
  /** Nothing came between, and it was not sent. */
  notSent: number
  /** A request that is still open at the end of its round. */
  stuck: number
  /**
   * Killed before its bytes left: no status can say what became of it, so it stays UNKNOWN for a
   * person to resolve.
   */
  leftToAPerson: number
}

export const none = (): Sums => ({
  ...{ effects: 0, spent: 0, kills: 0, foundUnknown: 0, double: 0, spentTwice: 0, unsigned: 0 },
  ...{ unspent: 0, wrongStates: 0, notSent: 0, stuck: 0, leftToAPerson: 0 },
})

const ends = ['refused', 'withdrawn', 'expired']

/** Signed in as somebody who may look. Answers what is wrong, in words. */
export async function look(
  desk: Assembled['desk'],
  sandbox: Sandbox,
  { orderid, comes }: Round,
  sums: Sums,
): Promise<string[]> {
  const problems: string[] = []
  const report = (kind: keyof Sums, what: string): void => {
    sums[kind] += 1
    problems.push(`${kind}: ${what}`)
  }
  // What was changed beside it is under the limit, or was not approved.
  const effects = sandbox
    .effects()
    .filter((one) => one.orderid === orderid && one.amountMinor === 2_500).length
  sums.effects += effects
  const told = await toldOf(desk, orderid)
  const kinds = told.map(({ kind, actor }) => `${kind} by ${actor}`).join(', ')
  const spent = told.filter(({ kind }) => kind === 'approval:spent').length
  sums.spent += spent
  if (effects > 1) report('double', `${effects} effects; ${kinds}`)
  if (spent > 1) report('spentTwice', kinds)
  if (effects > spent) report('unspent', kinds)
  if (spent > 0 && !isHeld(told, comes)) report('unsigned', kinds)
  if (comes === 'nothing' && effects === 0) report('notSent', kinds)
  const isDone = ({ state, amount }: AttemptView): boolean =>
    state === 'SUCCEEDED' && amount?.amount === '25.00'
  let rows = await rowsOf(desk, orderid)
  // What the gateway took in is final once it is asked for.
  for (let left = 20; left > 0 && rows.filter(isDone).length !== effects; left -= 1) {
    await sleep(25)
    await desk['order:check']({ connectionId: sandboxId, orderid })
    rows = await rowsOf(desk, orderid)
  }
  // What was used up and never left, as when the clock jumped meanwhile, says so.
  if (rows.filter(isDone).length !== effects)
    report('wrongStates', `${rows.map(({ state }) => state).join(', ')}; ${kinds}`)
  const open = rows.filter(({ state }) => ['APPROVED', 'SENDING', 'UNKNOWN'].includes(state))
  for (const { state } of open)
    if (neverArrived(state, { comes, effects })) sums.leftToAPerson += 1
    else report('stuck', `${state}; ${kinds}`)
  if (told.some(({ kind }) => kind === 'attempt:unknown')) sums.foundUnknown += 1
  return problems
}

export const neverArrived = (
  state: string,
  { comes, effects }: { comes: string; effects: number },
): boolean => comes === 'killed' && state === 'UNKNOWN' && effects === 0

const rowsOf = async (desk: Assembled['desk'], orderid: string): Promise<AttemptView[]> =>
  must(await desk['attempt:list']({ isOpen: false })).filter((row) => row.orderid === orderid)

interface Told {
  kind: string
  actor: string
}

/** Oldest first: of its approval, and what was said about Cy and the limits meanwhile. */
async function toldOf(desk: Assembled['desk'], orderid: string): Promise<Told[]> {
  const { waiting, ended } = must(await desk['approval:list']({}))
  const one = [...waiting, ...ended].find((approval) => approval.orderid === orderid)
  const cy = await idOf(desk, 'Cy')
  const { rows } = must(await desk['audit:list']({ filter: {}, limit: 120 }))
  const of = rows.toReversed()
  const from = of.findIndex(
    ({ kind, subject }) => kind === 'approval:asked' && subject === `approval/${one?.id}`,
  )
  if (from === -1) return []
  return of
    .slice(from)
    .filter(
      ({ kind, subject }) =>
        subject === `approval/${one?.id}` ||
        (kind === 'person:changed' && subject === `person/${cy}`) ||
        ['people:limits-set', 'attempt:unknown'].includes(kind),
    )
    .map(({ kind, actor }) => ({ kind, actor }))
}

/** Whether enough signatures held in the moment in which it was used up. */
function isHeld(told: readonly Told[], comes: string): boolean {
  const at = told.findIndex(({ kind }) => kind === 'approval:spent')
  const before = told.slice(0, at)
  if (before.some(({ kind }) => ends.includes(kind.replace('approval:', '')))) return false
  const signers = new Set(
    before.filter(({ kind }) => kind === 'approval:signed').map(({ actor }) => actor),
  )
  if (before.some(({ kind }) => kind === 'person:changed')) signers.delete('Cy')
  const isTwo =
    comes === 'two are needed' && before.some(({ kind }) => kind === 'people:limits-set')
  return signers.size >= (isTwo ? 2 : 1)
}
