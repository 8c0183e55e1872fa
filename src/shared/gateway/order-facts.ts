// Folds what was observed and what was attempted here into an order's money facts: held, captured, returned, on its way, and what
// is left. Pure. Where this desk did not see enough, a fact is null and never a guess.
import { type AttemptState, isOpen } from '../attempt.ts'
import { formatAmount, type Money, toText } from '../money.ts'
import { type Count, countEvents } from './order-events.ts'
import { type Phase, phaseOf, questionOf, sidePhaseOf } from './order-phase.ts'
import { withChecksNamed } from './payout-checks.ts'
import { isSideType, type Observation, outcomeOf, type SideType } from './status.ts'

export type { Phase }

/** The part of an attempt that counts towards an order's facts. */
export interface AttemptFact {
  id: string
  operation: string
  state: AttemptState
  /** What it moves; null when the whole remainder was asked for and was not known here. */
  amount: Money | null
  /** The observation that settled it, so that the same event is not counted twice. */
  settledBy: number | null
  /** The last observation known before it was sent: an older one can’t tell of it. */
  sentAfter: number | null
  conflict: string | null
  createdAt: number
}

/** A payment, or one of the orders that take nothing from a customer. */
export type Origin = 'sale' | 'preauth' | SideType | 'unknown'

export interface OrderFacts {
  phase: Phase
  /** Where the order came from, as far as this desk saw; a capture proves that there was a hold. */
  origin: Origin
  latest: Observation | null
  currency: string | null
  digits: number
  original: Money | null
  held: Money | null
  /** What was surely captured, and what may have been returned: the same as the books unless there is a doubt. */
  captured: Money | null
  returned: Money | null
  /** Why captured and returned are not certain, in a sentence; then only what is safe is allowed. Null when they are. */
  doubt: string | null
  /** On its way or unknown, counted as spent until settled. */
  pending: Money | null
  /** The hold, or what was left of it, was released or voided. */
  isHoldGone: boolean
  /** Captured less returned and pending. Null when this desk never saw what was captured. */
  returnable: Money | null
  capturable: Money | null
  /** The type of the last answer by which somebody questions the payment (dispute, retrieval, fraud), or null. */
  question: string | null
  /** The last action on the order when it was not a success: shown beside the status. */
  failedAction: { transactionType: string; status: string; reason: string } | null
  openAttempt: AttemptFact | null
  conflict: string | null
}

