// The founder's word that a desk or a person belongs to the team no more. MONEY: the word names how
// many records of each desk count, so that what was signed before goes on to hold and nothing
// after does, by whatever clock.
import { recordsOf } from '../database/rows.ts'
import type { Put } from '../database/put.ts'
import { digestOf, mostLengths, readRecord, type TeamRecord } from '../records/record.ts'
import type { Roster } from '../records/roster.ts'
import { deskTopic, personTopic } from '../records/topics.ts'
import { createDeskSession, type DeskSession, type SessionParts } from './desk-session.ts'
import { type Entered, isEntered, nextRecord, noAnswer } from './enter.ts'
import type { NotReady } from './team-port.ts'

export type WhoLeft = { kind: 'desk'; desk: string } | { kind: 'person'; id: string }

export type LeftSaid =
  | Put // `taken`: it was said before
  | 'nobody' // nobody of that name was let in, or the founder itself is meant
  | 'too-many' // more computers than one record names
  | NotReady

type Lengths = TeamRecord<'left'>['facts']['upTo']

/** Somebody may write between two looks; nobody does so for ever. */
const mostTries = 5

/** In the founder's name. MONEY: a desk can't write any more by then: its login is closed. */
export async function sayLeft(
  parts: SessionParts,
  who: WhoLeft,
  reason: string,
): Promise<LeftSaid> {
  const desk = createDeskSession(parts)
  try {
    let said: LeftSaid = 'taken'
    for (let tries = 0; tries < mostTries; tries += 1) {
      const done = await sayOnce(parts, desk, { who, reason })
      // What it finds said is what it said itself.
      if (done === null) return said
      if (typeof done !== 'string' || !['in', 'weak', 'taken'].includes(done)) return done
      // Another record came first: the next look reads it.
      if (done !== 'taken') said = done
    }
    return said === 'taken' ? 'unknown' : said
  } finally {
    await desk.close()
  }
}

/** Null where there is nothing more to say. */
async function sayOnce(
  parts: SessionParts,
  desk: DeskSession,
  { who, reason }: { who: WhoLeft; reason: string },
): Promise<LeftSaid | null> {
  const at = await desk.ready()
  if (!isEntered(at)) return at
  if (!isKnown(at.roster, who, parts.desk)) return 'nobody'
  const topic = who.kind === 'desk' ? deskTopic(who.desk) : personTopic(who.id)
  const stored = await recordsOf(at.session, 'ofTopic', [topic])
  const last = stored?.at(-1)
  if (stored === null || last === undefined) return noAnswer
  const own = stored
    .filter((one) => one.desk === parts.desk)
    .map(readRecord)
    .at(-1)
  const before = typeof own === 'object' && own.kind === 'left' ? own : null
  if (before !== null) {
    const isOpen = who.kind === 'person' ? await isSignedSince(at, who.id, before) : false
    if (isOpen !== true) return isOpen === null ? noAnswer : null
  }
  const upTo = await lengthsNow(at, who)
  if (upTo === null) return noAnswer
  if (upTo.length > mostLengths) return 'too-many'
  const place = { epoch: at.epoch, topic, version: last.version + 1, before: digestOf(last) }
  const record = nextRecord<'left'>(parts, { ...place, kind: 'left', facts: { reason, upTo } })
  return desk.putUntilKnown(at, record)
}

const isKnown = ({ desks, people }: Roster, who: WhoLeft, founder: string): boolean =>
  who.kind === 'desk' ? who.desk !== founder && desks.has(who.desk) : people.has(who.id)

/**
 * How many records there are: of the desk, or of each one where a person may have signed, those
 * that left before as well.
 */
async function lengthsNow({ session, roster }: Entered, who: WhoLeft): Promise<Lengths | null> {
  const names = who.kind === 'desk' ? [who.desk] : [...roster.desks.keys()].sort()
  const lengths: Lengths = []
  for (const name of names) {
    const stored = await recordsOf(session, 'newestOfDesk', [name])
    if (stored === null) return null
    for (const { n } of stored) lengths.push([name, n])
  }
  return lengths
}

/**
 * Whether a release with the person's name came in between: its desk had not heard of the word. The
 * release is taken for good: else its order would stop for all. Null without an answer.
 */
async function isSignedSince(
  { session, roster }: Entered,
  id: string,
  { facts }: TeamRecord<'left'>,
): Promise<boolean | null> {
  const upTo = new Map(facts.upTo)
  for (const name of roster.desks.keys()) {
    const stored = await recordsOf(session, 'afterOfDesk', [name, upTo.get(name) ?? 0])
    if (stored === null) return null
    const isSigner = stored
      .map(readRecord)
      .some(
        (one) =>
          typeof one !== 'string' &&
          one.kind === 'released' &&
          one.facts.people.some((by) => by.id === id),
      )
    if (isSigner) return true
  }
  return false
}
