// The movements of money at one gateway that this computer knows, as the rules of a reconciliation
// compare them: requests that were sent from here, and what only answers of the gateway tell. They
// are those of reports (reports/money-facts.ts), each with the numbers that a bank knows it by.
import type { AttemptState, HandOutcome } from '#shared/attempt.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { isStillTried } from '#shared/gateway/status/status.ts'
import type { ReportKind } from '#shared/reconcile/report-line.ts'
import { reportOutcomeOf } from '#shared/reports/report-methods.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { isNewsSql, type KnownEvent, newsOf, toldOnce, type ToldMovement } from './told-once.ts'

/** The numbers of all orders that this computer has looked up, with a movement or without. */
export interface KnownOrder {
  orderId: string
  merchantOrderId: string
}

interface Bank {
  serial: string | null
  rrn: string | null
  approval: string | null
  last_four: string | null
}

type Request = Bank & {
  number: number
  id: string
  operation: string
  orderid: string
  client_orderid: string
  state: AttemptState
  hand: HandOutcome | null
  minor: bigint | null
  currency: string | null
  digits: number | null
  is_full: number
  seen: string
  is_contradicted: number
  sent_at: number
  type: string | null
  resolved_by: number | null
  mark: string | null
  /** The answer that was the newest when it was sent. */
  sent_after: number | null
  told_minor: bigint | null
  told_currency: string | null
  told_digits: number | null
}

const newestFacts = (snapshot: string): string =>
  `(SELECT max(seq) FROM money_event WHERE snapshot_seq = ${snapshot})`
const requestSql = `SELECT a.made_number AS number, a.id, a.operation, a.orderid, a.client_orderid, a.state,
    a.hand_outcome AS hand, a.amount_minor AS minor, a.currency, a.digits, a.is_full, a.seen,
    a.conflict IS NOT NULL AS is_contradicted, a.sent_at, a.serial_number AS serial, s.transaction_type AS type,
    a.resolved_by, s.transaction_mark AS mark, a.snapshot ->> '$.seq' AS sent_after,
    s.amount_minor AS told_minor, s.currency AS told_currency, s.digits AS told_digits,
    e.rrn, e.approval_code AS approval, e.last_four
  FROM attempt a LEFT JOIN status_snapshot s ON s.seq = a.resolved_by
    LEFT JOIN money_event e ON e.seq = ${newestFacts('a.resolved_by')}`

type Answer = Bank & {
  seq: number
  orderid: string
  at: number
  type: string
  stage: string
  minor: bigint
  currency: string
  digits: number
  mark: string
  date: string | null
}

const answerSql = `SELECT s.seq, s.orderid, s.at, s.transaction_type AS type, s.stage, s.amount_minor AS minor,
    s.currency, s.digits, s.transaction_mark AS mark, s.serial_number AS serial, e.rrn, e.approval_code AS approval, e.last_four,
    e.processing_date AS date
  FROM status_snapshot s LEFT JOIN money_event e ON e.seq = ${newestFacts('s.seq')}`

const isApprovedSql = `lower(s.status) = 'approved' AND s.amount_minor IS NOT NULL AND ${isNewsSql}`

/** Numbers of one page: however few of them tell something, a page is short. */
const PAGE = 250

export async function knownMovements(
  db: Database,
  service: string,
  work: TimeSlice,
): Promise<{ events: KnownEvent[]; orders: KnownOrder[] }> {
  // By their numbers: by its gateway a page would be found in all rows of it, sorted each time.
  const requests = statement<[string, number, number], Request>(
    db,
    `${requestSql} WHERE a.sent_at IS NOT NULL AND +a.service = ? AND a.made_number > ? AND a.made_number <= ? ORDER BY a.made_number`,
  )
  const answers = statement<[string, number, number], Answer>(
    db,
    `${answerSql} WHERE +s.service = ? AND s.seq > ? AND s.seq <= ? AND ${isApprovedSql} ORDER BY s.seq`,
  )
  const ofHere: KnownEvent[] = []
  const [byRequests, byAnswers] = [
    new Map<string, ToldMovement[]>(),
    new Map<string, ToldMovement[]>(),
  ]
  await eachPage(newestOf(db, 'attempt', 'made_number'), work, (after, until) => {
    for (const told of requests.all(service, after, until).flatMap(toldByRequest)) {
      ofHere.push(told.event)
      addTo(byRequests, told)
    }
  })
  const orders = await knownOrders(db, service, work)
  const ownIds = new Map<string, string>()
  for (const { orderId, merchantOrderId } of orders)
    if (!ownIds.has(orderId)) ownIds.set(orderId, merchantOrderId)
  await eachPage(newestOf(db, 'status_snapshot', 'seq'), work, (after, until) => {
    for (const row of answers.all(service, after, until))
      for (const told of toldByAnswer(row, ownIds.get(row.orderid))) addTo(byAnswers, told)
  })
  const news = await toldOnce(db, service, { requests: byRequests, answers: byAnswers }, work)
  return { events: ofHere.concat(news), orders }
}

