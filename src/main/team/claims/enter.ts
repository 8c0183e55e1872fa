// How every session begins: what the database lost is put back, what was under way is resolved,
// the desk answers the roll call, and only then may it claim. MONEY: a session that began in
// another way could claim an order that a colleague refunded before a fail-over.
import type { KeyObject } from 'node:crypto'
import { epochOf, recordsOf } from '../database/rows.ts'
import { put, type Put } from '../database/put.ts'
import { deskChainFlaw, isFlawed, readAll } from '../records/chains.ts'
import type { Session } from '../database/session.ts'
import {
  type Draft,
  isSameStored,
  keyText,
  type Kind,
  signRecord,
  type TeamRecord,
} from '../records/record.ts'
import { isRoster, missingIn, type Roster, rosterOf, type TeamId } from '../records/roster.ts'
import {
  desksRange,
  peopleRange,
  presentRange,
  presentTopic,
  type TopicRange,
} from '../records/topics.ts'
import { lastOf, type OwnRecords } from './own-records.ts'
import type { NotReady } from './team-port.ts'

export interface DeskParts {
  id: TeamId
  desk: string
  key: KeyObject
  own: OwnRecords
}

/** What a session is known by once it has begun. */
export interface Entered {
  session: Session
  epoch: string
  /** As it was read last. */
  roster: Roster
}

/** No answer: the session is over, and another one begins from the start. */
export const noAnswer: NotReady = { kind: 'unreached', code: 'no-answer' }

/** Gives the standing where the desk may not go on. */
export async function enter(parts: DeskParts, session: Session): Promise<Entered | NotReady> {
  const epoch = await epochOf(session)
  if (epoch === null) return noAnswer
  // MONEY: before anything is put: one record by another key stops the roll call for all.
  const known = await readRoster(parts.id, session)
  if (known === noAnswer || isOtherKey(parts, known))
    return known === noAnswer ? noAnswer : notLetIn
  const lost = await putBack(parts, session, epoch)
  if (lost !== null) return lost
  const open = await resolveOut(parts, session, epoch)
  if (open !== null) return open
  const roster = await readRoster(parts.id, session)
  if (!('desks' in roster)) return roster
  if (roster.desks.get(parts.desk)?.upTo !== null || isOtherKey(parts, roster)) return notLetIn
  const present = await answerRollCall(parts, session, epoch)
  if (present !== null) return present
  return { session, epoch, roster }
}

const notLetIn: NotReady = { kind: 'not-let-in' }

/** The founder let it in under another key; a fail-over may have lost that word. */
function isOtherKey({ desk, key }: DeskParts, known: Roster | NotReady): boolean {
  const letIn = 'desks' in known ? known.desks.get(desk) : undefined
  return letIn !== undefined && letIn.key !== keyText(key)
}

export const isEntered = (found: Entered | NotReady): found is Entered => 'session' in found

/** MONEY: everything that the desk knows to have stood there, in order, byte for byte. */
async function putBack(
  { id, desk, key, own }: DeskParts,
  session: Session,
  epoch: string,
): Promise<NotReady | null> {
  const newest = await recordsOf(session, 'newestOfDesk', [desk])
  if (newest === null) return noAnswer
  const [head] = newest
  const known = own.all()
  if (head !== undefined) {
    const same = known.find(({ record }) => record.n === head.n)?.record.stored
    // Of a desk that never wrote anything, the database knows nothing either.
    if (same === undefined) return takeSigns({ id, desk, key, own }, session)
    if (!isSameStored(same, head)) return { kind: 'altered', n: head.n }
  }
  const lost = known.filter(({ record, state }) => state === 'in' && record.n > (head?.n ?? 0))
  // MONEY: records of this very epoch are lost without a fail-over only when somebody put an old
  // copy in the database's place: colleagues who lost nothing would not hear of it.
  if (lost.some(({ record }) => record.epoch === epoch)) return { kind: 'restored' }
  for (const { record } of lost) {
    const done = await put(session, record)
    // A colleague has to put back first; whoever waits goes on where this stopped.
    if (done === 'gap') return { kind: 'put-back', topic: record.topic }
    if (done !== 'in' && done !== 'weak') return stopped(done, record)
  }
  return null
}

/**
 * An older copy of the ledger may not know the last signs of life of its own desk. MONEY: nothing
 * else is taken: whoever does not know a claim does not know what left under it.
 */
