// Every step that can follow a state: the operator, the desk, a crash, the service. What the desk decides is decided by the
// product's own functions: the transition table, planAction over foldFacts, judge, fingerprintOf.
import { type AttemptState, isOpen, mayMove } from '#shared/attempt.ts'
import { answersOf, isSameAnswer, mayAct, observe, verdictOn } from './reading.ts'
import * as s from './state.ts'

/** Mistakes a program could have; the search must find what each of them does. */
export const seedBugs = [
  'retry-after-timeout',
  'believe-unchanged-status',
  'forget-what-was-sent',
  // Layers keep a second request off an order: the index, and what SENDING's transaction looks at. Without all of them it gets
  // through; each alone holds.
  'missing-unique-index',
  'only-the-index-missing',
  'only-the-guard-missing',
  // The journal's arrow still keeps what was taken back from being sent.
  'undo-leaves-the-timer',
] as const
export type SeedBug = (typeof seedBugs)[number]

export interface Step {
  label: string
  next: s.State
}

export interface Arrow {
  from: AttemptState
  to: AttemptState
}

export interface Rules {
  bug: SeedBug | null
  onArrow: (arrow: Arrow) => void
}

/** How many other requests were on their way, or through, when this one was reviewed. */
const sentOn = (state: s.State, order: number, i: number): number =>
  [0, 1].filter(
    (other) =>
      other !== i &&
      s.get(state, other, 'order') === order &&
      !isUnsent(s.stateOf(state, other) ?? 'DRAFT'),
  ).length

