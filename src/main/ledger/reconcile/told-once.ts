// Answers of the gateway that tell a movement that is known already: the same transaction on
// another day of it or with an id that came late, or the movement of a request that a person found
// to have happened. MONEY: a movement that counts twice takes two lines of a report, and the second
// may be a double refund.
import { withoutOrderIds } from '#shared/gateway/orders/order-ids.ts'
import { transactionIdOf } from '#shared/gateway/status/status.ts'
import type { ReportEvent } from '#shared/reconcile/report-line.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'

export type KnownEvent = ReportEvent & {
  /** The order both sides are sorted by. */
  order: string
}

/** A movement, and the answer that told it. */
export interface ToldMovement {
  event: KnownEvent
  /** Of the answer; null of a request that no answer ended. */
  seq: number | null
  mark: string
  /** The newest answer before it was sent; 0 where there was none, and of an answer. */
  sentAfter: number
  /**
   * Of a request that a person found to have happened: the newest answer before it was sent, 0
   * where there was none.
   */
  happenedAfter: number | null
}

/**
 * Of answers that approve, those that tell of no request from here and of nothing that was told
 * before: the same order, type, amount and transaction. What was told while another gate was still
 * tried is in no figure, and so takes no later answer out of them (isStillTried).
 */
export const isNewsSql = `NOT EXISTS (SELECT 1 FROM status_snapshot e WHERE e.service = s.service AND e.orderid = s.orderid
      AND e.seq < s.seq AND e.transaction_type = s.transaction_type AND e.amount_minor = s.amount_minor
      AND e.transaction_mark = s.transaction_mark AND lower(e.status) = 'approved'
      AND e.stage NOT LIKE '%chain_declined%')
    AND NOT EXISTS (SELECT 1 FROM attempt a JOIN status_snapshot r ON r.seq = a.resolved_by
      WHERE a.service = s.service AND a.orderid = s.orderid AND (r.seq = s.seq OR (r.transaction_type = s.transaction_type
        AND r.amount_minor IS s.amount_minor AND r.transaction_mark = s.transaction_mark)))`

/** What is told of each order by requests from here and by answers, in the order of the ledger. */
interface Told {
  requests: ReadonlyMap<string, readonly ToldMovement[]>
  answers: ReadonlyMap<string, readonly ToldMovement[]>
}

export async function toldOnce(
  db: Database,
  service: string,
  told: Told,
  work: TimeSlice,
): Promise<KnownEvent[]> {
  const left: KnownEvent[] = []
  for (const news of newsOf(db, service, told)) {
    left.push(...news)
    await work.turn(left.length, told.answers.size)
  }
  return left
}

/** What is left of the answers, one order at a time. */
export function* newsOf(
  db: Database,
  service: string,
  { requests, answers }: Told,
): Generator<KnownEvent[]> {
  for (const [order, told] of answers) {
    const own = requests.get(order) ?? []
    const once = eachOnce(own, told, () => marksOf(db, service, order))
    yield without(once, own).map(({ event }) => event)
  }
}

/** Some hosts tell one id for all refunds of an order: amounts tell them apart. */
const amountOf = ({ event: { kind, minor, digits, currency } }: ToldMovement): string =>
  `${kind} ${minor} ${digits} ${currency}`
const idOf = ({ mark }: ToldMovement): string => transactionIdOf({ transactionMark: mark })

/** One movement of an amount: what is known of it by all that told it. */
interface Known {
  id: string
  rrn: string
  serialNumber: string
  /** The newest answer before it was sent from here: those up to it tell another one. */
  sentAfter: number
}

const bankNumbers = ['rrn', 'serialNumber'] as const

/**
 * MONEY: an answer that is a second movement for no reason hides a double refund, so without an id
 * on both sides only a bank's number tells two apart. The date of a mark moves on with the status;
 * the id before it does not, but may come late.
 */
function eachOnce(
  own: readonly ToldMovement[],
  told: readonly ToldMovement[],
  marks: () => ReadonlyMap<number, string>,
): ToldMovement[] {
  // One that no answer ended is found by a person, or is not certain: it stands for itself.
  const all = [...own.filter(({ seq }) => seq !== null), ...told]
  if (new Set(all.map(amountOf)).size === all.length) return [...told]
  // Some hosts tell one id for all of an order: there it makes no two refunds one.
  const marksBySeq = marks()
  const answers = new Set(told)
  const movements = new Map<string, Known[]>()
  return all.filter((one) => {
    const { event, seq, sentAfter } = one
    const id = idOf({ ...one, mark: marksBySeq.get(seq ?? 0) ?? one.mark })
    const now: Known = { id, rrn: event.rrn, serialNumber: event.serialNumber, sentAfter }
    const known = movements.get(amountOf(one)) ?? []
    movements.set(amountOf(one), known)
    const same = answers.has(one) ? sameOf(known, now, seq ?? 0) : undefined
    if (same === undefined) {
      known.push(now)
      return answers.has(one)
    }
    same.id ||= id
    for (const name of bankNumbers) same[name] ||= now[name]
    return false
  })
}

/** The surest first: what they share, and else what nothing tells apart. */
function sameOf(known: readonly Known[], now: Known, seq: number): Known | undefined {
  const byId = known.find(({ id }) => id !== '' && id === now.id)
  if (byId !== undefined) return byId
  const open = known.filter(({ id, sentAfter }) => (id === '' || now.id === '') && seq > sentAfter)
  const shares = (one: Known): boolean =>
    bankNumbers.some((name) => one[name] !== '' && one[name] === now[name])
  const differs = (one: Known): boolean =>
    bankNumbers.some((name) => one[name] !== '' && now[name] !== '' && one[name] !== now[name])
  return open.find(shares) ?? open.find((one) => !differs(one))
}

/** Of all answers about an order, without an id that is the order's. */
function marksOf(db: Database, service: string, orderid: string): Map<number, string> {
  const rows = statement<
    [string, string],
    { seq: number; transactionType: string; transactionMark: string }
  >(
    db,
    `SELECT seq, transaction_type AS transactionType, transaction_mark AS transactionMark
       FROM status_snapshot WHERE service = ? AND orderid = ? ORDER BY seq`,
  ).all(service, orderid)
  return new Map(
    withoutOrderIds(rows, orderid).map(({ seq, transactionMark }) => [
      Number(seq),
      transactionMark,
    ]),
  )
}

/** A person's finding stands for the first answer that can be its own, and for that one only. */
function without(told: readonly ToldMovement[], own: readonly ToldMovement[]): ToldMovement[] {
  const left = [...told]
  for (const { event, happenedAfter } of own) {
    if (happenedAfter === null) continue
    const { kind, currency, minor } = event
    const at = left.findIndex(
      ({ seq, event: one }) =>
        (seq ?? 0) > happenedAfter &&
        one.kind === kind &&
        one.currency === currency &&
        one.minor === minor,
    )
    if (at !== -1) left.splice(at, 1)
  }
  return left
}
