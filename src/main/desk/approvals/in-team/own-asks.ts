// Requests of this computer that were asked for in the team: what colleagues signed is taken in as
// out of a file that a person brought, and what waits no more is called over. MONEY: what is sent
// is the request that was kept here.
import type { ApprovalFile } from '#shared/approvals/approval-file.ts'
import { type AskedPlace, askedText } from '#shared/approvals/asked-place.ts'
import type { OwnInTeam } from '#shared/approvals/file-methods.ts'
import type { Person } from '#shared/people/roll.ts'
import type { ApprovalRow } from '../../../ledger/approvals/approvals.ts'
import type { ApprovalPorts } from '../approval-methods.ts'
import { takeIn } from '../file-in.ts'
import { signersOf } from '../sealed-file.ts'
import { asksIn, fileAt, type ReadFiles } from './asks.ts'
import type { SaidInTeam, TeamApprovals } from './team-approvals.ts'

export interface OwnParts {
  ports: ApprovalPorts
  team: TeamApprovals
  /** Who is signed in now; undefined where somebody else is than asked. */
  me: () => Person | undefined
  known: ReadFiles
  /** Places where it can't be said that they are over: not tried again and again. */
  shut: Set<string>
  /** What waits changed. */
  onChange: () => void
}

const isOwn = ({ ports, team }: OwnParts, { log, desk }: AskedPlace): boolean =>
  log === ports.audit.logId && desk === team.desk

/** Each that waits still, with who signed it. */
export async function tendOwn(parts: OwnParts, said: readonly SaidInTeam[]): Promise<OwnInTeam[]> {
  const all = said.filter(({ place }) => isOwn(parts, place))
  const own: OwnInTeam[] = []
  for (const of of Map.groupBy(all, ({ place }) => askedText(place)).values()) {
    const { place } = of[0]!
    const approval = parts.ports.approvals.get(place.approval)
    if (approval === null || !isWaiting(parts.ports, approval)) {
      await callOver(parts, of)
      continue
    }
    const refused = await takeInAll(parts, approval, of)
    const [ask] = asksIn(of, parts.known)
    if (ask !== undefined)
      own.push({
        ...{ approvalId: approval.id, refused },
        signedBy: signersOf(ask.file).map(({ name }) => name),
      })
  }
  return own
}

const isWaiting = ({ approvals }: ApprovalPorts, { state, expiresAt }: ApprovalRow): boolean =>
  state === 'WAITING' && approvals.now() < expiresAt

/** Who can't say it now says it as the list is read next. */
async function callOver({ team, shut }: OwnParts, of: readonly SaidInTeam[]): Promise<void> {
  const last = of.find(({ by }) => by === team.desk)
  if (last === undefined || last.text === null || shut.has(askedText(last.place))) return
  const done = await team.say(last.place, null)
  const isShut = !done.ok && done.fault.kind === 'denied' && done.fault.reason === 'not-possible'
  if (isShut) shut.add(askedText(last.place))
}

/** Sentences: whose signature does not count, and why. */
async function takeInAll(
  parts: OwnParts,
  approval: ApprovalRow,
  of: readonly SaidInTeam[],
): Promise<string[]> {
  const { ports, team, known } = parts
  const isNew = ({ signatures }: ApprovalFile): boolean =>
    signatures.some(
      ({ body, signature }) =>
        !approval.signatures.some((one) => one.body === body && one.signature === signature),
    )
  const files = of
    .filter(({ by }) => by !== team.desk)
    .map((one) => fileAt(one, known))
    .filter((file) => file !== null && isNew(file)) as ApprovalFile[]
  if (files.length === 0) return []
  // MONEY: what another program wrote is held against the log before anything is added to it.
  const checking = ports.checked()
  if (checking !== null) await checking
  const refused = new Set<string>()
  let hasAdded = false
  for (const file of files) {
    const me = parts.me()
    if (me === undefined) break
    const taken = takeIn(ports, file, me, 'team')
    if (!taken.ok) {
      refused.add(taken.fault.message)
      continue
    }
    hasAdded ||= taken.value.added.length > 0
    for (const one of taken.value.refused) refused.add(one)
  }
  if (hasAdded) parts.onChange()
  return [...refused]
}
