// Folds the statuses that were told and the attempts made here into an order's money facts: held,
// captured, refunded, in progress and refundable. Pure. Where Paydesk did not see enough, a fact is
// null and never a guess.
import { say } from '../../message.ts'
import { type AttemptState, isOpen } from '../../attempt.ts'
import { formatAmount, type Money, toText } from '../../money.ts'
import type { AttemptFact } from './attempt-fact.ts'
import { isOperationId, rowOf } from '../operations/index.ts'
import { type Count, countEvents, isFirstSeenLate } from './order-events.ts'
import { type Phase, phaseOf, questionOf, sidePhaseOf } from './order-phase.ts'
import { withChecksNamed } from './payout-checks.ts'
import {
  isSideType,
  type StoredSnapshot,
  outcomeOf,
  type SideType,
  statusTypesOf,
} from '../status.ts'

export type { Phase }

/** A payment, or one of the orders that take nothing from a customer. */
export type Origin = 'sale' | 'preauth' | SideType | 'unknown'

export interface OrderFacts {
  phase: Phase
  /** Where the order came from, as far as Paydesk saw; a capture proves that there was a hold. */
  origin: Origin
  latest: StoredSnapshot | null
  currency: string | null
  digits: number
  original: Money | null
  held: Money | null
  /**
   * What was surely captured, and what may have been returned: the same as the books unless there
   * is a doubt.
   */
  captured: Money | null
  returned: Money | null
  /**
   * Why captured and returned are not certain, in a sentence; then only what is safe is allowed.
   * Null when they are.
   */
  doubt: string | null
  isCaptureInDoubt: boolean
  /**
   * In progress or unknown, what others asked for among it; counted as spent until resolved. Null
   * where nobody knows how much that is.
   */
  inProgress: Money | null
  /** The hold, or what was left of it, was released or voided. */
  isHoldGone: boolean
  /** Captured less returned and in progress. Null when Paydesk never saw what was captured. */
  returnable: Money | null
  /** Something came back, or may yet, of which no amount is known: returnable is only a limit. */
  isReturnableLess: boolean
  capturable: Money | null
  /**
   * The type of the last answer by which somebody questions the payment (dispute, retrieval,
   * fraud), or null.
   */
  question: string | null
  /** The last action on the order when it was not a success: shown beside the status. */
  failedAction: { transactionType: string; status: string; reason: string } | null
  openAttempt: AttemptFact | null
  conflict: string | null
}

/**
 * Folds the statuses that were told and the attempts made here into an order's money facts.
 * Snapshots come oldest first.
 */
export function foldFacts(
  told: readonly StoredSnapshot[],
  attempts: readonly AttemptFact[],
): OrderFacts {
  const snapshots = withChecksNamed(told, attempts)
  const latest = snapshots.at(-1) ?? null
  const unit = unitOf(snapshots, attempts)
  const currency = unit?.currency ?? null
  const digits = unit?.digits ?? 2
  const money = (minor: bigint): Money => ({ minor, currency: currency ?? '', digits })

  const answers = foldAnswers(snapshots)
  const { isSale, wasCaptured, held, isChargedBack } = answers
  const isPayment = isSale || held !== null || wasCaptured
  const side = sideOf(snapshots, isPayment)
  const original = side?.amountMinor ?? answers.original
  const sums = sumsOf(answers, snapshots, attempts)
  const { captures, captured, capturedMost, returned, isReleased, isVoided } = sums
  const isGone = isReleased || isVoided
  const isLate = side === null && isFirstSeenLate(snapshots)
  const isHeldKnown = isGone || isSale || (captured !== null && captured === capturedMost)
  const openSum = (operation: string): bigint =>
    attempts
      .filter((attempt) => attempt.operation === operation && isOpen(attempt.state))
      .reduce((total, attempt) => total + (attempt.amount?.minor ?? 0n), 0n)
  const inProgress = inProgressOf(attempts)
  const capturable =
    held === null || isGone || captures.isUnnamed || sums.isCaptureUnseen
      ? null
      : held -
        (isSale ? (captured ?? 0n) : captures.most) -
        openSum('capture') -
        sums.capturesInProgress
  const returnable =
    captured === null ? null : captured - returned - openSum('return') - sums.othersInProgress
  const moved = {
    ...{ isSale, held, captured, capturedMost, returned },
    returnedLeast: sums.returns.tookAll ? returned : sums.returnedLeast,
    wasCaptured: wasCaptured || sums.isCaptureUnseen,
  }
  return {
    phase:
      side !== null && latest !== null
        ? sidePhaseOf(side.type, latest)
        : phaseOf({ latest, ...moved, isReleased, isVoided, isChargedBack }),
    origin: side?.type ?? (isSale ? 'sale' : isPayment ? 'preauth' : 'unknown'),
    latest,
    currency,
    digits,
    original: original === null ? null : money(original),
    isHoldGone: isGone,
    held: held === null || !isHeldKnown ? null : money(isGone ? 0n : held - (captured ?? 0n)),
    captured: captured === null ? null : money(captured),
    returned: currency === null || isLate ? null : money(returned),
    doubt: doubtOf(answers, sums),
    isCaptureInDoubt: isCaptureInDoubt(answers, sums),
    inProgress:
      currency === null || inProgress === null || sums.isInProgressUnsure
        ? null
        : money(inProgress + sums.othersInProgress + sums.capturesInProgress),
    returnable: returnable === null ? null : money(returnable < 0n ? 0n : returnable),
    isReturnableLess: isLate || (!sums.isHoldOnly && sums.returns.isUnnamed),
    capturable: capturable === null ? null : money(capturable < 0n ? 0n : capturable),
    failedAction: failedActionOf(latest),
    question: questionOf(snapshots),
    openAttempt: attempts.find((attempt) => isOpen(attempt.state)) ?? null,
    conflict:
      attempts.find((attempt) => attempt.conflict !== null)?.conflict ??
      foreignAmount(snapshots, unit) ??
      captures.conflict ??
      sums.returns.conflict ??
      overdrawn(answers, sums, money),
  }
}

