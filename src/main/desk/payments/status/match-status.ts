// Decides what a status answer proves about an attempt. Pure. It never concludes from silence or
// from an unchanged answer: money-safety.md section 2, invariants 6 and 8.
import { say } from '#shared/message.ts'
import type { AttemptState } from '#shared/attempt.ts'
import {
  contradictsStage,
  isStillTried,
  mayBeSameTransaction,
  outcomeOf,
  type StatusSnapshot,
  transactionIdOf,
  statusTypesOf,
} from '#shared/gateway/status/status.ts'
import { isFactorOf, isSameMoney, type Money } from '#shared/money.ts'

export type Match =
  | { kind: 'resolved'; state: 'SUCCEEDED' | 'DECLINED' | 'FAILED'; message: string }
  | { kind: 'processing'; message: string }
  | { kind: 'no-proof'; message: string }
  | { kind: 'conflict'; message: string }

export interface MatchedAttempt {
  operation: string
  state: AttemptState
  amount: Money | null
  isFull: boolean
  /** The snapshot read just before sending. */
  snapshot: StatusSnapshot | null
  /**
   * All that answers to questions asked before the sending told of the order, and what other
   * requests of it stand for.
   */
  known: readonly StatusSnapshot[]
  /** Of these, what other requests of it stand for. */
  claimed?: readonly StatusSnapshot[]
}

/** How an answer came about. */
export interface Question {
  /** The gateway was asked for this very request, by its serial number. */
  isByName: boolean
  /** The answer repeats that number: it is of that request, whatever id it carries. */
  isRepeated?: boolean
  /**
   * An amount that the answer does not tell is no obstacle: enough for an alarm, or to keep an
   * event from closing another request. Never enough to close one.
   */
  isMaybeEnough?: boolean
  /** Named by an id alone that the gateway made: its amount has to fit as well. */
  mustTellAmount?: boolean
}

const orderAsked: Question = { isByName: false }

/**
 * MONEY: whether the transaction an answer tells is new to a request. One that was known before the
 * sending proves nothing, however it is told again: with another date, stage or status, or with an
 * id that it did not have before. An answer for the very request is new unless its id was known:
 * then the gateway did not mind what it was asked. One that repeats the request's number minds it,
 * and is new unless another request stands for its id.
 */
export const isNewTo = (
  {
    operation,
    known,
    claimed = [],
    snapshot,
  }: Pick<MatchedAttempt, 'operation' | 'known' | 'claimed' | 'snapshot'>,
  seen: StatusSnapshot,
  { isByName, isRepeated = false }: Question = orderAsked,
): boolean =>
  !(isRepeated ? claimed : [...known, ...(snapshot === null ? [] : [snapshot])]).some(
    (before) =>
      mayBeSameTransaction(operation, before, seen) &&
      !(isByName && (transactionIdOf(before) === '' || transactionIdOf(seen) === '')),
  )

/**
 * `fingerprint` equality means: nothing that matters changed since the snapshot. Left out, the
 * order's status was asked for.
 */
export function matchStatus(
  attempt: MatchedAttempt,
  seen: StatusSnapshot,
  fingerprint: (snapshot: StatusSnapshot) => string,
  question: Question = orderAsked,
): Match {
  const { snapshot } = attempt
  const { isByName, isMaybeEnough = false } = question
  if (!isByName && snapshot !== null && fingerprint(snapshot) === fingerprint(seen))
    return {
      kind: 'no-proof',
      message: say('requests.no-change'),
    }
  const types = statusTypesOf(attempt.operation)
  // MONEY: what was captured comes back by a reversal; a cancel then lets go of the rest of the
  // hold and is nobody's refund.
  const isRest =
    attempt.operation === 'return' &&
    seen.transactionType === 'cancel' &&
    [...attempt.known, ...(snapshot === null ? [] : [snapshot])].some(
      (before) =>
        ['sale', 'capture'].includes(before.transactionType) &&
        outcomeOf(before.status, before.stage) === 'approved',
    )
  // MONEY: two types in one answer prove neither.
  if (isRest || !types.includes(seen.transactionType) || contradictsStage(seen))
    return {
      kind: 'no-proof',
      message: say('requests.latest-is-other', {
        transactionType: seen.transactionType || say('requests.a-nameless-transaction'),
        operation: { noun: attempt.operation },
      }),
    }
  // MONEY: an answer that tells an older transaction of the same amount would close an unknown one
  // by another's proof.
  if (!isNewTo(attempt, seen, question))
    return {
      kind: 'no-proof',
      message: say('requests.known-before', {
        transactionType: seen.transactionType,
      }),
    }
  const foreign =
    isMaybeEnough && !tellsAmount(seen) ? null : foreignAmount(attempt, seen, question)
  if (foreign !== null) return foreign
  switch (outcomeOf(seen.status, seen.stage)) {
    case 'approved':
      return { kind: 'resolved', state: 'SUCCEEDED', message: say('requests.approved') }
    case 'declined':
      return {
        kind: 'resolved',
        state: 'DECLINED',
        message: endMessage(seen),
      }
    case 'failed':
      return {
        kind: 'resolved',
        state: 'FAILED',
        message: endMessage(seen),
      }
    case 'processing':
      return { kind: 'processing', message: say('requests.processing') }
    case 'unclear':
      return {
        kind: 'processing',
        message: say('requests.not-final', { status: seen.status }),
      }
  }
}

