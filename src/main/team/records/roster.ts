// Who belongs to the team: its desks and people, each let in by the founder's key, and which desks
// have answered in an epoch. Pure. MONEY: nobody claims in an epoch before each desk that was in
// an earlier one has put back what the database lost (docs/decisions/0224).
import { isWeakKey } from '../../desk/people/public-key.ts'
import { type ChainFlaw, type Flawed, isFlawed, readAll, topicChainFlaw } from './chains.ts'
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
  desks: ReadonlyMap<string, { key: string; joinedIn: string }>
  /** By id. */
  people: ReadonlyMap<string, { key: string; name: string }>
}

export type RosterFlaw =
  | ChainFlaw
  | 'not-the-founder' // only the founder lets somebody in
  | 'weak-key' // anybody could sign in its name
  | 'not-here' // a record of this kind belongs to another topic

const ofKinds: ReadonlySet<string> = new Set(['founded', 'joined', 'person'])

/**
 * From all records about desks and people. MONEY: what another desk wrote there lets nobody in, and
 * is left out: else one record of one desk would stop all. `teamFlaws` names it.
 */
export function rosterOf(id: TeamId, stored: readonly StoredRecord[]): Roster | Flawed<RosterFlaw> {
  const own = stored.filter(({ desk }) => desk === id.founder.desk)
  const records = readAll(own, { team: id.team, keyOf: () => id.founder.key })
  if (isFlawed(records)) return records
  const desks = new Map<string, { key: string; joinedIn: string }>()
  const people = new Map<string, { key: string; name: string }>()
  for (const record of records) {
    const flaw = letIn(record, id, { desks, people })
    if (flaw !== null) return { flaw, desk: record.desk, n: record.n }
  }
  return { ...id, desks, people }
}

function letIn(
  record: TeamRecord,
  { founder }: TeamId,
  known: {
    desks: Map<string, { key: string; joinedIn: string }>
    people: Map<string, { key: string; name: string }>
  },
): RosterFlaw | null {
  const { topic, epoch } = record
  // Each stands once: nothing is changed in this format.
  const first = topicChainFlaw([record])
  if (first !== null) return first.flaw
  if (!ofKinds.has(record.kind)) return 'not-here'
  const { kind, facts } = record
  if (kind === 'founded' || kind === 'joined') {
    if (isWeakKey(facts.key)) return 'weak-key'
    const name = topic.slice(deskTopic('').length)
    if (topic !== deskTopic(name)) return 'not-here'
    const isFounder = name === founder.desk
    if ((kind === 'founded') !== isFounder || (isFounder && facts.key !== founder.key))
      return 'not-the-founder'
    known.desks.set(name, { key: facts.key, joinedIn: epoch })
    return null
  }
  if (kind !== 'person') return 'not-here'
  if (isWeakKey(facts.key)) return 'weak-key'
  const id = topic.slice(personTopic('').length)
  if (topic !== personTopic(id)) return 'not-here'
  known.people.set(id, facts)
  return null
}

export const isRoster = (found: Roster | Flawed<RosterFlaw>): found is Roster => 'desks' in found

/**
 * The desks that have not answered in this epoch. One that was let in in this very epoch has
 * nothing that an earlier one could have lost.
 */
export function missingIn(
  epoch: string,
  roster: Roster,
  stored: readonly StoredRecord[],
): readonly string[] | Flawed<ChainFlaw | 'not-here'> {
  const keyOf = (desk: string) => roster.desks.get(desk)?.key
  const records = readAll(stored, { team: roster.team, keyOf })
  if (isFlawed(records)) return records
  const answered = new Set<string>()
  for (const record of records) {
    const isFirst = record.epoch === epoch && topicChainFlaw([record]) === null
    const of = isFirst ? answerOf(record, roster) : null
    if (of === null) return { flaw: 'not-here', desk: record.desk, n: record.n }
    answered.add(of)
  }
  return [...roster.desks]
    .filter(([name, { joinedIn }]) => joinedIn !== epoch && !answered.has(name))
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
