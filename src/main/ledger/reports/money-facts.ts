// Keeps the facts that reports sum up to date: all requests that were sent from here, and what only
// answers of the gateway tell. They lie in the memory of the thread that reads, are read from the
// ledger once, and follow its log from then on. Nothing is written.
import type { AttemptState, HandOutcome } from '#shared/attempt.ts'
import { reportOutcomeOf } from '#shared/reports/report-methods.ts'
import { RELEASE } from '#shared/audit/audit-labels.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { isStillTried } from '#shared/gateway/status/status.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { toldAgain } from '../reconcile/known-movements.ts'
import { isNewsSql } from '../reconcile/told-once.ts'
import { createFacts, type FactColumns, type Facts, PART } from './fact-columns.ts'

export interface MoneyFacts {
  /**
   * All facts as the ledger has them now, and the newest entry of the log by then. The first call
   * reads the whole ledger, in turns.
   */
  read(work: TimeSlice): Promise<KnownFacts>
}

interface KnownFacts {
  columns: FactColumns
  upToEntry: number
}

const PAGE = 250
/** So many entries are read without a pause. */
const AT_ONCE = 200

interface Reach {
  entry: number
  snapshot: number
}

export function openMoneyFacts(db: Database): MoneyFacts {
  let facts = createFacts()
  let reach: Reach | undefined
  const ends = endsOf(db)
  const readAll = async (work: TimeSlice): Promise<Reach> => {
    facts = createFacts()
    // What is written from here on is read once more.
    const from = ends()
    const reader = readerOf(db, facts)
    for (let number = 0, page = PAGE; page === PAGE;) {
      ;({ page, last: number } = reader.requests(number))
      await work.turn(number, from.entry)
    }
    for (let number = 0, page = PAGE; page === PAGE;) {
      ;({ page, last: number } = reader.answers(number))
      await work.turn(number, from.snapshot)
    }
    return from
  }
  // One reading: what is followed and how far the log goes belong to one instant.
  const step = db.transaction((from: Reach): { at: Reach; isLast: boolean } => {
    const now = ends()
    const entry = Math.min(now.entry, from.entry + AT_ONCE)
    const isLast = entry === now.entry
    const at = { entry, snapshot: isLast ? now.snapshot : from.snapshot }
    follow(db, facts, from, at)
    return { at, isLast }
  })
  const read = async (work: TimeSlice): Promise<KnownFacts> => {
    if (reach === undefined || putRightSince(db, reach.entry)) {
      reach = undefined
      reach = await readAll(work)
    }
    for (let from: Reach = reach; ;) {
      const now = step(from)
      reach = from = now.at
      if (now.isLast) return { columns: facts.columns, upToEntry: from.entry }
      await work.turn(from.entry, ends().entry)
    }
  }
  // One after the other: the first one fills what the next one reads.
  let before: Promise<unknown> = Promise.resolve()
  return {
    read: (work) => {
      const now = before.then(() => read(work))
      before = now.catch(() => undefined)
      return now
    },
  }
}

/** Both of one instant: an answer and the request that it ends come in one transaction. */
function endsOf(db: Database): () => Reach {
  const select = statement<[], Reach>(
    db,
    `SELECT (SELECT coalesce(max(seq), 0) FROM audit_entry) AS entry,
       (SELECT coalesce(max(seq), 0) FROM status_snapshot) AS snapshot`,
    { integers: 'number' },
  )
  return () => select.only()
}

/** Tables that were changed beside the log were put right from it: they are read anew. */
const putRightSince = (db: Database, entry: number): boolean =>
  statement<[number]>(
    db,
    `SELECT 1 FROM audit_entry WHERE kind IN ('ledger:found', 'ledger:restored') AND seq > ? LIMIT 1`,
  ).get(entry) !== undefined

function follow(db: Database, facts: Facts, from: Reach, to: Reach): void {
  if (to.entry === from.entry && to.snapshot === from.snapshot) return
  const reader = readerOf(db, facts)
  const ids = statement<[number, number], string>(
    db,
    `SELECT DISTINCT CAST(body AS TEXT) ->> '$.details.attemptId' FROM audit_entry
       WHERE seq > ? AND seq <= ? AND kind LIKE 'attempt:%' AND json_valid(CAST(body AS TEXT))`,
    { as: 'value' },
  ).all(from.entry, to.entry)
  for (const id of ids) reader.request(id)
  for (let number = from.snapshot, page = PAGE; page === PAGE && number < to.snapshot;)
    ({ page, last: number } = reader.answers(number))
}

type Row = [
  ...[number: number, operation: string, connection: string, state: AttemptState],
  ...[hand: HandOutcome | null, high: number | null, low: number | null, currency: string | null],
  ...[digits: number | null, actor: string, comment: string, code: string, sentAt: number],
  ...[resolvedAt: number | null, isFull: number, seen: string | null, endedAs: string | null],
]

const requestSql = `SELECT a.made_number, a.operation, a.connection_id, a.state, a.hand_outcome, a.amount_minor / ${PART},
    a.amount_minor % ${PART}, a.currency, a.digits, a.actor, a.comment, coalesce(a.reason_code, ''), a.sent_at, a.resolved_at, a.is_full,
    CASE WHEN a.operation = 'return' AND a.is_full = 1 THEN a.seen END, s.transaction_type
  FROM attempt a LEFT JOIN status_snapshot s ON s.seq = a.resolved_by WHERE a.sent_at IS NOT NULL`

