// What the service said about orders: appended when it changed, never edited. Money facts are folded from observations and
// attempts (shared/gateway/order-facts.ts); the columns kept beside them serve lists only.
import { orderSubject } from '#shared/attempt.ts'
import type { AttemptFact, OrderFacts } from '#shared/gateway/order-facts.ts'
import type { Observation } from '#shared/gateway/status.ts'
import { foldFacts } from '#shared/gateway/order-facts.ts'
import { fingerprintOf } from '#shared/gateway/status.ts'
import type { Money } from '#shared/money.ts'
import { attemptOf, moneyOf, type SqlRow } from './attempt-row.ts'
import type { AuditLog } from './audit.ts'
import type { Database } from './open.ts'

export interface Seen {
  connectionId: string
  orderid: string
  clientOrderid: string
  observation: Omit<Observation, 'seq' | 'at'>
  answer: Record<string, string>
  serialNumber: string
  /** Who asked; the desk's own polls are audited only when something changed. */
  actor: string
  isLookUp: boolean
}

export interface OrderRecord {
  connectionId: string
  orderid: string
  clientOrderid: string
  phase: string
  status: string
  transactionType: string
  original: Money | null
  returned: Money | null
  checkedAt: number
  answer: Record<string, string>
  hasUnknown: boolean
}

export interface Orders {
  /** Stores an answer; returns the observation it is now, new or the same as before. */
  observe(seen: Seen): Observation
  get(connectionId: string, orderid: string): OrderRecord | null
  observations(connectionId: string, orderid: string): (Observation & { serialNumber: string })[]
  facts(connectionId: string, orderid: string): OrderFacts
  /** Re-computes the list columns; called in the transaction of whatever changed an attempt. */
  refresh(connectionId: string, orderid: string): void
}

