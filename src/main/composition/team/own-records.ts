// The own records of this computer, as the room of teams asks for them, kept by the ledger.
import type { KeptRecord, TeamBook } from '../../ledger/team/team-book.ts'
import type { OwnRecord, OwnRecords } from '../../team/claims/own-records.ts'
import { readRecord, type TeamRecord } from '../../team/records/record.ts'

/** Throws where the ledger holds what is no record. */
export function ownRecordsOf(book: TeamBook, desk: string): OwnRecords {
  const own: OwnRecord[] = book
    .records()
    .map((kept) => ({ record: recordOf(kept, desk), state: kept.state }))
  return {
    all: () => own,
    add: (record) => {
      book.add(record.stored)
      own.push({ record, state: 'out' })
    },
    markIn: (n) => {
      const at = own.findIndex(({ record }) => record.n === n)
      const found = own[at]
      if (found === undefined || found.state === 'in') return
      book.markIn(n)
      own[at] = { ...found, state: 'in' }
    },
    drop: (n) => {
      if (own.at(-1)?.record.n !== n || own.at(-1)?.state !== 'out')
        throw new Error(`Record ${n} can’t be dropped.`)
      book.drop(n)
      own.pop()
    },
  }
}

function recordOf(kept: KeptRecord, desk: string): TeamRecord {
  const { n, topic, version, body, signature } = kept
  const record = readRecord({ desk, n, topic, version, body, signature })
  if (typeof record === 'string') throw new Error(`Record ${n} of the ledger is none: ${record}.`)
  return record
}
