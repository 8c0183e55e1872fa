// Asks the team for the claim of a confirmed request, for as long as the person who confirmed it
// waits. It sends nothing.
import type { Connection } from '#shared/connections/connection.ts'
import { fail, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { undone } from '../../base/faults.ts'
import type { TeamClaim } from '../../base/team-claims.ts'
import type { OpenReview } from '../plan/open-review.ts'
import { claimOf, type TeamPorts } from '../plan/team-turn.ts'
import type { UndoWindow } from './undo-window.ts'

export interface ClaimPorts extends TeamPorts {
  undo: Pick<UndoWindow, 'waitForTeam'>
}

/**
 * The claim, unless the person who confirmed takes the request back while the team is asked. MONEY:
 * what is granted after that ends unused, and its request is closed by then.
 */
export async function claimUnlessStopped(
  ports: ClaimPorts,
  connection: Connection,
  approved: AttemptRow,
  review: OpenReview,
): Promise<Result<TeamClaim | null>> {
  const asked = claimOf(ports, connection, approved, review)
  if (review.teamSeen === null || approved.row !== null) return asked
  const end = await ports.undo.waitForTeam(approved, asked)
  if (typeof end === 'object') return end.answer
  asked.then(
    (late) => {
      if (late.ok) late.value?.end()
    },
    () => undefined,
  )
  const why = end === 'undone' ? 'requests.stopped-asking-team' : 'requests.paydesk-was-closed'
  return fail(undone(approved.id, say(why)))
}
