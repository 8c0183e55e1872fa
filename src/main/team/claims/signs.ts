// Signs of life: a desk says every few minutes that Paydesk is open there, and as it is closed in
// order, that it is off. Who says neither for longer is silent: it sleeps, was cut off, or what it
// wrote is held back. For the eyes alone: nothing is ever done because of the time.
import { put } from '../database/put.ts'
import { recordsOf } from '../database/rows.ts'
import { isFlawed, readAll } from '../records/chains.ts'
import type { TeamRecord } from '../records/record.ts'
import { signTopic } from '../records/topics.ts'
import type { DeskSession, SessionParts } from './desk-session.ts'
import { type Entered, isEntered, nextRecord, noAnswer } from './enter.ts'
import type { DeskSign, NotReady, TeamPort } from './team-port.ts'

function signOf(
  parts: SessionParts,
  { epoch }: Entered,
  kind: 'on' | 'off',
): TeamRecord<'on'> | TeamRecord<'off'> {
  const topic = signTopic(parts.desk)
  const last = parts.own.all().findLast(({ record }) => record.topic === topic)?.record
  const place = { epoch, topic, version: (last?.version ?? 0) + 1, before: last?.digest ?? '' }
  const facts = { at: parts.now().wallMs }
  return kind === 'on'
    ? nextRecord<'on'>(parts, { ...place, kind, facts })
    : nextRecord<'off'>(parts, { ...place, kind, facts })
}

export async function sayOn(parts: SessionParts, desk: DeskSession): ReturnType<TeamPort['sayOn']> {
  const at = await desk.ready()
  if (!isEntered(at)) return at
  const done = await desk.putUntilKnown(at, signOf(parts, at, 'on'))
  return done === 'in' || done === 'weak' ? 'in' : 'later'
}

/**
 * In the session that stands, and never waited for longer than said: what is still out then is
 * resolved as the next session begins.
 */
export async function sayOff(
  parts: SessionParts,
  desk: DeskSession,
  withinMs: number,
): Promise<void> {
  const at = desk.standing()
  if (at === null || withinMs <= 0) return
  const record = signOf(parts, at, 'off')
  parts.own.add(record)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'unknown'>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), withinMs)
  })
  const done = await Promise.race([put(at.session, record), late])
  clearTimeout(timer)
  if (done === 'in' || done === 'weak') parts.own.markIn(record.n)
  else if (done === 'taken' || done === 'gap') parts.own.drop(record.n)
}

/** What one desk said last; null where it never said anything that counts. */
export async function signFrom(
  { session, roster }: Entered,
  desk: string,
): Promise<DeskSign | NotReady> {
  const stored = await recordsOf(session, 'newestOfTopic', [signTopic(desk)])
  if (stored === null) return noAnswer
  const read = readAll(stored, roster)
  const [record] = isFlawed(read) ? [] : read
  const isIts = record?.desk === desk && (record.kind === 'on' || record.kind === 'off')
  return { desk, said: isIts ? { kind: record.kind, at: record.facts.at } : null }
}
