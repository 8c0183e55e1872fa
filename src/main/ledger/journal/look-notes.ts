// What looks at a request found. MONEY: what steers the next step, and what a person reads, is a
// fact with its entry: how many look-ups count, whether a refused request still waits for its first
// look, and other words than the look before. The plan of looks changes without one, and decides
// nothing.
import { attemptSubject } from '#shared/attempt.ts'
import type { AuditLog } from '../audit/audit.ts'
import { maskCardNumbers } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { Cells } from '../projections/changes.ts'
import type { AttemptRow } from './attempt-row.ts'

export interface LookNotes {
  /** What a look found of an open request, and when the next one is due. */
  noteCheck(id: string, nextCheckAt: number | null, message: string): void
  /** One more look-up of an open request counts. */
  noteLook(id: string): void
  /** A look at a request that is final: its words stay. Null: it is watched no more. */
  noteWatch(id: string, watched: number, nextCheckAt: number | null): void
}

export function openLookNotes(
  db: Database,
  audit: AuditLog,
  get: (id: string) => AttemptRow | null,
): LookNotes {
  const writePlan = (sql: string, ...values: unknown[]): void =>
    void statement<unknown[]>(db, sql).run(...values)
  /** MONEY: what a look shows steers what may be done next, so that the log says it too. */
  const looked = (row: AttemptRow, cells: Cells): void => {
    audit.append(
      {
        actor: 'paydesk',
        kind: 'attempt:looked',
        outcome: 'ok',
        origin: 'desk',
        subject: attemptSubject(row),
        // No more: what is found by its operation or its person are steps of people.
        details: { attemptId: row.id },
      },
      [['set', 'attempt', { id: row.id, ...cells }]],
    )
  }
  return {
    noteCheck: (id, nextCheckAt, message) =>
      inTransaction(db, () => {
        const row = get(id)
        if (row?.state !== 'UNKNOWN' && row?.state !== 'ACCEPTED') return
        const said = maskCardNumbers(message)
        if (said !== row.checkMessage) looked(row, { check_message: said })
        writePlan(
          'UPDATE attempt SET checks = checks + 1, next_check_at = ? WHERE id = ?',
          nextCheckAt,
          id,
        )
      }),
    noteLook: (id) =>
      inTransaction(db, () => {
        const row = get(id)
        if (row?.state === 'UNKNOWN' || row?.state === 'ACCEPTED')
          looked(row, { looks: row.looks + 1 })
      }),
    noteWatch: (id, watched, nextCheckAt) =>
      inTransaction(db, () => {
        const row = get(id)
        if (row === null) return
        const awaitsLook = watched === 0 && nextCheckAt !== null
        if (awaitsLook !== row.awaitsLook) looked(row, { awaits_look: awaitsLook ? 1 : 0 })
        writePlan(
          'UPDATE attempt SET watched = ?, next_check_at = ? WHERE id = ?',
          watched,
          nextCheckAt,
          id,
        )
      }),
  }
}
