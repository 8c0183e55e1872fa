// What the lists know to be refundable, summed by currency over all orders but those that are
// folded by themselves. In turns; nothing is written.
import type { OrderPlace } from '#shared/order-place.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import type { Whose } from '../orders/today.ts'
import { PART } from './fact-columns.ts'

interface ShownSum {
  currency: string
  digits: number
  minor: bigint
  /** Payments whose refundable amount is not known for certain. */
  uncertain: number
}

export interface ShownSums {
  /** Through which connection an order is counted; null where none of those has it. */
  connectionOf(place: OrderPlace): string | null
  /** It is in no sum from then on. */
  leaveOut(place: OrderPlace): void
  rest(work: TimeSlice): AsyncIterable<ShownSum>
}

const PAGE = 5_000
/** Orders in which nothing can be refundable. */
const others = `('processing', 'paid-out', 'payout-checked', 'transferred', 'card-checked', 'declined', 'failed')`

interface SumRow {
  currency: string | null
  digits: number | null
  high: number
  low: number
  uncertain: number
}

const sumSql = `currency, digits, coalesce(sum(returnable_minor / ${PART}), 0) AS high,
    coalesce(sum(returnable_minor % ${PART}), 0) AS low,
    coalesce(sum(returnable_minor IS NULL AND phase NOT IN ${others}), 0) AS uncertain`

export function openShownSums(db: Database, { connectionIds, isWithin }: Whose): ShownSums {
  const ids = statement<[], string>(
    db,
    `WITH RECURSIVE own (id) AS (SELECT min(connection_id) FROM payment_order
       UNION ALL SELECT (SELECT min(connection_id) FROM payment_order WHERE connection_id > id) FROM own WHERE id IS NOT NULL)
     SELECT id FROM own WHERE id IS NOT NULL`,
    { as: 'value' },
  )
    .all()
    .filter((id) => connectionIds.includes(id) === isWithin)
  const records = statement<[string, string], string>(
    db,
    'SELECT connection_id FROM payment_order WHERE service = ? AND orderid = ? ORDER BY connection_id',
    { as: 'value' },
  )
  const own = ({ service, orderid }: OrderPlace): string[] =>
    records.all(service, orderid).filter((id) => ids.includes(id))
  const without: Record<string, Set<string>> = {}
  return {
    connectionOf: (place) => own(place)[0] ?? null,
    leaveOut: (place) => {
      for (const id of own(place)) (without[id] ??= new Set()).add(place.orderid)
    },
    rest: (work) => rest(db, ids, without, work),
  }
}

async function* rest(
  db: Database,
  ids: readonly string[],
  without: Readonly<Record<string, ReadonlySet<string>>>,
  work: TimeSlice,
): AsyncGenerator<ShownSum> {
  const end = statement<[string, string], string>(
    db,
    `SELECT orderid FROM payment_order WHERE connection_id = ? AND orderid > ?
       ORDER BY orderid LIMIT 1 OFFSET ${PAGE - 1}`,
    { as: 'value' },
  )
  const page = statement<[string, string, string | null], SumRow>(
    db,
    `SELECT ${sumSql} FROM payment_order INDEXED BY payment_order_sort
       WHERE connection_id = ? AND orderid > ? AND orderid <= coalesce(?, orderid) GROUP BY currency, digits`,
    { integers: 'number' },
  )
  const some = statement<[string, string], SumRow>(
    db,
    `SELECT ${sumSql} FROM payment_order WHERE connection_id = ? AND orderid IN (SELECT value FROM json_each(?))
       GROUP BY currency, digits`,
    { integers: 'number' },
  )
  for (const id of ids) {
    for (let after = ''; ;) {
      const last = end.get(id, after) ?? null
      for (const row of page.all(id, after, last)) yield sumOf(row, 1n)
      if (last === null) break
      after = last
      await work.turn(0, 1)
    }
    const out = [...(without[id] ?? [])]
    for (let at = 0; at < out.length; at += PAGE) {
      for (const row of some.all(id, JSON.stringify(out.slice(at, at + PAGE))))
        yield sumOf(row, -1n)
      await work.turn(at, out.length)
    }
  }
}

const sumOf = ({ currency, digits, high, low, uncertain }: SumRow, sign: 1n | -1n): ShownSum => ({
  ...{ currency: currency ?? '', digits: digits ?? 0 },
  minor: sign * (BigInt(high) * BigInt(PART) + BigInt(low)),
  uncertain: Number(sign) * uncertain,
})