type Answer = [
  ...[service: string, orderid: string, seq: number, type: string, connection: string, at: number],
  ...[stage: string, high: number, low: number, currency: string, digits: number],
  ...[news: typeof isTold | typeof isNews | typeof mayBeKnown],
]

const [isTold, isNews, mayBeKnown] = [0, 1, 2] as const
/** Its order has another answer of its kind, or a request that a person found to have happened. */
const mayBeKnownSql = `(EXISTS (SELECT 1 FROM status_snapshot o WHERE o.service = s.service AND o.orderid = s.orderid
      AND o.seq <> s.seq AND lower(o.status) = 'approved' AND (o.transaction_type = s.transaction_type
        OR (o.transaction_type IN ('reversal', 'refund') AND s.transaction_type IN ('reversal', 'refund'))))
    OR EXISTS (SELECT 1 FROM attempt a WHERE a.service = s.service AND a.orderid = s.orderid
      AND a.hand_outcome = 'happened'))`
const answerSql = `SELECT s.service, s.orderid, s.seq, s.transaction_type, s.connection_id, s.at, s.stage,
    s.amount_minor / ${PART}, s.amount_minor % ${PART}, s.currency, s.digits,
    CASE WHEN NOT (${isNewsSql}) THEN ${isTold} WHEN ${mayBeKnownSql} THEN ${mayBeKnown} ELSE ${isNews} END
  FROM status_snapshot s WHERE lower(s.status) = 'approved' AND s.amount_minor IS NOT NULL`

const nothing: ReadonlySet<number> = new Set()

function readerOf(db: Database, facts: Facts) {
  const list = { as: 'list', integers: 'number' } as const
  const page = statement<[number], Row>(
    db,
    `${requestSql} AND a.made_number > ? ORDER BY a.made_number LIMIT ${PAGE}`,
    list,
  )
  const one = statement<[string], Row>(db, `${requestSql} AND a.id = ?`, list)
  const answers = statement<[number], Answer>(
    db,
    `${answerSql} AND s.seq > ? ORDER BY s.seq LIMIT ${PAGE}`,
    list,
  )
  const ofOrder = statement<[string, string], Answer>(
    db,
    `${answerSql} AND (s.service, s.orderid) = (SELECT ?, ?)`,
    list,
  )
  const orderOf = statement<[string], [service: string, orderid: string]>(
    db,
    'SELECT service, orderid FROM attempt WHERE id = ?',
    { as: 'list', integers: 'number' },
  )
  const putAnswer = (row: Answer, known: ReadonlySet<number>): void => {
    const [, , seq, type, connection, at, stage, high, low, currency, digits, news] = row
    if (news === isTold || isStillTried(stage) || known.has(seq)) return facts.drop('gateway', seq)
    facts.put({
      ...{ source: 'gateway', number: seq, operation: type, connection, at, high, low },
      ...{ currency, digits, operator: '', reason: '', reasonCode: '', outcome: 'done', took: -1 },
    })
  }
  /** All of them: what is told now may take an earlier one out of the figures, or put it back. */
  const putOrder = (service: string, orderid: string): void => {
    const known = toldAgain(db, service, orderid)
    for (const row of ofOrder.all(service, orderid)) putAnswer(row, known)
  }
  return {
    requests: (after: number) => {
      const rows = page.all(after)
      for (const row of rows) putRequest(facts, row)
      return { page: rows.length, last: rows.at(-1)?.[0] ?? after }
    },
    answers: (after: number) => {
      const rows = answers.all(after)
      const orders = new Map<string, [service: string, orderid: string]>()
      for (const row of rows) {
        const [service, orderid, ...of] = row
        if (of.at(-1) === mayBeKnown) orders.set(`${service} ${orderid}`, [service, orderid])
        else putAnswer(row, nothing)
      }
      for (const order of orders.values()) putOrder(...order)
      return { page: rows.length, last: rows.at(-1)?.[2] ?? after }
    },
    /** And what answers tell of its order: one of them may be its own from now on. */
    request: (id: string) => {
      const row = one.get(id)
      if (row === undefined) return
      putRequest(facts, row)
      const order = orderOf.get(id)
      if (order !== undefined) putOrder(...order)
    },
  }
}

function putRequest(facts: Facts, row: Row): void {
  const [number, operation, connection, state, hand, high, low, currency, digits, ...rest] = row
  const [actor, comment, reasonCode, sentAt, resolvedAt, isFull, seen, endedAs] = rest
  const isRelease =
    operation === 'return' &&
    (endedAs === 'cancel' ||
      isReleaseOf({ operation, isFull: isFull === 1, seen: seen ?? '' }) === true)
  const isKnown = high !== null && low !== null && currency !== null
  facts.put({
    ...{ source: 'here', number, connection, operator: actor, reason: comment, reasonCode },
    operation: isRelease ? RELEASE : operation,
    outcome: reportOutcomeOf(state, hand),
    ...{ currency: isKnown ? currency : '', digits: isKnown ? (digits ?? 0) : 0 },
    ...{ high: isKnown ? high : 0, low: isKnown ? low : 0 },
    at: resolvedAt ?? sentAt,
    took: resolvedAt === null ? -1 : Math.max(0, resolvedAt - sentAt),
  })
}
