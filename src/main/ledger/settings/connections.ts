// Connections as the ledger keeps them. A secret itself never comes here; which ones there are is
// in secrets.ts.
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { Change } from '../projections/changes.ts'

export interface ConnectionStore {
  all(): Connection[]
  find(id: string): Connection | undefined
  /** For the entry that says so. */
  save(connection: Connection): Change
  /** For the entry that says so. The connection's orders, attempts and audit entries stay. */
  remove(id: string): Change
  /** Where the embedded sandbox listens during this run; its stored address is a placeholder. */
  placeEmbedded(id: string, baseUrl: string): void
  /** Whether this is the embedded sandbox, and the address where it listens during this run. */
  isEmbeddedAt(id: string, url: string): boolean
  /** Which gateway it reaches, and in whose name. */
  gatewayOf(connection: Connection): string
  /** Whether the keychain was ever given a secret. */
  hasSecrets(): boolean
}

const mostKnown = 100

export function openConnections(db: Database, clock: () => number): ConnectionStore {
  const embedded = new Map<string, string>()
  const isThere = statement<[string]>(db, 'SELECT 1 FROM connection WHERE id = ?')
  /** Asked for at each row of a run: a text that was read before is not read again. */
  const known = new Map<string, Connection>()
  const read = (text: string): Connection => {
    const connection = known.get(text) ?? connectionRecord.parse(JSON.parse(text))
    if (known.size >= mostKnown) known.clear()
    known.set(text, connection)
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
      const { id } = connection
      const now = clock()
      return isThere.get(id) === undefined
        ? ['add', 'connection', { id, record: connection, created_at: now, updated_at: now }]
        : ['set', 'connection', { id, record: connection, updated_at: now }]
    },
    placeEmbedded: (id, baseUrl) => {
      embedded.set(id, baseUrl)
    },
    isEmbeddedAt: (id, url) => {
      const placed = embedded.get(id)
      return placed !== undefined && new URL(placed).origin === new URL(url).origin
    },
    remove: (id) => ['drop', 'connection', { id }],
    gatewayOf: (connection) => gatewayOf(connection, [...embedded.values()]),
    hasSecrets: () => statement<[]>(db, 'SELECT 1 FROM secret LIMIT 1').get() !== undefined,
  }
}
