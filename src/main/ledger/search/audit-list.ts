// Pages of the audit log, newest first, by number and never by offset. A text is found through the
// index and compared in full; what the index has not read yet, or can't answer (one or two
// characters), is read entry by entry. A page never takes long: with a text it may end before it is
// full, and says where the next one goes on. It writes nothing.
import type { AuditFilter, AuditPage } from '#shared/bridge/lists.ts'
import { filterSql, type FilterSql, IN_RANGE, textTest } from './audit-filter.ts'
import { auditRow, type StoredEntry } from '../audit/audit-rows.ts'
import { foldText, trigramQuery } from './fold.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { namedBelow } from './text-index.ts'
import type { TimeSlice } from '../db/time-slice.ts'

export interface AuditQuery {
  filter: AuditFilter
  /** Of a list with the oldest first, the number it goes on behind. */
  before?: number | undefined
  limit: number
  /** Of a list without a text alone: what a text finds comes newest first. */
  isOldestFirst?: boolean | undefined
}

// Counting on would read the whole log for one number.
export const TOTAL_CAP = 10_000
/** With a text every entry counted has to be read. */
export const TEXT_TOTAL_CAP = 100
/** Below this it is quicker to read what the other filters leave than to ask for the text. */
const FEW = 2_000
/** A page compares about so many entries with the text; the next one goes on where it ended. */
export const MOST_READ = 600
/**
 * Entries the index names are passed over by the other filters, so many at a time, each for a part
 * of what reading one takes.
 */
const PASSED = 1_000
const PASSED_COST = 0.6
const PAGE = 120

export function listAudit(db: Database, query: AuditQuery, work: TimeSlice): Promise<AuditPage> {
  const holds = textTest(query.filter)
  return holds === null ? Promise.resolve(plainPage(db, query)) : textPage(db, query, holds, work)
}

function plainPage(db: Database, { filter, before, limit, isOldestFirst }: AuditQuery): AuditPage {
  const fields = filterSql(db, filter)
  const from = isOldestFirst === true ? { above: before } : { top: before }
  const order = isOldestFirst === true ? 'ASC' : 'DESC'
  const found = entriesOf(db, fields, limit + 1, order).all(valuesOf(fields, from))
  const rows = found.slice(0, limit).map(auditRow)
  const next = found.length > limit ? (rows.at(-1)?.seq ?? null) : null
  if (before !== undefined) return { rows, next, total: null, isMore: false }
  const counted = countTo(db, fields, TOTAL_CAP + 1)
  return { rows, next, total: Math.min(counted, TOTAL_CAP), isMore: counted > TOTAL_CAP }
}

const entriesOf = (
  db: Database,
  { sql, index }: FilterSql,
  most: number,
  order: 'ASC' | 'DESC' = 'DESC',
) =>
  statement<object, StoredEntry>(
    db,
    `SELECT * FROM audit_entry ${index} WHERE ${sql} AND ${IN_RANGE} ORDER BY seq ${order} LIMIT ${most}`,
  )

/** What the filter compares with, from below `top` down to `above`, which is left out. */
function valuesOf(
  { values, first, below }: FilterSql,
  { top, above }: { top?: number | undefined; above?: number | undefined },
): Record<string, unknown> {
  return {
    ...values,
    first: above === undefined || first > above ? first : BigInt(above) + 1n,
    below: top === undefined || below < top ? below : BigInt(top),
  }
}

const countTo = (db: Database, fields: FilterSql, most: number): number =>
  Number(
    statement<object>(
      db,
      `SELECT count(*) FROM (SELECT 1 FROM audit_entry ${fields.index} WHERE ${fields.sql} AND ${IN_RANGE} LIMIT ${most})`,
      { as: 'value' },
    ).get(valuesOf(fields, {})),
  )

