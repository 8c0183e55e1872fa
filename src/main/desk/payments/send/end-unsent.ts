// A confirmed request ends without having been sent: its row is closed with the reason, and the
// person who asked hears it. As Paydesk ends, the next start names it. It sends nothing.
import { say } from '#shared/message.ts'
import { type Fault, fail, type Result } from '#shared/fault.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { nameAtNextStart, withAttempt, type EndPorts } from './record.ts'
import { closing } from '../../base/faults.ts'

export type EndUnsentPorts = EndPorts & Pick<DeskPorts, 'journal' | 'clock' | 'orders'>

/** Closes a row of which nothing has left. */
const close = (
  ports: EndUnsentPorts,
  id: string,
  from: 'APPROVED' | 'SENDING',
  message: string,
): Result<AttemptRow> =>
  ports.journal.move({
    id,
    from: [from],
    to: from === 'APPROVED' ? 'UNDONE' : 'NOT_SENT',
    patch: { message, resolvedAt: ports.clock() },
    actor: 'paydesk',
    origin: 'desk',
    also: (row) => {
      if (from === 'SENDING') ports.orders.refresh(row)
      nameAtNextStart(ports, row)
    },
  })

/**
 * Nothing new begins once the end was asked for. Who pressed Send in that moment may not see this
 * answer any more.
 */
export function refusedAtEnd(
  ports: EndPorts & Pick<DeskPorts, 'report'>,
  draft: AttemptRow,
): Result<never> {
  try {
    nameAtNextStart(ports, draft)
  } catch (error) {
    ports.report(draft.id, error)
  }
  const message = say('requests.unsent-because', { why: closing.message })
  return fail(withAttempt({ ...closing, message }, draft.id))
}

/** Before SENDING: the attempt is closed, and the person reviews again. */
export function undoRefused(
  ports: EndUnsentPorts & Pick<DeskPorts, 'closing'>,
  attemptId: string,
  fault: Fault,
): Result<never> {
  // As Paydesk ends the row stays: the next start closes it and says so, as after a crash.
  if (!ports.closing.aborted)
    close(ports, attemptId, 'APPROVED', say('requests.unsent-because', { why: fault.message }))
  return fail(withAttempt(fault, attemptId))
}

/** In SENDING, before the socket: the row says that nothing has left. */
export function notSent(ports: EndUnsentPorts, attemptId: string, fault: Fault): Result<never> {
  close(ports, attemptId, 'SENDING', say('requests.unsent-because', { why: fault.message }))
  return fail(withAttempt(fault, attemptId))
}

/**
 * After something unexpected before the socket: closes the row in whatever state it was left.
 * Recovery does it otherwise.
 */
export function closeUnsent(
  ports: EndUnsentPorts & Pick<DeskPorts, 'report'>,
  attemptId: string,
): void {
  const why = say('requests.unsent-could-not-go-on')
  try {
    if (!close(ports, attemptId, 'APPROVED', why).ok) close(ports, attemptId, 'SENDING', why)
  } catch (error) {
    ports.report(attemptId, error)
  }
}
