// Folds the statuses that were told and the attempts made here into an order's money facts: held,
// captured, refunded, in progress and refundable. Pure. Where Paydesk did not see enough, a fact is
// null and never a guess.
import { isOpen } from '../../attempt.ts'
import { sayAll } from '../../message.ts'
import { type Money, minorIn, toText } from '../../money.ts'
import type { AttemptFact } from './attempt-fact.ts'
import type { Clearance, Contradiction } from '../clearances/clearance.ts'
import { contradictionsIn, sortedOut } from './contradictions.ts'
import { type Chargebacks, chargebacksOf } from './chargebacks.ts'
import { isOperationId, rowOf } from '../operations/index.ts'
import { oddIn, type OddMoves, oddMovesOf } from './odd-answers.ts'
import { type Answers, foldAnswers } from './order-answers.ts'
import { type EventKind, isFirstSeenLate, type OthersEvent } from './order-events.ts'
import { type Phase, phaseOf, questionOf, sidePhaseOf } from './order-phase.ts'
import { uncertaintyOf, isCaptureUncertain, type Sums, sumsOf } from './order-sums.ts'
import { withChecksNamed } from './payout-checks.ts'
import { isSideType, type StoredSnapshot, outcomeOf, type SideType } from '../status/status.ts'

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
   * What surely was, where the whole is not known: what of it was told, or done from here. Null
   * where answers contradict each other.
   */
  capturedLeast: Money | null
  returnedLeast: Money | null
  /**
   * Why captured and returned are not certain, in a sentence; then only what is safe is allowed.
   * Null when they are.
   */
  uncertainty: string | null
  /** What the gateway approved by names that nobody here can read, in a sentence: part of doubt. */
  unread: string | null
  isCaptureUncertain: boolean
  /** With a doubt, unless all that was captured is surely refunded: more than that can't be. */
  isReturnedUncertain: boolean
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
  /** What the customer's bank took back and still has; null where nobody knows how much. */
  chargedBack: Money | null
  /** What a person said of the chargebacks told until then; null where that holds back nothing. */
  clearance: Clearance | null
  /** The last action on the order when it was not a success: shown beside the status. */
  failedAction: { transactionType: string; status: string; reason: string } | null
  /** Types of transactions that hold money back, as no setting says what they mean. */
  unknownTypes: string[]
  openAttempt: AttemptFact | null
  /** What somebody else did on the order, as the gateway told. */
  others: Readonly<Record<EventKind, readonly OthersEvent[]>>
  conflict: string | null
  /** It is a request's, and is cleared with that request. */
  isRequestContradicted: boolean
  /** It is among the gateway's own answers, and is cleared on the order; null where none stands. */
  contradiction: Contradiction | null
}

/**
 * Folds the statuses that were told and the attempts made here into an order's money facts.
 * Snapshots come oldest first.
 */
