// Matches the kept lines of a report with the movements that this computer knows by now, by the
// rules of docs/reconciliation.md, and takes in what people said of lines. Made anew each time: the
// same lines, movements and decisions give the same digest, whatever the order of the file.
import type { ShownPile, WholeLists } from '#shared/reconcile/reconcile-methods.ts'
import { findOrder, openOrderIndex, type OrderIndex } from '#shared/reconcile/find-order.ts'
import { countKey, type OneLine, oneLineEach } from '#shared/reconcile/one-line.ts'
import { suggestedVerdict } from '#shared/reconcile/match-order.ts'
import { matchOne, placeStray } from '#shared/reconcile/reconcile.ts'
import {
  type LineVerdict,
  type ReportEvent,
  type ReportLine,
  usualWindow,
} from '#shared/reconcile/report-line.ts'
import { type Doubt, doubtsOf, type SeenLine } from '#shared/reconcile/report-doubts.ts'
import { suggest } from '#shared/reconcile/suggest.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import {
  amountKey,
  daysHeld,
  type KeptReportLine,
  linesBeside,
  linesOf,
  reportsBeside,
  wholeReport,
} from './all-reports.ts'
import { type BatchesBy, batchesBy } from './batches.ts'
import { isStatement, matchStatement, type StatementRecord } from './match-statement.ts'
import { knownMovements, type KnownOrder } from './known-movements.ts'
import type { KnownEvent } from './told-once.ts'
import type { ReconcileResult, ReconciliationRecord } from './reconciliation-record.ts'
import { resultOf } from './result-of.ts'
import {
  aboutOf,
  decisionsIn,
  type DecisionsIn,
  type MatchedLine,
  type Undecided,
  withDecisions,
} from './said-of-lines.ts'

export interface MatchedReport {
  record: ReconciliationRecord
  /** In the order of the file. */
  lines: MatchedLine[]
  /** Movements of the report's period that no line is. */
  missing: KnownEvent[]
  result: ReconcileResult
  whole: WholeLists
  doubts: Doubt[]
}

/** Undefined where there is none, or not all of its lines are kept. */
export async function matchReport(
  db: Database,
  id: string,
  work: TimeSlice,
): Promise<MatchedReport | undefined> {
  const record = wholeReport(db, id)
  return record === undefined ? undefined : (await matchReports(db, [record], work))[0]
}

/** Reports of one gateway, by one reading of what is known here: each as it is by itself. */
export async function matchReports(
  db: Database,
  all: readonly ReconciliationRecord[],
  work: TimeSlice,
): Promise<MatchedReport[]> {
  const service = all[0]?.service ?? ''
  const upToEntry = Number(
    statement<[], bigint | number>(db, 'SELECT coalesce(max(seq), 0) FROM audit_entry', {
      as: 'value',
    }).only(),
  )
  const known = await knownMovements(db, service, work)
  const index = await indexOf(known, work)
  const records = all.filter((record) => !isStatement(record))
  const statements: MatchedReport[] = []
  const toStatements = {
    ...{ index, upToEntry, decisions: decisionsIn(db) },
    batchesBy: batchesBy(db, { service, index }, work),
  }
  for (const record of all)
    if (isStatement(record)) statements.push(await ofStatement(db, record, toStatements, work))
  if (records.length === 0) return statements
  return [...statements, ...(await ofReports(db, records, { known, index, upToEntry }, work))]
}

async function ofStatement(
  db: Database,
  record: StatementRecord,
  known: {
    index: OrderIndex
    batchesBy: BatchesBy
    upToEntry: number
    decisions: DecisionsIn
  },
  work: TimeSlice,
): Promise<MatchedReport> {
  const { upToEntry, decisions } = known
  const matched = await matchStatement(db, record, known, work)
  const { missing, doubts } = matched
  const { lines, whole } = withDecisions(matched.lines, record.id, decisions)
  return { record, lines, missing, doubts, whole, result: resultOf(lines, missing, upToEntry) }
}

