// Whether a request of the operation Return released a hold: nothing was captured when it was
// reviewed. Read from what the request itself keeps, so that the name never changes afterwards.
import { outcomeOf } from '../status/status.ts'
import { questions } from './order-phase.ts'

interface ReviewedReturn {
  operation: string
  isFull: boolean
  /** Fingerprint of the status the operator saw (fingerprintOf). */
  seen: string
}

/**
 * Null: the status that was seen does not tell, as after a capture or refund that was declined, or
 * where somebody questions the payment.
 */
export function isReleaseOf({ operation, isFull, seen }: ReviewedReturn): boolean | null {
  if (operation !== 'return' || !isFull) return false
  const [status, type, stage] = partsOf(seen)
  if (type === 'preauth') return true
  if (questions.includes(type)) return null
  const hasHappened = outcomeOf(status, stage) === 'approved'
  if (hasHappened) return false
  // Only a hold of which nothing was captured is voided.
  if (type === 'void') return true
  return ['capture', 'reversal', 'refund', 'cancel'].includes(type) ? null : false
}

function partsOf(seen: string): [status: string, type: string, stage: string] {
  const parts: unknown = seen === '' ? [] : JSON.parse(seen)
  const at = (index: number): string => {
    const part: unknown = Array.isArray(parts) ? parts[index] : undefined
    return typeof part === 'string' ? part : ''
  }
  return [at(0), at(1), at(2)]
}
