// Whether the records go on at another computer: the newest entry that retired this one, or had it
// go on, says so. MONEY: while it does, nothing is sent here, whatever else the ledger says.
// Entries of any other kind say nothing of it.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { Reached } from '../audit/audit-base.ts'
import { bodyOf } from '../audit/audit-rows.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export const deskSubject = 'desk'

const deskMoved = 'desk:moved' satisfies AuditKind
export const deskMovedHere = 'desk:moved-here' satisfies AuditKind
const deskStayed = 'desk:stayed' satisfies AuditKind
const goesOn = `'${deskMovedHere}', '${deskStayed}'`

export interface Moved {
  moveId: string
  at: number
  /** What people call the computer that goes on. */
  to: string
}

/** Asked anew each time: null while this computer goes on. */
export function openMoved(db: Database): () => Moved | null {
  const select = statement<[], { kind: string; at: number; body: Buffer }>(
    db,
    `SELECT kind, at_wall AS at, body FROM audit_entry
     WHERE subject = '${deskSubject}' AND kind IN ('${deskMoved}', ${goesOn}) ORDER BY seq DESC LIMIT 1`,
    { integers: 'number' },
  )
  return () => {
    const row = select.get()
    if (row?.kind !== deskMoved) return null
    const details = bodyOf(row)?.details ?? {}
    // A body that somebody made unreadable still says that the desk moved.
    return { moveId: String(details['move']), at: row.at, to: String(details['to']) }
  }
}

/**
 * MONEY: the entry that retired this computer, the first one where its file was saved again; null
 * while it goes on. Nothing was sent here behind it, so a log that has it knows of all that was.
 */
export function retiredAt(db: Database): Reached | null {
  const row = statement<[], { seq: number; chain: Buffer }>(
    db,
    `SELECT seq, chain FROM audit_entry
     WHERE subject = '${deskSubject}' AND kind = '${deskMoved}' AND seq > coalesce((
       SELECT max(seq) FROM audit_entry WHERE subject = '${deskSubject}' AND kind IN (${goesOn})), 0)
     ORDER BY seq LIMIT 1`,
    { integers: 'number' },
  ).get()
  return row === undefined ? null : { size: row.seq, chain: row.chain.toString('hex') }
}

/** Every move that was taken in here and is not archived: for a sentence of its own. */
export const movesTaken = (db: Database): string[] =>
  statement<[], { body: Buffer }>(
    db,
    `SELECT body FROM audit_entry WHERE subject = '${deskSubject}' AND kind = '${deskMovedHere}'`,
  )
    .all()
    .map((row) => String(bodyOf(row)?.details['move']))
