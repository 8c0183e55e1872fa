// Why a confirmed request is too old to leave. Data; called where it is looked at.
import type { Fault } from '#shared/fault.ts'

/** So much later than promised nobody sits before the countdown any more. */
export const latestMs = 30_000

export const tooLate: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'confirmation-expired',
  message:
    'More than 30 seconds passed after this was due: the computer slept, its clock was moved, or the status came late. Nothing was sent; review it again.',
}

export const reviewTooOld: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'confirmation-expired',
  message: 'The review is too old. Nothing was sent; review it again.',
}

export const reviewGone: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'confirmation-expired',
  message: 'Paydesk was restarted since the review. Nothing was sent; review it again.',
}
