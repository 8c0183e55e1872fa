// What answers held that was never seen on a connection before: written once, with its audit entry, and never again. The names come
// from outside: they are cut, masked and counted, so that a hostile service can't fill the ledger.
import { maskCardNumbers } from '#shared/card-number.ts'
import type { Drift, DriftKind } from '#shared/gateway/drift.ts'
import type { AuditLog } from './audit.ts'
import { type Database, inTransaction } from './open.ts'

export interface DriftNote {
  connectionId: string
  operation: string
  kind: DriftKind
  name: string
  firstSeenAt: number
  serialNumber: string
}

export interface DriftBook {
  /** Cheap when nothing is new. */
  record(seen: {
    connectionId: string
    operation: string
    serialNumber: string
    drifts: readonly Drift[]
  }): void
  /** Newest first. */
  list(connectionId: string | undefined, limit: number): DriftNote[]
}

const longestName = 80
/** Of one connection; what comes after that is noise. */
export const mostNotes = 500

export function openDrift(db: Database, audit: AuditLog, clock: () => number): DriftBook {
  const selectKnown = db.prepare('SELECT operation, kind, name FROM drift WHERE connection_id = ?')
  const insert = db.prepare(
    `INSERT OR IGNORE INTO drift (connection_id, operation, kind, name, first_seen_at, serial_number)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const known = new Map<string, Set<string>>()
  const knownOf = (connectionId: string): Set<string> => {
    const held = known.get(connectionId)
    if (held !== undefined) return held
    const rows = selectKnown.all(connectionId) as {
      operation: string
      kind: string
      name: string
    }[]
    const read = new Set(rows.map((row) => keyOf(row.operation, row.kind, row.name)))
    known.set(connectionId, read)
    return read
  }
  return {
    record: ({ connectionId, operation, serialNumber, drifts }) => {
      if (drifts.length === 0) return
      const held = knownOf(connectionId)
      const fresh = new Map<string, Drift>()
      for (const { kind, name } of drifts) {
        const clean = cleanName(name)
        const key = keyOf(operation, kind, clean)
        if (clean !== '' && !held.has(key) && held.size + fresh.size < mostNotes)
          fresh.set(key, { kind, name: clean })
      }
      if (fresh.size === 0) return
      const at = clock()
      inTransaction(db, () => {
        for (const { kind, name } of fresh.values())
          insert.run(connectionId, operation, kind, name, at, cleanName(serialNumber))
        audit.append({
          actor: 'paydesk',
          kind: 'drift:seen',
          outcome: 'new',
          origin: 'service',
          subject: `connection/${connectionId}`,
          details: { operation, serialNumber, seen: [...fresh.values()] },
        })
      })
      for (const key of fresh.keys()) held.add(key)
    },
    list: (connectionId, limit) =>
      (
        db
          .prepare(
            `SELECT * FROM drift WHERE (@connectionId IS NULL OR connection_id = @connectionId)
             ORDER BY first_seen_at DESC, connection_id, operation, kind, name LIMIT @limit`,
          )
          .all({ connectionId: connectionId ?? null, limit }) as Record<string, string | bigint>[]
      ).map((row) => ({
        connectionId: String(row['connection_id']),
        operation: String(row['operation']),
        kind: String(row['kind']) as DriftKind,
        name: String(row['name']),
        firstSeenAt: Number(row['first_seen_at']),
        serialNumber: String(row['serial_number']),
      })),
  }
}

const keyOf = (operation: string, kind: string, name: string): string =>
  JSON.stringify([operation, kind, name])

/** Without what hides or reorders text, and never a card number: a service could send one as a name. */
const cleanName = (text: string): string =>
  maskCardNumbers(text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '))
    .trim()
    .slice(0, longestName)
    .toWellFormed()
    .trim()
