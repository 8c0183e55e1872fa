// What people said of chargebacks that the bank gave back and the gateway does not show so: written
// in one transaction with its audit entry, and only ever added. MONEY: the facts of an order count
// nothing that was cleared, so the rows are sealed.
import { orderSubject } from '#shared/attempt.ts'
import type { Clearance } from '#shared/gateway/orders/chargebacks.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'

export interface Clearances {
  /** The newest; null where nobody cleared anything. */
  of(place: OrderPlace): Clearance | null
  /** `seq` of the clearance: the newest answer that the person had read. `also` runs with it. */
  add(at: OrderPlace & { connectionId: string }, clearance: Clearance, also: () => void): void
}

export function clearanceIn(db: Database): Clearances['of'] {
  const select = statement<[string, string], SqlRow>(
    db,
    `SELECT told_seq, actor, reason FROM chargeback_clearance WHERE service = ? AND orderid = ?
     ORDER BY seq DESC LIMIT 1`,
  )
  return ({ service, orderid }) => {
    const row = select.get(service, orderid)
    return row === undefined
      ? null
      : { seq: Number(row.told_seq), actor: String(row.actor), reason: String(row.reason) }
  }
}

export function openClearances(db: Database, audit: AuditLog, clock: () => number): Clearances {
  const insert = statement<[string, string, string, number, string, number, string]>(
    db,
    `INSERT INTO chargeback_clearance (service, connection_id, orderid, at, actor, told_seq, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    of: clearanceIn(db),
    add: ({ service, connectionId, orderid }, { seq, actor, reason }, also) =>
      inTransaction(db, () => {
        const added = insert.run(service, connectionId, orderid, clock(), actor, seq, reason)
        audit.append({
          actor,
          kind: 'order:chargeback-cleared',
          outcome: 'ok',
          origin: 'operator',
          subject: orderSubject(connectionId, orderid),
          details: { orderid, clearance: Number(added.lastInsertRowid), toldSeq: seq, reason },
        })
        also()
      }),
  }
}
