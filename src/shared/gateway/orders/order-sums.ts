// An order's captures and refunds added up: what is sure, what may be, and where nobody here knows.
// Pure. MONEY: where the two differ, whoever draws a limit takes the one that allows less.
import type { AttemptState } from '../../attempt.ts'
import type { AttemptFact } from './attempt-fact.ts'
import type { Answers } from './order-answers.ts'
import { type Count, countEvents } from './order-events.ts'
import { outcomeOf, statusTypesOf, type StoredSnapshot } from '../status/status.ts'
import { say } from '../../message.ts'
import { reason } from './ways-out.ts'

/** Captures and refunds counted: what is sure, and what may have been. */
export interface Sums {
  captures: Count
  captured: bigint | null
  capturedMost: bigint | null
  returns: Count
  returned: bigint
  returnedLeast: bigint
  /** Refunds of others that have no end yet. */
  othersInProgress: bigint
  isInProgressUnsure: boolean
  /** Captures of others that have no end yet, beside some that have one. */
  capturesInProgress: bigint
  /** A hold of which nothing was captured. */
  isHoldOnly: boolean
  /** A refund of a hold tells of a capture that nobody has told. */
  isCaptureUnseen: boolean
  isReleased: boolean
  isVoided: boolean
  /** Sums that can't both be true. MONEY: the figures above are the most cautious reading. */
  capturesBeyond: Beyond | null
  refundsBeyond: Beyond | null
}

/** What moved by the gateway's own answers, beyond all that was there by these. */
interface Beyond {
  moved: bigint
  limit: bigint
}

export function sumsOf(
  answers: Answers,
  snapshots: readonly StoredSnapshot[],
  attempts: readonly AttemptFact[],
): Sums {
  const { isSale, held } = answers
  let { isReleased, isVoided } = answers
  const isDone = (state: AttemptState): boolean => state === 'SUCCEEDED'
  const sentBy = (operation: string): AttemptFact[] =>
    attempts.filter((attempt) => attempt.operation === operation)
  const doneBy = (operation: string): AttemptFact[] =>
    sentBy(operation).filter((attempt) => isDone(attempt.state))
  const counted = countEvents('capture', snapshots, doneBy('capture'), sentBy('capture'))
  // MONEY: while the only capture is in progress nobody knows what is held and what is captured.
  const isSure = counted.least > 0n && !counted.isInProgressUnsure
  const captures = isSure ? counted : { ...counted, most: counted.most + counted.inProgress }
  const capturesInProgress = isSure ? counted.inProgress : 0n
  const { capturesBeyond, ...range } = capturedOf(answers, captures)
  let { captured, capturedMost } = range
  const isCaptureUnseen =
    !isSale && held !== null && capturedMost === 0n && snapshots.some(isRefund)
  if (isCaptureUnseen) captured = capturedMost = null
  const isHoldOnly = !isSale && held !== null && capturedMost === 0n
  // Returning a hold releases it: no money comes back, whatever amount the attempt carried
  // (interface.md, rule 5).
  const isRelease = (attempt: AttemptFact): boolean => {
    const resolving = snapshots.find((seen) => seen.seq === attempt.resolvedBy)
    return resolving?.transactionType === 'cancel' || isHoldOnly
  }
  const doneReturns = doneBy('return')
  const returns = countEvents(
    'return',
    snapshots,
    doneReturns.filter((attempt) => !isRelease(attempt)),
    sentBy('return'),
  )
  // MONEY: a release or void that a person found to have happened has no answer of the gateway to
  // show for it.
  if (doneReturns.some(isRelease)) isReleased = true
  if (doneBy('void').length > 0) isVoided = true
  return {
    ...returnedOf(returns, { captured, capturedMost, isHoldOnly }),
    ...{ captures, captured, returns, capturesBeyond },
    ...{ isHoldOnly, isCaptureUnseen, isReleased, isVoided },
    capturesInProgress,
    othersInProgress: isHoldOnly ? 0n : returns.inProgress,
    isInProgressUnsure: !isHoldOnly && returns.isInProgressUnsure,
  }
}

