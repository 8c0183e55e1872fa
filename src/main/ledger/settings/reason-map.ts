// Which code a reason counts under that was text alone. A mapping is an entry of the log and
// changes no request: what was sent stays as it was, and reports group by the code.
import { plainReason } from '#shared/connections/reasons.ts'
import { RELEASE } from '#shared/audit/audit-labels.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { put } from '../projections/changes.ts'

export interface ReasonMap {
  /** Null: it is no code any more. What says nothing new is not written. */
  map(text: string, code: string | null, actor: string): void
}

export function openReasonMap(db: Database, audit: AuditLog, clock: () => number): ReasonMap {
  const find = statement<[string], string>(db, 'SELECT code FROM reason_mapping WHERE text = ?', {
    as: 'value',
  })
  return {
    map: (typed, code, actor) =>
      inTransaction(db, () => {
        const text = plainReason(typed)
        const before = find.get(text) ?? null
        if (before === code) return
        audit.append(
          {
            ...{ actor, kind: 'reason:mapped', outcome: 'ok', origin: 'operator' },
            subject: 'report',
            details: { text, before, after: code },
          },
          [
            code === null
              ? ['drop', 'reason_mapping', { text }]
              : put(db, 'reason_mapping', { text }, { code, at: clock(), actor }),
          ],
        )
      }),
  }
}

export function mappingsIn(db: Database): Map<string, string> {
  const rows = statement<[], [string, string]>(
    db,
    'SELECT text, code FROM reason_mapping ORDER BY text',
    { as: 'list' },
  ).all()
  return new Map(rows)
}

/** Any other operation has a comment of its own. */
const withReasons: readonly string[] = ['return', 'void', RELEASE]
export const hasReason = (operation: string): boolean => withReasons.includes(operation)
