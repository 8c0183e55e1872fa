// Which tables steer money and have their rows sealed, and why each other one does not need it. A
// test compares this with the schema: a new table or column is sealed, or says here why not.
import type { Database } from '../db/database.ts'

/** Table and the column that names a row. Every column of these is sealed. */
export const sealedTables = {
  connection: 'id',
  secret: 'slot',
  recipient_version: 'seq',
  attempt: 'id',
  order_note: 'seq',
  chargeback_clearance: 'seq',
  status_snapshot: 'seq',
  update_memory: 'name',
} as const

export type SealedTable = keyof typeof sealedTables

export const sealedNames = Object.keys(sealedTables) as SealedTable[]

export const unsealedTables: Readonly<Record<string, string>> = {
  archive: 'A signed entry of the log names each archive, and the verification compares both.',
  audit_entry: 'Each entry is in the signed chain, and the head of the seals names the newest.',
  checkpoint: 'Each one is signed.',
  unknown_term: 'Names of fields that were new in answers. No request is made from them.',
  ledger_finding:
    'Written before the keychain is asked. What one tells, the mark in the keychain contradicts too.',
  ledger_migration: 'Compared with the migrations at each start.',
  ledger_start: 'Counts starts.',
  meta: 'The log’s id, which each checkpoint repeats; drafts, which are reviewed before they are sent; what was told, which Today shows all the same; and what ended unsent, which is only named.',
  money_event: 'Made from entries of the log, and from nothing else.',
  order_tag: 'A word to find orders by.',
  payment_order: 'Folded from what the gateway said and from attempts.',
  row_seal: 'The seals. Their number and sum are in their head.',
  row_seal_head: 'Sealed by itself.',
  wal_base: 'Compared with the write-ahead log at each start.',
}

/** In the order of the table. */
export const columnsOf = (db: Database, name: string): string[] =>
  (db.pragma(`main.table_info(${name})`) as { name: string }[]).map((column) => column.name)

/** Asked once, ahead: a function that SQL calls can ask nothing. */
export function columnReader(db: Database): (name: SealedTable) => string[] {
  const known = new Map(sealedNames.map((name) => [name, columnsOf(db, name)] as const))
  return (name) => known.get(name) ?? []
}
