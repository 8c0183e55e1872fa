// Whether all records of a team hold, without believing the database: every form, every signature,
// the chain of each desk, the chain of each topic, who may say what, and what each heartbeat saw.
// Pure.
import {
  type ChainFlaw,
  deskChainFlaw,
  type Flawed,
  isFlawed,
  readAll,
  topicChainFlaw,
} from './chains.ts'
import { isOrderChain, orderChain, type OrderFlaw } from './order-chain.ts'
import type { StoredRecord, TeamRecord } from './record.ts'
import {
  answerOf,
  isRoster,
  type Roster,
  type RosterFlaw,
  rosterOf,
  type TeamId,
} from './roster.ts'
import { type BeatFlaw, beatFlaws, digestsOf } from './beats.ts'
import {
  approvalIn,
  beatTopic,
  isClaimedTopic,
  isPresentTopic,
  isReleaseTopic,
  isRosterTopic,
  signTopic,
} from './topics.ts'

export type TeamFlaw = BeatFlaw | ChainFlaw | OrderFlaw | RosterFlaw

/** All records of the team, those of each desk in the order of their numbers. */
export function teamFlaws(id: TeamId, stored: readonly StoredRecord[]): Flawed<TeamFlaw>[] {
  const roster = rosterOf(
    id,
    stored.filter(({ topic }) => isRosterTopic(topic)),
  )
  if (!isRoster(roster)) return [roster]
  const flaws: (Flawed<TeamFlaw> | null)[] = []
  const all: TeamRecord[] = []
  const ofTopics = new Map<string, TeamRecord[]>()
  for (const own of Map.groupBy(stored, ({ desk }) => desk).values()) {
    const records = readAll(own, roster)
    if (isFlawed(records)) {
      flaws.push(records)
      continue
    }
    flaws.push(deskChainFlaw(records))
    all.push(...records)
    for (const record of records)
      ofTopics.set(record.topic, [...(ofTopics.get(record.topic) ?? []), record])
  }
  for (const [topic, records] of ofTopics) {
    const inOrder = records.toSorted((one, other) => one.version - other.version)
    flaws.push(topicChainFlaw(inOrder))
    for (const record of records) flaws.push(placeFlaw(record, roster))
    if (!isClaimedTopic(topic)) continue
    const chain = orderChain(
      roster,
      inOrder.map((record) => record.stored),
    )
    if (!isOrderChain(chain)) flaws.push(chain)
  }
  flaws.push(...beatFlaws(all, digestsOf(stored)))
  return flaws.filter((flaw) => flaw !== null)
}

/** A record about something else than an order or a payment, where its desk may not write. */
function placeFlaw(record: TeamRecord, roster: Roster): Flawed<TeamFlaw> | null {
  const { topic, desk, n } = record
  if (isClaimedTopic(topic)) return null
  if (isRosterTopic(topic))
    return desk === roster.founder.desk ? null : { flaw: 'not-the-founder', desk, n }
  // Whether somebody of the team signed is asked where signatures are counted.
  if (isReleaseTopic(topic) && record.kind === 'signed') return null
  if (record.kind === 'approval' && approvalIn(topic)?.desk === desk) return null
  if (isPresentTopic(topic) && answerOf(record, roster) !== null) return null
  if (record.kind === 'beat' && topic === beatTopic(desk)) return null
  const isSign = record.kind === 'on' || record.kind === 'off'
  if (isSign && topic === signTopic(desk)) return null
  return { flaw: 'not-here', desk, n }
}
