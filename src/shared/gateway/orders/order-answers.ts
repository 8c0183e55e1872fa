// What the approved answers of an order say by themselves: its payment, and how its hold ended.
// Pure.
import type { ReportedTwice } from '../clearances/clearance.ts'
import { outcomeOf, type StoredSnapshot } from '../status/status.ts'

/** What the approved answers say by themselves. */
export interface Answers {
  original: bigint | null
  held: bigint | null
  /** The same as held unless the hold was told with more than one amount: held is the smallest. */
  heldMost: bigint | null
  /** Of a sale, and the most that it was told with. */
  captured: bigint | null
  capturedMost: bigint | null
  isSale: boolean
  wasCaptured: boolean
  isReleased: boolean
  isVoided: boolean
  /** The payment, where it was told with more than one amount. */
  twice: ReportedTwice[]
}

export function foldAnswers(snapshots: readonly StoredSnapshot[]): Answers {
  const found: Answers = {
    ...{ original: null, held: null, heldMost: null, captured: null, capturedMost: null },
    ...{ isSale: false, wasCaptured: false, isReleased: false, isVoided: false, twice: [] },
  }
  const reported = { sale: [] as bigint[], hold: [] as bigint[] }
  for (const seen of snapshots) {
    if (outcomeOf(seen.status, seen.stage) !== 'approved') continue
    const minor = seen.amount?.minor ?? null
    switch (seen.transactionType) {
      case 'sale':
        found.isSale = true
        // A later answer may leave the amount out; what was seen once stays.
        addTo(reported.sale, minor)
        found.original = found.captured = leastOf(reported.sale)
        found.capturedMost = mostOf(reported.sale)
        break
      case 'preauth':
        addTo(reported.hold, minor)
        found.original = found.held = leastOf(reported.hold)
        found.heldMost = mostOf(reported.hold)
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
    }
  }
  for (const [transaction, minors] of Object.entries(reported))
    if (minors.length > 1) found.twice.push({ transaction, id: '', minors })
  return found
}

/**
 * MONEY: a payment is told again and again, and has one amount: a second is a contradiction, and
 * the smallest of them is all that is sure.
 */
function addTo(minors: bigint[], minor: bigint | null): void {
  if (minor !== null && !minors.includes(minor)) minors.push(minor)
}

export const leastOf = (minors: readonly bigint[]): bigint | null =>
  minors.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null)

export const mostOf = (minors: readonly bigint[]): bigint | null =>
  minors.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null)