async function takeSigns(
  { id, desk, key, own }: DeskParts,
  session: Session,
): Promise<NotReady | null> {
  const last = lastOf(own)
  const self = { key: keyText(key), upTo: null }
  const missed: TeamRecord[] = []
  let end = { at: last?.record.n ?? 0, digest: last?.record.digest ?? '' }
  for (;;) {
    const page = await recordsOf(session, 'afterOfDesk', [desk, end.at])
    if (page === null) return noAnswer
    const read = readAll(page, { team: id.team, desks: new Map([[desk, self]]) })
    if (isFlawed(read) || deskChainFlaw(read, end) !== null) return { kind: 'ahead' }
    if (!read.every(({ kind }) => kind === 'on' || kind === 'off')) return { kind: 'ahead' }
    const newest = read.at(-1)
    if (newest === undefined) break
    missed.push(...read)
    end = { at: newest.n, digest: newest.digest }
  }
  if (last?.state === 'out' || missed.length === 0) return { kind: 'ahead' }
  for (const record of missed) {
    own.add(record)
    own.markIn(record.n)
  }
  return null
}

const stopped = (done: Exclude<Put, 'in'>, record: TeamRecord): NotReady => {
  if (done === 'altered') return { kind: 'altered', n: record.n }
  if (done === 'refused') return { kind: 'not-let-in' }
  if (done === 'taken' || done === 'gap')
    return { kind: 'conflict', topic: record.topic, n: record.n }
  return noAnswer
}

/**
 * The one record of which nobody knows whether it is there. In the epoch it was made in, the same
 * INSERT decides. MONEY: in a later one it must not claim anything before the roll call: what is
 * not there now never comes, because its session ended with the server it was sent to.
 */
async function resolveOut(
  { desk, own }: DeskParts,
  session: Session,
  epoch: string,
): Promise<NotReady | null> {
  const last = lastOf(own)
  if (last === undefined || last.state === 'in') return null
  const { record } = last
  if (record.epoch !== epoch) {
    const found = await recordsOf(session, 'ofDesk', [desk, record.n])
    if (found === null) return noAnswer
    if (found.length > 0) own.markIn(record.n)
    else own.drop(record.n)
    return null
  }
  const done = await put(session, record)
  if (done === 'in' || done === 'weak') own.markIn(record.n)
  else if (done === 'taken' || done === 'gap') own.drop(record.n)
  else return stopped(done, record)
  return null
}

export async function readRoster(id: TeamId, session: Session): Promise<Roster | NotReady> {
  // Of the founder alone: what others wrote there lets nobody in, however much it is.
  const ofFounder = ({ from, to }: TopicRange) =>
    recordsOf(session, 'ofTopicsBy', [from, to, id.founder.desk])
  const desks = await ofFounder(desksRange)
  const people = await ofFounder(peopleRange)
  if (desks === null || people === null) return noAnswer
  const roster = rosterOf(id, [...desks, ...people])
  return isRoster(roster) ? roster : { kind: 'flaw', ...roster }
}

export async function answerRollCall(
  parts: DeskParts,
  session: Session,
  epoch: string,
): Promise<NotReady | null> {
  const topic = presentTopic(epoch, parts.desk)
  const isThere = parts.own.all().some(({ record }) => record.topic === topic)
  if (isThere) return null
  const record = nextRecord(parts, {
    epoch,
    topic,
    version: 1,
    before: '',
    kind: 'present',
    facts: {},
  })
  parts.own.add(record)
  const done = await put(session, record)
  if (done === 'in' || done === 'weak') parts.own.markIn(record.n)
  // Excused by name meanwhile: that answers for the desk as well.
  else if (done === 'taken') parts.own.drop(record.n)
  else return stopped(done, record)
  return null
}

/**
 * Which desks still have to answer; empty when all did. MONEY: the answers are read before the
 * roster: the founder puts back whom it let in before it answers.
 */
export async function rollCall(
  id: TeamId,
  at: Pick<Entered, 'session' | 'epoch'>,
): Promise<readonly string[] | NotReady> {
  const range = presentRange(at.epoch)
  const stored = await recordsOf(at.session, 'ofTopics', [range.from, range.to])
  if (stored === null) return noAnswer
  const roster = await readRoster(id, at.session)
  if ('kind' in roster) return roster
  const missing = missingIn(at.epoch, roster, stored)
  return 'flaw' in missing ? { kind: 'flaw', ...missing } : missing
}

/** After the desk's last record; signed, and not written anywhere yet. */
export function nextRecord<K extends Kind>(
  { id, desk, key, own }: DeskParts,
  draft: Pick<Draft<K>, 'topic' | 'version' | 'before' | 'epoch' | 'kind' | 'facts'>,
): TeamRecord<K> {
  const last = lastOf(own)?.record
  const place = { team: id.team, desk, n: (last?.n ?? 0) + 1, prev: last?.digest ?? '' }
  return signRecord<K>({ ...place, ...draft } as Draft<K>, key)
}
