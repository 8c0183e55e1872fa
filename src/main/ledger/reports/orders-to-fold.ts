// Which orders a day close has to fold: those that something was told of, asked for or cleared on
// since the period began, those of which something is held, and those that two connections read. In
// turns; nothing is written.
import type { OrderPlace } from '#shared/order-place.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import type { FactColumns } from './fact-columns.ts'

/** Rows that one statement looks at: some milliseconds. */
const PAGE = 5_000

export async function ordersToFold(
  db: Database,
  columns: FactColumns,
  { from }: { from: number },
  work: TimeSlice,
): Promise<OrderPlace[]> {
  const found = new Map<string, OrderPlace>()
  const put = (places: readonly OrderPlace[]): void => {
    for (const place of places) found.set(`${place.service} ${place.orderid}`, place)
  }
  put(asked(db, columns, from))
  put(
    statement<[number], OrderPlace>(
      db,
      'SELECT service, orderid FROM order_clearance WHERE at >= ?',
    ).all(from),
  )
  await held(db, put, work)
  await toldSince(db, from, put, work)
  await readTwice(db, put, work)
  return [...found.values()]
}

/** Of requests that were sent or ended since then. */
function asked(db: Database, columns: FactColumns, from: number): OrderPlace[] {
  const numbers: number[] = []
  for (let place = 0; place < columns.size; place += 1) {
    const shape = columns.shapes[columns.shape[place]!]
    if (shape?.source === 'here' && columns.at[place]! >= from) numbers.push(columns.number[place]!)
  }
  return statement<[string], OrderPlace>(
    db,
    `SELECT DISTINCT a.service, a.orderid FROM json_each(?) j JOIN attempt a ON a.made_number = j.value
       WHERE a.orderid <> ''`,
  ).all(JSON.stringify(numbers))
}

type Key = [connectionId: string, orderid: string]

/** Orders that began with a hold, unless it is surely gone or all of it was captured. */
async function held(db: Database, put: Put, work: TimeSlice): Promise<void> {
  const end = statement<Key, Key>(
    db,
    `SELECT connection_id, orderid FROM payment_order WHERE (connection_id, orderid) > (?, ?)
       ORDER BY connection_id, orderid LIMIT 1 OFFSET ${PAGE - 1}`,
    { as: 'list' },
  )
  const page = statement<[...Key, ...Key], OrderPlace>(
    db,
    `SELECT o.service, o.orderid FROM (SELECT connection_id, orderid FROM payment_order INDEXED BY payment_order_sort
         WHERE (connection_id, orderid) > (?, ?) AND (connection_id, orderid) <= (?, ?)
           AND phase IN ('authorised', 'partly-captured', 'partly-returned', 'returned', 'charged-back', 'disputed', 'processing',
             'unclear')) k
       JOIN payment_order o ON o.connection_id = k.connection_id AND o.orderid = k.orderid
       WHERE EXISTS (SELECT 1 FROM status_snapshot s WHERE s.service = o.service AND s.orderid = o.orderid
         AND s.transaction_type = 'preauth')`,
  )
  for (let after: Key = ['', '']; ;) {
    const last = end.get(...after)
    put(page.all(...after, ...(last ?? MOST)))
    if (last === undefined) return
    after = last
    await work.turn(0, 1)
  }
}

/** After any key there is. */
const MOST: Key = ['\u{10ffff}', '']

type Put = (places: readonly OrderPlace[]) => void

async function toldSince(db: Database, from: number, put: Put, work: TimeSlice): Promise<void> {
  const last = statement<[], number>(db, 'SELECT coalesce(max(seq), 0) FROM status_snapshot', {
    ...{ as: 'value', integers: 'number' },
  }).only()
  const page = statement<[number, number, number], OrderPlace>(
    db,
    'SELECT DISTINCT service, orderid FROM status_snapshot WHERE seq > ? AND seq <= ? AND at >= ?',
  )
  // A clock that was put back leaves later answers with earlier times: all are looked at.
  for (let seq = 0; seq < last; seq += PAGE) {
    put(page.all(seq, seq + PAGE, from))
    await work.turn(seq, last)
  }
}

type Twice = OrderPlace & { records: bigint }

/** Two connections to one account have a record each of one order. */
async function readTwice(db: Database, put: Put, work: TimeSlice): Promise<void> {
  const page = statement<[string, string], Twice>(
    db,
    `SELECT service, orderid, count(*) AS records
       FROM (SELECT service, orderid FROM payment_order WHERE (service, orderid) > (?, ?)
         ORDER BY service, orderid LIMIT ${PAGE})
       GROUP BY 1, 2`,
  )
  // The records of the last order may go on in the next page: it is read once more there.
  for (let after: OrderPlace = { service: '', orderid: '' }; ;) {
    const rows = page.all(after.service, after.orderid)
    put(rows.filter(({ records }) => records > 1n))
    const looked = rows.reduce((sum, { records }) => sum + Number(records), 0)
    if (looked < PAGE) return
    after = rows.at(-2) ?? rows.at(-1)!
    await work.turn(looked, looked)
  }
}
