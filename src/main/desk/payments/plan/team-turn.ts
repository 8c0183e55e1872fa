// When a request needs its team: whatever moves money over a connection of the person's own. The
// embedded practice is on every computer under one name, and never claims.
import type { Connection } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { paymentText } from '#shared/gateway/twins.ts'
import { say } from '#shared/message.ts'
import { isPractice } from '#shared/order-place.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { reviewedInOtherTeam } from '../../base/faults.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { TeamClaim, TeamClaims, TeamSeen } from '../../base/team-claims.ts'
import type { OpenReview, Plan } from './open-review.ts'
import { twinLastsMs } from './twins.ts'

export type TeamPorts = Pick<DeskPorts, 'team' | 'connections' | 'clock'>

/** The team to ask for a request of this operation; null where none is asked. */
const teamFor = (
  { team, connections }: TeamPorts,
  connection: Connection,
  operation: OperationId,
): TeamClaims | null =>
  rowOf(operation).risk === 'money' && !isPractice(connections.gatewayOf(connection))
    ? team()
    : null

/** What the team is asked of a plan. */
export type PlanInTeam = Pick<Plan, 'operation' | 'service' | 'lockKey' | 'goesTo'> & {
  request: Pick<Plan['request'], 'moves'>
}

/** Faults: as TeamClaims.seen. */
export async function teamSeenOf(
  ports: TeamPorts,
  connection: Connection,
  plan: PlanInTeam,
): Promise<Result<TeamSeen | null>> {
  const { operation, service, goesTo, lockKey } = plan
  const team = teamFor(ports, connection, operation)
  if (team === null) return ok(null)
  const payment = paymentText(service, { operation, goesTo, amount: plan.request.moves })
  const seen = await team.seen({ lockKey, payment })
  if (!seen.ok) return seen
  // MONEY: as long as for a payout: a colleague's clock may be wrong by a day.
  const since = ports.clock() - twinLastsMs('payout')
  const twins = seen.value.twins.filter(({ at, isReleased }) => isReleased || at > since)
  return ok({ team, payment, records: seen.value.records, twins })
}

/**
 * Why a request that no person looks at again is not sent, as a message: a colleague made the same
 * payment, or has it under way. `isAway`: the team can't be asked.
 */
export async function keptInTeam(
  ...asked: Parameters<typeof teamSeenOf>
): Promise<{ why: string | null; isAway: boolean }> {
  const seen = await teamSeenOf(...asked)
  if (!seen.ok) {
    const { fault } = seen
    const reason = fault.kind === 'denied' ? fault.reason : null
    return { why: reason === 'team-holds' ? fault.message : null, isAway: reason === 'team-away' }
  }
  const [newest] = seen.value?.twins ?? []
  const why = newest === undefined ? null : say('runs.paid-by-colleague', { says: newest.says })
  return { why, isAway: false }
}

/** MONEY: without it nothing goes on. Faults: as TeamClaims.claim. */
export async function claimOf(
  ports: TeamPorts,
  connection: Connection,
  approved: AttemptRow,
  { operation, teamSeen }: Pick<OpenReview, 'operation' | 'teamSeen'>,
): Promise<Result<TeamClaim | null>> {
  const team = teamFor(ports, connection, operation)
  // MONEY: reviewed as if nobody else worked on it, or as one of a team that is asked no more.
  if (team !== (teamSeen?.team ?? null)) return fail(reviewedInOtherTeam)
  return team === null || teamSeen === null
    ? ok(null)
    : team.claim(approved, teamSeen.payment, teamSeen.records)
}
