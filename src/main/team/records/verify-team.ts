// Whether all records of a team hold, without believing the database: every form, every signature,
// the chain of each desk, the chain of each topic, and who may say what. Pure.
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
import { isRoster, type RosterFlaw, rosterOf, type TeamId } from './roster.ts'
import { isOrderTopic } from './topics.ts'

export type TeamFlaw = ChainFlaw | OrderFlaw | RosterFlaw

/** All records of the team, those of each desk in the order of their numbers. */
export function teamFlaws(id: TeamId, stored: readonly StoredRecord[]): Flawed<TeamFlaw>[] {
  const about = stored.filter(({ topic }) => /^(desk|person)\//.test(topic))
  const roster = rosterOf(id, about)
  if (!isRoster(roster)) return [roster]
  const keyOf = (desk: string) => roster.desks.get(desk)?.key
  const flaws: (Flawed<TeamFlaw> | null)[] = []
  const ofTopics = new Map<string, TeamRecord[]>()
  for (const own of Map.groupBy(stored, ({ desk }) => desk).values()) {
    const records = readAll(own, { team: id.team, keyOf })
    if (isFlawed(records)) {
      flaws.push(records)
      continue
    }
    flaws.push(deskChainFlaw(records))
    for (const record of records)
      ofTopics.set(record.topic, [...(ofTopics.get(record.topic) ?? []), record])
  }
  for (const [topic, records] of ofTopics) {
    const inOrder = records.toSorted((one, other) => one.version - other.version)
    flaws.push(topicChainFlaw(inOrder))
    if (!isOrderTopic(topic)) continue
    const chain = orderChain(
      roster,
      inOrder.map((record) => record.stored),
    )
    if (!isOrderChain(chain)) flaws.push(chain)
  }
  return flaws.filter((flaw) => flaw !== null)
}