export function foldFacts(
  all: readonly StoredSnapshot[],
  sent: readonly AttemptFact[],
  clearances: readonly Clearance[] = [],
): OrderFacts {
  const { reported, unit, foreign, latest, ...units } = inOneUnit(withChecksNamed(all, sent), sent)
  const currency = unit?.currency ?? null
  const digits = unit?.digits ?? 2
  const money = (minor: bigint): Money => ({ minor, currency: currency ?? '', digits })
  const moneyOr = (minor: bigint | null): Money | null => (minor === null ? null : money(minor))
  const attempts = unit ? sent.map((attempt) => countedIn(unit, attempt)) : sent

  const odd = oddIn(reported)
  const snapshots = withoutType(reported, odd)
  const oddMoves = oddMovesOf(reported, odd, attempts)
  const answers = foldAnswers(snapshots)
  const { isSale, wasCaptured, held } = answers
  const isPayment = isSale || held !== null || wasCaptured
  const side = sideOf(reported, isPayment)
  const original = side?.amountMinor ?? answers.original
  const sums = sumsOf(answers, snapshots, attempts)
  const { returned, isReleased, isVoided } = sums
  const { captured, capturedMost } = ofOdd(sums, answers, oddMoves)
  const isGone = isReleased || isVoided
  const isLate = side === null && isFirstSeenLate(reported)
  const { isHoldUncertain, isCaptureUnsure, isHeldKnown } = unsureOf(answers, sums, {
    ...{ captured, oddMoves, isForeign: foreign.length > 0 },
  })
  const inProgress = inProgressOf(attempts)
  const chargebacks = chargebacksOf(snapshots, clearances)
  const limitParts = { chargebacks, oddMoves, ...units }
  const { capturable, returnable } = limitsOf(answers, sums, attempts, limitParts)
  const contradictions = contradictionsIn(foreign, unit, answers, sums)
  const known = { clearances, answers, sums }
  const { standing, cleared, sumUncertainty } = clearedIn(contradictions, known)
  const uncertainty = joined([...cleared, sumUncertainty, oddMoves.uncertainty])
  const moved = {
    ...{ isSale, held, captured, capturedMost, returned },
    returnedLeast: isAllTaken(sums) ? returned : sums.returnedLeast,
    wasCaptured: wasCaptured || sums.isCaptureUnseen,
    isChargedBack: isChargedBack(chargebacks, sums),
  }
  const contradicted = attempts.find((attempt) => attempt.conflict !== null) ?? null
  const isAnyUncertain = uncertainty !== null || standing.length > 0
  const mayReturnMore = captured === null || moved.returnedLeast < captured
  return {
    phase:
      side !== null && latest !== null
        ? sidePhaseOf(side.type, latest)
        : phaseOf({ latest, ...moved, isReleased, isVoided }),
    origin: side?.type ?? (isSale ? 'sale' : isPayment ? 'preauth' : 'unknown'),
    latest,
    currency,
    digits,
    original: isOneAmount(answers, foreign) ? moneyOr(original) : null,
    isHoldGone: isGone,
    held: held === null || !isHeldKnown ? null : money(isGone ? 0n : held - (captured ?? 0n)),
    captured: moneyOr(captured),
    returned: currency === null || isLate ? null : money(returned),
    ...surelyOf(currency === null || contradictions.length > 0 ? null : money, sums, moved),
    ...{ uncertainty, unread: oddMoves.uncertainty, unknownTypes: oddMoves.unknownTypes },
    isReturnedUncertain: isAnyUncertain && (isCaptureUnsure || mayReturnMore),
    isCaptureUncertain: isCaptureUnsure,
    inProgress:
      currency === null || inProgress === null || sums.isInProgressUnsure
        ? null
        : money(inProgress + sums.othersInProgress + sums.capturesInProgress),
    returnable: moneyOr(returnable),
    isReturnableLess: isLate || isHoldUncertain || foreign.length > 0 || isRefundUnnamed(sums),
    capturable: moneyOr(capturable),
    ...{ failedAction: failedActionOf(latest), question: questionOf(snapshots) },
    chargedBack: moneyOr(chargebacks.taken),
    clearance: chargebacks.clearance,
    openAttempt: attempts.find((attempt) => isOpen(attempt.state)) ?? null,
    others: { capture: sums.captures.others, return: sums.returns.others },
    conflict: contradicted?.conflict ?? standing[0]?.message ?? null,
    isRequestContradicted: contradicted !== null,
    contradiction: contradicted === null ? (standing[0] ?? null) : null,
  }
}

/** What surely moved; nothing where nobody can add it up. */
const surelyOf = (
  money: ((minor: bigint) => Money) | null,
  { captures }: Sums,
  { returnedLeast }: Pick<Sums, 'returnedLeast'>,
): Pick<OrderFacts, 'capturedLeast' | 'returnedLeast'> => ({
  capturedLeast: money?.(captures.least) ?? null,
  returnedLeast: money?.(returnedLeast) ?? null,
})

/** What is odd stays in its place among the others, and counts as none of them. */
const withoutType = (
  reported: readonly StoredSnapshot[],
  odd: ReadonlySet<StoredSnapshot>,
): StoredSnapshot[] =>
  reported.map((seen) => (odd.has(seen) ? { ...seen, transactionType: '' } : seen))

/**
 * MONEY: of a hold, what nobody here can read may be a capture, or the end of one: then it is not
 * certain that nothing was captured, and more may be captured than was told.
 */