/** Folds what was observed and what was attempted here into an order's money facts. Observations come oldest first. */
export function foldFacts(
  told: readonly Observation[],
  attempts: readonly AttemptFact[],
): OrderFacts {
  const observations = withChecksNamed(told, attempts)
  const latest = observations.at(-1) ?? null
  const unit =
    observations.find((seen) => seen.amount !== null)?.amount ??
    attempts.find((attempt) => attempt.amount !== null)?.amount
  const currency = unit?.currency ?? null
  const digits = unit?.digits ?? 2
  const money = (minor: bigint): Money => ({ minor, currency: currency ?? '', digits })

  let original: bigint | null = null
  let held: bigint | null = null
  let captured: bigint | null = null
  let isSale = false
  let wasCaptured = false
  let isReleased = false
  let isVoided = false
  let isChargedBack = false
  for (const seen of observations) {
    if (outcomeOf(seen.status, seen.stage) !== 'approved') continue
    const minor = seen.amount?.minor ?? null
    switch (seen.transactionType) {
      case 'sale':
        isSale = true
        // A later answer may leave the amount out; what was seen once stays.
        original = captured = minor ?? captured
        break
      case 'preauth':
        original = held = minor ?? held
        break
      case 'capture':
        wasCaptured = true
        break
      case 'cancel':
        isReleased = true
        break
      case 'void':
        isVoided = true
        break
      case 'chargeback':
        isChargedBack = true
        break
    }
  }
  const isPayment = isSale || held !== null || wasCaptured
  const side = observations.findLast((seen) => isSideType(seen.transactionType))
  const sideType =
    side !== undefined && isSideType(side.transactionType) && (side === latest || !isPayment)
      ? side.transactionType
      : null
  if (sideType !== null && side !== undefined) original = side.amount?.minor ?? original

  const isDone = (state: AttemptState): boolean => state === 'SUCCEEDED'
  const doneBy = (operation: string): AttemptFact[] =>
    attempts.filter((attempt) => attempt.operation === operation && isDone(attempt.state))
  const captures = countEvents('capture', observations, doneBy('capture'))
  // MONEY: of a sale all is captured. Without the hold's own amount the captures seen are only some of them: no limit can be drawn
  // from them. What exceeds the hold is a contradiction and never a larger sum.
  let capturedMost = captured
  if (!isSale && held !== null && isKnown(captures)) {
    captured = least(captures.least, held)
    capturedMost = least(captures.most, held)
  }
  const isHoldOnly = !isSale && held !== null && capturedMost === 0n
  // Returning a hold releases it: no money comes back, whatever amount the attempt carried (interface.md, rule 5).
  const isRelease = (attempt: AttemptFact): boolean => {
    const settling = observations.find((seen) => seen.seq === attempt.settledBy)
    return settling?.transactionType === 'cancel' || isHoldOnly
  }
  const doneReturns = doneBy('return')
  const returns = countEvents(
    'return',
    observations,
    doneReturns.filter((attempt) => !isRelease(attempt)),
  )
  // Some hosts call the release of a hold a reversal.
  if (isHoldOnly && (returns.most > 0n || returns.isUnnamed)) isReleased = true
  // MONEY: a release or void that a person found to have happened has no answer of the service to show for it.
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
  const openSum = (operation: string): bigint =>
    attempts
      .filter((attempt) => attempt.operation === operation && isOpen(attempt.state))
      .reduce((total, attempt) => total + (attempt.amount?.minor ?? 0n), 0n)
  const pending = attempts.reduce(
    (total, attempt) =>
      movesMoney(attempt.operation) && isOpen(attempt.state)
        ? total + (attempt.amount?.minor ?? 0n)
        : total,
    0n,
  )
  const openAttempt = attempts.find((attempt) => isOpen(attempt.state)) ?? null
  const foreign = observations.find(
    (seen) =>
      seen.amount !== null &&
      (seen.amount.currency !== currency || seen.amount.digits !== unit?.digits),
  )
  const shown = (minor: bigint): string => formatAmount(toText(money(minor)))
  const overHeld = !isSale && held !== null && captures.least > held
  const overCaptured = !isHoldOnly && capturedMost !== null && returns.least > capturedMost
  const conflict =
    attempts.find((attempt) => attempt.conflict !== null)?.conflict ??
    (foreign?.amount ? foreignWords(unit, foreign.amount) : null) ??
    captures.conflict ??
    returns.conflict ??
    (overHeld ? `captures of ${shown(captures.least)} on a hold of ${shown(held ?? 0n)}` : null) ??
    (overCaptured
      ? `returns of ${shown(returns.least)} of ${shown(capturedMost ?? 0n)} that was captured`
      : null)
  const doubt = doubtOf(
    !isSale && held !== null && (captured === null || captured !== capturedMost),
    !isHoldOnly && (returnedLeast !== returned || returns.isUnnamed),
  )
  const isGone = isReleased || isVoided
  const capturable =
    held === null || isGone || captures.isUnnamed
      ? null
      : held - (isSale ? (captured ?? 0n) : captures.most) - openSum('capture')
  const returnable = captured === null ? null : captured - returned - openSum('return')

  const failed =
    latest !== null && ['declined', 'failed'].includes(outcomeOf(latest.status, latest.stage))
      ? latest
      : null
  return {
    phase:
      sideType !== null && latest !== null
        ? sidePhaseOf(sideType, latest)
        : phaseOf({
            latest,
            isSale,
            wasCaptured,
            held,
            captured,
            returned,
            isReleased,
            isVoided,
            isChargedBack,
          }),
    origin: sideType ?? (isSale ? 'sale' : isPayment ? 'preauth' : 'unknown'),
    latest,
    currency,
    digits,
    original: original === null ? null : money(original),
    isHoldGone: isGone,
    held: held === null ? null : money(isGone ? 0n : held - (captured ?? 0n)),
    captured: captured === null ? null : money(captured),
    returned: currency === null ? null : money(returned),
    doubt,
    pending: currency === null ? null : money(pending),
    returnable: returnable === null ? null : money(returnable < 0n ? 0n : returnable),
    capturable: capturable === null ? null : money(capturable < 0n ? 0n : capturable),
    failedAction:
      failed === null
        ? null
        : { transactionType: failed.transactionType, status: failed.status, reason: failed.reason },
    question: questionOf(observations),
    openAttempt,
    conflict,
  }
}

/** Whether captures give a sum at all: not when one has no amount, or when none of them is certain. */
const isKnown = ({ isUnnamed, least: sure, most }: Count): boolean =>
  !isUnnamed && (sure > 0n || most === 0n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const foreignWords = (unit: Money | null | undefined, other: Money): string =>
  unit?.currency === other.currency
    ? `amounts in ${other.currency} with ${unit.digits} and with ${other.digits} decimals`
    : `amounts in ${unit?.currency} and ${other.currency}`

/** What can't be counted for certain, in a sentence. */
function doubtOf(ofCaptured: boolean, ofReturned: boolean): string | null {
  const what = [...(ofCaptured ? ['captured'] : []), ...(ofReturned ? ['returned'] : [])]
  return what.length === 0
    ? null
    : `The gateway’s answers do not show for certain how much was ${what.join(' and ')}: some come without a transaction id or an amount. Only what is certain is allowed here; compare with the gateway’s own records.`
}

/** Operations whose amount counts as on its way while they are open. */
const movesMoney = (operation: string): boolean =>
  ['return', 'capture', 'payout', 'payout-pay', 'transfer'].includes(operation)