async function ofReports(
  db: Database,
  records: readonly ReconciliationRecord[],
  { known, index, upToEntry }: { known: Known; index: OrderIndex; upToEntry: number },
  work: TimeSlice,
): Promise<MatchedReport[]> {
  const own: KeptReportLine[] = []
  for (const record of records)
    for await (const part of linesOf(db, record, index, work)) own.push(...part)
  const linesBy = Map.groupBy(own, ({ record }) => record)
  const ofPeriods = new Map<ReconciliationRecord, KnownEvent[]>()
  for (const record of records) {
    const orders = new Set<string>()
    for (const { found } of linesBy.get(record) ?? [])
      if (found.kind === 'found') orders.add(found.order)
    ofPeriods.set(
      record,
      known.events.filter((event) => isInPeriod(event, record, orders)),
    )
    await work.turn(ofPeriods.size, records.length)
  }
  const ofPeriod = [...ofPeriods.values()].flat()
  const places = new Set([...own, ...ofPeriod.map(({ order: place }) => ({ place }))].map(placeOf))
  const all = await allLines(db, { records, index, places }, own, work)
  const compared = await compare(all, { known, index, places }, work)
  const decisions = decisionsIn(db)
  const linesIn = await linesOfReports(compared, work)
  const matched: MatchedReport[] = []
  for (const record of records) {
    const decided = withDecisions(await linesIn(record), record.id, decisions)
    const lines = decided.lines.toSorted((a, b) => a.line.line - b.line.line)
    const missing = ofPeriods.get(record)!.filter((event) => compared.missing.has(event.id))
    await work.turn(0, lines.length)
    const result = resultOf(lines, missing, upToEntry)
    const seen: SeenLine[] = []
    for (const { line, order, pile } of lines) {
      const found = findOrder(line, index)
      const events = order === null ? [] : (compared.orders.get(order)?.events ?? [])
      seen.push({ line, found, isMatched: taken.has(pile), events })
      if (seen.length % everySome === 0) await work.turn(seen.length, lines.length)
    }
    const doubts = doubtsOf(seen, { missing: missing.length, index })
    matched.push({ record, lines, missing, result, whole: decided.whole, doubts })
    await work.turn(matched.length, records.length)
  }
  return matched
}

const placeOf = ({ place }: { place: string }): string => place

/** Orders without a movement are known as well: a refund of one is no unknown order's. */
const bare = ({ orderId, merchantOrderId }: KnownOrder): ReportEvent => ({
  ...{ id: '', kind: 'captured', minor: 0n, currency: '', digits: 0, at: 0, isCertain: true },
  ...{ orderId, merchantOrderId, rrn: '', approvalCode: '', serialNumber: '', lastFour: '' },
})

async function indexOf({ events, orders }: Known, work: TimeSlice): Promise<OrderIndex> {
  const index = openOrderIndex()
  for (const [at, event] of events.entries()) {
    index.add(event, event.order)
    if (at % everySome === 0) await work.turn(at, events.length)
  }
  for (const [at, order] of orders.entries()) {
    index.add(bare(order), order.orderId)
    if (at % everySome === 0) await work.turn(at, orders.length)
  }
  return index
}

/** So many of a quick step between two looks at the clock. */
const everySome = 500

type Known = Awaited<ReturnType<typeof knownMovements>>

/**
 * MONEY: each line once, whatever report it stands in. What a line of another report takes is not
 * free for one of these: two reports with a refund each have two refunds.
 */
async function allLines(
  db: Database,
  of: { records: readonly ReconciliationRecord[]; index: OrderIndex; places: ReadonlySet<string> },
  own: readonly KeptReportLine[],
  work: TimeSlice,
): Promise<OneLine<KeptReportLine>[]> {
  const { records, index, places } = of
  const reports = reportsBeside(db, records[0]!.service, records)
  const bareOnes = own.filter(({ found }) => found.kind === 'none')
  const amounts = new Set(bareOnes.map(({ line }) => amountKey(line)))
  const beside = await linesBeside(db, { reports, index }, { places, amounts }, work)
  const lines = [...own, ...beside]
  const holdsDay = await daysHeld(db, { reports: [...records, ...reports], index }, lines, work)
  const groups = new Map<string, KeptReportLine[]>()
  for (const [at, line] of lines.entries()) {
    addTo(groups, countKey(line), line)
    if (at % everySome === 0) await work.turn(at, lines.length)
  }
  const all: OneLine<KeptReportLine>[] = []
  for (const some of oneLineEach(groups.values(), holdsDay)) {
    all.push(...some)
    await work.turn(all.length, lines.length)
  }
  return all
}

/** A fee is no movement of an order, whatever numbers its line has. */
const feeVerdict = ({ line }: ReportLine): LineVerdict => ({
  ...{ line, pile: 'fees', rule: 'fee', events: [], witnesses: [] },
})

interface Compared {
  lines: { one: OneLine<KeptReportLine>; verdict: LineVerdict; events: readonly KnownEvent[] }[]
  /** Ids of certain events that no line is. */
  missing: Set<string>
  /** By order, all that is known of those that were asked about. */
  orders: ReadonlyMap<string, OfOrder>
}

/** What belongs to one order here. */
interface OfOrder {
  lines: ReportLine[]
  events: KnownEvent[]
}

