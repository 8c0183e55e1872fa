// The lines of a report, and those lines of the other kept reports of its gateway that may speak of
// the same movements. Only these are held: a year of reports has a million lines.
import { hash } from 'node:crypto'
import { findOrder, type FoundOrder, type OrderIndex } from '#shared/reconcile/find-order.ts'
import {
  countKey,
  dayOfLine,
  type HoldsDay,
  isByDay,
  type ReportedLine,
} from '#shared/reconcile/one-line.ts'
import type { ReportLine } from '#shared/reconcile/report-line.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { countsSql } from './reconciliation-book.ts'
import {
  fileOf,
  type KeptLine,
  reconciliationOf,
  type ReconciliationRecord,
  unpackLines,
} from './reconciliation-record.ts'

/** A line as its report has it. */
export interface KeptReportLine extends ReportedLine {
  record: ReconciliationRecord
  line: KeptLine
  found: FoundOrder
}

/** Of this report the lines are read; undefined where not all of them are kept. */
export function wholeReport(db: Database, id: string): ReconciliationRecord | undefined {
  const sql = 'SELECT * FROM reconciliation WHERE id = ? AND kept = rows'
  const row = statement<[string], SqlRow>(db, sql).get(id)
  return row === undefined ? undefined : reconciliationOf(row)
}

/**
 * The reports whose lines take movements from those of these. Of one file that was read several
 * times the newest reading counts, beside a reading of it none, and none that was set aside.
 */
export const reportsBeside = (
  db: Database,
  service: string,
  own: readonly ReconciliationRecord[],
): ReconciliationRecord[] =>
  countedOf(db, service, own).filter(({ source }) => source.statement === undefined)

/** The statements of a bank that count, the newest first. */
export const statementsOf = (db: Database, service: string): ReconciliationRecord[] =>
  countedOf(db, service, []).filter(({ source }) => source.statement !== undefined)

function countedOf(
  db: Database,
  service: string,
  own: readonly ReconciliationRecord[],
): ReconciliationRecord[] {
  const sql = `SELECT * FROM reconciliation WHERE service = ? AND kept = rows AND ${countsSql}
    ORDER BY made_number DESC`
  const seen = new Set(own.map(fileOf))
  return statement<[string], SqlRow>(db, sql)
    .all(service)
    .map(reconciliationOf)
    .filter((one) => {
      const isNew = !seen.has(fileOf(one))
      seen.add(fileOf(one))
      return isNew
    })
}

/** Some hundreds at a time, as they are kept. */
export async function* linesOf(
  db: Database,
  record: ReconciliationRecord,
  index: OrderIndex,
  work: TimeSlice,
): AsyncGenerator<KeptReportLine[]> {
  const parts = statement<[string], string>(
    db,
    'SELECT lines FROM reconciliation_part WHERE reconciliation_id = ? ORDER BY part',
    { as: 'value' },
  ).all(record.id)
  const report = hash('sha256', `${record.source.meaning} ${fileOf(record)}`)
  let done = 0
  for (const part of parts) {
    yield unpackLines(part).map((line) => {
      const found = findOrder(line, index)
      return { record, report, line, found, place: placeOf(line, found) }
    })
    done += 1
    await work.turn(done, parts.length)
  }
}

/** Without an order here, what a line says of itself is its place. */
const placeOf = (line: ReportLine, found: FoundOrder): string =>
  found.kind === 'found'
    ? found.order
    : found.kind === 'none'
      ? `? ${line.lastFour} ${dayOfLine(line)}`
      : `? ${line.orderId} ${line.merchantOrderId}`

/** What the lines of a report have in common with those of others, where anything. */
export interface Wanted {
  places: ReadonlySet<string>
  /** Of lines without a number of an order: any line of their amount makes them less certain. */
  amounts: ReadonlySet<string>
}

export const amountKey = ({ kind, currency, digits, minor }: ReportLine): string =>
  `${kind} ${currency} ${digits} ${minor}`

export async function linesBeside(
  db: Database,
  { reports, index }: { reports: readonly ReconciliationRecord[]; index: OrderIndex },
  { places, amounts }: Wanted,
  work: TimeSlice,
): Promise<KeptReportLine[]> {
  const lines: KeptReportLine[] = []
  for (const record of reports)
    for await (const part of linesOf(db, record, index, work))
      for (const one of part)
        if (places.has(one.place) || amounts.has(amountKey(one.line))) lines.push(one)
  return lines
}

/** Compares whole days of reports, for those days alone on which a line is told by its day. */
export async function daysHeld(
  db: Database,
  { reports, index }: { reports: readonly ReconciliationRecord[]; index: OrderIndex },
  lines: readonly KeptReportLine[],
  work: TimeSlice,
): Promise<HoldsDay> {
  const days = new Set(lines.flatMap(({ line }) => (isByDay(line) ? [dayOfLine(line)] : [])))
  const counts = new Map<string, Map<string, number>>()
  if (days.size > 0 && reports.length > 1)
    for (const record of reports)
      for await (const part of linesOf(db, record, index, work))
        for (const one of part) {
          const day = dayOfLine(one.line)
          if (!days.has(day)) continue
          const key = `${one.report} ${day}`
          const ofDay = counts.get(key) ?? new Map<string, number>()
          counts.set(key, ofDay)
          ofDay.set(countKey(one), (ofDay.get(countKey(one)) ?? 0) + 1)
        }
  const held = new Map<string, boolean>()
  return (day, one, other) => {
    const key = `${day} ${one} ${other}`
    const known = held.get(key)
    if (known !== undefined) return known
    const [first, second] = [counts.get(`${one} ${day}`), counts.get(`${other} ${day}`)]
    const isHeld =
      first !== undefined && second !== undefined && (isIn(first, second) || isIn(second, first))
    held.set(key, isHeld)
    return isHeld
  }
}

const isIn = (small: ReadonlyMap<string, number>, large: ReadonlyMap<string, number>): boolean =>
  small.size <= large.size && [...small].every(([key, count]) => count <= (large.get(key) ?? 0))
