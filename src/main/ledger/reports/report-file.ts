// A report as a file: CSV of its figures, or a spreadsheet that has a second sheet with every
// request behind them. All of it is of one reading. It only reads.
import { hostname } from 'node:os'
import type { ReportId } from '#shared/reports/report-methods.ts'
import { say } from '#shared/message.ts'
import { readLog } from '../audit/audit-rows.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { type ListColumn, type ListFacts, listTrouble, writeList } from '../export/list-file.ts'
import { requestColumns, requestReader, requestTimes } from '../export/request-rows.ts'
import { createXlsx, LONGEST_SHEET, type SheetPlan } from '../export/xlsx.ts'
import type { FactColumns } from './fact-columns.ts'
import type { MoneyFacts } from './money-facts.ts'
import { readReport, type ReportQuery, sumQueryOf } from './report.ts'
import { type ReportTable, reportTable } from './report-table.ts'
import { placesIn } from './sum-facts.ts'

export interface ReportFileQuery extends ReportQuery {
  /** A new folder of its own. */
  folder: string
  as: 'csv' | 'xlsx'
  report: ReportId
  zone: string
  /** The first day of each piece of the period. */
  parts: readonly string[]
  /** What codes of reasons are called. */
  reasonNames: Readonly<Record<string, string>>
}

const PAGE = 200

/** A connection that was removed is called by its id. */
function connectionNames(db: Database): (id: string) => string {
  const names = new Map(
    statement<[], [string, string]>(db, `SELECT id, record ->> '$.name' FROM connection`, {
      as: 'list',
    }).all(),
  )
  return (id) => names.get(id) ?? id
}

export async function writeReport(
  db: Database,
  facts: MoneyFacts,
  query: ReportFileQuery,
  work: TimeSlice,
): Promise<ListFacts> {
  const report = await readReport(db, facts, query, work)
  const numbers = numbersOf(report.columns, query)
  const table = reportTable(report, { ...query, nameOf: connectionNames(db) })
  const { folder, as } = query
  const plan = { folder, as, title: 'Report', columns: table.columns }
  return as === 'csv'
    ? writeList(plan, [table.rows], table.rows.length, work)
    : writeSheets(db, folder, { table, numbers }, work)
}

/** Of requests that were made here, newest first; open items are all that are open. */
function numbersOf(columns: FactColumns, query: ReportFileQuery): number[] {
  const asked = sumQueryOf(query)
  const isOpen = query.openAt !== undefined
  const places = placesIn(columns, {
    ...asked,
    borders: isOpen ? [0, Number.MAX_SAFE_INTEGER] : asked.borders,
    isAsked: (shape) =>
      shape.source === 'here' &&
      asked.isAsked(shape) &&
      (!isOpen || shape.outcome === 'unknown' || shape.outcome === 'processing'),
  })
  return places.map((place) => columns.number[place]!).sort((a, b) => b - a)
}

const named = (columns: readonly ListColumn[], kind: ListColumn['kind']): string[] =>
  columns.flatMap((one) => (one.kind === kind ? [one.name] : []))

async function writeSheets(
  db: Database,
  folder: string,
  { table, numbers }: { table: ReportTable; numbers: readonly number[] },
  work: TimeSlice,
): Promise<ListFacts> {
  if (numbers.length >= LONGEST_SHEET)
    throw listTrouble(say('ledger.list-longer-than-a-sheet', { most: LONGEST_SHEET - 1 }))
  const first: SheetPlan = {
    name: 'Report',
    columns: table.columns.map(({ name }) => name),
    numbers: named(table.columns, 'money'),
    times: named(table.columns, 'time'),
  }
  const requests: SheetPlan = {
    ...{ name: 'Requests', columns: [...requestColumns, 'approved_by'] },
    ...{ numbers: ['amount'], times: requestTimes },
  }
  const file = await createXlsx(folder, 'list.xlsx', [first, requests])
  try {
    await file.write(table.rows)
    await file.next()
    const read = requestReader(db, { computer: hostname(), logId: readLog(db)?.logId ?? '' })
    const ids = statement<[string], string>(
      db,
      `SELECT a.id FROM json_each(?) j JOIN attempt a ON a.made_number = j.value ORDER BY j.key`,
      { as: 'value' },
    )
    for (let at = 0; at < numbers.length; at += PAGE) {
      const page = ids.all(JSON.stringify(numbers.slice(at, at + PAGE)))
      // Nobody approves a request of another person yet.
      await file.write(
        read(page)
          .toReversed()
          .map((cells) => [...cells, '']),
      )
      await work.turn(at, numbers.length)
    }
    return { ...(await file.finish()), rows: table.rows.length }
  } finally {
    await file.close()
  }
}