async function textPage(
  db: Database,
  { filter, before, limit }: AuditQuery,
  holds: (row: StoredEntry) => boolean,
  work: TimeSlice,
): Promise<AuditPage> {
  // The first page also counts; later ones stop as soon as they know that there is more.
  const enough = before === undefined ? Math.max(limit, TEXT_TOTAL_CAP) + 1 : limit + 1
  const found: StoredEntry[] = []
  const scan: Scan = { left: MOST_READ, endedAt: null }
  for await (const row of candidates(db, { filter, before, scan }, work)) {
    if (holds(row)) found.push(row)
    if (found.length === enough) break
  }
  const rows = found.slice(0, limit).map(auditRow)
  const next = found.length > limit ? (rows.at(-1)?.seq ?? null) : scan.endedAt
  return {
    rows,
    next,
    total: before === undefined ? Math.min(found.length, enough - 1) : null,
    isMore: before === undefined && (found.length === enough || scan.endedAt !== null),
  }
}

/** How many entries may still be read one by one, and where that came to an end. */
interface Scan {
  left: number
  endedAt: number | null
}

/**
 * Entries that may hold the text, newest first: down to where `reading` ended, none that does is
 * left out.
 */
async function* candidates(
  db: Database,
  query: { filter: AuditFilter; before: number | undefined; scan: Scan },
  work: TimeSlice,
): AsyncGenerator<StoredEntry> {
  const { filter, scan } = query
  const fields = filterSql(db, filter)
  const head = Number(
    statement<[]>(db, 'SELECT max(seq) FROM audit_entry', { as: 'value' }).get() ?? 0,
  )
  const top = query.before ?? head + 1
  const trigrams = trigramQuery(foldText(filter.text ?? ''))
  const reach = Number(
    statement<[]>(db, 'SELECT seq FROM search_reach', { as: 'value' }).get() ?? 0,
  )
  const isFew = fields.sql !== '1' && countTo(db, fields, FEW) < FEW
  const mayAsk = trigrams !== null && !isFew
  const above = mayAsk ? reach : 0
  if (top > above + 1) yield* pages(db, fields, { top, above, scan }, work)
  if (mayAsk && scan.endedAt === null)
    yield* indexed(db, fields, { top: Math.min(top, reach + 1), query: trigrams, scan }, work)
}

async function* pages(
  db: Database,
  fields: FilterSql,
  range: { top: number; above: number; scan: Scan },
  work: TimeSlice,
): AsyncGenerator<StoredEntry> {
  const { top, above, scan } = range
  const select = entriesOf(db, fields, PAGE)
  for (let next = top; ;) {
    const rows = select.all(valuesOf(fields, { top: next, above }))
    yield* rows
    const last = rows.at(-1)
    if (rows.length < PAGE || last === undefined) return
    next = Number(last.seq)
    scan.left -= rows.length
    if (scan.left <= 0) {
      scan.endedAt = next
      return
    }
    await work.turn(top - next, top)
  }
}

async function* indexed(
  db: Database,
  fields: FilterSql,
  range: { top: number; query: string; scan: Scan },
  work: TimeSlice,
): AsyncGenerator<StoredEntry> {
  const { top, query, scan } = range
  const { sql, index, first, below } = fields
  // CROSS JOIN keeps the order of the list.
  const select = statement<object, bigint>(
    db,
    `SELECT e.seq FROM json_each(@numbers) j CROSS JOIN audit_entry e ${index} ON e.seq = j.value WHERE ${sql} AND ${IN_RANGE}`,
    { as: 'value' },
  )
  const selectEntry = statement<[number | bigint], StoredEntry>(
    db,
    'SELECT * FROM audit_entry WHERE seq = ?',
  )
  const values = valuesOf(fields, {})
  let next = Math.min(top, Number(below))
  for (let most = PAGE; ; most = sql === '1' ? PAGE : PASSED) {
    const { numbers, reached } = namedBelow(db, 'search_entry_text', { query, below: next, most })
    const passed =
      sql === '1' ? numbers : select.all({ ...values, numbers: JSON.stringify(numbers) })
    for (const number of passed) yield selectEntry.only(number)
    if (reached === null || reached <= first) return
    next = reached
    scan.left -= passed.length + numbers.length * PASSED_COST
    if (scan.left <= 0) {
      scan.endedAt = next
      return
    }
    await work.turn(top - next, top)
  }
}
