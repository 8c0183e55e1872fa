// What the first screen shows of the ledger: sums per day, figure and currency from one index, the
// rows behind each sum, holds by age and the newest requests. A few hundred index entries a day,
// however long the log is. It writes nothing.
import { type FigureId, type FirstRun, figureOf, usualPeriod } from '#shared/bridge/today.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { DAY_MS, movedDay } from '#shared/time/days.ts'
import { dayEnd, dayIn, dayStart } from '#shared/time/zone.ts'
import type { Money } from '#shared/money.ts'
import { type AttemptRow, attemptOf, moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import { type FoundRow, foundRefundRows } from '../reconcile/found-refunds.ts'
import { type DisputeRow, openDisputeRows } from '../disputes/disputes.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

/**
 * Requests of these connections, or of all but these. Each figure is asked for with one kind of
 * money only.
 */
export interface Whose {
  connectionIds: readonly string[]
  isWithin: boolean
}

export interface TodayQuery extends Whose {
  zone: string
  /** Milliseconds since 1970. */
  now: number
  /** So many days. */
  period: number
  /** The last one; today where it is left out. */
  until?: string | undefined
  /** All there are, whatever is asked for. */
  allIds: readonly string[]
}

export interface FigureQuery extends Whose {
  figure: FigureId
  currency: string
  day: string
  zone: string
}

export interface DaySum {
  figure: FigureId
  /** A place in `days`, or in `daysBefore`. */
  day: number
  isBefore: boolean
  money: Money
  count: number
}

interface HeldRow {
  connectionId: string
  orderid: string
  clientOrderid: string
  original: Money | null
  checkedAt: number
  firstSeenAt: number
}

export interface TodayFacts {
  days: string[]
  daysBefore: string[]
  /** One for each figure, day and currency with anything in it. */
  sums: DaySum[]
  unstated: number
  holds: HeldRow[]
  disputes: DisputeRow[]
  found: FoundRow[]
  activity: AttemptRow[]
  firstRun: FirstRun
  /** Something in these days is of none of all connections. */
  hasRemoved: boolean
}

const MOST_HOLDS = 5
/**
 * A hold that a gateway lets go by itself is seldom older than a week: three days leave time to
 * act.
 */
const OLD_HOLD_MS = 3 * DAY_MS
const MOST_ACTIVITY = 8
/** Requests made before so many others are seldom the latest that anything happened to. */
const NEWEST_MADE = 50
/**
 * Sums are made in two parts: one part would leave 64 bits with ten thousand of the largest
 * amounts.
 */
const PART = 1_000_000n

const operations = operationIds.filter((id) => figureOf(id) !== null)
const quoted = operations.map((operation) => `'${operation}'`).join(', ')

/** Word for word as in the index, so that SQLite uses it. */
const done = `a.resolved_at >= @from AND a.resolved_at < @until
  AND a.state IN ('SUCCEEDED', 'RESOLVED_BY_HAND') AND a.resolved_at IS NOT NULL
  AND (a.state = 'SUCCEEDED' OR a.hand_outcome = 'happened') AND a.operation IN (${quoted})
  AND NOT (a.operation = 'return' AND (
    EXISTS (SELECT 1 FROM status_snapshot o WHERE o.seq = a.resolved_by AND o.transaction_type = 'cancel')
    OR EXISTS (SELECT 1 FROM payment_order p WHERE p.connection_id = a.connection_id AND p.orderid = a.orderid
      AND p.phase IN ('authorised', 'released'))))`
/** The index holds the connection: no row is read for it. */
const own = `(a.connection_id IN (SELECT value FROM json_each(@ids))) = @isWithin`
const boundOf = ({ connectionIds, isWithin }: Whose) => ({
  ids: JSON.stringify(connectionIds),
  isWithin: isWithin ? 1 : 0,
})

/** The days that a zone's calendars show, up to the one of `now`. */
export const lastDays = (now: number, zone: string, count: number = usualPeriod): string[] =>
  daysUntil(dayIn(now, zone), count)

const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => movedDay(last, n + 1 - count))

/** Amounts of one currency may be kept with different digits; the sum has the most of them. */
function add(one: Money, other: Money): Money {
  const digits = Math.max(one.digits, other.digits)
  const minor = [one, other].reduce(
    (sum, money) => sum + money.minor * 10n ** BigInt(digits - money.digits),
    0n,
  )
  return { minor, currency: one.currency, digits }
}

function sumsOf(
  db: Database,
  days: readonly string[],
  daysBefore: readonly string[],
  { zone, ...whose }: TodayQuery,
) {
  const sum = statement<object, SqlRow>(
    db,
    `SELECT a.operation, a.currency, a.digits, count(*) AS n, sum(a.amount_minor / ${PART}) AS high, sum(a.amount_minor % ${PART}) AS low
       FROM attempt a INDEXED BY attempt_done WHERE ${done} AND ${own} GROUP BY a.operation, a.currency, a.digits`,
  )
  const sums = new Map<string, DaySum>()
  let unstated = 0
  const spans = [days, daysBefore].flatMap((names, at) =>
    names.map((name, day) => ({
      ...{ day, isBefore: at === 1 },
      ...{ from: dayStart(name, zone), until: dayEnd(name, zone) },
    })),
  )
  for (const { day, isBefore, ...span } of spans)
    for (const row of sum.all({ ...span, ...boundOf(whose) })) {
      const figure = figureOf(String(row.operation))
      if (figure === null) continue
      const count = Number(row.n)
      const minor = BigInt(row.high ?? 0) * PART + BigInt(row.low ?? 0)
      const money = moneyOf({ ...row, amount_minor: minor })
      if (money === null || row.high === null) {
        if (!isBefore && day === days.length - 1) unstated += count
        continue
      }
      const key = `${figure} ${isBefore} ${day} ${money.currency}`
      const known = sums.get(key)
      sums.set(key, {
        ...{ figure, day, isBefore },
        money: known === undefined ? money : add(known.money, money),
        count: count + (known?.count ?? 0),
      })
    }
  return { sums: [...sums.values()], unstated }
}

