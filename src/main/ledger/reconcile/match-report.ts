// Matches the kept lines of a report with the movements that this computer knows by now, by the
// rules of docs/reconciliation.md, and takes in what people said of lines. Made anew each time: the
// same lines, movements and decisions give the same digest, whatever the order of the file.
import { hash } from 'node:crypto'
import type { ShownPile } from '#shared/reconcile/reconcile-methods.ts'
import { shownPiles } from '#shared/reconcile/reconcile-methods.ts'
import { findOrder, indexOrders } from '#shared/reconcile/find-order.ts'
import { matchOrders, type OfOrder, placeStray } from '#shared/reconcile/reconcile.ts'
import {
  isMoneyOut,
  type LineVerdict,
  type ReportEvent,
  type ReportLine,
  usualWindow,
} from '#shared/reconcile/report-line.ts'
import { suggest } from '#shared/reconcile/suggest.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { knownMovements, type KnownOrder } from './known-movements.ts'
import type { KnownEvent } from './told-once.ts'
import { decisionsOf } from './reconciliation-book.ts'
import {
  type DecisionRecord,
  type KeptLine,
  type PileCount,
  type ReconcileResult,
  reconciliationOf,
  type ReconciliationRecord,
  unpackLines,
} from './reconciliation-record.ts'
import type { SqlRow } from '../journal/attempt-row.ts'

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
  const row = statement<[string], SqlRow>(
    db,
    'SELECT * FROM reconciliation WHERE id = ? AND kept = rows',
  ).get(id)
  if (row === undefined) return undefined
  const record = reconciliationOf(row)
  const upToEntry = Number(
    statement<[], bigint | number>(db, 'SELECT coalesce(max(seq), 0) FROM audit_entry', {
      as: 'value',
    }).only(),
  )
  const lines = await keptLines(db, id, work)
  const known = await knownMovements(db, record.service, work)
  const verdicts = await compare(lines, known, work)
  const decided = withDecisions(verdicts, decisionsOf(db, id))
  const missing = known.events.filter(({ id: one }) => verdicts.missing.has(one))
  const ofPeriod = missing.filter((event) => isInPeriod(event, record, verdicts.orders))
  const sorted = decided.lines.toSorted((a, b) => a.line.line - b.line.line)
  const result = resultOf(sorted, ofPeriod, upToEntry)
  return { record, lines: sorted, missing: ofPeriod, result, aboutOneId: decided.aboutOneId }
}

/** All lines of a report, unpacked part by part. */
async function keptLines(db: Database, id: string, work: TimeSlice): Promise<KeptLine[]> {
  const lines: KeptLine[] = []
  const parts = statement<[string], string>(
    db,
    'SELECT lines FROM reconciliation_part WHERE reconciliation_id = ? ORDER BY part',
    { as: 'value' },
  ).all(id)
  for (const part of parts) {
    lines.push(...unpackLines(part))
    await work.turn(lines.length, lines.length)
  }
  return lines
}

interface Compared {
  lines: (Omit<MatchedLine, 'decided' | 'about'> & { verdict: LineVerdict })[]
  /** Ids of certain events that no line is. */
  missing: Set<string>
  /** Orders that the report names. */
  orders: Set<string>
}

const byOrder = <One>(a: OfOrder<One>, b: OfOrder<One>): number =>
  a.order < b.order ? -1 : a.order > b.order ? 1 : 0

/** Orders without a movement are known as well: a refund of one is no unknown order's. */
const bare = ({ orderId, merchantOrderId }: KnownOrder): ReportEvent => ({
  ...{ id: '', kind: 'captured', minor: 0n, currency: '', digits: 0, at: 0, isCertain: true },
  ...{ orderId, merchantOrderId, rrn: '', approvalCode: '', serialNumber: '', lastFour: '' },
})

async function compare(
  lines: readonly KeptLine[],
  { events, orders }: { events: readonly KnownEvent[]; orders: readonly KnownOrder[] },
  work: TimeSlice,
): Promise<Compared> {
  const orderOf = new Map<ReportEvent, string>(events.map((event) => [event, event.order]))
  const all = [...events, ...orders.map(bare)]
  const index = indexOrders(all, (event) => orderOf.get(event) ?? event.orderId)
  const byId = new Map(events.map((event) => [event.id, event]))
  const byNumber = new Map(lines.map((line) => [line.line, line]))
  const found = new Map<number, string>()
  const verdicts = new Map<number, LineVerdict>()
  const [ofOrders, without]: [OfOrder<ReportLine>[], ReportLine[]] = [[], []]
  for (const line of lines) {
    const place = findOrder(line, index)
    if (place.kind === 'found') {
      ofOrders.push({ order: place.order, one: line })
      found.set(line.line, place.order)
    } else verdicts.set(line.line, placeStray(line, place, index))
    if (place.kind === 'none') without.push(line)
    await work.turn(verdicts.size, lines.length)
  }
  const missing = new Set<string>()
  const sides = [
    ofOrders.toSorted(byOrder),
    events.map((one) => ({ order: one.order, one })).toSorted(byOrder),
  ] as const
  for (const matched of matchOrders(...sides, usualWindow)) {
    for (const verdict of matched.lines) verdicts.set(verdict.line, verdict)
    for (const { id } of matched.missing) missing.add(id)
    await work.turn(verdicts.size, lines.length)
  }
  const book = { events, lines, window: usualWindow }
  for (const [{ line }, event] of suggest(without, book)) {
    const says = { line, pile: 'suggested', rule: 'no-id' } as const
    verdicts.set(line, { ...says, events: [event.id], witnesses: ['lastFour'] })
  }
  return {
    missing,
    orders: new Set(found.values()),
    lines: [...verdicts.values()].map((verdict) => ({
      ...{ verdict, line: byNumber.get(verdict.line)!, pile: verdict.pile, rule: verdict.rule },
      ...{ witnesses: verdict.witnesses, order: found.get(verdict.line) ?? null },
      events: verdict.events.map((one) => byId.get(one)!),
    })),
  }
}

/** MONEY: a decision is about what its person saw; a line that is matched otherwise now is open. */
function withDecisions(
  { lines }: Compared,
  decisions: ReadonlyMap<number, DecisionRecord>,
): { lines: MatchedLine[]; aboutOneId: string } {
  const all = lines.map(({ verdict, ...line }) => {
    const { pile, rule, events } = verdict
    return { ...line, about: sha([meaningOf(line.line), pile, rule, events.toSorted()]) }
  })
  const ofOneId = all.filter(({ pile }) => pile === 'one-id').map(({ about }) => about)
  const aboutOneId = ofOneId.length === 0 ? '' : sha(ofOneId.toSorted())
  const whole = decisions.get(0)
  const isAccepted = whole?.decision === 'accepted' && whole.about === aboutOneId
  const aboutNow = isAccepted ? '' : aboutOneId
  return {
    aboutOneId: aboutNow,
    lines: all.map((line): MatchedLine => {
      if (line.pile === 'one-id' && isAccepted) return { ...line, pile: 'matched', decided: whole }
      const said = decisions.get(line.line.line)
      const stands = said !== undefined && said.about === line.about
      if (!stands || said.decision === 'withdrawn') return { ...line, decided: null }
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
  const sums = new Map<string, { currency: string; digits: number; minor: bigint }>()
  for (const { currency, digits, minor } of all) {
    const key = `${currency} ${digits}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { currency, digits, minor })
    else sum.minor += minor
  }
  return [...sums.values()]
    .map(({ minor, ...of }) => ({ ...of, minor: minor.toString() }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