/**
 * MONEY: a hold is let go of by a cancel or a void. What came back under the name of a refund was
 * captured before, by whomever, and more of it may be refundable.
 */
const isRefund = ({ transactionType, status, stage }: StoredSnapshot): boolean =>
  statusTypesOf('return').includes(transactionType) &&
  transactionType !== 'cancel' &&
  outcomeOf(status, stage) === 'approved'

/**
 * MONEY: of a sale all is captured. Without the hold's own amount the captures seen are only some
 * of them: no limit can be drawn from them. What exceeds the hold is a contradiction and never a
 * larger sum: one capture at least is true, and nobody knows which.
 */
function capturedOf(
  { isSale, held, heldMost, ...reported }: Answers,
  captures: Count,
): Pick<Sums, 'captured' | 'capturedMost' | 'capturesBeyond'> {
  const asReported = { captured: reported.captured, capturedMost: reported.capturedMost }
  if (isSale || held === null || heldMost === null) return { ...asReported, capturesBeyond: null }
  if (captures.least > heldMost)
    return {
      ...(captures.isUnnamed
        ? asReported
        : { captured: least(captures.smallest, held), capturedMost: captures.most }),
      capturesBeyond: { moved: captures.least, limit: heldMost },
    }
  if (!isKnown(captures)) return { ...asReported, capturesBeyond: null }
  return {
    captured: least(captures.least, held),
    capturedMost: least(captures.most, heldMost),
    capturesBeyond: null,
  }
}

/**
 * MONEY: refunds beyond what was captured leave nothing, and say that more was captured than was
 * told, or less refunded: one refund at least is true.
 */
function returnedOf(
  returns: Count,
  { captured, capturedMost, isHoldOnly }: Pick<Sums, 'captured' | 'capturedMost' | 'isHoldOnly'>,
): Pick<Sums, 'capturedMost' | 'returned' | 'returnedLeast' | 'refundsBeyond'> {
  if (isHoldOnly) return { capturedMost, returned: 0n, returnedLeast: 0n, refundsBeyond: null }
  if (capturedMost !== null && returns.least > capturedMost)
    return {
      capturedMost: returns.most,
      returned: returns.most,
      returnedLeast: least(returns.smallest, captured ?? 0n),
      refundsBeyond: { moved: returns.least, limit: capturedMost },
    }
  const returned =
    capturedMost === null
      ? returns.most
      : returns.tookAll
        ? capturedMost
        : least(returns.most, capturedMost)
  const returnedLeast = least(returns.least, returned)
  return { capturedMost, returned, returnedLeast, refundsBeyond: null }
}

/**
 * Whether captures give a sum at all: not when one has no amount, or when none of them is certain.
 */
const isKnown = ({ isUnnamed, least: sure, most }: Count): boolean =>
  !isUnnamed && (sure > 0n || most === 0n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export const isCaptureUncertain = (
  { isSale, held }: Answers,
  { captured, capturedMost }: Sums,
): boolean =>
  isSale
    ? captured !== capturedMost
    : held !== null && (captured === null || captured !== capturedMost)

/** What can't be counted for certain, in a sentence. */
export function uncertaintyOf(answers: Answers, sums: Sums): string | null {
  const { returned, returnedLeast, returns, isHoldOnly } = sums
  if (sums.isCaptureUnseen) return reason('order.capture-unseen')
  const ofReturned =
    !isHoldOnly && (returnedLeast !== returned || returns.isUnnamed || returns.isInProgressUnsure)
  const what = [
    ...(isCaptureUncertain(answers, sums) ? [say('order.sum-captured')] : []),
    ...(ofReturned ? [say('order.sum-refunded')] : []),
  ]
  return what.length === 0 ? null : reason('order.sum-uncertain', { sums: what })
}
