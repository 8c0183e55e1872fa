// Which tables steer money and have their rows sealed, and why each other one does not need it. A
// test compares this with the schema: a new table or column is sealed, or says here why not.
import type { Database } from '../db/database.ts'

/** Table and the columns that name a row. Every column of these is sealed. */
export const sealedTables = {
  connection: ['id'],
  secret: ['slot'],
  recipient_version: ['seq'],
  attempt: ['id'],
  order_note: ['seq'],
  order_clearance: ['seq'],
  status_snapshot: ['seq'],
  update_memory: ['name'],
  payment_order: ['connection_id', 'orderid'],
  order_tag: ['connection_id', 'orderid', 'tag'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type SealedTable = keyof typeof sealedTables

export const sealedNames = Object.keys(sealedTables) as SealedTable[]

export const unsealedTables: Readonly<Record<string, string>> = {
  archive: 'A signed entry of the log names each archive, and the verification compares both.',
  audit_entry: 'Each entry is in the signed chain, and the head of the seals names the newest.',
  checkpoint: 'Each one is signed.',
  entry_rows: 'Each entry names what its rows hash to, together with all before.',
  stopped_subscription:
    'What a person noted of a subscription. No request is made from it, and a rebuild makes it again.',
  unknown_term: 'Names of fields that were new in answers. No request is made from them.',
  ledger_finding:
    'Written before the keychain is asked. What one tells, the mark in the keychain contradicts too.',
  ledger_start: 'Counts starts.',
  meta: 'The log’s id, which each checkpoint repeats; drafts, which are reviewed before they are sent; what was told, which Today shows all the same; and what ended unsent, which is only named.',
  money_event: 'Numbers of events, to be shown and found. No request is made from them.',
  row_seal: 'The seals. Their number and sum are in their head.',
  row_seal_head: 'Sealed by itself.',
  wal_base: 'Compared with the write-ahead log at each start.',
}

const notOfOrders: readonly SealedTable[] = [
  ...(['connection', 'secret', 'recipient_version', 'update_memory'] as const),
]

/** Its rows go into evidence packs of the orders that they name. */
export const isOfOrders = (table: SealedTable): boolean => !notOfOrders.includes(table)

/** Lists and order screens show its rows as they are. */
export const isShown = (table: SealedTable): boolean =>
  table === 'payment_order' || table === 'order_tag'

const isNumbered = (table: SealedTable): boolean => sealedTables[table][0] === 'seq'

/** The id of a row's seal, in SQL: its name, or the parts of its name as JSON. */
export function idOf(table: SealedTable, of: string): string {
  const [first, ...more] = sealedTables[table].map((column) => `${of}.${column}`)
  if (more.length > 0) return `json_array(${[first, ...more].join(', ')})`
  return isNumbered(table) ? `CAST(${first} AS TEXT)` : `${first}`
}

/**
 * Whether a row is the one of a seal's id, in SQL: by the table's own key, so that SQLite finds the
 * row without reading them all. Anybody can have written the id.
 */
export function isRowOf(table: SealedTable, of: string, id: string): string {
  const columns: readonly string[] = sealedTables[table]
  if (columns.length === 1)
    return `${of}.${columns[0]} = ${isNumbered(table) ? `CAST(${id} AS INTEGER)` : id}`
  return columns
    .map((column, nth) => `${of}.${column} = CASE WHEN json_valid(${id}) THEN ${id} ->> ${nth} END`)
    .join(' AND ')
}

/** In the order of the table's own key. */
export const keyIn = (table: SealedTable, of = 't'): string =>
  sealedTables[table].map((column) => `${of}.${column}`).join(', ')

/** The newest first, as far as the key tells. */
export const newestFirst = (table: SealedTable): string =>
  table === 'attempt' ? 't.made_number DESC' : `${keyIn(table).replaceAll(',', ' DESC,')} DESC`

/** In the order of the table. */
export const columnsOf = (db: Database, name: string): string[] =>
  (db.pragma(`main.table_info(${name})`) as { name: string }[]).map((column) => column.name)

/** Asked once, ahead: a function that SQL calls can ask nothing. */
export function columnReader(db: Database): (name: SealedTable) => string[] {
  const known = new Map(sealedNames.map((name) => [name, columnsOf(db, name)] as const))
  return (name) => known.get(name) ?? []
}
