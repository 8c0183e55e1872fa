// Reads attempts from the journal: by state, by order, by operation, by when they are due. It changes nothing.
import type { AttemptState } from '#shared/attempt.ts'
import { type AttemptRow, attemptOf, type SqlRow } from './attempt-row.ts'
import type { Database } from './open.ts'

export interface AttemptLists {
  inStates(states: readonly AttemptState[]): AttemptRow[]
  ofOrder(connectionId: string, orderid: string): AttemptRow[]
  /** Newest first. */
  recent(limit: number): AttemptRow[]
  /** What was asked for with some operations, newest first, by pages. */
  ofOperations(
    connectionId: string,
    operations: readonly string[],
    before: string | undefined,
    limit: number,
  ): { rows: AttemptRow[]; next: string | null }
  /** Newest first, at most 200: requests made with one of these references, or whose answers gave one. */
  byReference(
    connectionId: string,
    side: 'uses' | 'gives',
    references: readonly string[],
  ): AttemptRow[]
  /** Open attempts whose next check is due, and when the next one is. */
  due(now: number): { rows: AttemptRow[]; nextAt: number | null }
}

/** Word for word as in the indexes (0070-notes.sql): SQLite uses them only then. */
const referenceIn = {
  uses: `coalesce(request ->> 'cardrefid', request ->> 'sending-card-ref-id', request ->> 'recurring-payment-id', request ->> 'card_recurring_payment_id')`,
  gives: `coalesce(answer ->> 'card-ref-id', answer ->> 'recurring-payment-id')`,
}

export function openAttemptLists(db: Database): AttemptLists {
  const list = (sql: string, ...values: unknown[]): AttemptRow[] =>
    (db.prepare(sql).all(...values) as SqlRow[]).map(attemptOf)

  return {
    inStates: (states) =>
      list(
        `SELECT * FROM attempt WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY created_at`,
        ...states,
      ),
    ofOrder: (connectionId, orderid) =>
      list(
        'SELECT * FROM attempt WHERE connection_id = ? AND orderid = ? ORDER BY created_at, id',
        connectionId,
        orderid,
      ),
    recent: (limit) =>
      list('SELECT * FROM attempt ORDER BY created_at DESC, id DESC LIMIT ?', limit),
    // Ids begin with their time, so the id alone is the order and the key of a page.
    ofOperations: (connectionId, operations, before, limit) => {
      const rows = list(
        `SELECT * FROM attempt WHERE connection_id = ? AND operation IN (${operations.map(() => '?').join(', ')})
         AND id < ? ORDER BY id DESC LIMIT ?`,
        connectionId,
        ...operations,
        before ?? '~',
        limit + 1,
      )
      const page = rows.slice(0, limit)
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    byReference: (connectionId, side, references) =>
      list(
        `SELECT * FROM attempt WHERE connection_id = ? AND ${referenceIn[side]} IN (SELECT value FROM json_each(?))
         ORDER BY id DESC LIMIT 200`,
        connectionId,
        JSON.stringify(references),
      ),
    due: (now) => {
      const rows = list(
        `SELECT * FROM attempt WHERE state IN ('UNKNOWN', 'ACCEPTED') AND next_check_at <= ? ORDER BY next_check_at`,
        now,
      )
      const next = db
        .prepare(
          `SELECT min(next_check_at) AS at FROM attempt WHERE state IN ('UNKNOWN', 'ACCEPTED') AND next_check_at > ?`,
        )
        .get(now) as { at: bigint | null }
      return { rows, nextAt: next.at === null ? null : Number(next.at) }
    },
  }
}
