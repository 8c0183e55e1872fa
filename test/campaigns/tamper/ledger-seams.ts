// Where the log in a ledger goes on behind its archives: what somebody with a database tool does to
// that place, and what the program and, after an export, both verifiers have to say to it.
import { leavingIn, leavingText } from '../../../src/main/ledger/audit/audit-base.ts'
import type { StoredEntry } from '../../../src/main/ledger/audit/audit-rows.ts'
import type { Database } from '../../../src/main/ledger/db/open.ts'
import { writeRows } from './log.ts'
import type { Expected } from './tally.ts'

const tampered = (bad: number): Expected => ({ outcomes: ['tampered'], bad })
const uncheckable: Expected = { outcomes: ['uncheckable'] }

export interface LedgerSeam {
  name: string
  change(db: Database): void
  inApp: Expected
  /** Of its export by itself and behind the archives; null where an export doesn't show it. */
  export: { alone: Expected; joined: Expected } | null
}

/** The rows of the archives and of what stays, by number; and where they were cut. */
interface Place {
  rows: readonly StoredEntry[]
  cuts: readonly [number, number]
}

/** What the ledger says of where the log goes on, changed at entry `seq` of all there ever was. */
export function ledgerSeamsAt({ rows, cuts: [endA, endB] }: Place, seq: number): LedgerSeam[] {
  const row = rows[seq - 1]!
  const base = (db: Database): void => {
    db.prepare(
      'UPDATE archive SET size = ?, first = 1, chain = ?, named_by = ? WHERE size = ?',
    ).run(seq, row.chain, seq + 1, endB)
  }
  const isKept = seq > endB
  const isEnd = seq === rows.length
  const found: LedgerSeam[] = []
  const add = (name: string, one: Omit<LedgerSeam, 'name'>): void => {
    found.push({ name: `${name} ${seq}`, ...one })
  }
  if (isKept) {
    const alone = isEnd ? uncheckable : tampered(seq)
    add('entries gone as if archived up to', {
      change: (db) => {
        base(db)
        db.prepare('DELETE FROM audit_entry WHERE seq <= ?').run(seq)
        db.prepare('DELETE FROM checkpoint WHERE size < ?').run(seq)
      },
      inApp: tampered(seq),
      export: { alone, joined: uncheckable },
    })
  } else {
    add('an archived entry put back:', {
      change: (db) => writeRows(db, [row], []),
      inApp: tampered(endB + 1),
      export: { alone: tampered(endB + 1), joined: tampered(endB + 1) },
    })
    add('entries said to be leaving from', {
      change: (db) => {
        const before = rows[seq - 2]?.chain ?? Buffer.alloc(32)
        leavingIn(db).write(leavingText({ size: seq - 1, chain: before }))
      },
      inApp: tampered(seq),
      export: null,
    })
  }
  // Where an archive ends there is one row already.
  if (seq !== endA && seq !== endB) {
    const bad = Math.max(seq, endA)
    add('the base moved to', {
      change: base,
      inApp: tampered(bad),
      export: { alone: tampered(bad), joined: uncheckable },
    })
  }
  return found
}

/** What the ledger says of the newest archive as a whole. */
export function ledgerSeams([endA, endB]: Place['cuts']): LedgerSeam[] {
  const lie = (column: string, value: string): LedgerSeam => ({
    name: `the archive’s row shows another ${column}`,
    change: (db) =>
      void db.prepare(`UPDATE archive SET ${column} = ${value} WHERE size = ?`).run(endB),
    inApp: tampered(endB),
    export: null,
  })
  return [
    lie('chain', 'zeroblob(32)'),
    lie('first', '1'),
    lie('digest', `'${'0'.repeat(64)}'`),
    lie('folder', `folder || '-2'`),
    lie('oldest_at', 'oldest_at + 1'),
    lie('newest_at', '9000000000000000000'),
    {
      name: 'the newest archive forgotten',
      change: (db) => void db.prepare('DELETE FROM archive WHERE size = ?').run(endB),
      inApp: tampered(endA),
      export: { alone: tampered(endA), joined: uncheckable },
    },
    {
      name: 'all archives forgotten',
      change: (db) => void db.prepare('DELETE FROM archive').run(),
      inApp: tampered(1),
      export: { alone: tampered(1), joined: uncheckable },
    },
  ]
}