const endMessage = ({ status, reason }: StatusSnapshot): string =>
  reason === ''
    ? say('requests.ended', { status })
    : say('requests.ended-with-reason', { status, reason })

/**
 * MONEY: another transaction of the request's kind told since the sending, new like the one in
 * `seen`, or null. Status tells the latest transaction alone, so a colleague's hides ours: with two
 * of them nothing says which is ours, whatever their amounts. One gate of several that declined is
 * no transaction of its own.
 */
export function competingTransaction(
  attempt: MatchedAttempt,
  since: readonly StatusSnapshot[],
  seen: StatusSnapshot,
): StatusSnapshot | null {
  const id = transactionIdOf(seen)
  const types = statusTypesOf(attempt.operation)
  const isRival = (other: StatusSnapshot): boolean =>
    types.includes(other.transactionType) &&
    !['', id].includes(transactionIdOf(other)) &&
    !isStillTried(other.stage) &&
    isNewTo(attempt, other)
  return id === '' ? null : (since.find(isRival) ?? null)
}

const tellsAmount = ({ amount }: StatusSnapshot): boolean => amount !== null

/**
 * These are done as a whole or not at all (interface.md, rules 3 and 5), so that no amount has to
 * tell them from a part.
 */
const wholes: readonly string[] = ['void', 'cancel']

/**
 * MONEY: why the amount of an answer does not make it this request's, or null. A request about an
 * order is recognised by its amount: an answer without one may tell what somebody else moved. One
 * that made its own order is recognised by that order.
 */
function foreignAmount(
  attempt: MatchedAttempt,
  seen: StatusSnapshot,
  { isByName, mustTellAmount = false }: Question,
): Exclude<Match, { kind: 'resolved' | 'processing' }> | null {
  const type = seen.transactionType
  const noProof = (message: string) => ({ kind: 'no-proof', message }) as const
  const isNamed = (isByName && !mustTellAmount) || attempt.snapshot === null
  if (attempt.amount === null)
    return isNamed ? null : noProof(say('requests.no-amount-named', { type }))
  if (seen.unreadableAmount !== undefined)
    return noProof(
      say('requests.amount-unreadable', {
        type,
        unreadableAmount: seen.unreadableAmount,
      }),
    )
  if (seen.amount === null)
    return isNamed || wholes.includes(type)
      ? null
      : noProof(
          seen.mayBeFirstAmount === true
            ? say('requests.amount-may-be-first', { type })
            : say('requests.amount-missing', { type }),
        )
  if (isSameMoney(seen.amount, attempt.amount)) return null
  // An accepted request must show up as it was sent; an unknown one may simply not be what is seen
  // here.
  return {
    kind: attempt.state === 'ACCEPTED' ? 'conflict' : 'no-proof',
    message: say(
      isFactorOf(seen.amount, attempt.amount)
        ? 'requests.amount-off-by-factor'
        : 'requests.amount-differs',
      {
        type,
        shown: seen.amount,
        sentAmount: attempt.amount,
      },
    ),
  }
}
