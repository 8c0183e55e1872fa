// Looks at a team before it is joined: its database verified, the founder's word about who belongs
// to it, and whether this computer does. It writes nothing.
import { createPrivateKey } from 'node:crypto'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { notPossible } from '../../desk/base/faults.ts'
import type { JoinFile } from '../../desk/team/join-file.ts'
import { noAnswer, readRoster } from '../../team/claims/enter.ts'
import { recordsOf } from '../../team/database/rows.ts'
import { openSession } from '../../team/database/session.ts'
import { keyText } from '../../team/records/record.ts'
import { notReadyFault } from './team-sentences.ts'

/** Faults: denied/team-away, not-possible. */
export async function lookAtTeam(
  { membership, password }: JoinFile,
  own: { key: string; isMember?: boolean },
): Promise<Result<readonly string[]>> {
  const { team, founder, desk, address, ca } = membership
  const session = await openSession({ ...address, user: desk, ca, password })
  if ('unreached' in session)
    return fail(notReadyFault({ kind: 'unreached', code: session.unreached }))
  try {
    const roster = await readRoster({ team, founder }, session)
    if ('kind' in roster) return fail(notReadyFault(roster))
    const letIn = roster.desks.get(desk)
    if (letIn === undefined) return fail(notReadyFault({ kind: 'not-let-in' }))
    if (letIn.key !== keyText(createPrivateKey(own.key)))
      return fail(notPossible(say('team.other-key', { desk })))
    if (own.isMember === true) return ok([...roster.desks.keys()])
    const newest = await recordsOf(session, 'newestOfDesk', [desk])
    if (newest === null) return fail(notReadyFault(noAnswer))
    // MONEY: what that name claimed before is not known here, and could be put anew.
    if (newest.length > 0) return fail(notPossible(say('team.name-was-used', { desk })))
    return ok([...roster.desks.keys()])
  } finally {
    await session.close()
  }
}
