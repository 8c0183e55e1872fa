// Whether what is said of a request is the word of whoever asked for it: that it did not happen, or
// that a contradiction about it has been dealt with. It goes by the signed entries of the log.
import type { AttemptKind, AuditKind } from '#shared/audit/audit-kinds.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

const kinds: readonly (AttemptKind | AuditKind)[] = [
  'attempt:resolved-by-hand',
  'attempt:conflict-cleared',
]

/** MONEY: of a row of `attempt`. Nobody makes room in a limit of theirs by a word of their own. */
export const ownWordSql = `EXISTS (SELECT 1 FROM audit_entry e
  WHERE e.person = attempt.actor AND e.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
    AND e.actor = attempt.actor AND CAST(e.body AS TEXT) ->> '$.details.attemptId' = attempt.id)`

export function openOwnWord(db: Database): (attemptId: string) => boolean {
  const select = statement<[string], bigint>(
    db,
    `SELECT 1 FROM attempt WHERE id = ? AND ${ownWordSql}`,
    { as: 'value' },
  )
  return (attemptId) => select.get(attemptId) !== undefined
}