function ofOdd(
  { captured, capturedMost }: Sums,
  { isSale, heldMost }: Answers,
  odd: OddMoves,
): Pick<Sums, 'captured' | 'capturedMost'> {
  if (isSale || odd.uncertainty === null || heldMost === null || capturedMost === null)
    return { captured, capturedMost }
  const all = capturedMost > heldMost ? capturedMost : heldMost
  const most = odd.isUnnamed ? all : capturedMost + odd.minor
  return {
    captured: captured === 0n ? null : captured,
    capturedMost: most < all ? most : all,
  }
}

/**
 * What can surely still be captured or refunded; null where nobody knows. MONEY: what nobody here
 * can read is held back from either: it may be a part of both.
 */
function limitsOf(
  { isSale, held }: Answers,
  sums: Sums,
  attempts: readonly AttemptFact[],
  parts: { chargebacks: Chargebacks; oddMoves: OddMoves; isUncountable: boolean },
): { capturable: bigint | null; returnable: bigint | null } {
  const { chargebacks, oddMoves, isUncountable } = parts
  const { captures, captured, returned } = sums
  if (isUncountable) return { capturable: isSale ? null : 0n, returnable: 0n }
  const isGone = sums.isReleased || sums.isVoided
  const openSum = (operation: string): bigint =>
    attempts
      .filter((attempt) => attempt.operation === operation && isOpen(attempt.state))
      .reduce((total, attempt) => total + (attempt.amount?.minor ?? 0n), 0n)
  const limit = (minor: bigint): bigint => {
    const rest = oddMoves.isUnnamed ? 0n : minor - oddMoves.minor
    return rest < 0n ? 0n : rest
  }
  const taken = isSale ? (captured ?? 0n) : captures.most
  const spent = returned + openSum('return') + sums.othersInProgress
  // Of a hold that an odd answer puts in doubt no more than all of it can come back.
  const isOddHold = !isSale && captured === 0n && oddMoves.uncertainty !== null
  const all = isOddHold ? held : captured
  return {
    capturable:
      held === null || isGone || captures.isUnnamed || sums.isCaptureUnseen
        ? sums.capturesBeyond && 0n
        : limit(held - taken - openSum('capture') - sums.capturesInProgress),
    returnable:
      all === null ? sums.capturesBeyond && 0n : limit(all - spent - (chargebacks.taken ?? all)),
  }
}

const joined = (parts: readonly (string | null)[]): string | null =>
  sayAll(parts.filter((part) => part !== null)) || null

/** Nothing is left beside what the bank took, or nobody here knows how much that is. */
const isChargedBack = (
  { taken }: Chargebacks,
  { captured, returned }: Pick<Sums, 'captured' | 'returned'>,
): boolean => taken === null || (taken > 0n && (captured === null || captured - returned <= taken))

/**
 * A request of another time, in the decimals that the order is counted in now. One that has more of
 * them than those has no amount that could be added up.
 */
function countedIn(unit: Money, attempt: AttemptFact): AttemptFact {
  const { amount } = attempt
  if (amount === null || amount.currency !== unit.currency || amount.digits === unit.digits)
    return attempt
  const minor = minorIn(amount, unit.digits)
  return { ...attempt, amount: minor === null ? null : { ...unit, minor } }
}

/**
 * What was told, as far as it can be added up. MONEY: an amount in another currency, or in other
 * decimals, moved one that nobody here knows.
 */
function inOneUnit(all: readonly StoredSnapshot[], sent: readonly AttemptFact[]) {
  const unit = unitOf(all, sent)
  const foreign = all.filter((seen) => isForeign(seen, unit))
  const reported = foreign.length === 0 ? all : all.map((seen) => countable(seen, unit))
  const isUncountable = foreign.some((seen) => mayBeAll(seen, unit))
  return { reported, unit, foreign, isUncountable, latest: all.at(-1) ?? null }
}