function addTo(orders: Map<string, ToldMovement[]>, told: ToldMovement): void {
  const all = orders.get(told.event.order)
  if (all === undefined) orders.set(told.event.order, [told])
  else all.push(told)
}

const newestOf = (db: Database, table: string, number: string): number =>
  Number(
    statement<[], bigint | number>(db, `SELECT coalesce(max(${number}), 0) FROM ${table}`, {
      as: 'value',
    }).only(),
  )

async function eachPage(
  newest: number,
  work: TimeSlice,
  read: (after: number, until: number) => void,
): Promise<void> {
  for (let after = 0; after < newest; after += PAGE) {
    read(after, after + PAGE)
    await work.turn(after, newest)
  }
}

async function knownOrders(db: Database, service: string, work: TimeSlice): Promise<KnownOrder[]> {
  // Several connections of one gateway may have read an order.
  const page = statement<[string, string, string, number], KnownOrder & { at: string }>(
    db,
    `SELECT orderid AS orderId, client_orderid AS merchantOrderId, connection_id AS at FROM payment_order
       WHERE service = ? AND (orderid, connection_id) > (?, ?) ORDER BY orderid, connection_id LIMIT ?`,
  )
  const orders: KnownOrder[] = []
  for (let last = { orderId: '', at: '' }, read = PAGE; read === PAGE;) {
    const rows = page.all(service, last.orderId, last.at, PAGE)
    for (const { orderId, merchantOrderId } of rows) orders.push({ orderId, merchantOrderId })
    read = rows.length
    last = rows.at(-1) ?? last
    await work.turn(orders.length, orders.length)
  }
  return orders
}

/** Of the answers about one order, those that tell what is known already, by their number. */
export function toldAgain(db: Database, service: string, orderid: string): Set<number> {
  const { told, news } = toldOf(db, service, orderid)
  return new Set(told.flatMap(({ event, seq }) => (news.has(event) ? [] : (seq ?? []))))
}

/** Those that tell of a refund that nobody asked for on this computer. */
export function unaskedRefunds(db: Database, service: string, orderid: string): Set<number> {
  const { told, news } = toldOf(db, service, orderid)
  const isUnasked = ({ event }: ToldMovement): boolean =>
    news.has(event) && event.kind === 'refunded'
  return new Set(told.flatMap((one) => (isUnasked(one) ? (one.seq ?? []) : [])))
}

/** What answers tell of one order, and what of it is known by nothing else. */
function toldOf(db: Database, service: string, orderid: string) {
  const requests = statement<[string, string], Request>(
    db,
    `${requestSql} WHERE a.sent_at IS NOT NULL AND a.service = ? AND a.orderid = ? ORDER BY a.made_number`,
  ).all(service, orderid)
  const answers = statement<[string, string], Answer>(
    db,
    `${answerSql} WHERE s.service = ? AND s.orderid = ? AND ${isApprovedSql} ORDER BY s.seq`,
  ).all(service, orderid)
  const told = answers.flatMap((row) => toldByAnswer(row))
  const byOrder = (all: ToldMovement[]) => Map.groupBy(all, ({ event }) => event.order)
  const both = { requests: byOrder(requests.flatMap(toldByRequest)), answers: byOrder(told) }
  return { told, news: new Set([...newsOf(db, service, both)].flat()) }
}

