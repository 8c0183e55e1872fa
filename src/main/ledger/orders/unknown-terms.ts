// What answers held that was never seen on a connection before: written once, with its audit entry,
// and never again. The names come from outside: they are cut, masked and counted, so that a hostile
// gateway can't fill the ledger.
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import type { UnknownTerm, UnknownTermKind } from '#shared/gateway/unknown-terms.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { Change } from '../projections/changes.ts'

interface UnknownTermNote {
  connectionId: string
  operation: string
  kind: UnknownTermKind
  name: string
  firstSeenAt: number
  serialNumber: string
}

export interface UnknownTermBook {
  /** Cheap when nothing is new. */
  record(seen: {
    connectionId: string
    operation: string
    serialNumber: string
    terms: readonly UnknownTerm[]
  }): void
  /** Newest first. */
  list(connectionId: string | undefined, limit: number): UnknownTermNote[]
}

const longestName = 80
/** Most notes of one connection; later ones are noise. */
export const mostNotes = 500

export function openUnknownTerms(
  db: Database,
  audit: AuditLog,
  clock: () => number,
): UnknownTermBook {
  const selectKnown = statement<[string], { operation: string; kind: string; name: string }>(
    db,
    'SELECT operation, kind, name FROM unknown_term WHERE connection_id = ?',
  )
  const known = new Map<string, Set<string>>()
  const knownOf = (connectionId: string): Set<string> => {
    const held = known.get(connectionId)
    if (held !== undefined) return held
    const rows = selectKnown.all(connectionId)
    const read = new Set(rows.map((row) => keyOf(row.operation, row.kind, row.name)))
    known.set(connectionId, read)
    return read
  }
  return {
    record: ({ connectionId, operation, serialNumber, terms }) => {
      if (terms.length === 0) return
      const held = knownOf(connectionId)
      const fresh = new Map<string, UnknownTerm>()
      for (const { kind, name } of terms) {
        const clean = cleanName(name)
        const key = keyOf(operation, kind, clean)
        if (clean !== '' && !held.has(key) && held.size + fresh.size < mostNotes)
          fresh.set(key, { kind, name: clean })
      }
      if (fresh.size === 0) return
      const at = clock()
      const rows = [...fresh.values()].map(({ kind, name }): Change => {
        const key = { connection_id: connectionId, operation, kind, name }
        const seen = { first_seen_at: at, serial_number: cleanName(serialNumber) }
        return ['add', 'unknown_term', { ...key, ...seen }]
      })
      const details = { operation, serialNumber, seen: [...fresh.values()] }
      inTransaction(db, () =>
        audit.append(
          {
            actor: 'paydesk',
            kind: 'unknown-term:seen',
            outcome: 'new',
            origin: 'service',
            subject: `connection/${connectionId}`,
            details,
          },
          rows,
        ),
      )
      for (const key of fresh.keys()) held.add(key)
    },
    list: (connectionId, limit) =>
      statement<{ connectionId: string | null; limit: number }, Record<string, string | bigint>>(
        db,
        `SELECT * FROM unknown_term WHERE (@connectionId IS NULL OR connection_id = @connectionId)
             ORDER BY first_seen_at DESC, connection_id, operation, kind, name LIMIT @limit`,
      )
        .all({ connectionId: connectionId ?? null, limit })
        .map((row) => ({
          connectionId: String(row['connection_id']),
          operation: String(row['operation']),
          kind: String(row['kind']) as UnknownTermKind,
          name: String(row['name']),
          firstSeenAt: Number(row['first_seen_at']),
          serialNumber: String(row['serial_number']),
        })),
  }
}

const keyOf = (operation: string, kind: string, name: string): string =>
  JSON.stringify([operation, kind, name])

/**
 * Without what hides or reorders text, and never a card number: a gateway could send one as a name.
 */
const cleanName = (text: string): string =>
  maskCardNumbers(text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '))
    .trim()
    .slice(0, longestName)
    .toWellFormed()
    .trim()
