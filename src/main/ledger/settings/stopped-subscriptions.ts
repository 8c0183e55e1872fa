// Subscriptions that a person marked as stopped: the gateway can't tell it, so the mark is kept
// here, each change in one transaction with its audit entry. It stops nothing at the gateway.
import { z } from 'zod'
import type { StoppedSubscription } from '#shared/bridge/notes.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'

const kept = z.array(
  z.strictObject({
    recurringId: z.string(),
    at: z.number(),
    actor: z.string(),
    reason: z.string(),
  }),
)

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
  const read = statement<[string]>(db, 'SELECT value FROM meta WHERE key = ?', { as: 'value' })
  const write = statement<[string, string]>(
    db,
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const keyOf = (connectionId: string): string => `stopped-subscriptions/${connectionId}`

  function list(connectionId: string): StoppedSubscription[] {
    const text = read.get(keyOf(connectionId))
    const parsed = kept.safeParse(typeof text === 'string' ? JSON.parse(text) : [])
    return parsed.success ? parsed.data : []
  }

  return {
    list,
    mark: ({ connectionId, recurringId }, actor, { isStopped, reason }) =>
      inTransaction(db, () => {
        const others = list(connectionId).filter((one) => one.recurringId !== recurringId)
        const own = { recurringId, at: clock(), actor, reason }
        write.run(keyOf(connectionId), JSON.stringify(isStopped ? [own, ...others] : others))
        audit.append({
          actor,
          kind: isStopped ? 'subscription:stopped' : 'subscription:running',
          outcome: 'ok',
          origin: 'operator',
          subject: `connection/${connectionId}`,
          details: { recurringId, reason },
        })
      }),
  }
}
