// The facts of an order as Paydesk knew them at a moment: what was told and asked for until then,
// read by the settings of now. Nothing is written.
import { isOpen } from '#shared/attempt.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { numberOrNull, type SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { attemptFactColumns, attemptFactIn } from '../orders/attempt-facts.ts'
import { clearanceColumns, clearanceOf } from '../orders/clearances.ts'
import { factsOf } from '../orders/folded.ts'
import { openRetelling, type ReadingOf } from '../orders/retell.ts'

export interface OrderAt {
  facts: OrderFacts
  /** As they were: one that had no end yet is open. */
  attempts: AttemptFact[]
}

export interface OrderStory {
  /** Null for an order of which nothing was known before that moment. */
  before(moment: number): OrderAt | null
  /** As its first answer told it; null where there is none. */
  first(): OrderAt | null
  /** Requests that happened, by when they ended: from the first moment until before the second. */
  done(from: number, until: number): AttemptFact[]
}

interface Timed {
  fact: AttemptFact
  sentAt: number | null
  resolvedAt: number | null
}

export function openStories(db: Database, readingOf: ReadingOf): (place: OrderPlace) => OrderStory {
  const retelling = openRetelling(db, readingOf)
  const of = (table: string, columns: string, order: string) =>
    statement<[string, string], SqlRow>(
      db,
      `SELECT ${columns} FROM ${table} WHERE service = ? AND orderid = ? ORDER BY ${order}`,
    )
  const snapshots = of('status_snapshot', '*', 'seq')
  const attempts = of('attempt', `${attemptFactColumns}, sent_at, resolved_at`, 'made_number')
  const clearances = of('order_clearance', `${clearanceColumns}, at`, 'seq')
  return (place) => {
    const key = [place.service, place.orderid] as const
    const rows = snapshots.all(...key)
    const made = attempts.all(...key).map(timed)
    const cleared = clearances.all(...key)
    return {
      before: (moment) => {
        const parts = {
          rows: rows.filter(({ at }) => Number(at) < moment),
          attempts: made.flatMap((one) => factBefore(one, moment)),
          clearances: cleared.filter(({ at }) => Number(at) < moment).map(clearanceOf),
        }
        if (parts.rows.length === 0 && parts.attempts.length === 0) return null
        return { facts: factsOf(retelling, place, parts), attempts: parts.attempts }
      },
      first: () => {
        if (rows.length === 0) return null
        const parts = { rows: rows.slice(0, 1), attempts: [], clearances: [] }
        return { facts: factsOf(retelling, place, parts), attempts: [] }
      },
      done: (from, until) =>
        made.flatMap(({ fact, resolvedAt }) =>
          fact.state === 'SUCCEEDED' &&
          resolvedAt !== null &&
          resolvedAt >= from &&
          resolvedAt < until
            ? [fact]
            : [],
        ),
    }
  }
}

const timed = (row: SqlRow): Timed => ({
  fact: attemptFactIn(row),
  sentAt: numberOrNull(row.sent_at),
  resolvedAt: numberOrNull(row.resolved_at),
})

function factBefore({ fact, sentAt, resolvedAt }: Timed, moment: number): AttemptFact[] {
  if (sentAt === null || sentAt >= moment) return []
  if (isOpen(fact.state) || (resolvedAt ?? sentAt) < moment) return [fact]
  return [{ ...fact, state: 'UNKNOWN', resolvedBy: null, conflict: null }]
}