/** The first amount that was seen says in what the order is counted. */
const unitOf = (
  snapshots: readonly StoredSnapshot[],
  attempts: readonly AttemptFact[],
): Money | null | undefined =>
  snapshots.find((seen) => seen.amount !== null)?.amount ??
  attempts.find((attempt) => attempt.amount !== null)?.amount

/** What the approved answers say by themselves. */
interface Answers {
  original: bigint | null
  held: bigint | null
  captured: bigint | null
  isSale: boolean
  wasCaptured: boolean
  isReleased: boolean
  isVoided: boolean
  isChargedBack: boolean
}

function foldAnswers(snapshots: readonly StoredSnapshot[]): Answers {
  const found: Answers = {
    ...{ original: null, held: null, captured: null, isSale: false, wasCaptured: false },
    ...{ isReleased: false, isVoided: false, isChargedBack: false },
  }
  for (const seen of snapshots) {
    if (outcomeOf(seen.status, seen.stage) !== 'approved') continue
    const minor = seen.amount?.minor ?? null
    switch (seen.transactionType) {
      case 'sale':
        found.isSale = true
        // A later answer may leave the amount out; what was seen once stays.
        found.original = found.captured = minor ?? found.captured
        break
      case 'preauth':
        found.original = found.held = minor ?? found.held
        break
      case 'capture':
        found.wasCaptured = true
        break
      case 'cancel':
        found.isReleased = true
        break
      case 'void':
        found.isVoided = true
        break
      case 'chargeback':
        found.isChargedBack = true
        break
    }
  }
  return found
}

/** The kind of an order that takes nothing from a customer, and its amount; null of a payment. */
function sideOf(
  snapshots: readonly StoredSnapshot[],
  isPayment: boolean,
): { type: SideType; amountMinor: bigint | undefined } | null {
  const side = snapshots.findLast((seen) => isSideType(seen.transactionType))
  if (side === undefined || !isSideType(side.transactionType)) return null
  if (isPayment && side !== snapshots.at(-1)) return null
  return { type: side.transactionType, amountMinor: side.amount?.minor }
}

/** Captures and refunds counted: what is sure, and what may have been. */
interface Sums {
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
}

function sumsOf(
  answers: Answers,
  snapshots: readonly StoredSnapshot[],
  attempts: readonly AttemptFact[],
): Sums {
  const { isSale, held } = answers
  let { captured, isReleased, isVoided } = answers
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
  // MONEY: of a sale all is captured. Without the hold's own amount the captures seen are only some
  // of them: no limit can be drawn from them. What exceeds the hold is a contradiction and never a
  // larger sum.
  let capturedMost = captured
  if (!isSale && held !== null && isKnown(captures)) {
    captured = least(captures.least, held)
    capturedMost = least(captures.most, held)
  }
  const isCaptureUnseen =
    !isSale && held !== null && capturedMost === 0n && snapshots.some(isRefundOfOther(held))
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
  // Some hosts call the release of a hold a reversal.
  if (isHoldOnly && (returns.most > 0n || returns.isUnnamed)) isReleased = true
  // MONEY: a release or void that a person found to have happened has no answer of the gateway to
  // show for it.
  if (doneReturns.some(isRelease)) isReleased = true
  if (doneBy('void').length > 0) isVoided = true
  const returned = isHoldOnly
    ? 0n
    : capturedMost === null
      ? returns.most
      : returns.tookAll
        ? capturedMost
        : least(returns.most, capturedMost)
  const returnedLeast = isHoldOnly ? 0n : least(returns.least, returned)
  return {
    ...{ captures, captured, capturedMost, returns, returned, returnedLeast },
    ...{ isHoldOnly, isCaptureUnseen, isReleased, isVoided },
    capturesInProgress,
    othersInProgress: isHoldOnly ? 0n : returns.inProgress,
    isInProgressUnsure: !isHoldOnly && returns.isInProgressUnsure,
  }
}

