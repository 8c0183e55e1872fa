// Reads attempts from the journal: by state, by order, by operation, by when they are due. It changes nothing.
import { type AttemptState, openStates, watchedStates } from '#shared/attempt.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { type AttemptRow, attemptOf, type SqlRow } from './attempt-row.ts'
import type { Database } from './open.ts'

export type Awaited = Pick<AttemptRow, 'id' | 'connectionId' | 'service' | 'state' | 'nextCheckAt'>

export interface AttemptLists {
  inStates(states: readonly AttemptState[]): AttemptRow[]
  /** Oldest first, through whatever connection record they were sent. */
  ofOrder(place: OrderPlace): AttemptRow[]
  /**
   * Newest first: not final yet, or sent since then (or later than now, by a clock that was ahead) and not known to have failed. What
   * was refused or found not to have happened, and is contradicted, is not known to have failed. `countsRun`: what was made since the
   * ledger was opened counts too, whatever the clock said.
   */
  sentSince(service: string, since: number, countsRun: boolean): AttemptRow[]
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
  /** Settled ones whose answers contradict each other, oldest first. */
  contradicted(): AttemptRow[]
  /** What was sent with this id of the merchant and has no order of the gateway yet. */
  unnamed(service: string, clientOrderid: string): AttemptRow[]
  /** What sends this attempt again, also where it was only reviewed. */
  replacing(id: string): AttemptRow[]
  /** What the poller asks about: attempts, open or watched, that have a next check. */
  awaited(): Awaited[]
}

/** Word for word as in the indexes (0070-notes.sql): SQLite uses them only then. */
const referenceIn = {
  uses: `coalesce(request ->> 'cardrefid', request ->> 'sending-card-ref-id', request ->> 'recurring-payment-id', request ->> 'card_recurring_payment_id')`,
  gives: `coalesce(answer ->> 'card-ref-id', answer ->> 'recurring-payment-id')`,
}

export function openAttemptLists(db: Database): AttemptLists {
  const list = (sql: string, ...values: unknown[]): AttemptRow[] =>
    (db.prepare(sql).all(...values) as SqlRow[]).map(attemptOf)

  const madeBefore = db.prepare('SELECT coalesce(max(made_number), 0) FROM attempt').pluck().get()
  const selectAwaited = db.prepare(
    'SELECT id, connection_id, service, next_check_at FROM attempt WHERE state = ? AND next_check_at IS NOT NULL',
  )

  return {
    inStates: (states) =>
      list(
        `SELECT * FROM attempt WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY made_number`,
        ...states,
      ),
    ofOrder: ({ service, orderid }) =>
      list(
        'SELECT * FROM attempt WHERE service = ? AND orderid = ? ORDER BY made_number',
        service,
        orderid,
      ),
    sentSince: (service, since, countsRun) =>
      list(
        `SELECT * FROM attempt WHERE service = @service AND id IN (
           SELECT id FROM attempt WHERE state IN ('SENDING', 'UNKNOWN', 'ACCEPTED')
           UNION SELECT id FROM attempt WHERE service = @service AND (sent_at > @since OR (sent_at IS NOT NULL AND made_number > @madeBefore))
             AND (state = 'SUCCEEDED'
             OR (state = 'RESOLVED_BY_HAND' AND hand_outcome = 'happened'))
           UNION SELECT id FROM attempt WHERE service = @service AND conflict IS NOT NULL)
         ORDER BY made_number DESC`,
        { service, since, madeBefore: countsRun ? madeBefore : null },
      ),
    recent: (limit) => list('SELECT * FROM attempt ORDER BY made_number DESC LIMIT ?', limit),
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
    contradicted: () =>
      list(
        `SELECT * FROM attempt WHERE conflict IS NOT NULL AND state NOT IN (${openStates.map(() => '?').join(', ')})
         ORDER BY made_number`,
        ...openStates,
      ),
    unnamed: (service, clientOrderid) =>
      list(
        `SELECT * FROM attempt WHERE service = ? AND client_orderid = ? AND orderid = '' AND sent_at IS NOT NULL
         ORDER BY made_number`,
        service,
        clientOrderid,
      ),
    replacing: (id) => list('SELECT * FROM attempt WHERE replaces = ? ORDER BY made_number', id),
    awaited: () =>
      ['UNKNOWN', 'ACCEPTED', ...watchedStates].flatMap((state) =>
        (selectAwaited.all(state) as SqlRow[]).map((row) => ({
          id: String(row.id),
          connectionId: String(row.connection_id),
          service: String(row.service),
          state: state as AttemptState,
          nextCheckAt: Number(row.next_check_at),
        })),
      ),
  }
}
