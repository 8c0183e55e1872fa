// Who signed so far that a claim is released. Pure. MONEY: only people of the team count, each key
// once, and only for this very claim and reason.
import { releaseText } from './order-chain.ts'
import { isSigned, isSignedBy, readRecord, type StoredRecord, type TeamRecord } from './record.ts'
import type { Roster } from './roster.ts'
import { releaseTopic } from './topics.ts'

export interface ReleaseSignature {
  id: string
  name: string
  reason: string
  /** 64 bytes, base64. */
  signature: string
}

/** Whatever else stands there counts for nothing and stops nothing: any desk can write there. */
export function signaturesOn(
  claim: TeamRecord<'claim'>,
  stored: readonly StoredRecord[],
  roster: Roster,
): ReleaseSignature[] {
  const byKey = new Map<string, ReleaseSignature>()
  for (const one of stored) {
    const record = readRecord(one)
    if (typeof record === 'string' || record.kind !== 'signed') continue
    if (record.team !== roster.team || record.topic !== releaseTopic(claim.digest)) continue
    const desk = roster.desks.get(record.desk)
    if (desk === undefined || !isSigned(record, desk.key)) continue
    const { id, reason, signature } = record.facts
    const person = roster.people.get(id)
    // MONEY: who has left signs nothing more, and what they signed before frees nothing now.
    if (person === undefined || person.upTo !== null) continue
    const signed = releaseText(claim, reason)
    if (!isSignedBy(signed, Buffer.from(signature, 'base64'), person.key)) continue
    // The first word of each: who signs again says nothing new.
    if (!byKey.has(person.key)) byKey.set(person.key, { id, name: person.name, reason, signature })
  }
  return [...byKey.values()]
}
