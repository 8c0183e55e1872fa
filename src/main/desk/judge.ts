// Decides what a status answer proves about an attempt. Pure. It never concludes from silence or from an unchanged answer:
// money-safety.md section 2, invariants 6 and 8.
import type { AttemptState } from '#shared/attempt.ts'
import {
  mayBeSameTransaction,
  outcomeOf,
  type StatusSnapshot,
  transactionIdOf,
  typesOf,
} from '#shared/gateway/status.ts'
import { formatAmount, isSameMoney, type Money, toText } from '#shared/money.ts'
import type { Seeing } from './observe.ts'

export type Verdict =
  | { kind: 'settled'; state: 'SUCCEEDED' | 'DECLINED' | 'FAILED'; words: string }
  | { kind: 'pending'; words: string }
  | { kind: 'no-evidence'; words: string }
  | { kind: 'conflict'; words: string }

export interface Judged {
  operation: string
  state: AttemptState
  amount: Money | null
  isFull: boolean
  /** The observation read just before sending. */
  snapshot: Seeing | null
  /** All that answers to questions asked before the sending told of the order, and what other requests of it stand for. */
  known: readonly StatusSnapshot[]
}

/** How an answer came about. */
export interface Question {
  /** The gateway was asked for this very request, by its serial number. */
  isByName: boolean
  /**
   * An amount that the answer does not tell is no obstacle: enough for an alarm, or to keep an event from closing another request.
   * Never enough to close one.
   */
  isMaybeEnough?: boolean
}

const orderAsked: Question = { isByName: false }

/**
 * MONEY: whether the transaction an answer tells is new to a request. One that was known before the sending proves nothing, however
 * it is told again: with another date, stage or status, or with an id that it did not have before. An answer for the very request
 * is new unless its id was known: then the gateway did not mind what it was asked.
 */
export const isNewTo = (
  { operation, known, snapshot }: Pick<Judged, 'operation' | 'known' | 'snapshot'>,
  seen: StatusSnapshot,
  { isByName }: Question = orderAsked,
): boolean =>
  ![...known, ...(snapshot === null ? [] : [snapshot])].some(
    (before) =>
      mayBeSameTransaction(operation, before, seen) &&
      !(isByName && (transactionIdOf(before) === '' || transactionIdOf(seen) === '')),
  )

/** `fingerprint` equality means: nothing that matters changed since the snapshot. Left out, the order's status was asked for. */
export function judge(
  attempt: Judged,
  seen: Seeing,
  fingerprint: (seeing: Seeing) => string,
  question: Question = orderAsked,
): Verdict {
  const { snapshot } = attempt
  const { isByName, isMaybeEnough = false } = question
  if (!isByName && snapshot !== null && fingerprint(snapshot) === fingerprint(seen))
    return {
      kind: 'no-evidence',
      words: 'The service shows no change since before the request was sent.',
    }
  const types = typesOf[attempt.operation] ?? []
  // MONEY: what was captured comes back by a reversal; a cancel then lets go of the rest of the hold and is nobody's return.
  const isRest =
    attempt.operation === 'return' &&
    seen.transactionType === 'cancel' &&
    [...attempt.known, ...(snapshot === null ? [] : [snapshot])].some(
      (before) =>
        ['sale', 'capture'].includes(before.transactionType) &&
        outcomeOf(before.status, before.stage) === 'approved',
    )
  if (isRest || !types.includes(seen.transactionType))
    return {
      kind: 'no-evidence',
      words: `The service’s latest transaction is a ${seen.transactionType || 'nameless one'}, not this ${attempt.operation}.`,
    }
  // MONEY: an answer that tells an older transaction of the same amount would close an unknown one by another's proof.
  if (!isNewTo(attempt, seen, question))
    return {
      kind: 'no-evidence',
      words: `The gateway shows a ${seen.transactionType} that was known before the request was sent, or that another request stands for.`,
    }
  const foreign =
    isMaybeEnough && !tellsAmount(seen) ? null : foreignAmount(attempt, seen, question)
  if (foreign !== null) return foreign
  const reason = seen.reason === '' ? '' : ` (${seen.reason})`
  switch (outcomeOf(seen.status, seen.stage)) {
    case 'approved':
      return { kind: 'settled', state: 'SUCCEEDED', words: 'The service approved it.' }
    case 'declined':
      return {
        kind: 'settled',
        state: 'DECLINED',
        words: `The service reports “${seen.status}”${reason}. No money moved.`,
      }
    case 'failed':
      return {
        kind: 'settled',
        state: 'FAILED',
        words: `The service reports “${seen.status}”${reason}. No money moved.`,
      }
    case 'processing':
      return { kind: 'pending', words: 'The service is processing it.' }
    case 'unclear':
      return {
        kind: 'pending',
        words: `The service reports “${seen.status}”, which is not final.`,
      }
  }
}

const tellsAmount = ({ amount }: Seeing): boolean => amount !== null

/** These are done as a whole or not at all (interface.md, rules 3 and 5), so that no amount has to tell them from a part. */
const wholes: readonly string[] = ['void', 'cancel']

/**
 * MONEY: why the amount of an answer does not make it this request's, or null. A request about an order is recognised by its amount: an
 * answer without one may tell what somebody else moved. One that made its own order is recognised by that order.
 */
function foreignAmount(
  attempt: Judged,
  seen: Seeing,
  { isByName }: Question,
): Exclude<Verdict, { kind: 'settled' | 'pending' }> | null {
  const type = seen.transactionType
  const noEvidence = (words: string) => ({ kind: 'no-evidence', words }) as const
  const isNamed = isByName || attempt.snapshot === null
  if (attempt.amount === null)
    return isNamed
      ? null
      : noEvidence(
          `The request named no amount, so no answer can prove it to be this ${type}. Settle it by hand.`,
        )
  if (seen.unreadableAmount !== undefined)
    return noEvidence(
      `The gateway shows a ${type} of “${seen.unreadableAmount}”. That amount can’t be read exactly, so it proves nothing.`,
    )
  if (seen.amount === null)
    return isNamed || wholes.includes(type)
      ? null
      : noEvidence(
          `The gateway shows a ${type} without its amount. It may be another one than this, so it proves nothing. Compare with the gateway’s own records and resolve it by hand.`,
        )
  if (isSameMoney(seen.amount, attempt.amount)) return null
  // An accepted request must show up as it was sent; an unknown one may simply not be what is seen here.
  return {
    kind: attempt.state === 'ACCEPTED' ? 'conflict' : 'no-evidence',
    words: `The service shows a ${type} of ${shown(seen.amount)}, but ${shown(attempt.amount)} was sent.`,
  }
}

const shown = (money: Money): string => formatAmount(toText(money))
