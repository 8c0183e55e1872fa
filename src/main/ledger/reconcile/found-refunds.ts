// Refunds that Paydesk found when it read orders again by itself, and that nobody asked for on this
// computer. Which they are follows from the answers each time: one that turns out to be a request
// of this computer is none any more. Each is told until a person said what they found out.
import { orderSubject } from '#shared/attempt.ts'
import type { FoundRefund } from '#shared/orders/found-refunds.ts'
import { toText } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import { unaskedRefunds } from './known-movements.ts'

export interface FoundRefunds {
  /** Of one order those that nobody looked at, the oldest first. */
  found(place: OrderPlace): FoundRefund[]
  /** A person looked at this one, and says what they found out. */
  seeFound(
    place: OrderPlace & { connectionId: string },
    seen: { seq: number; actor: string; reason: string },
  ): void
}

export interface FoundRow extends FoundRefund {
  connectionId: string
  orderid: string
  clientOrderid: string
}

const openSql = `SELECT s.seq, s.service, s.connection_id, s.orderid, s.at, s.amount_minor, s.currency, s.digits,
    p.client_orderid
  FROM status_snapshot s INDEXED BY status_snapshot_found
  JOIN payment_order p ON p.connection_id = s.connection_id AND p.orderid = s.orderid
  WHERE s.found_alone = 1 AND s.transaction_type IN ('refund', 'reversal')
    AND NOT EXISTS (SELECT 1 FROM found_refund_seen f WHERE f.reported_seq = s.seq)`

export function openFoundRefunds(db: Database, audit: AuditLog, clock: () => number): FoundRefunds {
  const ofOrder = statement<[string, string], SqlRow>(
    db,
    `SELECT * FROM (${openSql}) WHERE service = ? AND orderid = ? ORDER BY seq`,
  )
  return {
    found: (place) => stillUnasked(db, ofOrder.all(place.service, place.orderid)),
    seeFound: ({ service, connectionId, orderid }, { seq, actor, reason }) =>
      inTransaction(db, () => {
        const place = { service, connection_id: connectionId, orderid }
        const cells = { reported_seq: seq, ...place, at: clock(), actor, reason }
        audit.append(
          {
            ...{ actor, kind: 'order:found-refund-seen', outcome: 'ok', origin: 'operator' },
            subject: orderSubject(connectionId, orderid),
            details: { orderid, reportedSeq: seq, reason },
          },
          [['add', 'found_refund_seen', cells]],
        )
      }),
  }
}

/** Of all orders, the oldest first. */
export const foundRefundRows = (db: Database): FoundRow[] =>
  stillUnasked(db, statement<[], SqlRow>(db, `${openSql} ORDER BY s.seq`).all())

/** MONEY: what nobody asked for here is told until a person looked at it. */
function stillUnasked(db: Database, rows: readonly SqlRow[]): FoundRow[] {
  const unasked = new Map<string, ReadonlySet<number>>()
  return rows.flatMap((row): FoundRow[] => {
    const [service, orderid, seq] = [String(row.service), String(row.orderid), Number(row.seq)]
    const key = JSON.stringify([service, orderid])
    const ofOrder = unasked.get(key) ?? unaskedRefunds(db, service, orderid)
    unasked.set(key, ofOrder)
    const amount = moneyOf(row)
    if (!ofOrder.has(seq) || amount === null) return []
    return [
      {
        ...{ seq, amount: toText(amount), at: Number(row.at), orderid },
        connectionId: String(row.connection_id),
        clientOrderid: String(row.client_orderid),
      },
    ]
  })
}
