// Subscriptions that a person marked as stopped: the gateway can't tell it, so the mark is kept
// here, each change in one transaction with its audit entry. It stops nothing at the gateway.
import type { StoppedSubscription } from '#shared/bridge/notes.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Change, put } from '../projections/changes.ts'

export interface StoppedSubscriptions {
  /** Newest first. */
  list(connectionId: string): StoppedSubscription[]
  mark(
    place: { connectionId: string; recurringId: string },
    actor: string,
    said: { isStopped: boolean; reason: string },
  ): void
}

export function openStoppedSubscriptions(
  db: Database,
  audit: AuditLog,
  clock: () => number,
): StoppedSubscriptions {
  const select = statement<[string], StoppedSubscription>(
    db,
    `SELECT recurring_id AS recurringId, at, actor, reason FROM stopped_subscription
     WHERE connection_id = ? ORDER BY at DESC, recurring_id`,
    { integers: 'number' },
  )
  const list = (connectionId: string): StoppedSubscription[] => select.all(connectionId)

  return {
    list,
    mark: ({ connectionId, recurringId }, actor, { isStopped, reason }) =>
      inTransaction(db, () => {
        const key = { connection_id: connectionId, recurring_id: recurringId }
        const isThere = list(connectionId).some((one) => one.recurringId === recurringId)
        const gone: Change[] = isThere ? [['drop', 'stopped_subscription', key]] : []
        const cells = { at: clock(), actor, reason }
        audit.append(
          {
            actor,
            kind: isStopped ? 'subscription:stopped' : 'subscription:running',
            outcome: 'ok',
            origin: 'operator',
            subject: `connection/${connectionId}`,
            details: { recurringId, reason },
          },
          isStopped ? [put(db, 'stopped_subscription', key, cells)] : gone,
        )
      }),
  }
}
