// Matches the kept lines of a report with the movements that this computer knows by now, by the
// rules of docs/reconciliation.md, and takes in what people said of lines. Made anew each time: the
// same lines, movements and decisions give the same digest, whatever the order of the file.
import { hash } from 'node:crypto'
import type { ShownPile } from '#shared/reconcile/reconcile-methods.ts'
import { shownPiles } from '#shared/reconcile/reconcile-methods.ts'
import { indexOrders, type OrderIndex } from '#shared/reconcile/find-order.ts'
import { type OneLine, oneLineEach } from '#shared/reconcile/one-line.ts'
import { matchOrders, type OfOrder, placeStray } from '#shared/reconcile/reconcile.ts'
import {
  isMoneyOut,
  type LineVerdict,
  type ReportEvent,
  type ReportKind,
  reportKinds,
  type ReportLine,
  usualWindow,
} from '#shared/reconcile/report-line.ts'
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
import { knownMovements, type KnownOrder } from './known-movements.ts'
import type { KnownEvent } from './told-once.ts'
import { decisionsOf } from './reconciliation-book.ts'
import type {
  DecisionRecord,
  KeptLine,
  PileCount,
  ReconcileResult,
  ReconciliationRecord,
  SaidDecision,
} from './reconciliation-record.ts'

export interface MatchedLine {
  line: KeptLine
  pile: ShownPile
  rule: LineVerdict['rule']
  witnesses: LineVerdict['witnesses']
  events: readonly KnownEvent[]
  /** The order here that its numbers name; null where they name none. */
  order: string | null
  decided: DecisionRecord | null
  about: string
  /** The same line in other reports. */
  also: readonly KeptReportLine[]
  /** Lines of other reports that may be the same movements, where nothing explains this one. */
  competing: readonly KeptReportLine[]
}

export interface MatchedReport {
  record: ReconciliationRecord
  /** In the order of the file. */
  lines: MatchedLine[]
  /** Movements of the report's period that no line is. */
  missing: KnownEvent[]
  result: ReconcileResult
  aboutOneId: string
}

const sha = (value: unknown): string => hash('sha256', JSON.stringify(value))

/** What a line says, whatever its number in the file is. */
const meaningOf = ({ line: _line, minor, ...says }: KeptLine): string =>
  JSON.stringify([...Object.entries(says), minor.toString()])

/** Undefined where there is none, or not all of its lines are kept. */
export async function matchReport(
  db: Database,
  id: string,
  work: TimeSlice,
): Promise<MatchedReport | undefined> {
  const record = wholeReport(db, id)
  if (record === undefined) return undefined
  const upToEntry = Number(
    statement<[], bigint | number>(db, 'SELECT coalesce(max(seq), 0) FROM audit_entry', {
      as: 'value',
    }).only(),
  )
  const known = await knownMovements(db, record.service, work)
  const index = indexOf(known)
  const own: KeptReportLine[] = []
  for await (const line of linesOf(db, record, index, work)) own.push(line)
  const orders = new Set(own.flatMap(({ found }) => (found.kind === 'found' ? found.order : [])))
  const ofPeriod = known.events.filter((event) => isInPeriod(event, record, orders))
  const places = new Set([...own, ...ofPeriod.map(({ order: place }) => ({ place }))].map(placeOf))
  const all = await allLines(db, { record, index, places }, own, work)
  const compared = await compare(all, { known, index, places }, work)
  const decided = withDecisions(linesIn(record, compared), id, decisionsIn(db))
  const sorted = decided.lines.toSorted((a, b) => a.line.line - b.line.line)
  const missing = ofPeriod.filter((event) => compared.missing.has(event.id))
  const result = resultOf(sorted, missing, upToEntry)
  return { record, lines: sorted, missing, result, aboutOneId: decided.aboutOneId }
}

const placeOf = ({ place }: { place: string }): string => place

/** Orders without a movement are known as well: a refund of one is no unknown order's. */
const bare = ({ orderId, merchantOrderId }: KnownOrder): ReportEvent => ({
  ...{ id: '', kind: 'captured', minor: 0n, currency: '', digits: 0, at: 0, isCertain: true },
  ...{ orderId, merchantOrderId, rrn: '', approvalCode: '', serialNumber: '', lastFour: '' },
})

function indexOf({ events, orders }: Known): OrderIndex {
  const orderOf = new Map<ReportEvent, string>(events.map((event) => [event, event.order]))
  const all = [...events, ...orders.map(bare)]
  return indexOrders(all, (event) => orderOf.get(event) ?? event.orderId)
}

