// What must hold in every state of the model, told apart from how the desk decides it: the sums, the effects and the evidence are
// counted here from the model's own truth.
import { type AttemptState, isFinal, isOpen, unspentStates } from '#shared/attempt.ts'
import * as s from './state.ts'

const unsent: readonly AttemptState[] = [
  'DRAFT',
  'PENDING_APPROVAL',
  'APPROVED',
  'EXPIRED',
  'DISCARDED',
  'REFUSED_APPROVAL',
  'NOT_SENT',
]
const fateOf: Partial<Record<AttemptState, s.Fate>> = {
  SUCCEEDED: 'approved',
  DECLINED: 'declined',
  FAILED: 'error',
}

/** What is wrong in this state, or null. */
export function faultIn(state: s.State): string | null {
  const world = s.worldOf(state)
  for (let order = 0; order < s.ordersCount; order += 1) {
    const open = [0, 1].filter(
      (i) => s.get(state, i, 'order') === order && isOpen(s.stateOf(state, i) ?? 'DRAFT'),
    )
    if (open.length > 1) return `two open attempts on order ${order}`
    const spent = [0, 1].filter((i) => {
      const now = s.stateOf(state, i)
      const isNot = now === 'RESOLVED_BY_HAND' && s.get(state, i, 'hand') === 2
      return (
        now !== null &&
        s.get(state, i, 'order') === order &&
        !isNot &&
        !(unspentStates as readonly AttemptState[]).includes(now)
      )
    })
    if (spent.reduce((sum, i) => sum + world.amounts[i]!, 0) > world.limit)
      return `more than ${world.limit} is spent on order ${order}`
  }
  for (let i = 0; i < s.intentsCount; i += 1) {
    const fault = faultOfIntent(state, i)
    if (fault !== null) return `intent ${i}: ${fault}`
  }
  return null
}

function faultOfIntent(state: s.State, i: number): string | null {
  const now = s.stateOf(state, i)
  const order = s.get(state, i, 'order')
  const made = s.transactionsOf(state, order)
  const effects = made.filter(
    ({ intent, fate }) => intent === i && (fate === 'processing' || fate === 'approved'),
  ).length
  if (effects > 1) return `${effects} effects`
  if (s.get(state, i, 'wire') > 1) return 'written to a socket twice'
  if (now === null) return null
  if (unsent.includes(now) && s.get(state, i, 'wire') > 0) return `${now}, but it was sent`
  if (now === 'RESOLVED_BY_HAND' && s.get(state, i, 'hand') === 0) return 'settled by nobody'
  const fate = fateOf[now]
  if (fate !== undefined) {
    const proof = proofFault(state, i, fate)
    if (proof !== null) return `${now} without evidence: ${proof}`
  }
  const isTrue = s.worldOf(state).kind !== 'lying'
  if (isTrue && isFinal(now) && now !== 'SUCCEEDED' && now !== 'RESOLVED_BY_HAND' && effects > 0)
    return `${now}, but it took effect`
  return null
}

/** The answer that settled it must show a transaction of our amount, in that fate, and not have been seen before sending. */
function proofFault(state: s.State, i: number, fate: s.Fate): string | null {
  const order = s.get(state, i, 'order')
  const views = s.viewsOf(state, order)
  const view = views[s.get(state, i, 'settledBy') - 1]
  const seen = view === undefined ? null : s.readView(view)
  if (view === undefined || seen === null) return 'nothing shows it'
  if (seen.fate !== fate) return `the service said ${seen.fate}`
  if (views.slice(0, s.get(state, i, 'snap')).includes(view)) return 'it was seen before sending'
  const world = s.worldOf(state)
  const owner = s.transactionsOf(state, order)[seen.k]?.intent
  if (owner === undefined || world.amounts[owner] !== world.amounts[i]) return 'another amount'
  return world.kind !== 'lying' && owner !== i ? 'it is another intent’s' : null
}

/** What is wrong with a step between two states, or null. */
export function faultBetween(before: s.State, after: s.State): string | null {
  for (let i = 0; i < s.intentsCount; i += 1) {
    const was = s.stateOf(before, i)
    const is = s.stateOf(after, i)
    if (was !== null && isFinal(was) && is !== was) return `intent ${i} left ${was} for ${is}`
    if (was === 'UNKNOWN' && is === 'FAILED' && s.get(after, i, 'settledBy') === 0)
      return `intent ${i} failed without an answer`
  }
  return null
}
