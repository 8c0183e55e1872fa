// Payments that somebody questions, as answers of the gateway tell it, and what people said of
// them: the day by which the bank wants an answer, and that it is over. Each word is an entry of
// the log; none changes an order's money.
import { orderSubject } from '#shared/attempt.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { type Question, questions } from '#shared/gateway/orders/order-phase.ts'
import { outcomeOf } from '#shared/gateway/status/status.ts'
import type { Money } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import { type Cells, put } from '../projections/changes.ts'

type DisputePlace = OrderPlace & { connectionId: string }

export interface Disputes {
  /** By when the bank wants an answer; null takes the day away. */
  setDue(place: DisputePlace, day: string | null, actor: string): void
  /** Whether this answer of the gateway questions that order. */
  isQuestion(place: OrderPlace, seq: number): boolean
  /**
   * Up to this answer of the gateway, which the person had read. One that is over already stays
   * over: a page that is older than another one takes nothing back.
   */
  end(place: DisputePlace, seq: number, actor: string): void
}

export function openDisputes(db: Database, audit: AuditLog, clock: () => number): Disputes {
  const append = (
    { service, orderid, connectionId }: DisputePlace,
    actor: string,
    said: { kind: AuditKind; details: Record<string, unknown>; cells: Cells },
  ): void =>
    inTransaction(db, () => {
      const cells = { connection_id: connectionId, ...said.cells, at: clock(), actor }
      audit.append(
        {
          ...{ actor, kind: said.kind, outcome: 'ok', origin: 'operator' },
          subject: orderSubject(connectionId, orderid),
          details: { orderid, ...said.details },
        },
        [put(db, 'order_dispute', { service, orderid }, cells)],
      )
    })
  const selectAsked = statement<[number, string, string], SqlRow>(
    db,
    `SELECT status, stage, transaction_type FROM status_snapshot
       WHERE seq = ? AND service = ? AND orderid = ?`,
  )
  const selectOver = statement<[string, string], SqlRow>(
    db,
    'SELECT over_seq FROM order_dispute WHERE service = ? AND orderid = ?',
  )
  return {
    isQuestion: ({ service, orderid }, seq) => {
      const row = selectAsked.get(seq, service, orderid)
      return row !== undefined && questionOf(row) !== null
    },
    setDue: (place, day, actor) =>
      append(place, actor, {
        kind: 'order:dispute-due',
        details: { day },
        cells: { due_day: day },
      }),
    end: (place, seq, actor) => {
      const over = selectOver.get(place.service, place.orderid)?.over_seq
      if (Number(over ?? 0) >= seq) return
      append(place, actor, {
        ...{ kind: 'order:dispute-over', details: { reportedSeq: seq } },
        cells: { over_seq: seq, due_day: null },
      })
    },
  }
}

export interface DisputeRow {
  connectionId: string
  orderid: string
  clientOrderid: string
  /** Each kind once, in the order in which the gateway told them. */
  questions: Question[]
  /** Of the newest of them, as all below. */
  amount: Money | null
  /** When the gateway told it. */
  at: number
  due: string | null
  reportedSeq: number
}

/** What an answer asks, unless the gateway refused it. */
function questionOf(row: SqlRow): Question | null {
  const type = String(row.transaction_type)
  const question = questions.find((one): one is Question => one === type)
  const outcome = outcomeOf(String(row.status), String(row.stage))
  const isOpen = ['approved', 'processing', 'unclear'].includes(outcome)
  return question !== undefined && isOpen ? question : null
}

/** The soonest due first, then those without a day, the longest known first. */
export function openDisputeRows(db: Database): DisputeRow[] {
  const told = statement<[], SqlRow>(
    db,
    `SELECT s.seq, s.service, s.orderid, s.connection_id, s.at, s.status, s.stage, s.transaction_type,
        s.amount_minor, s.currency, s.digits, d.due_day, p.client_orderid
       FROM status_snapshot s INDEXED BY status_snapshot_question
       JOIN payment_order p ON p.connection_id = s.connection_id AND p.orderid = s.orderid
       LEFT JOIN order_dispute d ON d.service = s.service AND d.orderid = s.orderid
       WHERE s.transaction_type IN ('chargeback', 'dispute', 'retrieval', 'fraud')
         AND s.seq > coalesce(d.over_seq, 0)
         AND NOT (s.transaction_type = 'chargeback' AND EXISTS (SELECT 1 FROM order_clearance c
           WHERE c.service = s.service AND c.orderid = s.orderid AND c.kind = 'chargeback' AND c.reported_seq >= s.seq))
       ORDER BY s.seq`,
  ).all()
  const newest = new Map<string, DisputeRow>()
  for (const row of told) {
    const question = questionOf(row)
    if (question === null) continue
    const order = JSON.stringify([row.service, row.orderid])
    const earlier = newest.get(order)?.questions ?? []
    newest.set(order, {
      ...{ connectionId: String(row.connection_id), orderid: String(row.orderid) },
      ...{ clientOrderid: String(row.client_orderid), amount: moneyOf(row) },
      questions: [...new Set([...earlier, question])],
      ...{ at: Number(row.at), due: row.due_day === null ? null : String(row.due_day) },
      reportedSeq: Number(row.seq),
    })
  }
  return [...newest.values()].sort(
    (a, b) => (a.due ?? '9').localeCompare(b.due ?? '9', 'en') || a.at - b.at,
  )
}
