// When and why a confirmed request is too old to leave. Called where it is looked at.
import { say } from '#shared/message.ts'
import { longestUndoMs } from '#shared/connections/connection.ts'
import type { Fault } from '#shared/fault.ts'
import type { DeskPorts } from '../../ports.ts'
import { elapsedMs } from '../plan/moment.ts'

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

/** How many were confirmed, and can still be sent. */
export const countUnsent = (ports: Pick<DeskPorts, 'clock' | 'monotonic' | 'undo'>): number =>
  [...ports.undo.confirmed.values()].filter(
    (at) => elapsedMs(ports, at) <= longestUndoMs + latestMs,
  ).length
