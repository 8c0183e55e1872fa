// Why the journal refuses an arrow, as faults: each says that nothing was sent. Pure; called by
// journal.ts only.
import { say } from '#shared/message.ts'
import type { Fault } from '#shared/fault.ts'
import type { AttemptRow } from './attempt-row.ts'

export function approvalFault(row: AttemptRow, tokenHash: string, now: number): Fault | null {
  if (row.tokenHash !== tokenHash)
    return {
      kind: 'denied',
      sent: 'no',
      reason: 'confirmation-mismatch',
      message: say('ledger.confirmation-of-other'),
      attemptId: row.id,
    }
  if (now >= row.expiresAt)
    return {
      kind: 'denied',
      sent: 'no',
      reason: 'confirmation-expired',
      message: say('requests.review-too-old'),
      attemptId: row.id,
    }
  return null
}

export const missing = (id: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message: say('ledger.paydesk-has-no-such-request'),
  attemptId: id,
})

/**
 * MONEY: the answer to the second click, a replayed call or a reload: the first one's state, and
 * nothing is sent.
 */
export const notNow = (row: AttemptRow): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'already-confirmed',
  message: say('ledger.confirmation-used'),
  attemptId: row.id,
})

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE'

export const orderBusy = (id: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'order-busy',
  message: say('ledger.order-has-open-request'),
  attemptId: id,
})
