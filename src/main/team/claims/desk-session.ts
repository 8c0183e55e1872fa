// The one session of a desk: opened when it is needed, begun as enter.ts says, and never used
// after an answer that did not come. MONEY: a record that is put stays `out` until the database
// said what became of it, whatever session says so.
import { put as putOnce, type Put } from '../database/put.ts'
import { recordsOf } from '../database/rows.ts'
import type { Session, Unreached } from '../database/session.ts'
import { isOrderChain, type OrderChain, orderChain } from '../records/order-chain.ts'
import type { TeamRecord } from '../records/record.ts'
import {
  type DeskParts,
  enter as enterTeam,
  type Entered,
  isEntered,
  noAnswer,
  readRoster,
  rollCall as callRoll,
} from './enter.ts'
import { type Instant, mostWaitMs, rosterEveryMs } from './rules.ts'
import type { NotReady } from './team-port.ts'

/** PostgreSQL's code for a login that may not log in: that of a computer that left. */
const loginClosed = '28000'

export interface SessionParts extends DeskParts {
  open(): Promise<Session | Unreached>
  now(): Instant
  /** Between two tries to reach the database. */
  pauseMs?: number
  /** How long a record may be unknown before the caller is told. */
  waitMs?: number
  /** The ways of this room; a campaign takes one away and shows what it was for. */
  ways?: { enter?: typeof enterTeam; put?: typeof putOnce; rollCall?: typeof callRoll }
}

export interface DeskSession {
  ready(): Promise<Entered | NotReady>
  readyToClaim(): Promise<Entered | NotReady>
  /** The session that was begun, if it still stands; never a new one. */
  standing(): Entered | null
  chain(at: Entered, topic: string): Promise<OrderChain | NotReady>
  putUntilKnown(at: Entered, record: TeamRecord): Promise<Put>
  close(): Promise<void>
}

export function createDeskSession(parts: SessionParts): DeskSession {
  const { enter = enterTeam, put = putOnce, rollCall = callRoll } = parts.ways ?? {}
  let entered: Entered | null = null
  let rosterMs = -Infinity
  /** The epoch in which everybody was seen to have answered. */
  let wholeIn = ''
  const standing = (): Entered | null =>
    entered === null || entered.session.isOver ? null : entered

  const ready = async (): Promise<Entered | NotReady> => {
    const open = standing()
    if (open !== null) return open
    entered = null
    const session = await parts.open()
    if ('unreached' in session)
      return session.unreached === loginClosed
        ? { kind: 'not-let-in' }
        : { kind: 'unreached', code: session.unreached }
    const found = await enter(parts, session)
    if (isEntered(found)) {
      rosterMs = parts.now().steadyMs
      return (entered = found)
    }
    await session.close()
    return found
  }

  /** MONEY: who has left since says what became of no claim any more. */
  const readAgain = async (at: Entered): Promise<NotReady | null> => {
    if (parts.now().steadyMs - rosterMs < rosterEveryMs) return null
    const roster = await readRoster(parts.id, at.session)
    if ('kind' in roster) return roster
    at.roster = roster
    rosterMs = parts.now().steadyMs
    return roster.desks.get(parts.desk)?.upTo === null ? null : { kind: 'not-let-in' }
  }

  const readyToClaim = async (): Promise<Entered | NotReady> => {
    const found = await ready()
    if (!isEntered(found)) return found
    const stop = await readAgain(found)
    if (stop !== null) return stop
    if (wholeIn === found.epoch) return found
    const missing = await rollCall(parts.id, found)
    if ('kind' in missing) return missing
    if (missing.length > 0) return { kind: 'roll-call', missing }
    wholeIn = found.epoch
    return found
  }

  const putUntilKnown = async (at: Entered, record: TeamRecord): Promise<Put> => {
    parts.own.add(record)
    const done = await put(at.session, record)
    if (done === 'in' || done === 'weak') parts.own.markIn(record.n)
    else if (done === 'taken' || done === 'gap') parts.own.drop(record.n)
    if (['in', 'weak', 'taken', 'gap'].includes(done)) return done
    // It is still out: only a session that begins from the start resolves it.
    await at.session.close()
    if (done === 'altered' || done === 'refused') return done
    const startedAt = parts.now().steadyMs
    do {
      // A session that begins resolves the record that is out.
      if (isEntered(await ready())) return isIn(parts, record) ? 'in' : 'taken'
      await new Promise((resolve) => setTimeout(resolve, parts.pauseMs ?? 250))
    } while (parts.now().steadyMs - startedAt < (parts.waitMs ?? mostWaitMs))
    return 'unknown'
  }

  return {
    ready,
    readyToClaim,
    standing,
    chain: (at, topic) => chainOf(parts, at, topic),
    putUntilKnown,
    close: async () => {
      await entered?.session.close()
      entered = null
    },
  }
}

const isIn = ({ own }: DeskParts, { n, digest }: TeamRecord): boolean =>
  own
    .all()
    .some(({ record, state }) => state === 'in' && record.n === n && record.digest === digest)

async function chainOf(
  { id }: DeskParts,
  at: Entered,
  topic: string,
): Promise<OrderChain | NotReady> {
  const stored = await recordsOf(at.session, 'ofTopic', [topic])
  if (stored === null) return noAnswer
  let found = orderChain(at.roster, stored)
  if (!isOrderChain(found) && ['unknown-desk', 'left', 'not-released'].includes(found.flaw)) {
    // A desk, or who signed a release, may have been let in since the roster was read.
    const roster = await readRoster(id, at.session)
    if ('kind' in roster) return roster
    at.roster = roster
    found = orderChain(roster, stored)
  }
  return isOrderChain(found) ? found : { kind: 'flaw', ...found }
}
