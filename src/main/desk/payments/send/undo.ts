// Takes back what was reviewed, or confirmed and still waiting. It sends nothing, and what it took
// out of the undo window never is.
import { say } from '#shared/message.ts'
import type { Result } from '#shared/fault.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { refuseUnwritten } from '../plan/unwritten.ts'
import type { OpenReviews } from '../plan/open-review.ts'
import type { UndoWindow } from './undo-window.ts'
import type { CardPorts } from '../cards/card-entry.ts'

export interface UndoPorts
  extends CardPorts, Pick<DeskPorts, 'journal' | 'clock' | 'actor' | 'report' | 'stopMoney'> {
  reviews: OpenReviews
  undo: Pick<UndoWindow, 'undoAttempt' | 'list'>
}

export function undoAttempt(
  ports: UndoPorts,
  attemptId: string,
  keepsCard = false,
): Result<AttemptRow> {
  ports.reviews.delete(attemptId)
  if (!keepsCard) ports.cards.drop(attemptId)
  const asksTeam = ports.undo.list().some((one) => one.asksTeam && one.row.id === attemptId)
  // MONEY: out of the room first: even if the ledger can't be written now, it is not sent, and the
  // next start says so.
  const hasWaited = ports.undo.undoAttempt(attemptId)
  try {
    return ports.journal.move({
      id: attemptId,
      from: [hasWaited ? 'APPROVED' : 'DRAFT'],
      to: 'UNDONE',
      patch: {
        message: say(
          hasWaited
            ? asksTeam
              ? 'requests.stopped-asking-team'
              : 'requests.undone-confirmed'
            : 'requests.undone-unconfirmed',
        ),
        resolvedAt: ports.clock(),
      },
      actor: ports.actor(),
      origin: 'operator',
    })
  } catch (error) {
    return refuseUnwritten(ports, attemptId, error)
  }
}
