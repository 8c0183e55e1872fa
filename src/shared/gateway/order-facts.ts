// Folds what was observed and what was attempted here into an order's money facts: held, captured, returned, on its way, and what
// is left. Pure. Where this desk did not see enough, a fact is null and never a guess.
import { type AttemptState, isOpen } from '../attempt.ts'
import { type Money } from '../money.ts'
import { type Phase, phaseOf, sidePhaseOf } from './order-phase.ts'
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
  captured: Money | null
  returned: Money | null
  /** On its way or unknown, counted as spent until settled. */
  pending: Money | null
  /** The hold, or what was left of it, was released or voided. */
  isHoldGone: boolean
  /** Captured less returned and pending. Null when this desk never saw what was captured. */
  returnable: Money | null
  capturable: Money | null
  /** The last action on the order when it was not a success: shown beside the status. */
  failedAction: { transactionType: string; status: string; reason: string } | null
  openAttempt: AttemptFact | null
  conflict: string | null
}

/** Folds what was observed and what was attempted here into an order's money facts. Observations come oldest first. */
export function foldFacts(
  observations: readonly Observation[],
  attempts: readonly AttemptFact[],
): OrderFacts {
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
  let capturedElsewhere = 0n
  let returnedElsewhere = 0n
  let isReleased = false
  let isVoided = false
  let isChargedBack = false
  // An attempt without an amount of its own takes it from the answer that settled it, so that answer must count.
  const settledHere = new Set(
    attempts.filter((attempt) => attempt.amount !== null).map((attempt) => attempt.settledBy),
  )
  const marks = new Set<string>()
  for (const seen of observations) {
    if (outcomeOf(seen.status) !== 'approved') continue
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
      case 'reversal':
      case 'refund': {
        // The same event is told again by later answers and may already be counted by an attempt of ours.
        wasCaptured ||= seen.transactionType === 'capture'
        // MONEY: without a mark two events of one amount can't be told apart; counting both errs towards giving back less.
        const mark = `${seen.transactionType} ${seen.transactionMark || seen.seq} ${minor}`
        const isCounted = settledHere.has(seen.seq) || marks.has(mark)
        marks.add(mark)
        if (isCounted || minor === null) break
        if (seen.transactionType === 'capture') capturedElsewhere += minor
        else returnedElsewhere += minor
        break
      }
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

  const sum = (
    operation: string,
    wanted: (state: AttemptState) => boolean,
    among: readonly AttemptFact[] = attempts,
  ): bigint =>
    among.reduce(
      (total, attempt) =>
        attempt.operation === operation && wanted(attempt.state)
          ? total + (attempt.amount?.minor ?? 0n)
          : total,
      0n,
    )
  const isDone = (state: AttemptState): boolean => state === 'SUCCEEDED'
  if (!isSale) {
    // Without the hold's own amount the captures seen are only some of them: no limit can be drawn from them.
    const total = sum('capture', isDone) + capturedElsewhere
    if (held !== null) captured = total
  }
  const isHoldOnly = !isSale && held !== null && (captured ?? 0n) === 0n
  // Returning a hold releases it: no money comes back, whatever amount the attempt carried (interface.md, rule 5).
  const isRelease = (attempt: AttemptFact): boolean => {
    if (attempt.operation !== 'return' || !isDone(attempt.state)) return false
    const settling = observations.find((seen) => seen.seq === attempt.settledBy)
    return settling?.transactionType === 'cancel' || isHoldOnly
  }
  // Some hosts call the release of a hold a reversal.
  if (isHoldOnly && returnedElsewhere > 0n) {
    isReleased = true
    returnedElsewhere = 0n
  }
  // MONEY: a release or void that a person found to have happened has no answer of the service to show for it.
  if (attempts.some(isRelease)) isReleased = true
  if (attempts.some((attempt) => attempt.operation === 'void' && isDone(attempt.state)))
    isVoided = true
  const givenBack = attempts.filter((attempt) => !isRelease(attempt))
  const returned = sum('return', isDone, givenBack) + returnedElsewhere
  const pending = attempts.reduce(
    (total, attempt) =>
      movesMoney(attempt.operation) && isOpen(attempt.state)
        ? total + (attempt.amount?.minor ?? 0n)
        : total,
    0n,
  )
  const openAttempt = attempts.find((attempt) => isOpen(attempt.state)) ?? null
  const foreign = observations.find(
    (seen) => seen.amount !== null && seen.amount.currency !== currency,
  )
  const conflict =
    attempts.find((attempt) => attempt.conflict !== null)?.conflict ??
    (foreign === undefined ? null : `amounts in ${currency} and ${foreign.amount?.currency}`)
  const isGone = isReleased || isVoided
  const capturable =
    held === null || isGone ? null : held - (captured ?? 0n) - sum('capture', isOpen)
  const returnable = captured === null ? null : captured - returned - sum('return', isOpen)

  const failed =
    latest !== null && ['declined', 'failed'].includes(outcomeOf(latest.status)) ? latest : null
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
    pending: currency === null ? null : money(pending),
    returnable: returnable === null ? null : money(returnable < 0n ? 0n : returnable),
    capturable: capturable === null ? null : money(capturable < 0n ? 0n : capturable),
    failedAction:
      failed === null
        ? null
        : { transactionType: failed.transactionType, status: failed.status, reason: failed.reason },
    openAttempt,
    conflict,
  }
}

/** Operations whose amount counts as on its way while they are open. */
const movesMoney = (operation: string): boolean =>
  ['return', 'capture', 'payout', 'payout-pay', 'transfer'].includes(operation)
