// What people said of chargebacks that the bank gave back and the gateway does not show so, and of
// answers of the gateway that contradict each other: written in one transaction with its audit
// entry, and only ever added. MONEY: the facts of an order hold nothing back for what was cleared,
// so the rows are sealed.
import { orderSubject } from '#shared/attempt.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { Clearable, Clearance, ClearanceKind } from '#shared/gateway/clearances/clearance.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { nextNumber } from '../projections/changes.ts'
import type { SqlRow } from '../journal/attempt-row.ts'

export interface Clearances {
  /** `also` runs with it. */
  add(at: OrderPlace & { connectionId: string }, given: Given, also: () => void): void
}

/** What is cleared, the newest answer that the person had read, and what they say. */
export type Given = Clearable & Pick<Clearance, 'seq' | 'actor' | 'reason'>

const loggedAs = {
  chargeback: 'order:chargeback-cleared',
  contradiction: 'order:contradiction-cleared',
} as const satisfies Record<ClearanceKind, AuditKind>

export const clearanceColumns = 'kind, about, reported_seq, actor, reason'

export function openClearances(db: Database, audit: AuditLog, clock: () => number): Clearances {
  return {
    add: ({ service, connectionId, orderid }, { message, ...given }, also) =>
      inTransaction(db, () => {
        const clearance = nextNumber(db, 'order_clearance')
        const { kind, about, seq, actor, reason } = given
        const cells = {
          ...{ seq: clearance, service, connection_id: connectionId, orderid, at: clock() },
          ...{ actor, kind, about, reported_seq: seq, reason },
        }
        audit.append(
          {
            actor,
            kind: loggedAs[kind],
            outcome: 'ok',
            origin: 'operator',
            subject: orderSubject(connectionId, orderid),
            details: { orderid, clearance, about, what: message, reportedSeq: seq, reason },
          },
          [['add', 'order_clearance', cells]],
        )
        also()
      }),
  }
}

export const clearanceOf = (row: SqlRow): Clearance => ({
  kind: row.kind === 'chargeback' ? 'chargeback' : 'contradiction',
  about: String(row.about),
  seq: Number(row.reported_seq),
  actor: String(row.actor),
  reason: String(row.reason),
})
