// What an order is in one word, from what was seen of it: every type of transaction the gateway
// has. Pure. What the answers do not say is 'unclear', never a guess.
import { chargebackReversal } from './chargebacks.ts'
import {
  isKnownType,
  type StoredSnapshot,
  outcomeOf,
  type SideType,
  statusTypesOf,
} from '../status/status.ts'

export type Phase =
  | 'processing'
  | 'authorised'
  | 'captured'
  | 'partly-captured'
  | 'partly-returned'
  | 'returned'
  | 'released'
  | 'voided'
  | 'charged-back'
  | 'disputed'
  | 'paid-out'
  | 'payout-checked'
  | 'transferred'
  | 'card-checked'
  | 'declined'
  | 'failed'
  | 'unclear'

const approvedSide: Readonly<Record<SideType, Phase>> = {
  payout: 'paid-out',
  'payout check': 'payout-checked',
  transfer: 'transferred',
  'account verification': 'card-checked',
}

/**
 * Such an order is what its own last answer says; anything that is told of it later under another
 * type is not guessed at.
 */
export function sidePhaseOf(side: SideType, latest: StoredSnapshot): Phase {
  if (latest.transactionType !== side) return 'unclear'
  const outcome = outcomeOf(latest.status, latest.stage)
  return outcome === 'approved' ? approvedSide[side] : outcome
}

/** Types that say somebody questions a payment; what became of its money they do not say. */
const questionTypes = ['chargeback', 'dispute', 'retrieval', 'fraud'] as const
export type Question = (typeof questionTypes)[number]
export const questions: readonly string[] = questionTypes

/**
 * MONEY: a question that was raised stays one: that a chargeback was given back is told in its sum
 * only.
 */
export const questionOf = (snapshots: readonly StoredSnapshot[]): string | null =>
  snapshots.findLast(
    ({ transactionType, status, stage }) =>
      questions.includes(transactionType) &&
      ['approved', 'processing', 'unclear'].includes(outcomeOf(status, stage)),
  )?.transactionType ?? null

/** Types of transactions that follow an earlier one on the same order. */
const laterTypes: readonly string[] = [
  ...['capture', 'void', 'return'].flatMap((action) => statusTypesOf(action)),
  ...questions,
  chargebackReversal,
]

export function phaseOf(seen: {
  latest: StoredSnapshot | null
  isSale: boolean
  wasCaptured: boolean
  held: bigint | null
  captured: bigint | null
  /** The same as captured unless that is in doubt. */
  capturedMost: bigint | null
  returned: bigint
  /** The same as returned unless that is in doubt. */
  returnedLeast: bigint
  isReleased: boolean
  isVoided: boolean
  isChargedBack: boolean
}): Phase {
  const { latest, held, captured, capturedMost, returned, returnedLeast } = seen
  if (latest === null) return 'unclear'
  if (seen.isChargedBack) return 'charged-back'
  if (seen.isVoided) return 'voided'
  if (seen.isReleased && (captured ?? 0n) === 0n) return 'released'
  const isKnown =
    seen.isSale || seen.wasCaptured || held !== null || captured !== null || returned > 0n
  if (!isKnown) {
    const outcome = outcomeOf(latest.status, latest.stage)
    if (questions.includes(latest.transactionType))
      return outcome === 'approved' || outcome === 'processing' ? 'disputed' : 'unclear'
    // A declined refund says nothing against the payment it was about, nor does what is not known.
    const type = latest.transactionType
    const isFirst = !laterTypes.includes(type) && (type === '' || isKnownType(type))
    if (outcome === 'processing' || (isFirst && (outcome === 'declined' || outcome === 'failed')))
      return outcome
    return 'unclear'
  }
  // A whole hold that came back under the name of a refund was let go of, or captured and refunded.
  if (capturedMost === null && held !== null && returned >= held) return 'unclear'
  if (returnedLeast > 0n)
    return capturedMost !== null && returnedLeast >= capturedMost ? 'returned' : 'partly-returned'
  if (seen.isSale || (captured === null && seen.wasCaptured)) return 'captured'
  // A part was captured only where nothing that is in doubt could have been the rest of the hold.
  if (captured !== null && captured > 0n)
    return held !== null && capturedMost !== null && capturedMost < held
      ? 'partly-captured'
      : 'captured'
  if (held === null) return 'unclear'
  // A capture of somebody else has no end yet: neither held nor captured is certain.
  if (captured === null)
    return outcomeOf(latest.status, latest.stage) === 'processing' ? 'processing' : 'unclear'
  return 'authorised'
}