export function openOrders(db: Database, audit: AuditLog, clock: () => number): Orders {
  const selectObservations = db.prepare(
    'SELECT * FROM observation WHERE connection_id = ? AND orderid = ? ORDER BY seq',
  )
  const selectLast = db.prepare(
    'SELECT * FROM observation WHERE connection_id = ? AND orderid = ? ORDER BY seq DESC LIMIT 1',
  )
  const selectAttempts = db.prepare(
    'SELECT * FROM attempt WHERE connection_id = ? AND orderid = ? ORDER BY created_at',
  )
  const updateColumns = db.prepare(
    `UPDATE payment_order SET phase = ?, original_minor = ?, returned_minor = ?, currency = ?, digits = ?
       WHERE connection_id = ? AND orderid = ?`,
  )
  const upsertOrder = db.prepare(
    `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at, checked_at)
       VALUES (@connectionId, @orderid, @clientOrderid, 'unclear', @status, @type, @answer, @at, @at)
       ON CONFLICT (connection_id, orderid) DO UPDATE SET
         client_orderid = CASE WHEN excluded.client_orderid = '' THEN client_orderid ELSE excluded.client_orderid END,
         status = excluded.status, transaction_type = excluded.transaction_type, answer = excluded.answer, checked_at = excluded.checked_at`,
  )
  const addObservation = db.prepare(
    `INSERT INTO observation (connection_id, orderid, at, fingerprint, status, transaction_type, stage, amount_minor,
             currency, digits, transaction_mark, partial_return, partial_capture, reason, serial_number)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const observations = (connectionId: string, orderid: string) =>
    (selectObservations.all(connectionId, orderid) as SqlRow[]).map(observationOf)

  const facts = (connectionId: string, orderid: string): OrderFacts => {
    const attempts = (selectAttempts.all(connectionId, orderid) as SqlRow[]).map(attemptOf)
    return foldFacts(
      observations(connectionId, orderid),
      attempts.map((row): AttemptFact => ({
        id: row.id,
        operation: row.operation,
        // A person's finding counts in the sums like the service's.
        state:
          row.state === 'RESOLVED_BY_HAND'
            ? row.handOutcome === 'happened'
              ? 'SUCCEEDED'
              : 'FAILED'
            : row.state,
        amount: row.amount,
        settledBy: row.settledBy,
        conflict: row.conflict,
        createdAt: row.createdAt,
      })),
    )
  }

  const refresh = (connectionId: string, orderid: string): void => {
    const now = facts(connectionId, orderid)
    updateColumns.run(
      now.phase,
      now.original?.minor ?? null,
      now.returned?.minor ?? null,
      now.currency,
      now.digits,
      connectionId,
      orderid,
    )
  }

  const observe = db.transaction((seen: Seen): Observation => {
    const { connectionId, orderid, observation } = seen
    const at = clock()
    upsertOrder.run({
      connectionId,
      orderid,
      clientOrderid: seen.clientOrderid,
      status: observation.status,
      type: observation.transactionType,
      answer: JSON.stringify(seen.answer),
      at,
    })
    const fingerprint = fingerprintOf(observation)
    const last = selectLast.get(connectionId, orderid) as SqlRow | undefined
    const isSame = last?.fingerprint === fingerprint
    let current: Observation
    if (isSame) current = observationOf(last)
    else {
      const added = addObservation.run(
        connectionId,
        orderid,
        at,
        fingerprint,
        observation.status,
        observation.transactionType,
        observation.stage,
        observation.amount?.minor ?? null,
        observation.amount?.currency ?? null,
        observation.amount?.digits ?? null,
        observation.transactionMark,
        flag(observation.partialReturn),
        flag(observation.partialCapture),
        observation.reason,
        seen.serialNumber,
      )
      current = { ...observation, seq: Number(added.lastInsertRowid), at }
    }
    if (seen.isLookUp || !isSame)
      audit.append({
        actor: seen.actor,
        kind: seen.isLookUp ? 'order:look-up' : 'order:changed',
        outcome: observation.status,
        origin: seen.isLookUp ? 'operator' : 'service',
        subject: orderSubject(connectionId, orderid),
        details: {
          orderid,
          clientOrderid: seen.clientOrderid,
          status: observation.status,
          transactionType: observation.transactionType,
          stage: observation.stage,
          serialNumber: seen.serialNumber,
          isChanged: !isSame,
        },
      })
    refresh(connectionId, orderid)
    return current
  })

  const hasUnknown = `EXISTS (SELECT 1 FROM attempt a WHERE a.connection_id = o.connection_id AND a.orderid = o.orderid
    AND a.state = 'UNKNOWN') AS has_unknown`

  return {
    observe: (seen) => observe.immediate(seen),
    get: (connectionId, orderid) => {
      const row = db
        .prepare(
          `SELECT o.*, ${hasUnknown} FROM payment_order o WHERE connection_id = ? AND orderid = ?`,
        )
        .get(connectionId, orderid) as SqlRow | undefined
      return row === undefined ? null : orderOf(row)
    },
    observations,
    facts,
    refresh,
  }
}

const flag = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0)
const unflag = (value: string | bigint | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1n

function observationOf(row: SqlRow): Observation & { serialNumber: string } {
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    status: String(row.status),
    transactionType: String(row.transaction_type),
    stage: String(row.stage),
    amount: moneyOf(row),
    transactionMark: String(row.transaction_mark),
    partialReturn: unflag(row.partial_return),
    partialCapture: unflag(row.partial_capture),
    reason: String(row.reason),
    serialNumber: String(row.serial_number),
  }
}

function orderOf(row: SqlRow): OrderRecord {
  return {
    connectionId: String(row.connection_id),
    orderid: String(row.orderid),
    clientOrderid: String(row.client_orderid),
    phase: String(row.phase),
    status: String(row.status),
    transactionType: String(row.transaction_type),
    original: moneyOf(row, 'original_minor'),
    returned: moneyOf(row, 'returned_minor'),
    checkedAt: Number(row.checked_at),
    answer: JSON.parse(String(row.answer)) as Record<string, string>,
    hasUnknown: row.has_unknown === 1n,
  }
}
