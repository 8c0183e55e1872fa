// What the desk of the model sees and concludes: answers of the service as views, and the product's own functions over them. Their
// answers are remembered, since millions of states ask the same few thousand questions.
import { isOpen } from '#shared/attempt.ts'
import { foldFacts } from '#shared/gateway/order-facts.ts'
import { fingerprintOf, type Observation } from '#shared/gateway/status.ts'
import { judge, type Verdict } from '../../src/main/desk/judge.ts'
import { planAction } from '../../src/main/desk/plan.ts'
import * as s from './state.ts'

const plans = new Map<string, boolean>()
const verdicts = new Map<string, Verdict>()

function remembered<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}

const ownersOf = (state: s.State, order: number): number[] =>
  s.transactionsOf(state, order).map((made) => made.intent)

const seenAs = (state: s.State, order: number, view: s.View, seq = 0): Observation =>
  s.observationOf(s.worldOf(state), order, view, seq, ownersOf(state, order))

/** What status may show now: an honest service the latest stage, a lying one any it ever showed. */
export function answersOf(state: s.State, order: number): s.View[] {
  const made = s.transactionsOf(state, order)
  const latest = made.length === 0 ? 0 : s.viewOf(made.length - 1, made.at(-1)!.fate)
  if (s.worldOf(state).kind !== 'lying') return [latest]
  const views = new Set([latest, 0])
  made.forEach(({ fate }, k) => views.add(s.viewOf(k, fate)).add(s.viewOf(k, 'processing')))
  return [...views]
}

export const isSameAnswer = (state: s.State, order: number, a: s.View, b: s.View): boolean =>
  fingerprintOf(seenAs(state, order, a)) === fingerprintOf(seenAs(state, order, b))

/** As orders.observe: appended only when it differs from the last one. */
export function observe(next: s.State, order: number, view: s.View): boolean {
  const last = s.viewsOf(next, order).at(-1)!
  return isSameAnswer(next, order, last, view) || s.addView(next, order, view)
}

/** planAction over foldFacts; `isBlind` leaves out what is open, as a faulty guard would. */
export function mayAct(state: s.State, i: number, isBlind: boolean): boolean {
  const order = s.get(state, i, 'order')
  const attempts = s
    .attemptsOf(state, order)
    .filter((fact) => !(isBlind && fact.id !== String(i) && isOpen(fact.state)))
  const views = s.viewsOf(state, order)
  const told = attempts.map((fact) => `${fact.id}${fact.state}${fact.settledBy}${fact.conflict}`)
  const key = `${state[0]} ${order} ${i} ${views} ${ownersOf(state, order)} ${told}`
  return remembered(plans, key, () => {
    const observed = views.map((view, index) => seenAs(state, order, view, index + 1))
    const facts = foldFacts(observed, attempts)
    return planAction(s.operationOf(order), facts, {}, s.amountOf(s.worldOf(state), i)).ok
  })
}

/** `believes`: as if it were no matter what had been seen before sending. */
export function verdictOn(state: s.State, i: number, view: s.View, believes: boolean): Verdict {
  const order = s.get(state, i, 'order')
  const known = s.viewsOf(state, order).slice(0, s.get(state, i, 'snap'))
  const now = s.stateOf(state, i)!
  const key = `${state[0]} ${order} ${i} ${now} ${known} ${view} ${ownersOf(state, order)} ${believes}`
  return remembered(verdicts, key, () =>
    judge(
      {
        operation: s.operationOf(order),
        state: now,
        amount: s.amountOf(s.worldOf(state), i),
        isFull: false,
        snapshot: believes ? null : seenAs(state, order, known.at(-1)!),
        known: believes ? [] : known.map((seen) => seenAs(state, order, seen)),
      },
      seenAs(state, order, view),
      fingerprintOf,
    ),
  )
}
