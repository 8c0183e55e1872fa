// Connections as the ledger keeps them. A secret itself never comes here; which ones there are is
// in secrets.ts.
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export interface ConnectionStore {
  all(): Connection[]
  find(id: string): Connection | undefined
  save(connection: Connection): void
  /** The connection's orders, attempts and audit entries stay. */
  remove(id: string): void
  /** Where the embedded sandbox listens during this run; its stored address is a placeholder. */
  placeEmbedded(id: string, baseUrl: string): void
  /** Whether this is the embedded sandbox, and the address where it listens during this run. */
  isEmbeddedAt(id: string, url: string): boolean
  /** Which gateway it reaches, and in whose name. */
  gatewayOf(connection: Connection): string
  /** Whether the keychain was ever given a secret. */
  hasSecrets(): boolean
}

export function openConnections(db: Database, clock: () => number): ConnectionStore {
  const embedded = new Map<string, string>()
  const read = (text: string): Connection => {
    const connection = connectionRecord.parse(JSON.parse(text))
    const baseUrl = embedded.get(connection.id)
    return baseUrl === undefined ? connection : { ...connection, baseUrl }
  }
  return {
    all: () =>
      statement<[], { record: string }>(db, 'SELECT record FROM connection ORDER BY created_at, id')
        .all()
        .map((row) => read(row.record)),
    find: (id) => {
      const row = statement<[string], { record: string }>(
        db,
        'SELECT record FROM connection WHERE id = ?',
      ).get(id)
      return row === undefined ? undefined : read(row.record)
    },
    save: (connection) => {
      const now = clock()
      statement<{ id: string; record: string; now: number }>(
        db,
        `INSERT INTO connection (id, record, created_at, updated_at) VALUES (@id, @record, @now, @now)
         ON CONFLICT (id) DO UPDATE SET record = excluded.record, updated_at = excluded.updated_at`,
      ).run({ id: connection.id, record: JSON.stringify(connection), now })
    },
    placeEmbedded: (id, baseUrl) => {
      embedded.set(id, baseUrl)
    },
    isEmbeddedAt: (id, url) => {
      const placed = embedded.get(id)
      return placed !== undefined && new URL(placed).origin === new URL(url).origin
    },
    remove: (id) => {
      statement<[string]>(db, 'DELETE FROM connection WHERE id = ?').run(id)
    },
    gatewayOf: (connection) => gatewayOf(connection, [...embedded.values()]),
    hasSecrets: () => statement<[]>(db, 'SELECT 1 FROM secret LIMIT 1').get() !== undefined,
  }
}
