// What computers of the team ask for, as it was heard last: read as the list is shown, at a
// sign-in, and every minute while somebody is signed in. So an approver is told, and what a
// colleague signed is taken in, whichever screen is shown. It sends nothing.
import { requestInFile } from '#shared/approvals/approval-file.ts'
import { type AskedPlace, askedText } from '#shared/approvals/asked-place.ts'
import type { ApprovalsInTeam, AskedInTeam } from '#shared/approvals/file-methods.ts'
import { ok, type Result } from '#shared/fault.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { textIfAny } from '#shared/money.ts'
import type { Person } from '#shared/people/roll.ts'
import { turns } from '#shared/time/turns.ts'
import { amountOf, ownIn } from '../file-elsewhere.ts'
import { type ApprovalFileParts, personNow } from '../file-methods.ts'
import { signersOf } from '../sealed-file.ts'
import { type AskInTeam, asksIn, fileAt, type ReadFiles } from './asks.ts'
import { tendOwn } from './own-asks.ts'
import type { TeamApprovals } from './team-approvals.ts'

const againMs = 60_000

export interface TeamApprovalParts extends ApprovalFileParts {
  /** Null on a computer that works alone. */
  team: () => TeamApprovals | null
  /** Work goes on elsewhere: what is said in the name of this computer is said there. */
  hasMoved: () => boolean
  report: (incident: string, error: unknown) => void
}

export interface HeardInTeam {
  /** Null on a computer that works alone. Faults: vault, denied/team-away. */
  read(): Promise<Result<ApprovalsInTeam | null>>
  /** What is said to the team goes one after the other, and beside no list. */
  inTurn: ReturnType<typeof turns>
  /** How many wait for the signature of a person; null where none asks for this person. */
  countFor(me: string | null): number | null
  /** Somebody may have signed in. */
  turned(): void
  close(): void
}

interface Heard {
  asks: readonly AskInTeam[]
  /** Files as read, by their text. */
  known: ReadFiles
  /** Places where it can't be said that they are over: not tried again and again. */
  shut: Set<string>
}

export function hearInTeam(parts: TeamApprovalParts): HeardInTeam {
  const { ports, session } = parts
  const heard: Heard = { asks: [], known: new Map(), shut: new Set() }
  /** Two lists at once would say of one request twice that it is over. */
  const inTurn = turns()
  let timer: NodeJS.Timeout | undefined
  let turn = session.number()
  let isClosed = false
  const read: HeardInTeam['read'] = () =>
    inTurn(async () => {
      const team = parts.team()
      if (team !== null) return list(parts, team, heard)
      heard.asks = []
      return ok(null)
    })
  const look = (): void => {
    clearTimeout(timer)
    if (isClosed || parts.hasMoved() || personNow(parts) === undefined) return
    void read()
      .catch((error: unknown) => {
        if (!isClosed) parts.report('team', error)
      })
      .finally(() => {
        clearTimeout(timer)
        if (!isClosed) timer = setTimeout(look, againMs).unref()
      })
  }
  return {
    ...{ read, inTurn },
    countFor: (me) => countIn(heard.asks, ports.roll.read().people.get(me ?? ''), ports),
    turned: () => {
      if (session.number() === turn) return
      turn = session.number()
      look()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function countIn(
  asks: readonly AskInTeam[],
  me: Person | undefined,
  { approvals }: TeamApprovalParts['ports'],
): number | null {
  const open = asks.filter(({ file }) => file.expiresAt > approvals.now())
  const mine = open.map(({ file }) => ({ file, own: me && ownIn(file, me) }))
  const forMe = mine.filter(({ own }) => own !== undefined)
  if (forMe.length === 0) return null
  return forMe.filter(({ file, own }) => !signersOf(file).includes(own!)).length
}

export const isOwnPlace = (
  { ports }: TeamApprovalParts,
  team: TeamApprovals,
  { log, desk }: AskedPlace,
): boolean => log === ports.audit.logId || desk === team.desk

async function list(
  parts: TeamApprovalParts,
  team: TeamApprovals,
  heard: Heard,
): Promise<Result<ApprovalsInTeam>> {
  const { ports, session, onChange } = parts
  const turn = session.number()
  const me = (): Person | undefined => (session.number() === turn ? personNow(parts) : undefined)
  const found = await team.all(ports.approvals.now())
  if (!found.ok) return found
  const { said, isCut } = found.value
  // What was read before and is there no more is forgotten.
  const before = heard.known
  const known: ReadFiles = (heard.known = new Map())
  for (const one of said) {
    const read = before.get(one.text ?? '')
    if (one.text !== null && read !== undefined) known.set(one.text, read)
    if (fileAt(one, known) === null || read !== undefined) continue
    // Each may have a hundred signatures: the thread is nobody's for longer than one takes.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const own = await tendOwn({ ports, team, me, known, shut: heard.shut, onChange }, said)
  const asks = asksIn(said, known).filter(({ place }) => !isOwnPlace(parts, team, place))
  const isNew = markOf(asks) !== markOf(heard.asks)
  heard.asks = asks
  if (isNew) onChange()
  return ok({ own, ofColleagues: asks.map((ask) => askedView(ask, personNow(parts))), isCut })
}

/** What waits, and who signed it. */
const markOf = (asks: readonly AskInTeam[]): string =>
  JSON.stringify(asks.map(({ place, file }) => [askedText(place), file.signatures.length]))

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
