// What administrators signed about who works here, and failed tries to sign in: each appended with
// the entry that says so. What a statement means is known to desk/people alone.
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Change, put } from '../projections/changes.ts'

interface Stated {
  seq: number
  body: string
  signature: string
}

interface Entered {
  draft: AuditDraft
  stated: Stated
}

/** What is written together with statements. */
export interface MoreWritten {
  draft: AuditDraft
  rows?: () => readonly Change[]
}

export interface PeopleStore {
  /** In order. */
  statements(): Stated[]
  size(): number
  /**
   * All of it or nothing, statements first. Throws when another statement has the number of one:
   * the caller has looked before.
   */
  state(statements: readonly Entered[], more?: readonly MoreWritten[]): void
  failures(personId: string): number
  noteFailures(draft: AuditDraft, personId: string, failures: number): void
}

export function openPeople(db: Database, audit: AuditLog): PeopleStore {
  const selectAll = statement<[], Stated>(
    db,
    'SELECT seq, body, signature FROM person_statement ORDER BY seq',
    { integers: 'number' },
  )
  const selectSize = statement<[]>(db, 'SELECT count(*) FROM person_statement', { as: 'value' })
  const selectFailures = statement<[string]>(
    db,
    'SELECT failures FROM person_failure WHERE person_id = ?',
    { as: 'value' },
  )
  return {
    statements: () => selectAll.all(),
    size: () => Number(selectSize.get() ?? 0),
    state: (statements, more = []) =>
      inTransaction(db, () => {
        for (const { draft, stated } of statements)
          audit.append(draft, [['add', 'person_statement', { ...stated }]])
        for (const { draft, rows } of more) audit.append(draft, rows?.())
      }),
    failures: (personId) => Number(selectFailures.get(personId) ?? 0),
    noteFailures: (draft, personId, failures) =>
      inTransaction(
        db,
        () =>
          void audit.append(draft, [
            put(db, 'person_failure', { person_id: personId }, { failures }),
          ]),
      ),
  }
}
