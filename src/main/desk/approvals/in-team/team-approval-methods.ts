// The bridge's methods about approvals through the database of the team: it is the folder that the
// same file lies in. A request is asked for there, listed, opened to be signed, and handed on. Each
// check is where it is for a file that a person carries. It sends nothing.
import { turns } from '#shared/time/turns.ts'
import {
  type ApprovalFile,
  approvalFileText,
  requestInFile,
} from '#shared/approvals/approval-file.ts'
import { type AskedPlace, askedIn, askedText } from '#shared/approvals/asked-place.ts'
import type {
  ApprovalFileOutput,
  ApprovalsInTeam,
  AskedInTeam,
} from '#shared/approvals/file-methods.ts'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { say } from '#shared/message.ts'
import { textIfAny } from '#shared/money.ts'
import type { Person } from '#shared/people/roll.ts'
import type { Desk } from '../../base/desk.ts'
import { notMine, notPossible, signInFirst } from '../../base/faults.ts'
import { newId } from '../../people/stating.ts'
import { askedOf } from '../approval-methods.ts'
import { approvalEntry } from '../end-approval.ts'
import { amountOf, fileView, openFile, ownIn, readOrder } from '../file-elsewhere.ts'
import { wasWritten } from '../file-in.ts'
import { type ApprovalFileParts, handedOn, personNow } from '../file-methods.ts'
import { ownFile } from '../file-out.ts'
import { sealOf, signersOf } from '../sealed-file.ts'
import { type AskInTeam, asksIn, fileAt, type ReadFiles } from './asks.ts'
import { tendOwn } from './own-asks.ts'
import type { TeamApprovals } from './team-approvals.ts'

export interface TeamApprovalParts extends ApprovalFileParts {
  /** Null on a computer that works alone. */
  team: () => TeamApprovals | null
}

type Method = Extract<keyof ApprovalFileOutput, `approval-team:${string}`>

const inNoTeam: Fault = notPossible(say('team.is-in-none'))

export function createTeamApprovalMethods(parts: TeamApprovalParts): Pick<Desk, Method> {
  const { ports, session, held } = parts
  let known: ReadFiles = new Map()
  const shut = new Set<string>()
  /** One after the other: two lists at once would say of one request twice that it is over. */
  const inTurn = turns()
  return {
    'approval-team:ask': ({ approvalId }) => inTurn(() => askInTeam(parts, approvalId)),
    'approval-team:list': () =>
      inTurn(async () => {
        const team = parts.team()
        if (team === null) return ok(null)
        // What was read before and is there no more is forgotten.
        const before = known
        known = new Map()
        return list(parts, team, { before, known, shut })
      }),
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

const isOwnPlace = (
  { ports }: TeamApprovalParts,
  team: TeamApprovals,
  { log, desk }: AskedPlace,
): boolean => log === ports.audit.logId || desk === team.desk

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

async function list(
  parts: TeamApprovalParts,
  team: TeamApprovals,
  { before, known, shut }: { before: ReadFiles; known: ReadFiles; shut: Set<string> },
): Promise<Result<ApprovalsInTeam>> {
  const { ports, session } = parts
  const turn = session.number()
  const me = (): Person | undefined => (session.number() === turn ? personNow(parts) : undefined)
  const found = await team.all(ports.approvals.now())
  if (!found.ok) return found
  const { said, isCut } = found.value
  for (const one of said) {
    const read = before.get(one.text ?? '')
    if (one.text !== null && read !== undefined) known.set(one.text, read)
    if (fileAt(one, known) === null || read !== undefined) continue
    // Each may have a hundred signatures: the thread is nobody's for longer than one takes.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { onChange } = parts
  const own = await tendOwn({ ports, team, me, known, shut, onChange }, said)
  const ofColleagues = asksIn(said, known)
    .filter(({ place }) => !isOwnPlace(parts, team, place))
    .map((ask) => askedView(ask, personNow(parts)))
  return ok({ own, ofColleagues, isCut })
}

function askedView({ place, file }: AskInTeam, me: Person | undefined): AskedInTeam {
  const request = requestInFile(file)!
  const { operation, orderid, isFull } = request
  const signers = signersOf(file)
  const mine = me === undefined ? undefined : ownIn(file, me)
  return {
    ...{ asked: askedText(place), desk: place.desk, operation, orderid },
    isRelease: file.seen !== '' && isReleaseOf({ operation, isFull, seen: file.seen }) === true,
    amount: textIfAny(amountOf(request)),
    author: file.author.name,
    signedBy: signers.map(({ name }) => name),
    ...{ needs: file.needs, expiresAt: file.expiresAt },
    isForMe: mine !== undefined,
    isSignedByMe: mine !== undefined && signers.includes(mine),
  }
}
