// The bridge's methods about approvals through the database of the team: it is the folder that the
// same file lies in. A request is asked for there, listed, opened to be signed, and handed on. Each
// check is where it is for a file that a person carries. It sends nothing.
import { type ApprovalFile, approvalFileText } from '#shared/approvals/approval-file.ts'
import { askedIn } from '#shared/approvals/asked-place.ts'
import type { ApprovalFileOutput } from '#shared/approvals/file-methods.ts'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Desk } from '../../base/desk.ts'
import { notMine, notPossible, signInFirst } from '../../base/faults.ts'
import { newId } from '../../people/stating.ts'
import { askedOf } from '../approval-methods.ts'
import { approvalEntry } from '../end-approval.ts'
import { fileView, openFile, readOrder } from '../file-elsewhere.ts'
import { wasWritten } from '../file-in.ts'
import { handedOn, personNow } from '../file-methods.ts'
import { ownFile } from '../file-out.ts'
import { sealOf } from '../sealed-file.ts'
import { asksIn, fileAt } from './asks.ts'
import { type HeardInTeam, isOwnPlace, type TeamApprovalParts } from './heard.ts'

type Method = Extract<keyof ApprovalFileOutput, `approval-team:${string}`>

const inNoTeam: Fault = notPossible(say('team.is-in-none'))

export function createTeamApprovalMethods(
  parts: TeamApprovalParts,
  heard: Pick<HeardInTeam, 'read' | 'inTurn'>,
): Pick<Desk, Method> {
  const { ports, session, held } = parts
  return {
    'approval-team:ask': ({ approvalId }) => heard.inTurn(() => askInTeam(parts, approvalId)),
    'approval-team:list': heard.read,
    'approval-team:open': async ({ asked }) => {
      const team = parts.team()
      if (team === null) return fail(inNoTeam)
      const turn = session.number()
      const place = askedIn(asked)
      const said = place === null ? ok([]) : await team.of(place)
      if (!said.ok) return said
      const [ask] = asksIn(said.value, new Map())
      if (ask === undefined || isOwnPlace(parts, team, ask.place))
        return fail(notPossible(say('approval-files.gone-in-team')))
      const open = openFile(ports, newId(ports).replace('p-', 'af-'), ask.file, {
        ...{ desk: ask.place.desk, notHandedOn: null },
        handOn: (file) => team.say(ask.place, approvalFileText(file)),
      })
      const order = await readOrder(ports, open, session.me()?.name ?? '')
      if (!order.ok) return order
      held.hold(open, turn)
      return ok(fileView(ports, open, personNow(parts)))
    },
    'approval-team:hand-on': ({ fileId }) =>
      held.inTurn(fileId, async (open, of) => {
        const handed = await handedOn(parts, open)
        if (!handed.ok) return handed
        of.open = handed.value
        return ok(fileView(ports, of.open, personNow(parts)))
      }),
  }
}

async function askInTeam(parts: TeamApprovalParts, approvalId: string): Promise<Result<null>> {
  const { ports } = parts
  const team = parts.team()
  if (team === null) return fail(inNoTeam)
  const [turn, me] = [parts.session.number(), personNow(parts)]
  if (me === undefined) return fail(signInFirst)
  const asked = askedOf(ports, approvalId)
  if (!asked.ok) return asked
  if (asked.value.author !== me.id) return fail(notMine(say('approval-files.only-its-author-asks')))
  const own = await ownFile(parts, approvalId, me)
  if (!own.ok) return own
  const { approval, file } = own.value
  const { log, expiresAt } = file
  const place = { until: expiresAt, log, approval: approval.id, desk: team.desk }
  const said = await team.of(place)
  if (!said.ok) return said
  const before = said.value.find(({ by }) => by === team.desk)
  const there = before === undefined ? null : fileAt(before, new Map())
  // What stands there says the same: a record is for ever.
  if (there !== null && isSame(parts, file, there)) return ok(null)
  if (parts.session.number() !== turn) return fail(signInFirst)
  // MONEY: first: what is signed out of a file that the log does not know never counts.
  parts.note(approvalEntry('approval:asked-in-team', me, approval, { file: sealOf(file) }))
  return team.say(place, approvalFileText(file))
}

function isSame({ ports }: TeamApprovalParts, file: ApprovalFile, there: ApprovalFile): boolean {
  const seal = sealOf(there)
  return sealOf({ ...file, readAt: there.readAt }) === seal && wasWritten(ports, there, seal)
}
