// What a status answer means: which values are final, what an order's money facts are, which action is possible and, if not,
// why not. Pure: callers pass observations and attempts in, sentences come out. It never assumes an unseen value is final.
import type { AttemptState } from '../attempt.ts'
import { isOpen } from '../attempt.ts'
import { formatAmount, type Money, toText } from '../money.ts'

/** The part of a status answer that tells whether something happened; everything else is carried along and shown. */
export interface Observation {
  seq: number
  at: number
  status: string
  transactionType: string
  stage: string
  amount: Money | null
  /** Distinguishes one transaction from the next one of the same type and amount, where the service sends it. */
  transactionMark: string
  partialReturn: boolean | null
  partialCapture: boolean | null
  reason: string
}

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

export type Outcome = 'approved' | 'declined' | 'failed' | 'processing' | 'unclear'

/** Statuses of interface.md's family; anything else is 'unclear': shown verbatim and treated as not final. */
export function outcomeOf(status: string): Outcome {
  switch (status) {
    case 'approved':
      return 'approved'
    case 'declined':
    case 'filtered':
      return 'declined'
    case 'error':
      return 'failed'
    case 'processing':
      return 'processing'
    default:
      return 'unclear'
  }
}

export const isFinalStatus = (status: string): boolean =>
  ['approved', 'declined', 'failed'].includes(outcomeOf(status))

/** Which transaction types an operation shows up as in status. */
export const typesOf: Readonly<Record<string, readonly string[]>> = {
  sale: ['sale'],
  preauth: ['preauth'],
  capture: ['capture'],
  void: ['void', 'cancel'],
  return: ['reversal', 'refund', 'cancel'],
}

/** Equal for two answers exactly when nothing that matters changed between them. */
export const fingerprintOf = (seen: Omit<Observation, 'seq' | 'at'>): string =>
  JSON.stringify([
    seen.status,
    seen.transactionType,
    seen.stage,
    seen.amount === null ? null : [seen.amount.minor.toString(), seen.amount.currency],
    seen.transactionMark,
  ])

export type Phase =
  | 'processing'
  | 'authorised'
  | 'captured'
  | 'partly-captured'
  | 'partly-returned'
  | 'returned'
  | 'released'
  | 'voided'
  | 'declined'
  | 'failed'
  | 'unclear'