/**
 * MONEY: a hold is released as a whole (interface.md, rule 5). What came back of another amount was
 * captured before, and more of it may be refundable.
 */
const isRefundOfOther =
  (held: bigint) =>
  ({ transactionType, status, stage, amount }: StoredSnapshot): boolean =>
    statusTypesOf('return').includes(transactionType) &&
    transactionType !== 'cancel' &&
    outcomeOf(status, stage) === 'approved' &&
    amount !== null &&
    amount.minor !== held

const inProgressOf = (attempts: readonly AttemptFact[]): bigint | null =>
  attempts
    .filter(({ operation, state }) => movesMoney(operation) && isOpen(state))
    .reduce<bigint | null>(
      (total, { amount }) => (total === null || amount === null ? null : total + amount.minor),
      0n,
    )

function foreignAmount(
  snapshots: readonly StoredSnapshot[],
  unit: Money | null | undefined,
): string | null {
  const foreign = snapshots.find(
    ({ amount }) =>
      amount !== null && (amount.currency !== unit?.currency || amount.digits !== unit.digits),
  )
  return foreign?.amount ? foreignMessage(unit, foreign.amount) : null
}

/** Captures beyond the hold, or refunds beyond what was captured. */
function overdrawn(
  { isSale, held }: Answers,
  { captures, capturedMost, returns, isHoldOnly }: Sums,
  money: (minor: bigint) => Money,
): string | null {
  const shown = (minor: bigint): string => formatAmount(toText(money(minor)))
  if (!isSale && held !== null && captures.least > held)
    return say('captures-exceed-the-hold', {
      captured: shown(captures.least),
      held: shown(held),
    })
  return !isHoldOnly && capturedMost !== null && returns.least > capturedMost
    ? say('refunds-exceed-what-was-captured', {
        refunded: shown(returns.least),
        captured: shown(capturedMost),
      })
    : null
}

function failedActionOf(latest: StoredSnapshot | null): OrderFacts['failedAction'] {
  if (latest === null || !['declined', 'failed'].includes(outcomeOf(latest.status, latest.stage)))
    return null
  const { transactionType, status, reason } = latest
  return { transactionType, status, reason }
}

/**
 * Whether captures give a sum at all: not when one has no amount, or when none of them is certain.
 */
const isKnown = ({ isUnnamed, least: sure, most }: Count): boolean =>
  !isUnnamed && (sure > 0n || most === 0n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const foreignMessage = (unit: Money | null | undefined, other: Money): string =>
  unit?.currency === other.currency
    ? say('amounts-have-different-decimals', {
        currency: other.currency,
        digits: unit.digits,
        otherDigits: other.digits,
      })
    : say('amounts-are-in-two-currencies', {
        currency: unit?.currency ?? '?',
        otherCurrency: other.currency,
      })

const isCaptureInDoubt = ({ isSale, held }: Answers, { captured, capturedMost }: Sums): boolean =>
  !isSale && held !== null && (captured === null || captured !== capturedMost)

/** What can't be counted for certain, in a sentence. */
function doubtOf(answers: Answers, sums: Sums): string | null {
  const { returned, returnedLeast, returns, isHoldOnly } = sums
  if (sums.isCaptureUnseen) return say('the-gateway-shows-a-refund-on-this-hold-and')
  const ofReturned =
    !isHoldOnly && (returnedLeast !== returned || returns.isUnnamed || returns.isInProgressUnsure)
  const what = [
    ...(isCaptureInDoubt(answers, sums) ? ['captured'] : []),
    ...(ofReturned ? ['refunded'] : []),
  ]
  return what.length === 0 ? null : say('a-sum-is-not-certain', { sums: what.join(' and ') })
}

/** Operations whose amount counts as in progress on an order while they are open. */
const movesMoney = (operation: string): boolean => {
  const moves = isOperationId(operation) ? rowOf(operation).moves : undefined
  // What comes in as a new order is that order's own amount.
  const isOfHold = operation === 'capture' || operation === 'void'
  return isOfHold || moves === 'out' || moves === 'between-cards'
}