const ENOUGH_DONE = 20

function firstRunOf(db: Database): FirstRun {
  const done = statement<[], SqlRow>(
    db,
    `SELECT operation FROM attempt INDEXED BY attempt_done
       WHERE state IN ('SUCCEEDED', 'RESOLVED_BY_HAND') AND resolved_at IS NOT NULL LIMIT ${ENOUGH_DONE}`,
  ).all()
  const tested = statement<[]>(
    db,
    `SELECT 1 FROM audit_entry WHERE kind = 'connection:tested' LIMIT 1`,
  )
  return {
    isTested: tested.get() !== undefined,
    hasRefunded: done.some(({ operation }) => operation === 'return'),
    isPast: done.length === ENOUGH_DONE,
  }
}

const hasRemoved = (db: Database, from: number, allIds: readonly string[]): boolean =>
  statement<object>(
    db,
    `SELECT 1 FROM attempt a INDEXED BY attempt_done WHERE a.resolved_at >= @from AND a.resolved_at IS NOT NULL
       AND a.state IN ('SUCCEEDED', 'RESOLVED_BY_HAND') AND ${own} LIMIT 1`,
  ).get({ from, ...boundOf({ connectionIds: allIds, isWithin: false }) }) !== undefined

/**
 * By the moment that the page of an order tells of a request: its outcome, and its sending until
 * then. What succeeded is found however long ago it was made.
 */
const latestActivity = (db: Database): SqlRow[] =>
  statement<[], SqlRow>(
    db,
    `WITH latest AS (
       SELECT id FROM (SELECT id FROM attempt WHERE sent_at IS NOT NULL ORDER BY made_number DESC LIMIT ${NEWEST_MADE})
       UNION SELECT id FROM (SELECT id FROM attempt INDEXED BY attempt_done
         WHERE state IN ('SUCCEEDED', 'RESOLVED_BY_HAND') AND resolved_at IS NOT NULL
         ORDER BY resolved_at DESC LIMIT ${MOST_ACTIVITY}))
     SELECT a.* FROM latest JOIN attempt a USING (id)
       ORDER BY coalesce(a.resolved_at, a.sent_at) DESC, a.made_number DESC LIMIT ${MOST_ACTIVITY}`,
  ).all()

export function readToday(db: Database, query: TodayQuery): TodayFacts {
  const { zone, now } = query
  const days = daysUntil(query.until ?? dayIn(now, zone), query.period)
  const daysBefore = daysUntil(movedDay(days[0]!, -1), query.period)
  const holds = statement<{ before: number }, SqlRow>(
    db,
    `SELECT connection_id, orderid, client_orderid, original_minor, currency, digits, checked_at, first_seen_at
       FROM payment_order INDEXED BY payment_order_held WHERE phase = 'authorised' AND first_seen_at < @before
       ORDER BY first_seen_at LIMIT ${MOST_HOLDS}`,
  ).all({ before: now - OLD_HOLD_MS })
  return {
    days,
    daysBefore,
    ...sumsOf(db, days, daysBefore, query),
    holds: holds.map((row) => ({
      connectionId: String(row.connection_id),
      orderid: String(row.orderid),
      clientOrderid: String(row.client_orderid),
      original: moneyOf(row, 'original_minor'),
      checkedAt: Number(row.checked_at),
      firstSeenAt: Number(row.first_seen_at),
    })),
    disputes: openDisputeRows(db),
    found: foundRefundRows(db),
    activity: latestActivity(db).map(attemptOf),
    firstRun: firstRunOf(db),
    hasRemoved: hasRemoved(db, dayStart(days[0] ?? '', zone), query.allIds),
  }
}

/** Newest first; they add up to the figure exactly. */
export function readFigure(
  db: Database,
  { figure, currency, day, zone, ...whose }: FigureQuery,
): { total: Money | null; rows: AttemptRow[] } {
  const found = statement<object, SqlRow>(
    db,
    `SELECT a.* FROM attempt a INDEXED BY attempt_done WHERE ${done} AND ${own} AND a.currency = @currency AND a.amount_minor IS NOT NULL
       ORDER BY a.resolved_at DESC, a.made_number DESC`,
  ).all({ from: dayStart(day, zone), until: dayEnd(day, zone), currency, ...boundOf(whose) })
  const rows = found.map(attemptOf).filter((row) => figureOf(row.operation) === figure)
  const total = rows.reduce<Money | null>(
    (sum, { amount }) => (sum === null || amount === null ? (amount ?? sum) : add(sum, amount)),
    null,
  )
  return { total, rows }
}