export interface OrderFacts {
  phase: Phase
  /** Where the order came from, as far as this desk saw; a capture proves that there was a hold. */
  origin: 'sale' | 'preauth' | 'unknown'
  latest: Observation | null
  currency: string | null
  digits: number
  original: Money | null
  held: Money | null
  captured: Money | null
  returned: Money | null
  /** On its way or unknown, counted as spent until settled. */
  pending: Money | null
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
  const settledHere = new Set(attempts.map((attempt) => attempt.settledBy))
  const marks = new Set<string>()
  for (const seen of observations) {
    if (outcomeOf(seen.status) !== 'approved') continue
    const minor = seen.amount?.minor ?? null
    switch (seen.transactionType) {
      case 'sale':
        isSale = true
        original = captured = minor
        break
      case 'preauth':
        original = held = minor
        break
      case 'capture':
      case 'reversal':
      case 'refund': {
        // The same event is told again by later answers and may already be counted by an attempt of ours.
        wasCaptured ||= seen.transactionType === 'capture'
        const mark = `${seen.transactionType} ${seen.transactionMark} ${minor}`
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
    }
  }

  const sum = (operation: string, wanted: (state: AttemptState) => boolean): bigint =>
    attempts.reduce(
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
  const returned = sum('return', isDone) + returnedElsewhere
  const pending = sum('return', isOpen) + sum('capture', isOpen)
  const openAttempt = attempts.find((attempt) => isOpen(attempt.state)) ?? null
  const conflict = attempts.find((attempt) => attempt.conflict !== null)?.conflict ?? null
  const isGone = isReleased || isVoided
  const capturable =
    held === null || isGone ? null : held - (captured ?? 0n) - sum('capture', isOpen)
  const returnable = captured === null ? null : captured - returned - sum('return', isOpen)

  const failed =
    latest !== null && ['declined', 'failed'].includes(outcomeOf(latest.status)) ? latest : null
  return {
    phase: phaseOf({ latest, isSale, wasCaptured, held, captured, returned, isReleased, isVoided }),
    origin: isSale ? 'sale' : held !== null || wasCaptured ? 'preauth' : 'unknown',
    latest,
    currency,
    digits,
    original: original === null ? null : money(original),
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

/** Types of transactions that follow an earlier one on the same order. */
const laterTypes: readonly string[] = Object.entries(typesOf).flatMap(([operation, types]) =>
  operation === 'sale' || operation === 'preauth' ? [] : types,
)

function phaseOf(seen: {
  latest: Observation | null
  isSale: boolean
  wasCaptured: boolean
  held: bigint | null
  captured: bigint | null
  returned: bigint
  isReleased: boolean
  isVoided: boolean
}): Phase {
  const { latest, held, captured, returned } = seen
  if (latest === null) return 'unclear'
  if (seen.isVoided) return 'voided'
  if (seen.isReleased && (captured ?? 0n) === 0n) return 'released'
  const isKnown =
    seen.isSale || seen.wasCaptured || held !== null || captured !== null || returned > 0n
  if (!isKnown) {
    const outcome = outcomeOf(latest.status)
    // A declined return says nothing against the payment it was about.
    const isFirst = !laterTypes.includes(latest.transactionType)
    if (outcome === 'processing' || (isFirst && (outcome === 'declined' || outcome === 'failed')))
      return outcome
    return 'unclear'
  }
  if (returned > 0n)
    return captured !== null && returned >= captured ? 'returned' : 'partly-returned'
  if (seen.isSale || (held === null && seen.wasCaptured)) return 'captured'
  if (captured !== null && captured > 0n)
    return held !== null && captured < held ? 'partly-captured' : 'captured'
  return held === null ? 'unclear' : 'authorised'
}

export type ActionId = 'capture' | 'void' | 'return'

/** `most` is null when this desk does not know the limit: the service then decides. */
export type Possibility =
  | { isPossible: true; effect: string; most: Money | null; mayBePartial: boolean; note?: string }
  | { isPossible: false; why: string }

const no = (why: string): Possibility => ({ isPossible: false, why })

/** Every action with its effect or the reason it is not possible. interface.md, "States and transitions", rules 1-6. */
export function actionsFor(facts: OrderFacts): Record<ActionId, Possibility> {
  const block = blockOf(facts)
  if (block !== null) return { capture: no(block), void: no(block), return: no(block) }
  return { capture: captureOf(facts), void: voidOf(facts), return: returnOf(facts) }
}

/** What stops every action on the order, or null. */
function blockOf(facts: OrderFacts): string | null {
  if (facts.conflict !== null)
    return `The service’s answers contradict each other (${facts.conflict}). Ask the service’s support before moving money.`
  const open = facts.openAttempt
  if (open !== null) {
    const what =
      open.amount === null
        ? open.operation
        : `${open.operation} of ${formatAmount(toText(open.amount))}`
    return open.state === 'UNKNOWN'
      ? `The outcome of the ${what} is unknown. Nothing more is sent for this order until it is settled.`
      : `The ${what} is still being settled by the service. Wait for its outcome.`
  }
  const latest = facts.latest
  if (latest === null) return 'The status of this order has not been read yet.'
  if (!isFinalStatus(latest.status))
    return latest.status === 'processing'
      ? 'The service is still processing this order. Wait for its final status.'
      : `The service reports the status “${latest.status}”, which is not final. No money may move until it is.`
  return null
}

function captureOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'released' || facts.phase === 'voided')
    return no('The hold was released: there is nothing left to capture.')
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no('The payment did not succeed: nothing is held.')
  if (facts.origin === 'sale')
    return no(
      'Only a pre-authorisation can be captured; this is a sale, which is captured already.',
    )
  if (facts.origin === 'unknown')
    return no('This desk has not seen a hold on this order, so there is nothing it could capture.')
  const effect = 'Settles the held amount: the customer is charged.'
  const mayBePartial = facts.latest?.partialCapture !== false
  if (facts.capturable === null)
    return {
      isPossible: true,
      effect,
      most: null,
      mayBePartial,
      note: 'This desk has not seen how much was held, so it can’t check what is left; the service will.',
    }
  if (facts.capturable.minor <= 0n) return no('The whole hold is captured already.')
  return {
    isPossible: true,
    effect,
    most: facts.capturable,
    mayBePartial,
  }
}

function voidOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'voided') return no('The order is voided already.')
  if (facts.phase === 'released') return no('The hold was released already.')
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no('The payment did not succeed: there is nothing to void.')
  if (facts.capturable === null || (facts.captured?.minor ?? 0n) > 0n)
    return no(
      'A void cancels an authorisation before it is settled; this one is settled. Use Return.',
    )
  return {
    isPossible: true,
    effect: 'Cancels the authorisation as a whole: the hold is released.',
    most: facts.capturable,
    mayBePartial: false,
    note: 'Return releases a hold as well; use it first if the service refuses a void.',
  }
}

function returnOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'voided' || facts.phase === 'released')
    return no('The hold was released: no money was taken, so there is none to return.')
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no('The payment did not succeed: no money was taken.')
  if (facts.capturable !== null && (facts.captured?.minor ?? 0n) === 0n)
    return {
      isPossible: true,
      effect: 'Releases the hold: the customer is not charged.',
      most: facts.capturable,
      mayBePartial: false,
    }
  if (facts.returnable !== null && facts.returnable.minor <= 0n)
    return no('Everything that was captured has been returned already.')
  return {
    isPossible: true,
    effect: 'Gives the money back to the customer.',
    most: facts.returnable,
    mayBePartial: facts.latest?.partialReturn !== false,
    ...(facts.returnable === null
      ? {
          note: 'This desk has not seen the captured amount, so it can’t check the remainder; the service will.',
        }
      : {}),
  }
}
