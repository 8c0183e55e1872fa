// What the approved answers of an order say by themselves: its payment, and how its hold ended.
// Pure.
import { say } from '../../message.ts'
import { outcomeOf, type StoredSnapshot } from '../status.ts'

/** What the approved answers say by themselves. */
export interface Answers {
  original: bigint | null
  held: bigint | null
  captured: bigint | null
  isSale: boolean
  wasCaptured: boolean
  isReleased: boolean
  isVoided: boolean
  /** Two amounts of one and the same payment. */
  conflict: string | null
}

export function foldAnswers(snapshots: readonly StoredSnapshot[]): Answers {
  const found: Answers = {
    ...{ original: null, held: null, captured: null, isSale: false, wasCaptured: false },
    ...{ isReleased: false, isVoided: false, conflict: null },
  }
  for (const seen of snapshots) {
    if (outcomeOf(seen.status, seen.stage) !== 'approved') continue
    const minor = seen.amount?.minor ?? null
    found.conflict ??= conflictOf(found, seen.transactionType, minor)
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
    }
  }
  return found
}

/** MONEY: a payment is told again and again, and has one amount: a second is a contradiction. */
function conflictOf(
  { isSale, original, held }: Answers,
  type: string,
  minor: bigint | null,
): string | null {
  const before = type === 'sale' && isSale ? original : type === 'preauth' ? held : null
  return before === null || minor === null || before === minor
    ? null
    : say('one-transaction-is-told-with-two-amounts', {
        transaction: type === 'sale' ? 'sale' : 'hold',
      })
}
