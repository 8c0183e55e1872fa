// Of a row of a run: the status that its review at its turn was worked out from, where no other one
// has to be asked for before it is sent. Pure.
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { TeamClaim } from '../../base/team-claims.ts'
import { elapsedMs } from '../plan/moment.ts'
import type { OpenReview } from '../plan/open-review.ts'

/** A status that was asked for longer ago is not the one just before sending. */
const freshReadMs = 2_000

/**
 * MONEY: what a person confirmed of a row is its check; its review is made at its turn, right
 * before it is sent, and reads the status anew. Between the review of a single request and its
 * sending stand a person and the time to undo. What colleagues of a team did is read behind the
 * claim alone. Null where the status has to be asked for.
 */
export function toldAtTurn(
  clocks: Pick<DeskPorts, 'clock' | 'monotonic'>,
  { row }: Pick<AttemptRow, 'row'>,
  { read }: Pick<OpenReview, 'read'>,
  claim: TeamClaim | null,
): StoredSnapshot | null {
  if (row === null || claim !== null || read === undefined) return null
  return elapsedMs(clocks, read.askedAt) < freshReadMs ? read.snapshot : null
}
