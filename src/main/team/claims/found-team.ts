// What only the founder of a team does: begins it, lets desks and people in, and excuses a desk
// that is gone from the roll call of an epoch. Who leaves it is in say-left.ts.
import { epochOf, recordsOf } from '../database/rows.ts'
import { put, type Put } from '../database/put.ts'
import { type Draft, keyText, readRecord } from '../records/record.ts'
import { deskTopic, desksRange, personTopic, presentTopic } from '../records/topics.ts'
import { createDeskSession, type SessionParts } from './desk-session.ts'
import { type Entered, isEntered, nextRecord, noAnswer } from './enter.ts'
import type { NotReady } from './team-port.ts'

/** Begins the team, or finds that the same desk began it before. */
export async function foundTeam(parts: SessionParts): Promise<'in' | 'other-team' | NotReady> {
  const session = await parts.open()
  if ('unreached' in session) return { kind: 'unreached', code: session.unreached }
  try {
    const epoch = await epochOf(session)
    const stored = await recordsOf(session, 'ofTopics', [desksRange.from, desksRange.to])
    if (epoch === null || stored === null) return noAnswer
    const teams = stored.map(readRecord).map((one) => (typeof one === 'string' ? one : one.team))
    if (teams.some((team) => team !== parts.id.team)) return 'other-team'
    const topic = deskTopic(parts.desk)
    const facts = { key: keyText(parts.key) }
    const draft = { epoch, topic, version: 1, before: '', kind: 'founded', facts } as const
    const own = parts.own.all()[0]
    const record = own?.record ?? nextRecord<'founded'>(parts, draft)
    if (own === undefined) parts.own.add(record)
    const done = await put(session, record)
    if (done !== 'in' && done !== 'weak') return done === 'taken' ? 'other-team' : noAnswer
    parts.own.markIn(record.n)
    return 'in'
  } finally {
    await session.close()
  }
}

export type Said =
  | { kind: 'joined'; desk: string; key: string }
  | { kind: 'person'; id: string; name: string; key: string }
  | { kind: 'excused'; desk: string; reason: string }

export type SaidSo =
  | Put // `taken`: it was said before
  | 'not-free' // another record stands there
  | 'no-desk' // nobody let in a desk of that name
  | 'left' // it was let in, and left
  | NotReady

/** In the founder's name. */
export async function sayAsFounder(parts: SessionParts, said: Said): Promise<SaidSo> {
  const desk = createDeskSession(parts)
  try {
    const at = await desk.ready()
    if (!isEntered(at)) return at
    const before = await saidBefore(parts, at, said)
    if (before !== null) return before
    const first = { epoch: at.epoch, version: 1, before: '' }
    const record = nextRecord(parts, { ...first, ...draftOf(said, at.epoch) } as Parameters<
      typeof nextRecord
    >[1])
    const done = await desk.putUntilKnown(at, record)
    if (done !== 'taken') return done
    // Another one was first, or a fail-over lost it: what stands there now tells.
    const now = await desk.ready()
    return isEntered(now) ? ((await saidBefore(parts, now, said)) ?? 'unknown') : now
  } finally {
    await desk.close()
  }
}

/** Null where it can be said. */
async function saidBefore(
  { desk }: SessionParts,
  { session, epoch, roster }: Entered,
  said: Said,
): Promise<SaidSo | null> {
  if (said.kind === 'excused' && !roster.desks.has(said.desk)) return 'no-desk'
  const stored = await recordsOf(session, 'ofTopic', [draftOf(said, epoch).topic])
  if (stored === null) return noAnswer
  const [first] = stored
  if (first === undefined) return null
  const record = readRecord(first)
  if (typeof record === 'string') return 'not-free'
  if (said.kind === 'excused') return [desk, said.desk].includes(record.desk) ? 'taken' : 'not-free'
  const isSame = record.desk === desk && record.kind === said.kind && record.facts.key === said.key
  if (!isSame) return 'not-free'
  const later = stored.filter((one) => one.desk === desk).map(readRecord)
  return later.some((one) => typeof one !== 'string' && one.kind === 'left') ? 'left' : 'taken'
}

function draftOf(said: Said, epoch: string): Pick<Draft, 'topic' | 'kind' | 'facts'> {
  switch (said.kind) {
    case 'joined':
      return { topic: deskTopic(said.desk), kind: said.kind, facts: { key: said.key } }
    case 'person': {
      const { kind, key, name } = said
      return { topic: personTopic(said.id), kind, facts: { key, name } }
    }
    case 'excused': {
      const { kind, reason } = said
      return { topic: presentTopic(epoch, said.desk), kind, facts: { reason } }
    }
  }
}