type Known = Awaited<ReturnType<typeof knownMovements>>

/**
 * MONEY: each line once, whatever report it stands in. What a line of another report takes is not
 * free for one of this: two reports with a refund each have two refunds.
 */
async function allLines(
  db: Database,
  of: { record: ReconciliationRecord; index: OrderIndex; places: ReadonlySet<string> },
  own: readonly KeptReportLine[],
  work: TimeSlice,
): Promise<OneLine<KeptReportLine>[]> {
  const { record, index, places } = of
  const reports = reportsBeside(db, record)
  const bareOnes = own.filter(({ found }) => found.kind === 'none')
  const amounts = new Set(bareOnes.map(({ line }) => amountKey(line)))
  const beside = await linesBeside(db, { reports, index }, { places, amounts }, work)
  const lines = [...own, ...beside]
  const holdsDay = await daysHeld(db, { reports: [record, ...reports], index }, lines, work)
  return oneLineEach(lines, holdsDay)
}

interface Compared {
  lines: { one: OneLine<KeptReportLine>; verdict: LineVerdict; events: readonly KnownEvent[] }[]
  /** Ids of certain events that no line is. */
  missing: Set<string>
}

const byOrder = <One>(a: OfOrder<One>, b: OfOrder<One>): number =>
  a.order < b.order ? -1 : a.order > b.order ? 1 : 0

async function compare(
  all: readonly OneLine<KeptReportLine>[],
  of: { known: Known; index: OrderIndex; places: ReadonlySet<string> },
  work: TimeSlice,
): Promise<Compared> {
  const { events } = of.known
  const byId = new Map(events.map((event) => [event.id, event]))
  const verdicts = new Map<number, LineVerdict>()
  const [ofOrders, without]: [OfOrder<ReportLine>[], ReportLine[]] = [[], []]
  for (const { line, place, told } of all) {
    const { found } = told[0]!
    // Of other orders only the lines of some amounts are here.
    if (found.kind !== 'found') verdicts.set(line.line, placeStray(line, found, of.index))
    else if (of.places.has(place)) ofOrders.push({ order: place, one: line })
    if (found.kind === 'none') without.push(line)
    await work.turn(verdicts.size, all.length)
  }
  const missing = new Set<string>()
  const sides = [
    ofOrders.toSorted(byOrder),
    events.map((one) => ({ order: one.order, one })).toSorted(byOrder),
  ] as const
  for (const matched of matchOrders(...sides, usualWindow)) {
    for (const verdict of matched.lines) verdicts.set(verdict.line, verdict)
    for (const { id } of matched.missing) missing.add(id)
    await work.turn(verdicts.size, all.length)
  }
  const book = { events, lines: all.map(({ line }) => line), window: usualWindow }
  for (const [{ line }, event] of suggest(without, book)) {
    const says = { line, pile: 'suggested', rule: 'no-id' } as const
    verdicts.set(line, { ...says, events: [event.id], witnesses: ['lastFour'] })
  }
  return {
    missing,
    lines: all.flatMap((one) => {
      const verdict = verdicts.get(one.line.line)
      if (verdict === undefined) return []
      return [{ one, verdict, events: verdict.events.map((event) => byId.get(event)!) }]
    }),
  }
}

type Undecided = Omit<MatchedLine, 'decided'>

/** The lines of one report, each with what others say of the same movements. */
function linesIn(record: ReconciliationRecord, { lines }: Compared): Undecided[] {
  const asked = new Map<string, KeptReportLine[]>()
  for (const { one, verdict } of lines)
    for (const event of verdict.events) {
      const told = asked.get(event)
      if (told === undefined) asked.set(event, [...one.told])
      else told.push(...one.told)
    }
  const isOwn = (one: KeptReportLine): boolean => one.record.id === record.id
  return lines.flatMap(({ one, verdict, events }) => {
    const own = one.told.find(isOwn)
    if (own === undefined) return []
    const { pile, rule, witnesses } = verdict
    const also = one.told.filter((told) => told !== own)
    const ofEvents = new Set(verdict.events.flatMap((event) => asked.get(event) ?? []))
    const competing = taken.has(pile)
      ? []
      : [...ofEvents].filter((told) => !isOwn(told) && !one.told.includes(told))
    const order = own.found.kind === 'found' ? own.found.order : null
    const about = aboutOf(own.line, verdict)
    return [{ line: own.line, pile, rule, witnesses, events, order, about, also, competing }]
  })
}

const taken: ReadonlySet<ShownPile> = new Set(['matched', 'one-id', 'suggested'])