/** Which sums of the order are not certain. */
function unsureOf(
  answers: Answers,
  sums: Sums,
  parts: { captured: bigint | null; oddMoves: OddMoves; isForeign: boolean },
) {
  const { captured, oddMoves, isForeign } = parts
  const { isSale, held, heldMost } = answers
  const isHeldSure = !isForeign && held === heldMost
  // What is odd can't change a hold of which all was captured for certain.
  const isAllCaptured = captured !== null && captured === held && isHeldSure
  const isCaptureUnsure =
    isCaptureUncertain(answers, sums) ||
    (!isSale && oddMoves.uncertainty !== null && !isAllCaptured) ||
    (isForeign && captured !== 0n)
  return {
    // Nothing plain was captured of this hold: all of it may have been.
    isHoldUncertain: captured === null && sums.captured === 0n,
    isCaptureUnsure,
    isHeldKnown:
      sums.isReleased ||
      sums.isVoided ||
      isSale ||
      (captured !== null && !isCaptureUnsure && isHeldSure),
  }
}

/** A contradiction says by itself why its sums are not certain. */
function clearedIn(
  contradictions: readonly Contradiction[],
  parts: { clearances: readonly Clearance[]; answers: Answers; sums: Sums },
) {
  const { answers, sums } = parts
  const isExplained = contradictions.length > 0 && !sums.isCaptureUnseen
  return {
    ...sortedOut(contradictions, parts.clearances),
    sumUncertainty: isExplained ? null : uncertaintyOf(answers, sums),
  }
}

/** Of the payment. */
const isOneAmount = ({ twice }: Answers, foreign: readonly StoredSnapshot[]): boolean =>
  twice.length === 0 && !foreign.some(isOfPayment)

const isOfPayment = ({ transactionType }: StoredSnapshot): boolean =>
  transactionType === 'sale' || transactionType === 'preauth'

/**
 * MONEY: of what came in and was told in two currencies no amount of either is there for certain.
 * With other decimals a refund may be a hundred times as much.
 */
const mayBeAll = (seen: StoredSnapshot, unit: Money | null | undefined): boolean =>
  isOfPayment(seen) ||
  seen.transactionType === 'capture' ||
  seen.amount?.currency === unit?.currency

const isRefundUnnamed = ({ isHoldOnly, returns }: Sums): boolean => !isHoldOnly && returns.isUnnamed

const isAllTaken = ({ returns, refundsBeyond }: Sums): boolean =>
  returns.tookAll && refundsBeyond === null

/** The first amount that was seen says in what the order is counted. */
const unitOf = (
  snapshots: readonly StoredSnapshot[],
  attempts: readonly AttemptFact[],
): Money | null | undefined =>
  snapshots.find((seen) => seen.amount !== null)?.amount ??
  attempts.find((attempt) => attempt.amount !== null)?.amount

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

const inProgressOf = (attempts: readonly AttemptFact[]): bigint | null =>
  attempts
    .filter(({ operation, state }) => movesMoney(operation) && isOpen(state))
    .reduce<bigint | null>(
      (total, { amount }) => (total === null || amount === null ? null : total + amount.minor),
      0n,
    )

const isForeign = ({ amount }: StoredSnapshot, unit: Money | null | undefined): boolean =>
  amount !== null && (amount.currency !== unit?.currency || amount.digits !== unit.digits)

const countable = (seen: StoredSnapshot, unit: Money | null | undefined): StoredSnapshot => {
  if (seen.amount === null || !isForeign(seen, unit)) return seen
  const { amount, currency } = toText(seen.amount)
  return { ...seen, amount: null, unreadableAmount: `${amount} ${currency}` }
}

function failedActionOf(latest: StoredSnapshot | null): OrderFacts['failedAction'] {
  if (latest === null || !['declined', 'failed'].includes(outcomeOf(latest.status, latest.stage)))
    return null
  const { transactionType, status, reason } = latest
  return { transactionType, status, reason }
}

/** Operations whose amount counts as in progress on an order while they are open. */
const movesMoney = (operation: string): boolean => {
  const moves = isOperationId(operation) ? rowOf(operation).moves : undefined
  // What comes in as a new order is that order's own amount.
  const isOfHold = operation === 'capture' || operation === 'void'
  return isOfHold || moves === 'out' || moves === 'between-cards'
}
