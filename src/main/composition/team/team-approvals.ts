// Requests that wait for approval, laid into the team's database and read of it: sealed, each by
// the computer whose topic it is. What does not open is left out.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { notPossible } from '../../desk/base/faults.ts'
import type { SaidInTeam, TeamApprovals } from '../../desk/approvals/in-team/team-approvals.ts'
import type { TeamRecord } from '../../team/records/record.ts'
import {
  approvalIn,
  approvalRange,
  approvalsFrom,
  approvalTopic,
  type TopicRange,
} from '../../team/records/topics.ts'
import type { ClaimedParts, Opened, OpenTeam } from './open-team.ts'
import { approvalLater, notReadyFault } from './team-sentences.ts'

export function teamApprovals(
  { membership: { desk } }: Pick<ClaimedParts, 'membership'>,
  opened: OpenTeam,
): TeamApprovals {
  const read = async (
    range: TopicRange,
  ): Promise<Result<{ said: SaidInTeam[]; isCut: boolean }>> => {
    const at = await opened()
    if (!at.ok) return at
    const found = await at.value.team.approvalsThere(range)
    if ('kind' in found) return fail(notReadyFault(found))
    const said = found.approvals.map((one) => saidIn(at.value, one))
    return ok({ said: said.filter((one) => one !== null), isCut: found.isCut })
  }
  return {
    desk,
    say: async (place, text) => {
      const at = await opened()
      if (!at.ok) return at
      const topic = approvalTopic(place, desk)
      const sealed = text === null ? null : at.value.box.seal(topic, text)
      if (text !== null && sealed === null)
        return fail(notPossible(say('approval-files.too-long-for-team')))
      const done = await at.value.team.sayApproval(topic, sealed)
      if (done === 'in') return ok(null)
      if (done === 'taken') return fail(notPossible(say('approval-files.place-taken')))
      return fail(done === 'later' ? approvalLater : notReadyFault(done))
    },
    all: (now) => read(approvalsFrom(now)),
    of: async (place) => {
      const found = await read(approvalRange(place))
      return found.ok ? ok(found.value.said) : found
    },
  }
}

function saidIn({ box }: Opened, record: TeamRecord<'approval'>): SaidInTeam | null {
  const { topic, facts } = record
  const found = approvalIn(topic)
  if (found === null) return null
  const { place, desk } = found
  if (facts.sealed === null) return { place, by: desk, text: null }
  const text = box.open(topic, facts.sealed)
  return text === null ? null : { place, by: desk, text }
}
