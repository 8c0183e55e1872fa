// What the records of one order say: who has it, what became of each claim, and whether whoever
// wrote an outcome may. Pure. MONEY: an outcome that nobody may write stops its order for all.
import { createHash } from 'node:crypto'
import { statusTypesOf } from '#shared/gateway/status/status.ts'
import { type ChainFlaw, type Flawed, isFlawed, readAll, topicChainFlaw } from './chains.ts'
import { type FactsOf, isSignedBy, type StoredRecord, type TeamRecord } from './record.ts'
import { countsAt, type Roster } from './roster.ts'

export type OrderFlaw =
  | ChainFlaw
  | 'turn' // a claim follows an outcome, and an outcome a claim
  | 'not-theirs' // only the desk that has the order says what became of it
  | 'not-released' // two people who are of the team then sign a release, each once
  | 'not-shown' // a status says of a claim only what is that claim's and nobody else's

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
  const records = readAll(stored, roster)
  if (isFlawed(records)) return records
  const broken = topicChainFlaw(records)
  if (broken !== null) return broken
  for (const [at, record] of records.entries()) {
    const flaw = turnFlaw(record, records.slice(0, at), roster)
    if (flaw !== null) return { flaw, desk: record.desk, n: record.n }
  }
  const last = records.at(-1)
  return { records, held: last !== undefined && isClaim(last) ? last : null }
}

export const isOrderChain = (found: OrderChain | Flawed<OrderFlaw>): found is OrderChain =>
  'records' in found

function turnFlaw(
  record: TeamRecord,
  earlier: readonly TeamRecord[],
  roster: Roster,
): OrderFlaw | null {
  const before = earlier.at(-1)
  const isOdd = record.version % 2 === 1
  if (isOdd) return isClaim(record) ? null : 'turn'
  if (before === undefined || !isClaim(before)) return 'turn'
  if (record.kind === 'outcome') return record.desk === before.desk ? null : 'not-theirs'
  if (record.kind === 'shown') {
    const isIts = record.desk !== before.desk && notShownOf(record.facts, earlier) === null
    return isIts ? null : 'not-shown'
  }
  if (record.kind !== 'released') return 'turn'
  return isReleased(record, before, roster) ? null : 'not-released'
}

/** The requests about an order that its status shows by a transaction of their own. */
export const shownOperations: readonly string[] = ['capture', 'void', 'return']
export const shownTypesOf = (operation: string): readonly string[] =>
  shownOperations.includes(operation) ? statusTypesOf(operation) : []

/**
 * MONEY: a cancel may be the rest of a hold that the acquirer let go, and no refund. It may stand
 * for one all the same where the question is whether another claim is meant.
 */
const isProofOf = (operation: string, type: string): boolean =>
  shownTypesOf(operation).includes(type) && !(operation === 'return' && type === 'cancel')

export type NotShown =
  | 'not-named' // the claim does not say what the gateway had told before
  | 'other-request' // of another kind or amount than the claim
  | 'not-new' // told before the claim, or that of an earlier one
  | 'other-claim' // an earlier claim may be the one that it is of

/**
 * MONEY: why a transaction is not surely that of the last claim; null when it is. What the status
 * does not show says nothing: the request may still be under way.
 */
export function notShownOf(
  { type, id, amount }: FactsOf<'shown'>,
  records: readonly TeamRecord[],
): NotShown | null {
  const claim = records.at(-1)
  if (claim === undefined || !isClaim(claim) || claim.facts.known === undefined) return 'not-named'
  const own = claim.facts.amount
  const isOfIts = isProofOf(claim.facts.operation, type)
  if (!isOfIts || own === null || !isSame(own, amount)) return 'other-request'
  if (claim.facts.known.includes(id)) return 'not-new'
  for (const [at, record] of records.slice(0, -1).entries()) {
    if (record.kind === 'shown' && record.facts.id === id) return 'not-new'
    if (!isClaim(record)) continue
    const { operation, amount: other } = record.facts
    const mayBeIt =
      shownTypesOf(operation).includes(type) && (other === null || isSame(other, amount))
    if (mayBeIt && !isAnswered(records[at + 1])) return 'other-claim'
  }
  return null
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(' ') === other.join(' ')

/** It was not sent, or the gateway showed another transaction for it. */
const isAnswered = (end: TeamRecord | undefined): boolean =>
  end?.kind === 'shown' || (end?.kind === 'outcome' && end.facts.state === 'NOT_SENT')

/** What two people sign when they free an order whose desk is gone. */
export const releaseText = (claim: TeamRecord<'claim'>, reason: string): Buffer =>
  Buffer.from(
    `paydesk team release 1\n${claim.team}\n${claim.digest}\n${createHash('sha256').update(reason).digest('hex')}`,
  )

function isReleased(
  record: TeamRecord<'released'>,
  claim: TeamRecord<'claim'>,
  { people }: Roster,
): boolean {
  const { facts } = record
  const signed = releaseText(claim, facts.reason)
  const keys = new Set<string>()
  for (const { id, signature } of facts.people) {
    const person = people.get(id)
    if (person === undefined || !countsAt(person, record)) return false
    if (!isSignedBy(signed, Buffer.from(signature, 'base64'), person.key)) return false
    keys.add(person.key)
  }
  return keys.size >= 2
}
