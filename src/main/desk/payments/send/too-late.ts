// Why a confirmed request is too old to leave. Data; called where it is looked at.
import { say } from '#shared/message.ts'
import type { Fault } from '#shared/fault.ts'

/** So much later than promised nobody sits before the countdown any more. */
export const latestMs = 30_000

export const tooLate: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'confirmation-expired',
  message: say('more-than-30-seconds-passed-after-this-was-due'),
}

export const reviewTooOld: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'confirmation-expired',
  message: say('the-review-is-too-old'),
}

export const reviewGone: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'confirmation-expired',
  message: say('paydesk-was-restarted-since-the-review'),
}