const unsent = ['DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'EXPIRED', 'DISCARDED', 'REFUSED_APPROVAL']
const isUnsent = (state: AttemptState): boolean => unsent.includes(state)

export function stepsFrom(state: s.State, rules: Rules): Step[] {
  const found: Step[] = []
  const world = s.worldOf(state)
  const { bug } = rules
  const isBlind = bug === 'only-the-guard-missing' || bug === 'missing-unique-index'
  const looksBack = bug !== 'forget-what-was-sent' && bug !== 'missing-unique-index'
  const hasIndex = bug !== 'only-the-index-missing' && bug !== 'missing-unique-index'

  const add = (label: string, change: (next: s.State) => boolean | void): void => {
    const next = state.slice()
    if (change(next) !== false) found.push({ label, next })
  }
  /** The journal's arrow: refused when the state is not one of `from`, or the table has no such arrow. */
  const take = (
    next: s.State,
    i: number,
    from: readonly AttemptState[],
    to: AttemptState,
  ): boolean => {
    const now = s.stateOf(next, i)
    if (now === null || !from.includes(now) || !mayMove(now, to)) return false
    rules.onArrow({ from: now, to })
    s.setState(next, i, to)
    return true
  }
  const applyEvidence = (next: s.State, order: number, view: s.View): void => {
    const seq = s.viewsOf(next, order).length
    for (let i = 0; i < s.intentsCount; i += 1) {
      const now = s.stateOf(next, i)
      if (s.get(next, i, 'order') !== order || (now !== 'UNKNOWN' && now !== 'ACCEPTED')) continue
      const verdict = verdictOn(next, i, view, bug === 'believe-unchanged-status')
      if (verdict.kind === 'settled' && take(next, i, ['ACCEPTED', 'UNKNOWN'], verdict.state))
        s.set(next, i, 'settledBy', seq)
      if (verdict.kind === 'conflict') s.set(next, i, 'conflict', 1)
    }
  }
  const hasRoom = (i: number): boolean => {
    const order = s.get(state, i, 'order')
    const spent = s
      .transactionsOf(state, order)
      .filter(({ fate }) => fate === 'processing' || fate === 'approved')
      .reduce((sum, made) => sum + world.amounts[made.intent]!, 0)
    return spent + world.amounts[i]! <= world.limit
  }

  if (s.isDown(state)) {
    const stale = [0, 1].find((i) =>
      ['DRAFT', 'APPROVED', 'SENDING'].includes(s.stateOf(state, i) ?? ''),
    )
    add(stale === undefined ? 'open again' : `recover ${stale}`, (next) => {
      if (stale === undefined) {
        s.setDown(next, false)
        return true
      }
      return (
        take(next, stale, ['DRAFT', 'APPROVED'], 'EXPIRED') ||
        take(next, stale, ['SENDING'], 'UNKNOWN')
      )
    })
  } else {
    add('crash', (next) => {
      s.setDown(next, true)
      for (let i = 0; i < s.intentsCount; i += 1) s.setPlace(next, i, 'nowhere')
    })
    for (let order = 0; order < s.ordersCount; order += 1)
      for (const view of answersOf(state, order))
        add(`look up order ${order}: ${view}`, (next) => {
          if (!observe(next, order, view)) return false
          applyEvidence(next, order, view)
          return true
        })
    for (let i = 0; i < s.intentsCount; i += 1) deskSteps(i)
  }
  for (let i = 0; i < s.intentsCount; i += 1) serviceSteps(i)
  for (let order = 0; order < s.ordersCount; order += 1)
    s.transactionsOf(state, order).forEach((made, k) => {
      if (made.fate !== 'processing') return
      for (const fate of ['approved', 'declined', 'error'] as const)
        add(`order ${order}, transaction ${k} becomes ${fate}`, (next) =>
          s.setTransaction(next, order, k, { ...made, fate }),
        )
    })
  return found

  function deskSteps(i: number): void {
    const now = s.stateOf(state, i)
    const order = s.get(state, i, 'order')
    // The second intent is begun after the first: the other way round is the same with the numbers changed.
    if (now === null && (i === 0 || s.stateOf(state, 0) !== null))
      for (let to = 0; to < s.ordersCount; to += 1)
        for (const view of answersOf(state, to))
          add(`review ${i} on order ${to}`, (next) => {
            s.set(next, i, 'order', to)
            if (!observe(next, to, view)) return false
            applyEvidence(next, to, view)
            if (!mayAct(next, i, false)) return false
            s.setState(next, i, 'DRAFT')
            s.set(next, i, 'seen', s.viewsOf(next, to).length)
            s.set(next, i, 'before', sentOn(next, to, i))
            return true
          })
    if (now === null) return
    if (now === 'DRAFT') add(`discard ${i}`, (next) => take(next, i, ['DRAFT'], 'DISCARDED'))
    // Clicked in any state, as often as anyone likes: the arrow is there once.
    add(`confirm ${i}`, (next) => {
      if (!take(next, i, ['DRAFT'], 'APPROVED')) return false
      s.setPlace(next, i, 'confirmed')
      return true
    })
    // No flow asks for a second person yet, but the table has the arrows: money must be safe along them too.
    add(`ask a second person about ${i}`, (next) => take(next, i, ['DRAFT'], 'PENDING_APPROVAL'))
    if (now === 'PENDING_APPROVAL') secondPerson(i)
    if (now === 'UNKNOWN' || now === 'ACCEPTED') handSteps(i)
    switch (s.placeOf(state, i)) {
      case 'confirmed':
        add(`take back ${i}`, (next) => {
          if (bug !== 'undo-leaves-the-timer') s.setPlace(next, i, 'nowhere')
          return take(next, i, ['APPROVED'], 'DISCARDED')
        })
        for (const view of answersOf(state, order))
          add(`read again for ${i}: ${view}`, (next) => {
            if (!observe(next, order, view)) return false
            const seen = s.viewsOf(next, order)[s.get(next, i, 'seen') - 1]!
            const isSame = isSameAnswer(next, order, seen, view)
            s.setPlace(next, i, isSame ? 'ready' : 'nowhere')
            if (!isSame) return take(next, i, ['APPROVED'], 'DISCARDED')
            s.set(next, i, 'snap', s.viewsOf(next, order).length)
            return true
          })
        return
      case 'ready':
        return add(`commit ${i}`, (next) => {
          const isTaken = [0, 1].some(
            (other) =>
              other !== i &&
              s.get(next, other, 'order') === order &&
              isOpen(s.stateOf(next, other) ?? 'DRAFT'),
          )
          const hasMoved = looksBack && sentOn(next, order, i) !== s.get(next, i, 'before')
          const isRefused = hasMoved || !mayAct(next, i, isBlind) || (hasIndex && isTaken)
          s.setPlace(next, i, isRefused ? 'nowhere' : 'committed')
          return take(next, i, ['APPROVED'], isRefused ? 'DISCARDED' : 'SENDING')
        })
      case 'committed':
        add(`${i} finds no connection`, (next) => s.setPlace(next, i, 'got-not-sent'))
        return add(`${i} is written to the socket`, (next) => send(next, i))
      case 'waiting':
        add(`${i} waits no longer`, (next) => {
          if (bug === 'retry-after-timeout' && s.get(next, i, 'wire') < 2) return send(next, i)
          s.setPlace(next, i, 'got-unknown')
        })
        return
      case 'got-accepted':
        return writeOutcome(i, 'ACCEPTED')
      case 'got-not-sent':
        return writeOutcome(i, 'NOT_SENT')
      case 'got-rejected':
        return writeOutcome(i, 'REJECTED')
      case 'got-unknown':
      case 'got-foreign':
        return writeOutcome(i, 'UNKNOWN')
      case 'nowhere':
        // An answer that comes late or twice finds the attempt moved on.
        for (const to of ['ACCEPTED', 'REJECTED', 'UNKNOWN'] as const)
          add(`a late answer for ${i}`, (next) => take(next, i, ['SENDING'], to))
    }
  }

  /** Whenever they like, after a crash as well: what they approve is read again like everything that was confirmed. */
  function secondPerson(i: number): void {
    add(`a second person approves ${i}`, (next) => {
      s.setPlace(next, i, 'confirmed')
      return take(next, i, ['PENDING_APPROVAL'], 'APPROVED')
    })
    add(`a second person refuses ${i}`, (next) =>
      take(next, i, ['PENDING_APPROVAL'], 'REFUSED_APPROVAL'),
    )
    add(`nobody looks at ${i} in time`, (next) => take(next, i, ['PENDING_APPROVAL'], 'EXPIRED'))
  }

  function send(next: s.State, i: number): void {
    s.setPlace(next, i, 'waiting')
    s.set(next, i, 'wire', s.get(next, i, 'wire') + 1)
    s.set(next, i, 'net', s.get(next, i, 'net') + 1)
  }

  function writeOutcome(i: number, to: AttemptState): void {
    add(`${i} is noted ${to}`, (next) => {
      const isForeign = s.placeOf(next, i) === 'got-foreign'
      s.setPlace(next, i, 'nowhere')
      if (isForeign) s.set(next, i, 'conflict', 1)
      return take(next, i, ['SENDING'], to)
    })
  }

  function handSteps(i: number): void {
    const order = s.get(state, i, 'order')
    const isThere = s
      .transactionsOf(state, order)
      .some(({ intent, fate }) => intent === i && (fate === 'processing' || fate === 'approved'))
    // A person who asks an honest service hears the truth, and not before everything has arrived there.
    if (world.kind !== 'lying' && s.get(state, i, 'net') > 0) return
    for (const happened of world.kind === 'lying' ? [true, false] : [isThere])
      add(`${i} is settled by hand: ${happened}`, (next) => {
        s.set(next, i, 'hand', happened ? 1 : 2)
        s.set(next, i, 'conflict', 0)
        return take(next, i, ['UNKNOWN', 'ACCEPTED'], 'RESOLVED_BY_HAND')
      })
  }

  /** A request that has arrived is carried out or not, at once or late, and answered or not. */
  function serviceSteps(i: number): void {
    if (s.get(state, i, 'net') === 0) return
    const order = s.get(state, i, 'order')
    const made = s.transactionsOf(state, order)
    const isTwin = made.some(
      ({ intent, fate }) =>
        world.amounts[intent] === world.amounts[i] &&
        (fate === 'processing' || fate === 'approved'),
    )
    const canDo = hasRoom(i) && made.length < s.mostTransactions
    const carry = (label: string, hasEffect: boolean, answer: s.Place | null): void =>
      add(`the service takes ${i}: ${label}`, (next) => {
        s.set(next, i, 'net', s.get(next, i, 'net') - 1)
        if (hasEffect) s.setTransaction(next, order, made.length, { intent: i, fate: 'processing' })
        if (answer !== null && s.placeOf(next, i) === 'waiting') s.setPlace(next, i, answer)
      })
    if (world.kind === 'lying') {
      for (const hasEffect of canDo ? [true, false] : [false])
        for (const answer of [
          'got-accepted',
          'got-rejected',
          'got-unknown',
          'got-foreign',
          null,
        ] as const)
          carry(
            `${hasEffect ? 'effect' : 'no effect'}, ${answer ?? 'no answer'}`,
            hasEffect,
            answer,
          )
      return
    }
    if (world.kind === 'deduplicating' && isTwin) {
      carry('refused as a twin', false, 'got-rejected')
      carry('taken for the first one', false, 'got-accepted')
      return
    }
    carry('in order', canDo, canDo ? 'got-accepted' : 'got-rejected')
  }
}
