// What the records of one order say: who has it, what became of each claim, and whether whoever
// wrote an outcome may. Pure. MONEY: an outcome that nobody may write stops its order for all.
import { createHash } from 'node:crypto'
import { type ChainFlaw, type Flawed, isFlawed, readAll, topicChainFlaw } from './chains.ts'
import { isSignedBy, type StoredRecord, type TeamRecord } from './record.ts'
import type { Roster } from './roster.ts'

export type OrderFlaw =
  | ChainFlaw
  | 'turn' // a claim follows an outcome, and an outcome a claim
  | 'not-theirs' // only the desk that has the order says what became of it
  | 'not-released' // two people of the team sign a release, each once

export interface OrderChain {
  records: readonly TeamRecord[]
  /** The claim that has no outcome. */
  held: TeamRecord<'claim'> | null
}

const isClaim = (record: TeamRecord): record is TeamRecord<'claim'> => record.kind === 'claim'

/** All records of one order, in the order of their versions. */
export function orderChain(
  roster: Roster,
  stored: readonly StoredRecord[],
): OrderChain | Flawed<OrderFlaw> {
  const keyOf = (desk: string) => roster.desks.get(desk)?.key
  const records = readAll(stored, { team: roster.team, keyOf })
  if (isFlawed(records)) return records
  const broken = topicChainFlaw(records)
  if (broken !== null) return broken
  for (const [at, record] of records.entries()) {
    const flaw = turnFlaw(record, records[at - 1], roster)
    if (flaw !== null) return { flaw, desk: record.desk, n: record.n }
  }
  const last = records.at(-1)
  return { records, held: last !== undefined && isClaim(last) ? last : null }
}

export const isOrderChain = (found: OrderChain | Flawed<OrderFlaw>): found is OrderChain =>
  'records' in found

function turnFlaw(
  record: TeamRecord,
  before: TeamRecord | undefined,
  roster: Roster,
): OrderFlaw | null {
  const isOdd = record.version % 2 === 1
  if (isOdd) return isClaim(record) ? null : 'turn'
  if (before === undefined || !isClaim(before)) return 'turn'
  if (record.kind === 'outcome') return record.desk === before.desk ? null : 'not-theirs'
  if (record.kind !== 'released') return 'turn'
  return isReleased(record, before, roster) ? null : 'not-released'
}

/** What two people sign when they free an order whose desk is gone. */
export const releaseText = (claim: TeamRecord<'claim'>, reason: string): Buffer =>
  Buffer.from(
    `paydesk team release 1\n${claim.team}\n${claim.digest}\n${createHash('sha256').update(reason).digest('hex')}`,
  )

function isReleased(
  { facts }: TeamRecord<'released'>,
  claim: TeamRecord<'claim'>,
  { people }: Roster,
): boolean {
  const signed = releaseText(claim, facts.reason)
  const keys = new Set<string>()
  for (const { id, signature } of facts.people) {
    const key = people.get(id)?.key
    if (key === undefined) return false
    if (!isSignedBy(signed, Buffer.from(signature, 'base64'), key)) return false
    keys.add(key)
  }
  return keys.size >= 2
}
