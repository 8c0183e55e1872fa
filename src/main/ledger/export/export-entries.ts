// The entries of an export as files: audit.jsonl, which is what is checked, and audit.csv and
// audit.xlsx for people. It reads by pages, in turns, and writes only new files into the folder it
// is given; signing is not its business.
import { hostname } from 'node:os'
import { say } from '#shared/message.ts'
import type { AuditFilter } from '#shared/bridge/lists.ts'
import { ARCHIVED, baseOf, startOf } from '../audit/audit-base.ts'
import { entryTerms, textTest } from '../search/audit-filter.ts'
import { readLog, shownEntry, type StoredEntry } from '../audit/audit-rows.ts'
import { WENT_BACK } from '../audit/audit.ts'
import { columns, csvCells, csvHead, csvLine } from './csv.ts'
import { createFile, type FileFact } from './export-file.ts'
import type { Database } from '../db/open.ts'
import { requestColumns, requestReader, requestTimes } from './request-rows.ts'
import { createXlsx, MOST_SHEET_ROWS, type XlsxWriter } from './xlsx.ts'
import { RESUMED } from '../journal/money-stop.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { statement } from '../db/statements.ts'

export interface EntriesQuery {
  folder: string
  filter: AuditFilter
  /** Number of the newest entry of the export. */
  size: number
}

export interface EntryFiles {
  facts: FileFact[]
  full: number
  stubs: number
  noSheet?: string
}

const PAGE = 200

export async function writeEntries(
  db: Database,
  { folder, filter, size }: EntriesQuery,
  work: TimeSlice,
  mostSheetRows = MOST_SHEET_ROWS,
): Promise<EntryFiles> {
  const { sql, values } = entryTerms(filter)
  const holds = textTest(filter)
  const select = statement<Record<string, unknown>, StoredEntry & { is_full: bigint }>(
    db,
    `SELECT *, (${sql}) AS is_full FROM audit_entry
     WHERE seq > @after AND seq <= @size AND NOT (seq > @start AND seq <= @base) ORDER BY seq LIMIT ${PAGE}`,
  )
  // Archived entries that are still to be taken out lie in the archive.
  const base = baseOf(db)
  const placed = { ...values, size, base: base.size, start: startOf(db, base).size }
  const lines = await createFile(folder, 'audit.jsonl')
  const cells = await createFile(folder, 'audit.csv')
  const xlsx = await createXlsx(folder, 'audit.xlsx', sheets)
  const place = { computer: hostname(), logId: readLog(db)?.logId ?? '' }
  const requests = new Set<string>()
  let full = 0
  let stubs = 0
  try {
    await cells.write(csvHead())
    // Below every INTEGER: an entry smuggled in before the first must show up in the export, and be
    // found.
    for (let after = -(2n ** 63n); ;) {
      const rows = select.all({ ...placed, after })
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.seq
      const chosen = new Set(
        rows.filter(
          (row) => isAlwaysShown(row) || (row.is_full === 1n && (holds === null || holds(row))),
        ),
      )
      full += chosen.size
      stubs += rows.length - chosen.size
      await lines.write(rows.map((row) => entryLine(row, chosen.has(row))).join(''))
      const entries = [...chosen].map(shownEntry)
      for (const { details } of entries)
        if (typeof details['attemptId'] === 'string') requests.add(details['attemptId'])
      const shown = entries.map((entry) => csvCells(entry, place))
      await cells.write(shown.map(csvLine).join(''))
      if (full <= mostSheetRows) await xlsx.write(shown)
      await work.turn(full + stubs, size)
    }
    const [sealed, table] = [await lines.finish(), await cells.finish()]
    if (full > mostSheetRows) {
      await xlsx.remove()
      const noSheet = say('ledger.export-too-many-rows', { mostSheetRows })
      return { facts: [sealed, table], full, stubs, noSheet }
    }
    await xlsx.next()
    await writeRequests(xlsx, [...requests], requestReader(db, place), work)
    return { facts: [sealed, await xlsx.finish(), table], full, stubs }
  } finally {
    await lines.close()
    await cells.close()
    await xlsx.close()
  }
}

const sheets = [
  { name: 'Audit log', columns, numbers: ['amount'], times: ['time'] },
  { name: 'Requests', columns: requestColumns, numbers: ['amount'], times: requestTimes },
] as const

async function writeRequests(
  xlsx: XlsxWriter,
  ids: readonly string[],
  read: (ids: readonly string[]) => string[][],
  work: TimeSlice,
): Promise<void> {
  for (let at = 0; at < ids.length; at += PAGE) {
    await xlsx.write(read(ids.slice(at, at + PAGE)))
    await work.turn(at, ids.length)
  }
}

/**
 * Never withheld: what says that entries were archived, without which nobody could tell that they
 * may be missing; and what an auditor has to ask about, whatever the export was made for.
 */
const isAlwaysShown = (row: StoredEntry): boolean =>
  (row.kind === ARCHIVED.kind && row.outcome === ARCHIVED.outcome) ||
  row.kind === RESUMED ||
  row.kind === WENT_BACK

function entryLine(row: StoredEntry, isFull: boolean): string {
  const seq = Number(row.seq)
  const place = { leaf: row.leaf.toString('hex'), chain: row.chain.toString('hex') }
  const entry = isFull ? { seq, body: row.body.toString('base64'), ...place } : { seq, ...place }
  return `${JSON.stringify(entry)}\n`
}
