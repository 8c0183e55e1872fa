// Takes back what was reviewed, or confirmed and still waiting. It sends nothing, and what it took out of the undo room never is.
import type { Fault, Result } from '#shared/fault.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { DeskPorts } from './ports.ts'
import type { PendingBook } from './prepare.ts'
import { refuseUnwritten } from './write-outcome.ts'

export function takeBack(
  ports: DeskPorts,
  pending: PendingBook,
  attemptId: string,
  keepsCard = false,
): Result<AttemptRow> {
  pending.delete(attemptId)
  if (!keepsCard) ports.cards.drop(attemptId)
  // MONEY: out of the room first: even if the ledger can't be written now, it is not sent, and the next start says so.
  const hasWaited = ports.undo.takeBack(attemptId)
  try {
    return ports.journal.move({
      id: attemptId,
      from: [hasWaited ? 'APPROVED' : 'DRAFT'],
      to: 'DISCARDED',
      patch: {
        words: hasWaited
          ? 'Taken back after it was confirmed and before it was sent. Nothing was sent.'
          : 'Taken back before it was confirmed. Nothing was sent.',
        settledAt: ports.clock(),
      },
      actor: ports.actor,
      origin: 'operator',
    })
  } catch (error) {
    return refuseUnwritten(ports, attemptId, error)
  }
}

export const waitsNoMore = (attemptId: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'already-confirmed',
  message: 'This request does not wait any more. Its real state is on its order.',
  attemptId,
})
