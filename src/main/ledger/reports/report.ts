// One report: the figures of a period, the requests behind one of them, and open items by age. It
// only reads.
import {
  type AgeBand,
  ageBands,
  type FigureKey,
  type OpenItems,
  type Split,
} from '#shared/reports/report-methods.ts'
import type { Payee } from '#shared/gateway/orders/event-facts.ts'
import { type Money, toText } from '#shared/money.ts'
import type { DayClose } from '#shared/reports/day-close.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { payeeIn } from '../journal/attempt-entry.ts'
import { attemptOf, type AttemptRow, moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import type { Whose } from '../orders/today.ts'
import { mappingsIn } from '../settings/reason-map.ts'
import { type FactColumns, type FactShape, PART } from './fact-columns.ts'
import { readClose } from './day-close.ts'
import type { MoneyFacts } from './money-facts.ts'
import { withCodes } from './reason-codes.ts'
import { type FigureSum, placesIn, sumFacts, type SumQuery } from './sum-facts.ts'

export interface ReportQuery extends Whose {
  /** Where each piece of the period begins, ascending, and where the last one ends. */
  borders: readonly number[]
  split: readonly Split[]
  /** Operations that count; all of them when left out. */
  operations?: readonly string[]
  /** Requests that happened alone. */
  isDone?: boolean
  /** Ages of open items are counted from here; none are listed when left out. */
  openAt?: number
  /** What was refundable and held at both ends of the period, and what moved. */
  isClose?: boolean
}

export interface ReportFacts {
  figures: FigureSum[]
  upToEntry: number
  unknown: number
  processing: number
  open: OpenItems[]
  close: DayClose | null
}

/** With the columns that it was summed from, which stay in this thread. */
export interface ReadReport extends ReportFacts {
  columns: FactColumns
}

export interface BehindFigure extends ReportQuery {
  figure: FigureKey
  /** So many at most. */
  most: number
}

export interface FigureBehind {
  count: number
  total: Money | null
  requests: PaidRow[]
  answers: ToldRow[]
}

/** With whom it paid; null where it paid nobody. */
type PaidRow = AttemptRow & { payee: Payee | null }

/** What only an answer tells. */
export interface ToldRow {
  seq: number
  connectionId: string
  orderid: string
  clientOrderid: string
  operation: string
  amount: Money | null
  at: number
  rrn: string
}

const isWhose = (shape: FactShape, { connectionIds, isWithin }: Whose): boolean =>
  connectionIds.includes(shape.connection) === isWithin

export const sumQueryOf = (query: ReportQuery): SumQuery => ({
  borders: query.borders,
  split: query.split,
  isAsked: (shape) =>
    isWhose(shape, query) &&
    (query.isDone !== true || shape.outcome === 'done') &&
    (query.operations === undefined || query.operations.includes(shape.operation)),
})

export async function readReport(
  db: Database,
  facts: MoneyFacts,
  query: ReportQuery,
  work: TimeSlice,
): Promise<ReadReport> {
  // What the facts know is read after the state that this connection sees, so that no request of it
  // is missing from them.
  const seen = query.isClose === true ? newestIn(db) : null
  const { upToEntry, ...read } = await facts.read(work)
  const columns = coded(db, read.columns)
  const asked = sumQueryOf(query)
  const { borders } = query
  const around = { borders: [borders[0]!, borders.at(-1)!], split: ['outcome'] as const }
  const open = sumFacts(columns, { ...around, isAsked: (shape) => isWhose(shape, query) })
  const countOf = (outcome: string): number =>
    open.reduce((sum, { key, count }) => sum + (key.outcome === outcome ? count : 0), 0)
  return {
    columns,
    figures: sumFacts(columns, asked),
    upToEntry: seen ?? upToEntry,
    unknown: countOf('unknown'),
    processing: countOf('processing'),
    open: query.openAt === undefined ? [] : openItems(db, columns, query, query.openAt),
    close:
      seen === null
        ? null
        : await readClose(
            db,
            columns,
            { ...query, from: borders[0]!, until: borders.at(-1)! },
            work,
          ),
  }
}

/** As they are now: what is read meanwhile is added to others. */
const coded = (db: Database, columns: FactColumns): FactColumns => ({
  ...columns,
  shapes: withCodes(columns.shapes, mappingsIn(db)),
})

const newestIn = (db: Database): number =>
  statement<[], number>(db, 'SELECT coalesce(max(seq), 0) FROM audit_entry', {
    ...{ as: 'value', integers: 'number' },
  }).only()

export async function readBehind(
  db: Database,
  facts: MoneyFacts,
  { figure, most, ...query }: BehindFigure,
  work: TimeSlice,
): Promise<FigureBehind> {
  const columns = coded(db, (await facts.read(work)).columns)
  const asked = sumQueryOf(query)
  const own: SumQuery = {
    borders: [query.borders[figure.part] ?? 0, query.borders[figure.part + 1] ?? 0],
    split: query.split,
    isAsked: (shape) => asked.isAsked(shape) && isShapeOf(shape, figure),
  }
  const places = placesIn(columns, own)
  const [sum] = sumFacts(columns, own)
  places.sort((a, b) => columns.at[b]! - columns.at[a]! || columns.number[b]! - columns.number[a]!)
  const numbers = places.slice(0, most).map((place) => columns.number[place]!)
  const isHere = figure.source === 'here'
  return {
    count: places.length,
    total: sum === undefined || figure.currency === '' ? null : sum.total,
    requests: isHere
      ? requestsOf(db, numbers).map((row) => ({ ...row, payee: payeeIn(db, row) }))
      : [],
    answers: isHere ? [] : answersOf(db, numbers),
  }
}

const isShapeOf = (shape: FactShape, figure: FigureKey): boolean =>
  (
    [
      ...(['source', 'operation', 'currency', 'connection', 'operator', 'reason'] as const),
      ...(['reasonCode', 'outcome'] as const),
    ] as const
  ).every((name) => figure[name] === undefined || figure[name] === shape[name])

/** In the order of their numbers. */
function requestsOf(db: Database, numbers: readonly number[]): AttemptRow[] {
  return statement<[string], SqlRow>(
    db,
    `SELECT a.* FROM json_each(?) j JOIN attempt a ON a.made_number = j.value ORDER BY j.key`,
  )
    .all(JSON.stringify(numbers))
    .map(attemptOf)
}

function answersOf(db: Database, numbers: readonly number[]): ToldRow[] {
  return statement<[string], SqlRow>(
    db,
    `SELECT s.*, p.client_orderid, (SELECT rrn FROM money_event e WHERE e.snapshot_seq = s.seq AND e.rrn <> '' ORDER BY e.seq DESC LIMIT 1) AS rrn
       FROM json_each(?) j JOIN status_snapshot s ON s.seq = j.value
       JOIN payment_order p ON p.connection_id = s.connection_id AND p.orderid = s.orderid ORDER BY j.key`,
  )
    .all(JSON.stringify(numbers))
    .map((row) => ({
      seq: Number(row.seq),
      connectionId: String(row.connection_id),
      orderid: String(row.orderid),
      clientOrderid: String(row.client_orderid),
      operation: String(row.transaction_type),
      amount: moneyOf(row),
      at: Number(row.at),
      rrn: String(row.rrn ?? ''),
    }))
}

const DAY_MS = 86_400_000
/** Younger than so many days. */
const bandEnds: Record<AgeBand, number> = { day: 1, 'three-days': 3, week: 7, older: Infinity }

const bandOf = (age: number): number => ageBands.findIndex((band) => age < bandEnds[band] * DAY_MS)

interface OpenItem {
  of: OpenItems['of']
  at: number
  money: Money | null
}

function openItems(db: Database, columns: FactColumns, whose: Whose, now: number): OpenItems[] {
  const items: OpenItem[] = []
  for (let place = 0; place < columns.size; place += 1) {
    const shape = columns.shapes[columns.shape[place]!]
    if (shape === undefined || !isWhose(shape, whose)) continue
    if (shape.outcome !== 'unknown' && shape.outcome !== 'processing') continue
    items.push({ of: shape.outcome, at: columns.at[place]!, money: amountAt(columns, place) })
  }
  const holds = statement<[], SqlRow>(
    db,
    `SELECT connection_id, service, orderid, original_minor, currency, digits, first_seen_at
       FROM payment_order INDEXED BY payment_order_held WHERE phase = 'authorised' ORDER BY first_seen_at`,
  ).all()
  // Two connections to one account may both have read it: it is one hold, seen first by the older.
  const seen = new Set<string>()
  for (const row of holds) {
    const key = JSON.stringify([row.service, row.orderid])
    const isOwn = whose.connectionIds.includes(String(row.connection_id)) === whose.isWithin
    if (!isOwn || seen.has(key)) continue
    seen.add(key)
    const [at, money] = [Number(row.first_seen_at), moneyOf(row, 'original_minor')]
    items.push({ of: 'hold', at, money })
  }
  return byBand(items, now)
}

function amountAt(columns: FactColumns, place: number): Money | null {
  const { currency, digits } = columns.shapes[columns.shape[place]!]!
  if (currency === '') return null
  const minor = BigInt(columns.high[place]!) * BigInt(PART) + BigInt(columns.low[place]!)
  return { minor, currency, digits }
}

function byBand(items: readonly OpenItem[], now: number): OpenItems[] {
  const found = new Map<string, OpenItems & { sums: bigint[]; digits: number }>()
  for (const { of, at, money } of items) {
    const currency = money?.currency ?? ''
    const key = `${of} ${currency}`
    let own = found.get(key)
    if (own === undefined) {
      const bands = ageBands.map(() => ({ count: 0, total: { amount: '0', currency } }))
      own = { of, currency, bands, sums: ageBands.map(() => 0n), digits: money?.digits ?? 0 }
      found.set(key, own)
    }
    const digits = Math.max(own.digits, money?.digits ?? 0)
    own.sums = own.sums.map((sum) => sum * 10n ** BigInt(digits - own.digits))
    own.digits = digits
    const band = bandOf(Math.max(0, now - at))
    own.bands[band]!.count += 1
    own.sums[band]! += (money?.minor ?? 0n) * 10n ** BigInt(digits - (money?.digits ?? digits))
  }
  return [...found.values()].map(({ of, currency, bands, sums, digits }) => ({
    ...{ of, currency },
    bands: bands.map(({ count }, band) => ({
      count,
      total:
        currency === ''
          ? { amount: '0', currency }
          : toText({ minor: sums[band]!, currency, digits }),
    })),
  }))
}
