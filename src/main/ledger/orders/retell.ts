// Reads what was told of an order once more, by the settings of its connections as they are now: a
// setting that was wrong when an answer came is put right for that answer too. Nothing is written.
import {
  readStory,
  type AnswerSettings,
  type Reported,
} from '#shared/gateway/orders/status-snapshot.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

/** How a connection's answers are read; undefined for one that is not there any more. */
export type ReadingOf = (connectionId: string) => AnswerSettings | undefined

type SnapshotRow = StoredSnapshot & { serialNumber: string; asked: number }

export interface Retelling {
  /** The rows of one order, oldest first, and as they were read when they came. */
  retell(place: OrderPlace, rows: readonly SqlRow[], stored: readonly SnapshotRow[]): SnapshotRow[]
  /** An answer of this order was stored that nobody had told before. */
  hear(place: OrderPlace): void
  /** For a page of orders: the settings of a connection are read once. */
  ofPage(): Retelling['retell']
}

// MONEY: a gateway that once told a capture or a refund by an amount of its own does not repeat
// the first amount at every stage.
export const otherAmountSql = (service = '?', ofOrder = ''): string =>
  `SELECT 1 FROM status_snapshot s JOIN status_snapshot f ON f.service = s.service AND f.orderid = s.orderid
     AND f.transaction_type IN ('sale', 'preauth')
   WHERE s.service = ${service} ${ofOrder} AND s.transaction_type IN ('capture', 'reversal', 'refund', 'cancel')
     AND s.reported <> '' AND f.reported <> ''
     AND json_extract(s.reported, '$.amount') GLOB '[0-9]*' AND json_extract(s.reported, '$.amount') NOT GLOB '*[^0-9.]*'
     AND json_extract(f.reported, '$.amount') GLOB '[0-9]*' AND json_extract(f.reported, '$.amount') NOT GLOB '*[^0-9.]*'
     AND CAST(json_extract(s.reported, '$.amount') AS REAL) <> CAST(json_extract(f.reported, '$.amount') AS REAL)
   LIMIT 1`

export function openRetelling(db: Database, readingOf: ReadingOf): Retelling {
  const selectOther = statement<[string]>(db, otherAmountSql())
  const selectOtherOf = statement<[string, string]>(db, otherAmountSql('?', 'AND s.orderid = ?'))
  // MONEY: the gateway took a request in it, so that the order is in it.
  const selectCurrency = statement<[string, string], string | null>(
    db,
    `SELECT currency FROM attempt WHERE service = ? AND orderid = ? AND currency IS NOT NULL
       AND state IN ('ACCEPTED', 'SUCCEEDED') ORDER BY made_number LIMIT 1`,
    { as: 'value' },
  )
  const known = new Map<string, boolean>()
  const hasReportedOther = (service: string): boolean => {
    const found = known.get(service) ?? selectOther.get(service) !== undefined
    known.set(service, found)
    return found
  }
  const retellBy =
    (reading: ReadingOf): Retelling['retell'] =>
    ({ service, orderid }, rows, stored) => {
      const readable = rows.flatMap((row, at) => {
        const settings = reading(String(row.connection_id))
        const reported = String(row.reported ?? '')
        return settings === undefined || reported === ''
          ? []
          : [{ at, reported: JSON.parse(reported) as Reported, reading: settings }]
      })
      const isNamed = readable.some(({ reported }) => (reported['currency'] ?? '') !== '')
      const currency = isNamed ? '' : (selectCurrency.get(service, orderid) ?? '')
      const read = readStory(readable, () => hasReportedOther(service), currency)
      const again = [...stored]
      readable.forEach(({ at }, index) => {
        const { seq, at: time, serialNumber, asked } = stored[at]!
        again[at] = { ...read[index]!, seq, at: time, serialNumber, asked }
      })
      return again
    }
  return {
    retell: (...told) => retellBy(once(readingOf))(...told),
    ofPage: () => retellBy(once(readingOf)),
    // Every answer of a gateway is compared once in a run, and then only what is new among them.
    hear: ({ service, orderid }) => {
      const isOther =
        known.get(service) === false && selectOtherOf.get(service, orderid) !== undefined
      if (isOther) known.set(service, true)
    },
  }
}

function once<K, V>(read: (of: K) => V): (of: K) => V {
  const found = new Map<K, V>()
  return (of) => {
    if (!found.has(of)) found.set(of, read(of))
    return found.get(of)!
  }
}