function toldByRequest(row: Request): ToldMovement[] {
  const event = ofRequest(row)
  if (event === null) return []
  const isByHand = row.hand === 'happened' && row.resolved_by === null && event.isCertain
  const sentAfter = Number(row.sent_after ?? 0)
  return [
    {
      ...{ event, mark: text(row.mark), sentAfter },
      seq: row.resolved_by === null ? null : Number(row.resolved_by),
      happenedAfter: isByHand ? sentAfter : null,
    },
  ]
}

/** `ownId`: the shop's number of its order. */
function toldByAnswer(row: Answer, ownId = ''): ToldMovement[] {
  const event = ofAnswer(row, ownId)
  const { seq, mark } = row
  return event === null
    ? []
    : [{ event, seq: Number(seq), mark, sentAfter: 0, happenedAfter: null }]
}

const text = (value: string | null): string => value ?? ''
const bankIds = ({ serial, rrn, approval, last_four }: Bank) => ({
  ...{ serialNumber: text(serial), rrn: text(rrn), approvalCode: text(approval) },
  lastFour: text(last_four),
})

/** Without the gateway's id, an order is named by the shop's. */
const orderOf = (orderid: string, clientOrderid: string): string =>
  orderid === '' ? `own ${clientOrderid}` : orderid

function kindOfRequest(row: Request): ReportKind | null {
  const { operation, type } = row
  const isFull = Number(row.is_full) === 1
  if (operation === 'return') {
    const isRelease =
      type === 'cancel' || isReleaseOf({ operation, isFull, seen: row.seen }) === true
    return isRelease ? null : 'refunded'
  }
  if (operation === 'capture') return 'captured'
  const way = isOperationId(operation) ? rowOf(operation).moves : undefined
  if (way === 'out') return 'paid-out'
  // A hold moves nothing; a form may make one.
  return way === 'in' && type !== 'preauth' && operation !== 'preauth' ? 'captured' : null
}

/** Null for what moved nothing for certain, and where nobody knows how much. */
function ofRequest(row: Request): KnownEvent | null {
  const kind = kindOfRequest(row)
  const minor = row.minor ?? row.told_minor
  const currency = row.minor === null ? row.told_currency : row.currency
  const digits = row.minor === null ? row.told_digits : row.digits
  const outcome = reportOutcomeOf(row.state, row.hand)
  const isContradicted = Number(row.is_contradicted) === 1
  if (kind === null || minor === null || currency === null) return null
  if (!isContradicted && (outcome === 'declined' || outcome === 'not-sent')) return null
  const { orderid, client_orderid: clientOrderid } = row
  return {
    ...{ id: `request ${row.id}`, order: orderOf(orderid, clientOrderid), kind, minor, currency },
    ...{ orderId: orderid, merchantOrderId: clientOrderid, digits: Number(digits ?? 0) },
    ...{ ...bankIds(row), at: Number(row.sent_at) },
    isCertain: outcome === 'done' && !isContradicted,
  }
}

const kindsOfTypes: Readonly<Record<string, ReportKind>> = {
  ...{ sale: 'captured', capture: 'captured', refund: 'refunded', reversal: 'refunded' },
  ...{ payout: 'paid-out', chargeback: 'charged-back' },
}

function ofAnswer(row: Answer, merchantOrderId: string): KnownEvent | null {
  const kind = kindsOfTypes[row.type]
  if (kind === undefined || isStillTried(row.stage)) return null
  const { orderid, minor, currency } = row
  const day = processedAt(text(row.date))
  return {
    ...{ id: `answer ${row.seq}`, order: orderid, orderId: orderid, kind, minor, currency },
    ...{ merchantOrderId, digits: Number(row.digits), ...bankIds(row) },
    ...(day === null ? { at: Number(row.at), isLatest: true as const } : { at: day }),
    ...{ isCertain: true, isToldOnly: true },
  }
}

const date = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/

/** "2030-01-31 08:30:00 UTC"; a zone in letters is less than the day that a line may be early. */
function processedAt(told: string): number | null {
  const found = date.exec(told)
  const at = found === null ? Number.NaN : Date.parse(`${found[1]}T${found[2]}Z`)
  return Number.isFinite(at) ? at : null
}