const aboutOf = (
  line: KeptLine,
  { pile, rule, events }: { pile: ShownPile; rule: string; events: readonly string[] },
): string => sha([meaningOf(line), pile, rule, events.toSorted()])

/** By report, each read once. */
type DecisionsIn = (id: string) => ReadonlyMap<number, SaidDecision>

function decisionsIn(db: Database): DecisionsIn {
  const known = new Map<string, ReadonlyMap<number, SaidDecision>>()
  return (id) => {
    const all = known.get(id) ?? decisionsOf(db, id)
    known.set(id, all)
    return all
  }
}

/**
 * What was said last of a line, in this report or of the same line in another. MONEY: a decision is
 * about what its person saw; a line that is matched otherwise now is open.
 */
function saidLast(line: Undecided, own: string, decisions: DecisionsIn): DecisionRecord | null {
  const events = line.events.map(({ id }) => id)
  const places = [{ record: { id: own }, line: line.line }, ...line.also]
  let last: SaidDecision | null = null
  for (const { record, line: told } of places) {
    const said = decisions(record.id).get(told.line)
    if (said === undefined || (last !== null && !isLater(said, last))) continue
    if (said.about === aboutOf(told, { ...line, events })) last = said
  }
  return last
}

/** By the log: clocks go back. Of what archives hold nothing but the clock is left. */
const isLater = (one: SaidDecision, other: SaidDecision): boolean =>
  one.entry === other.entry ? one.at > other.at : one.entry > other.entry

function withDecisions(
  all: readonly Undecided[],
  own: string,
  decisions: DecisionsIn,
): { lines: MatchedLine[]; aboutOneId: string } {
  const ofOneId = all.filter(({ pile }) => pile === 'one-id').map(({ about }) => about)
  const aboutOneId = ofOneId.length === 0 ? '' : sha(ofOneId.toSorted())
  const whole = decisions(own).get(0)
  const isAccepted = whole?.decision === 'accepted' && whole.about === aboutOneId
  const aboutNow = isAccepted ? '' : aboutOneId
  return {
    aboutOneId: aboutNow,
    lines: all.map((line): MatchedLine => {
      if (line.pile === 'one-id' && isAccepted) return { ...line, pile: 'matched', decided: whole }
      const said = saidLast(line, own, decisions)
      if (said === null || said.decision === 'withdrawn') return { ...line, decided: null }
      if (said.decision !== 'refused') return { ...line, pile: 'explained', decided: said }
      const pile = isMoneyOut(line.line.kind) ? 'unexplained' : 'not-known-here'
      return { ...line, pile, events: [], witnesses: [], decided: said }
    }),
  }
}

/** Of what an answer told without its day, nobody knows in which period it was. */
function isInPeriod(
  { at, isLatest, order }: KnownEvent,
  { source: { period } }: ReconciliationRecord,
  orders: ReadonlySet<string>,
): boolean {
  if (period === null) return orders.has(order)
  return isLatest !== true && at >= period.from && at < period.until
}

function resultOf(
  lines: readonly MatchedLine[],
  missing: readonly KnownEvent[],
  upToEntry: number,
): ReconcileResult {
  const piles = shownPiles.map((pile): PileCount => {
    const of =
      pile === 'not-in-report'
        ? missing
        : lines.filter((one) => one.pile === pile).map(({ line }) => line)
    return { pile, count: of.length, sums: sumsOf(of) }
  })
  const verdicts = lines.map(({ line, pile, rule, events, decided }) =>
    JSON.stringify([
      ...[meaningOf(line), pile, rule, events.map(({ id }) => id).toSorted()],
      decided?.decision ?? '',
    ]),
  )
  const digest = sha([verdicts.toSorted(), missing.map(({ id }) => id).toSorted()])
  return { piles, digest, upToEntry }
}

function sumsOf(all: readonly (KeptLine | KnownEvent)[]): PileCount['sums'] {
  const sums = new Map<
    string,
    { kind: ReportKind; currency: string; digits: number; minor: bigint }
  >()
  for (const { kind, currency, digits, minor } of all) {
    const key = `${kind} ${currency} ${digits}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { kind, currency, digits, minor })
    else sum.minor += minor
  }
  return [...sums.values()]
    .map(({ minor, ...of }) => ({ ...of, minor: minor.toString() }))
    .toSorted(
      (a, b) =>
        reportKinds.indexOf(a.kind) - reportKinds.indexOf(b.kind) ||
        (a.currency < b.currency ? -1 : 1),
    )
}
