// A heartbeat: a desk holds what the others signed that they saw against what it is shown, and
// signs what it sees itself. Whoever keeps the database can't show two desks two histories then
// without one of them saying so (docs/team.md, section 4).
import { recordsOf } from '../database/rows.ts'
import { digestsOf, type Head, headFlaw } from '../records/beats.ts'
import { isFlawed, readAll } from '../records/chains.ts'
import type { TeamRecord } from '../records/record.ts'
import { desksOf } from '../records/roster.ts'
import { beatTopic } from '../records/topics.ts'
import type { DeskSession, SessionParts } from './desk-session.ts'
import { type Entered, isEntered, nextRecord, noAnswer } from './enter.ts'
import type { NotReady, TeamPort } from './team-port.ts'

/** So many heads stand in one record; the next one has the others. */
const mostHeads = 100

export async function beat(parts: SessionParts, desk: DeskSession): ReturnType<TeamPort['beat']> {
  const at = await desk.ready()
  if (!isEntered(at)) return at
  const names = desksOf(at.roster).filter((name) => name !== parts.desk)
  // What was seen is read before what is there: a record that comes meanwhile is no contradiction.
  const beats = await newestOf(at, 'newestOfTopic', [...names, parts.desk].map(beatTopic))
  if ('kind' in beats) return beats
  const newest = await newestOf(at, 'newestOfDesk', names)
  if ('kind' in newest) return newest
  const heads = newest.map(({ desk: name, n, digest }): Head => [name, n, digest])
  const flaw = await flawIn(at, beats, heads)
  if (flaw !== null) return flaw
  const own = parts.own.all().filter(({ record }) => record.kind === 'beat')
  const seen = new Map(
    own.flatMap(({ record }) =>
      record.kind === 'beat' ? record.facts.heads.map(([name, n]) => [name, n]) : [],
    ),
  )
  const news = heads.filter(([name, n]) => seen.get(name) !== n)
  // Two desks that saw nothing but each other's heartbeats would answer each other for ever.
  const isNews = ({ desk: name, n, kind }: TeamRecord): boolean =>
    n > (seen.get(name) ?? 0) + (kind === 'beat' ? 1 : 0)
  if (!newest.some(isNews)) return 'same'
  const last = own.at(-1)?.record
  const record = nextRecord<'beat'>(parts, {
    ...{ epoch: at.epoch, topic: beatTopic(parts.desk), version: (last?.version ?? 0) + 1 },
    ...{ before: last?.digest ?? '', kind: 'beat', facts: { heads: news.slice(0, mostHeads) } },
  })
  const done = await desk.putUntilKnown(at, record)
  return done === 'in' || done === 'weak' ? 'in' : 'later'
}

async function newestOf(
  { session, roster }: Entered,
  question: 'newestOfDesk' | 'newestOfTopic',
  of: readonly string[],
): Promise<readonly TeamRecord[] | NotReady> {
  const found: TeamRecord[] = []
  for (const one of of) {
    const stored = await recordsOf(session, question, [one])
    if (stored === null) return noAnswer
    const read = readAll(stored, roster)
    if (isFlawed(read)) return { kind: 'flaw', ...read }
    found.push(...read)
  }
  return found
}

/** Of this epoch alone: what a fail-over lost is put back by whoever wrote it. */
async function flawIn(
  at: Entered,
  beats: readonly TeamRecord[],
  heads: readonly Head[],
): Promise<NotReady | null> {
  const newest = new Map(heads.map(([name, n, digest]) => [`${name} ${n}`, digest]))
  const signed = beats.flatMap((record) =>
    record.kind === 'beat' && record.epoch === at.epoch ? record.facts.heads : [],
  )
  // One question for each desk, however many desks named it.
  for (const [name, named] of Map.groupBy(signed, ([desk]) => desk)) {
    const older = new Set(named.map(([, n]) => n).filter((n) => !newest.has(`${name} ${n}`)))
    const stored =
      older.size === 0 ? [] : await recordsOf(at.session, 'ofDeskAt', [name, [...older]])
    if (stored === null) return noAnswer
    const found = digestsOf(stored)
    for (const head of named) {
      const place = `${name} ${head[1]}`
      const flaw = headFlaw(head, newest.get(place) ?? found.get(place))
      if (flaw !== null) return { kind: 'flaw', ...flaw }
    }
  }
  return null
}
