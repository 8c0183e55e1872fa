// What the kept reports of a gateway say that a bank pays as one: the batches they name, or their
// days, each with gross less fees by currency (rule 8 of docs/reconciliation.md). Each line counts
// once, whatever reports it stands in.
import { countKey, oneLineEach } from '#shared/reconcile/one-line.ts'
import type { OrderIndex } from '#shared/reconcile/find-order.ts'
import { isMoneyOut, type ReportLine } from '#shared/reconcile/report-line.ts'
import type { Grouping } from '#shared/reconcile/statement.ts'
import { dayIn } from '#shared/time/zone.ts'
import type { Database } from '../db/database.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { daysHeld, type KeptReportLine, linesOf, reportsBeside } from './all-reports.ts'

export interface Batch {
  name: string
  currency: string
  digits: number
  /** Negative where the bank takes money for it. */
  netMinor: bigint
  /** The last day of its lines, at noon in UTC. */
  at: number
}

export type BatchesBy = (grouping: Grouping) => Promise<Batch[]>

/** Of one reading of what is known here: each grouping is made once, however many ask for it. */
export function batchesBy(
  db: Database,
  of: { service: string; index: OrderIndex },
  work: TimeSlice,
): BatchesBy {
  const made = new Map<string, Promise<Batch[]>>()
  return (grouping) => {
    const key = JSON.stringify(grouping)
    const batches = made.get(key) ?? batchesOf(db, of, grouping, work)
    made.set(key, batches)
    return batches
  }
}

/** Without lines that name no batch or no day: of them nobody knows what pays them. */
async function batchesOf(
  db: Database,
  of: { service: string; index: OrderIndex },
  grouping: Grouping,
  work: TimeSlice,
): Promise<Batch[]> {
  const reports = reportsBeside(db, of.service, [])
  const lines: KeptReportLine[] = []
  for (const record of reports)
    for await (const part of linesOf(db, record, of.index, work)) lines.push(...part)
  const holdsDay = await daysHeld(db, { reports, index: of.index }, lines, work)
  const batches = new Map<string, Batch>()
  let done = 0
  for (const some of oneLineEach(Map.groupBy(lines, countKey).values(), holdsDay)) {
    for (const { line, told } of some) add(batches, withFee(line, told), grouping)
    done += some.length
    await work.turn(done, lines.length)
  }
  return [...batches.values()].toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
}

/** A column that one of its reports lacks does not matter. */
const withFee = (line: ReportLine, told: readonly KeptReportLine[]): ReportLine => {
  const fee = told.find((one) => one.line.fee !== undefined)?.line.fee
  return fee === undefined ? line : { ...line, fee }
}

function add(batches: Map<string, Batch>, line: ReportLine, grouping: Grouping): void {
  const name = nameOf(line, grouping)
  if (name === null) return
  const { currency, digits, kind, minor, fee = 0n, at } = line
  const key = JSON.stringify([name, currency, digits])
  const known = batches.get(key) ?? { name, currency, digits, netMinor: 0n, at: 0 }
  const net = (isMoneyOut(kind) ? -minor : minor) - fee
  batches.set(key, { ...known, netMinor: known.netMinor + net, at: Math.max(known.at, at ?? 0) })
}

/** A day alone is what the report says, whatever the zone. */
function nameOf({ batch, at, isDay }: ReportLine, grouping: Grouping): string | null {
  if (grouping.by === 'batch') return batch ?? null
  return at === null ? null : dayIn(at, isDay === true ? 'UTC' : grouping.zone)
}
