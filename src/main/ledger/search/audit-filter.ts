// What a filter of the audit log means, once for the list and the export: terms of SQL, the index
// that answers them, and the text that is looked for in an entry. It reads only what the search
// knows of days.
import type { AuditFilter } from '#shared/bridge/lists.ts'
import { dayEnd, dayStart } from '#shared/time/zone.ts'
import { bodyOf, type StoredEntry } from '../audit/audit-rows.ts'
import { foldText } from './fold.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { entryText } from './search-terms.ts'

export interface EntryTerms {
  /** About audit_entry; everything but the text. */
  sql: string
  values: Record<string, unknown>
}

export interface FilterSql extends EntryTerms {
  /** Ends a FROM: the index whose order is the log's own. */
  index: string
  /** Entries with smaller numbers, or with this one and greater, can't pass. */
  first: bigint
  below: bigint
}

/**
 * Of one range alone SQLite goes straight to both ends: of two upper bounds it takes one, and reads
 * all entries between them.
 */
export const IN_RANGE = 'seq >= @first AND seq < @below'

const DAY_MS = 86_400_000
const BEFORE_ALL = -(2n ** 63n)
const BEYOND = 2n ** 63n - 1n

export function entryTerms(filter: AuditFilter): EntryTerms {
  const terms = ['1']
  const values: Record<string, unknown> = {}
  const add = (name: string, term: string, value: unknown): void => {
    if (value === undefined || value === '') return
    terms.push(term)
    values[name] = value
  }
  const { actor = '', kind = '', operation = '', outcome = '', subject = '' } = filter
  const { from, until, zone = 'UTC' } = filter
  add('actor', 'person = @actor', actor)
  add('operation', 'operation = @operation', operation)
  add('kind', 'kind = @kind', kind)
  add('outcome', 'outcome = @outcome', outcome)
  add('subject', 'subject = @subject', subject)
  if (filter.subjects !== undefined)
    add(
      'subjects',
      'subject IN (SELECT value FROM json_each(@subjects))',
      JSON.stringify(filter.subjects),
    )
  if (from !== undefined) add('from', 'at_wall >= @from', dayStart(from, zone))
  if (until !== undefined) add('until', 'at_wall < @until', dayEnd(until, zone))
  return { sql: terms.join(' AND '), values }
}

/** The same with what a list needs to answer it quickly. `db` has the search beside the ledger. */
export function filterSql(db: Database, filter: AuditFilter): FilterSql {
  return { ...entryTerms(filter), ...daySpan(db, filter), index: indexFor(filter) }
}

function indexFor(filter: AuditFilter): string {
  const { actor = '', kind = '', operation = '', outcome = '', subject = '' } = filter
  if (subject !== '') return 'INDEXED BY audit_subject'
  if (operation !== '') return 'INDEXED BY audit_operation'
  if (actor !== '') return `INDEXED BY ${kind === '' ? 'audit_person' : 'audit_person_kind'}`
  if (kind !== '' && outcome !== '') return 'INDEXED BY audit_kind_outcome'
  if (kind !== '') return 'INDEXED BY audit_kind'
  return outcome === '' ? 'NOT INDEXED' : 'INDEXED BY audit_outcome'
}

/**
 * The numbers between which all entries of these days lie; entries the search has not read yet may
 * belong to any day. The search knows UTC days: days of another zone are covered by those they
 * touch.
 */
function daySpan(
  db: Database,
  { from, until, zone = 'UTC' }: AuditFilter,
): Pick<FilterSql, 'first' | 'below'> {
  if (from === undefined && until === undefined) return { first: BEFORE_ALL, below: BEYOND }
  const row = statement<
    { from: number; until: number },
    Record<'first' | 'last' | 'reach' | 'head', bigint | null>
  >(
    db,
    `SELECT min(first_seq) AS first, max(last_seq) AS last, (SELECT seq FROM search_reach) AS reach,
         (SELECT max(seq) FROM audit_entry) AS head
       FROM search_day WHERE day >= @from AND day <= @until`,
  ).only({
    from: from === undefined ? -1e9 : Math.floor(dayStart(from, zone) / DAY_MS),
    until: until === undefined ? 1e9 : Math.floor((dayEnd(until, zone) - 1) / DAY_MS),
  })
  const reach = row.reach ?? 0n
  const isWholeRead = (row.head ?? 0n) <= reach
  return {
    first: row.first ?? reach + 1n,
    below: isWholeRead ? (row.last ?? 0n) + 1n : BEYOND,
  }
}

/** Whether an entry holds the text, or null when there is none to look for. */
export function textTest(filter: AuditFilter): ((row: StoredEntry) => boolean) | null {
  const asked = foldText(filter.text ?? '')
  if (asked === '') return null
  return (row) => {
    const body = bodyOf(row)
    return body === null ? foldText(row.subject).includes(asked) : entryText(body).includes(asked)
  }
}
