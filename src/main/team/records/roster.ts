// Who belongs to the team: its desks and people, each let in by the founder's key until it says
// that they left, and which desks have answered in an epoch. Pure. MONEY: nobody claims in an epoch
// before each desk of an earlier one has put back what the database lost (docs/decisions/0224).
import { isWeakKey } from '../../desk/people/public-key.ts'
import {
  type ChainFlaw,
  type Flawed,
  isFlawed,
  type KnownDesk,
  readAll,
  topicChainFlaw,
} from './chains.ts'
import type { StoredRecord, TeamRecord } from './record.ts'
import { deskTopic, personTopic, presentTopic } from './topics.ts'

/** What a desk is told once, by the one who lets it in, and believes for ever. */
export interface TeamId {
  /** 32 hex digits. */
  team: string
  founder: { desk: string; key: string }
}

export interface Roster extends TeamId {
  /** By name. `joinedIn`: the epoch in which the desk was let in. */
  desks: ReadonlyMap<string, DeskOfTeam>
  /** By id. */
  people: ReadonlyMap<string, PersonOfTeam>
}

interface DeskOfTeam extends KnownDesk {
  joinedIn: string
}

interface PersonOfTeam {
  key: string
  name: string
  /** What they signed counts in so many records of each desk, once they left; else null. */
  upTo: ReadonlyMap<string, number> | null
}

/** Whether what this person signed counts where that record names it. */
export const countsAt = ({ upTo }: PersonOfTeam, { desk, n }: TeamRecord): boolean =>
  upTo === null || n <= (upTo.get(desk) ?? 0)

export type RosterFlaw =
  | ChainFlaw
  | 'not-the-founder' // only the founder lets somebody in, and says who left
  | 'weak-key' // anybody could sign in its name
  | 'not-here' // a record of this kind belongs to another topic

/**
 * From all records about desks and people, those of one topic in order. MONEY: what another desk
 * wrote there lets nobody in, and is left out: else one record of one desk would stop all.
 * `teamFlaws` names it.
 */
export function rosterOf(id: TeamId, stored: readonly StoredRecord[]): Roster | Flawed<RosterFlaw> {
  const own = stored.filter(({ desk }) => desk === id.founder.desk)
  const founder = { key: id.founder.key, upTo: null }
  const records = readAll(own, { team: id.team, desks: new Map([[id.founder.desk, founder]]) })
  if (isFlawed(records)) return records
  const desks = new Map<string, DeskOfTeam>()
  const people = new Map<string, PersonOfTeam>()
  /** By topic. What another desk wrote between two of the founder's counts for nothing. */
  const versions = new Map<string, number>()
  for (const record of records) {
    const last = versions.get(record.topic)
    versions.set(record.topic, record.version)
    const flaw =
      last === undefined
        ? letIn(record, id, { desks, people })
        : letOut(record, id, { last, desks, people })
    if (flaw !== null) return { flaw, desk: record.desk, n: record.n }
  }
  return { ...id, desks, people }
}

interface Known {
  desks: Map<string, DeskOfTeam>
  people: Map<string, PersonOfTeam>
}

/** The first record about somebody. */
function letIn(record: TeamRecord, { founder }: TeamId, known: Known): RosterFlaw | null {
  const { topic, epoch, kind, facts } = record
  const first = topicChainFlaw([record])
  if (first !== null) return first.flaw
  if (kind === 'founded' || kind === 'joined') {
    if (isWeakKey(facts.key)) return 'weak-key'
    const name = nameIn(topic, deskTopic)
    if (name === null) return 'not-here'
    const isFounder = name === founder.desk
    if ((kind === 'founded') !== isFounder || (isFounder && facts.key !== founder.key))
      return 'not-the-founder'
    known.desks.set(name, { key: facts.key, joinedIn: epoch, upTo: null })
    return null
  }
  if (kind !== 'person') return 'not-here'
  if (isWeakKey(facts.key)) return 'weak-key'
  const id = nameIn(topic, personTopic)
  if (id === null) return 'not-here'
  known.people.set(id, { ...facts, upTo: null })
  return null
}

/** Each later one; the last of them counts. The founder stays: nobody else could let anybody in. */
function letOut(
  { topic, version, kind, facts }: TeamRecord,
  { founder }: TeamId,
  known: Known & { last: number },
): RosterFlaw | null {
  if (version <= known.last) return 'before'
  if (kind !== 'left') return 'not-here'
  const upTo = new Map(facts.upTo)
  const name = nameIn(topic, deskTopic)
  const desk = name === null ? undefined : known.desks.get(name)
  if (name !== null && desk !== undefined) {
    const isOwn = upTo.size === 0 || (upTo.size === 1 && upTo.has(name))
    if (name === founder.desk || !isOwn) return 'not-here'
    known.desks.set(name, { ...desk, upTo: upTo.get(name) ?? 0 })
    return null
  }
  const id = nameIn(topic, personTopic)
  const person = id === null ? undefined : known.people.get(id)
  if (id === null || person === undefined) return 'not-here'
  known.people.set(id, { ...person, upTo })
  return null
}

function nameIn(topic: string, topicOf: (name: string) => string): string | null {
  const name = topic.slice(topicOf('').length)
  return topic === topicOf(name) ? name : null
}

/** Those that belong to the team now, by name. */
export const desksOf = ({ desks }: Roster): string[] =>
  [...desks].flatMap(([name, { upTo }]) => (upTo === null ? [name] : [])).sort()

export const isRoster = (found: Roster | Flawed<RosterFlaw>): found is Roster => 'desks' in found

/**
 * The desks that have not answered in this epoch. One that was let in in this very epoch has
 * nothing that an earlier one could have lost; of one that left, the founder said that it is off.
 */
export function missingIn(
  epoch: string,
  roster: Roster,
  stored: readonly StoredRecord[],
): readonly string[] | Flawed<ChainFlaw | 'not-here'> {
  const records = readAll(stored, roster)
  if (isFlawed(records)) return records
  const answered = new Set<string>()
  for (const record of records) {
    const isFirst = record.epoch === epoch && topicChainFlaw([record]) === null
    const of = isFirst ? answerOf(record, roster) : null
    if (of === null) return { flaw: 'not-here', desk: record.desk, n: record.n }
    answered.add(of)
  }
  return [...roster.desks]
    .filter(
      ([name, { joinedIn, upTo }]) => joinedIn !== epoch && upTo === null && !answered.has(name),
    )
    .map(([name]) => name)
}

/** Whom a record answers for: its own desk or, in the founder's name, one that is excused. */
export function answerOf(record: TeamRecord, { founder }: Roster): string | null {
  const { epoch } = record
  if (record.kind === 'present')
    return record.topic === presentTopic(epoch, record.desk) ? record.desk : null
  if (record.kind !== 'excused' || record.desk !== founder.desk) return null
  const name = record.topic.slice(presentTopic(epoch, '').length)
  return record.topic === presentTopic(epoch, name) ? name : null
}
