// The own records of this computer, as the room of teams asks for them, kept by the ledger.
import type { KeptRecord, TeamBook } from '../../ledger/team/team-book.ts'
import type { OwnRecord, OwnRecords } from '../../team/claims/own-records.ts'
import type { TimeSlice } from '../../ledger/db/time-slice.ts'
import { openClaims } from '../../team/claims/rules.ts'
import type { Claim } from '../../team/claims/team-port.ts'
import { readRecord, type TeamRecord } from '../../team/records/record.ts'

export interface KeptOwnRecords extends OwnRecords {
  /**
   * This computer's claims that have no outcome by this computer, oldest first. Kept as records
   * come in: whoever asks at each wake reads none of the others.
   */
  openClaims(): readonly Claim[]
  /**
   * Whether this computer ever claimed what the topic is about, `out` or `in`. Kept as records are
   * added: it is asked at each answer of a gateway.
   */
  hasClaimed(topic: string): boolean
}

/** So many records are read from the ledger at once. */
const pageSize = 500

/**
 * All records of this membership, without holding the thread up however many there are. Throws
 * where the ledger holds what is no record.
 */
export async function readOwnRecords(
  book: TeamBook,
  desk: string,
  work: TimeSlice,
): Promise<OwnRecord[]> {
  const own: OwnRecord[] = []
  for (;;) {
    const page = book.recordsAfter(own.at(-1)?.record.n ?? 0, pageSize)
    if (page.length === 0) return own
    for (const kept of page) {
      own.push(ownRecordIn(kept, desk))
      await work.turn(own.length, own.length + 1)
    }
  }
}

/** `own`: as they were read; they belong to the answer then. */
export function ownRecordsOf(book: TeamBook, own: OwnRecord[]): KeptOwnRecords {
  let open = openClaims(own)
  /** The numbers of the claims on each topic. */
  const claimed = new Map<string, Set<number>>()
  const noteClaim = ({ kind, topic, n }: TeamRecord): void => {
    if (kind === 'claim') claimed.set(topic, (claimed.get(topic) ?? new Set()).add(n))
  }
  for (const { record } of own) noteClaim(record)
  const cameIn = (record: TeamRecord): void => {
    const { topic, version } = record
    open = open.filter((claim) => claim.topic !== topic || claim.version !== version - 1)
    if (record.kind === 'claim') open = [...open, record]
  }
  return {
    openClaims: () => open,
    hasClaimed: (topic) => (claimed.get(topic)?.size ?? 0) > 0,
    all: () => own,
    add: (record) => {
      book.add(record.stored)
      own.push({ record, state: 'out' })
      noteClaim(record)
    },
    markIn: (n) => {
      const at = own.findLastIndex(({ record }) => record.n === n)
      const found = own[at]
      if (found === undefined || found.state === 'in') return
      book.markIn(n)
      own[at] = { ...found, state: 'in' }
      cameIn(found.record)
    },
    drop: (n) => {
      const last = own.at(-1)
      if (last?.record.n !== n || last.state !== 'out')
        throw new Error(`Record ${n} can’t be dropped.`)
      book.drop(n)
      own.pop()
      claimed.get(last.record.topic)?.delete(n)
    },
  }
}

export function ownRecordIn(kept: KeptRecord, desk: string): OwnRecord {
  const { n, topic, version, body, signature, state } = kept
  const record = readRecord({ desk, n, topic, version, body, signature })
  if (typeof record === 'string') throw new Error(`Record ${n} of the ledger is none: ${record}.`)
  return { record, state }
}
