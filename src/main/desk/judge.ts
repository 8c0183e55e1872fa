// Decides what a status answer proves about an attempt. Pure. It never concludes from silence or from an unchanged answer:
// money-safety.md section 2, invariants 6 and 8.
import type { AttemptState } from '#shared/attempt.ts'
import { outcomeOf, typesOf } from '#shared/gateway/status.ts'
import { formatAmount, type Money, toText } from '#shared/money.ts'
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
  /** Fingerprints of everything this desk had seen of the order by then. */
  known: readonly string[]
}

/** `fingerprint` equality means: nothing that matters changed since the snapshot. */
export function judge(
  attempt: Judged,
  seen: Seeing,
  fingerprint: (seeing: Seeing) => string,
): Verdict {
  const { snapshot } = attempt
  if (snapshot !== null && fingerprint(snapshot) === fingerprint(seen))
    return {
      kind: 'no-evidence',
      words: 'The service shows no change since before the request was sent.',
    }
  // MONEY: an answer that goes back to an older transaction of the same amount would close an unknown one by another's proof.
  if (attempt.known.includes(fingerprint(seen)))
    return {
      kind: 'no-evidence',
      words: 'What the service shows was known before the request was sent.',
    }
  const types = typesOf[attempt.operation] ?? []
  if (!types.includes(seen.transactionType))
    return {
      kind: 'no-evidence',
      words: `The service’s latest transaction is a ${seen.transactionType || 'nameless one'}, not this ${attempt.operation}.`,
    }
  if (!isAmountOurs(attempt, seen)) {
    const words = `The service shows a ${seen.transactionType} of ${shown(seen.amount)}, but ${shown(attempt.amount)} was sent.`
    // An accepted request must show up as it was sent; an unknown one may simply not be what is seen here.
    return { kind: attempt.state === 'ACCEPTED' ? 'conflict' : 'no-evidence', words }
  }
  const reason = seen.reason === '' ? '' : ` (${seen.reason})`
  switch (outcomeOf(seen.status)) {
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

/**
 * MONEY: an unknown partial request is recognised by its amount only; a status without an amount proves nothing about it, since
 * somebody else may have moved another amount meanwhile.
 */
function isAmountOurs(attempt: Judged, seen: Seeing): boolean {
  if (attempt.amount === null) return true
  if (seen.amount === null) return attempt.state === 'ACCEPTED' || attempt.isFull
  return (
    seen.amount.currency === attempt.amount.currency && seen.amount.minor === attempt.amount.minor
  )
}

const shown = (money: Money | null): string =>
  money === null ? 'an unnamed amount' : formatAmount(toText(money))

/** When an open attempt is looked at next: every 4 s for 5 minutes, every 6 minutes for an hour, then hourly. */
export function nextCheckAt(sentAt: number, now: number): number {
  const age = now - sentAt
  if (age < 5 * 60_000) return now + 4_000
  if (age < 60 * 60_000) return now + 6 * 60_000
  return now + 60 * 60_000
}