async function compare(
  all: readonly OneLine<KeptReportLine>[],
  of: { known: Known; index: OrderIndex; places: ReadonlySet<string> },
  work: TimeSlice,
): Promise<Compared> {
  const byId = new Map<string, KnownEvent>()
  const orders = new Map<string, OfOrder>()
  const orderOf = (order: string): OfOrder => {
    const known = orders.get(order) ?? { lines: [], events: [] }
    orders.set(order, known)
    return known
  }
  for (const [at, event] of of.known.events.entries()) {
    if (at % everySome === 0) await work.turn(at, of.known.events.length)
    if (!of.places.has(event.order)) continue
    byId.set(event.id, event)
    orderOf(event.order).events.push(event)
  }
  const verdicts = new Map<number, LineVerdict>()
  const without: ReportLine[] = []
  for (const { line, place, told } of all) {
    const { found } = told[0]!
    // Of other orders only the lines of some amounts are here.
    if (line.kind === 'fee') {
      verdicts.set(line.line, feeVerdict(line))
      continue
    }
    if (found.kind !== 'found') verdicts.set(line.line, placeStray(line, found, of.index))
    else if (of.places.has(place)) orderOf(place).lines.push(line)
    if (found.kind === 'none') without.push(line)
    await work.turn(verdicts.size, all.length)
  }
  const missing = new Set<string>()
  for (const { lines, events } of orders.values()) {
    const matched = matchOne(lines, events, usualWindow)
    for (const verdict of matched.lines) verdicts.set(verdict.line, verdict)
    for (const { id } of matched.missing) missing.add(id)
    await work.turn(verdicts.size, all.length)
  }
  const book = { events: of.known.events, lines: all.map(({ line }) => line), window: usualWindow }
  const suggested = [...suggest(without, book)].map(
    ([line, event]) => [line, event as KnownEvent] as const,
  )
  const theirs = new Set(suggested.map(([, { order }]) => order))
  const ofOrder = Map.groupBy(
    of.known.events.filter(({ order }) => theirs.has(order)),
    ({ order }) => order,
  )
  for (const [line, event] of suggested) {
    verdicts.set(line.line, suggestedVerdict(line, event, ofOrder.get(event.order)!))
    byId.set(event.id, event)
  }
  const eventsOf = new Map<readonly string[], readonly KnownEvent[]>()
  return {
    ...{ missing, orders },
    lines: all.flatMap((one) => {
      const verdict = verdicts.get(one.line.line)
      if (verdict === undefined) return []
      const own = eventsOf.get(verdict.events) ?? verdict.events.map((event) => byId.get(event)!)
      eventsOf.set(verdict.events, own)
      return [{ one, verdict, events: own }]
    }),
  }
}

/** The lines of each report, each with what others say of the same movements. */
async function linesOfReports(
  { lines }: Compared,
  work: TimeSlice,
): Promise<(record: ReconciliationRecord) => Promise<Undecided[]>> {
  const asked = new Map<string, KeptReportLine[]>()
  const of = new Map<string, Compared['lines']>()
  for (const [at, compared] of lines.entries()) {
    for (const told of compared.one.told) {
      for (const event of compared.verdict.events) addTo(asked, event, told)
      addTo(of, told.record.id, compared)
    }
    await work.turn(at, lines.length)
  }
  // Many lines may name the same many movements.
  const byEvents = new Map<readonly string[], ReadonlySet<KeptReportLine>>()
  const toldOf = (events: readonly string[]): ReadonlySet<KeptReportLine> => {
    const known = byEvents.get(events) ?? new Set(events.flatMap((event) => asked.get(event) ?? []))
    byEvents.set(events, known)
    return known
  }
  return async (record) => {
    const found: Undecided[] = []
    const isOwn = (one: KeptReportLine): boolean => one.record.id === record.id
    for (const { one, verdict, events } of of.get(record.id) ?? []) {
      const own = one.told.find(isOwn)!
      const { pile, rule, witnesses } = verdict
      const also = one.told.filter((told) => told !== own)
      const competing = taken.has(pile)
        ? []
        : [...toldOf(verdict.events)].filter((told) => !isOwn(told) && !one.told.includes(told))
      const order = own.found.kind === 'found' ? own.found.order : null
      const says = { line: own.line, pile, rule, witnesses, events, decided: null }
      found.push({ ...says, order, about: () => aboutOf(own.line, verdict), also, competing })
      await work.turn(found.length, record.rows)
    }
    return found
  }
}

function addTo<One>(map: Map<string, One[]>, key: string, one: One): void {
  const all = map.get(key)
  if (all === undefined) map.set(key, [one])
  else all.push(one)
}

const taken: ReadonlySet<ShownPile> = new Set([
  ...(['matched', 'one-id', 'suggested', 'not-asked-here', 'fees'] as const),
])

/** Of what an answer told without its day, nobody knows in which period it was. */
function isInPeriod(
  { at, isLatest, order }: KnownEvent,
  { source: { period } }: ReconciliationRecord,
  orders: ReadonlySet<string>,
): boolean {
  if (period === null) return orders.has(order)
  return isLatest !== true && at >= period.from && at < period.until
}
