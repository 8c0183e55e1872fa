// Triggers of this connection alone (TEMP: no file holds them) that seal whatever the program
// writes, whichever code writes it, in the same transaction. They call functions that only this
// connection has. Another program's writes fire none of them, and so show. What a trigger of
// another program writes would fire them: they seal nothing while the schema is not our own.
import type { Database } from '../db/database.ts'
import { type CellValue } from './row-mac.ts'
import { columnsOf, idOf, sealedNames, type SealedTable } from './row-tables.ts'
import { statement } from '../db/statements.ts'

/**
 * What the triggers ask, with the table's columns in their order. Nothing here may throw: a write
 * would fail by it.
 */
export interface SealActs {
  /** Whether no other program takes part in what is written at this data_version (open.ts). */
  isOwnAt(version: unknown): boolean
  sealed(table: SealedTable, values: readonly CellValue[]): Buffer
  /**
   * The seal of a row that changes: its new one where it had the right one before, else the one it
   * has.
   */
  resealed(
    mac: CellValue,
    { table, id }: { table: SealedTable; id: string },
    before: readonly CellValue[],
    after: readonly CellValue[],
  ): CellValue
  headWith(
    head: string,
    table: SealedTable,
    gone: Uint8Array | null,
    come: Uint8Array | null,
  ): string
  headAfter(head: string, seq: number, chain: Buffer, isOwn: boolean): string
}

/**
 * While the key is away: which rows are written, and what they were before and became; null where
 * there was no such row. `isOwn`: no trigger of another program can have written it.
 */
export interface NoteActs extends Pick<SealActs, 'isOwnAt'> {
  noted(
    row: { table: SealedTable; id: string; isOwn: boolean },
    before: readonly CellValue[] | null,
    after: readonly CellValue[] | null,
  ): void
}

const cells = (of: 'OLD' | 'NEW', columns: readonly string[]): string =>
  columns.map((name) => `${of}."${name}"`).join(', ')

/** Seals from now on; takes the place of triggers that were there. */
export function sealByTriggers(db: Database, acts: SealActs): void {
  const options = { varargs: true, safeIntegers: true } as const
  db.function('paydesk_sealed', options, (name: unknown, ...values: unknown[]) =>
    acts.sealed(name as SealedTable, values as CellValue[]),
  )
  db.function('paydesk_resealed', options, (...given: unknown[]) => {
    const [mac, table, id, ...values] = given as [CellValue, SealedTable, string, ...CellValue[]]
    const half = values.length / 2
    return acts.resealed(mac, { table, id }, values.slice(0, half), values.slice(half))
  })
  db.function('paydesk_head_with', options, (...values: unknown[]) => {
    const [head, name, gone, come] = values as [string, SealedTable, Buffer | null, Buffer | null]
    return acts.headWith(head, name, gone, come)
  })
  db.function('paydesk_head_after', options, (...values: unknown[]) => {
    const [head, seq, chain, isOwn] = values as [string, bigint, Buffer, number]
    return acts.headAfter(head, Number(seq), chain, isOwn === 1)
  })
  begin(db, acts)
  for (const table of sealedNames) {
    const columns = columnsOf(db, table)
    const where = `WHERE name = '${table}' AND id = ${idOf(table, 'OLD')}`
    const [old, now] = [cells('OLD', columns), cells('NEW', columns)]
    ownTrigger(db, table, 'INSERT', [
      `INSERT OR IGNORE INTO row_seal (name, id, mac)
         VALUES ('${table}', ${idOf(table, 'NEW')}, paydesk_sealed('${table}', ${now}))`,
    ])
    ownTrigger(db, table, 'UPDATE', [
      `UPDATE row_seal SET mac = paydesk_resealed(mac, name, id, ${old}, ${now}) ${where}`,
    ])
    ownTrigger(db, table, 'DELETE', [`DELETE FROM row_seal ${where}`])
  }
  const head = (name: string, gone: string, come: string): string[] => [
    `UPDATE row_seal_head SET head = paydesk_head_with(head, ${name}, ${gone}, ${come})`,
  ]
  ownTrigger(db, 'row_seal', 'INSERT', head('NEW.name', 'NULL', 'NEW.mac'))
  ownTrigger(db, 'row_seal', 'UPDATE', head('NEW.name', 'OLD.mac', 'NEW.mac'))
  ownTrigger(db, 'row_seal', 'DELETE', head('OLD.name', 'OLD.mac', 'NULL'))
  trigger(db, 'audit_entry', 'INSERT', [
    `UPDATE row_seal_head SET head = paydesk_head_after(head, NEW.seq, NEW.chain, ${IS_OWN})`,
  ])
}

/** Only notes what is written, for the key to be found later. */
export function noteByTriggers(db: Database, acts: NoteActs): void {
  db.function(
    'paydesk_noted',
    { varargs: true, safeIntegers: true },
    (name: unknown, id: unknown, isOwn: unknown, event: unknown, ...rest: unknown[]) => {
      const row = { table: name as SealedTable, id: String(id), isOwn: Number(isOwn) === 1 }
      const values = rest as CellValue[]
      const half = event === 'UPDATE' ? values.length / 2 : values.length
      acts.noted(
        row,
        event === 'INSERT' ? null : values.slice(0, half),
        event === 'DELETE' ? null : values.slice(-half),
      )
      return null
    },
  )
  begin(db, acts)
  for (const table of sealedNames) {
    const columns = columnsOf(db, table)
    const [old, now] = [cells('OLD', columns), cells('NEW', columns)]
    const note = (event: Event, of: 'OLD' | 'NEW', values: string): void =>
      trigger(db, table, event, [
        `SELECT paydesk_noted('${table}', ${idOf(table, of)}, ${IS_OWN}, '${event}', ${values})`,
      ])
    note('INSERT', 'NEW', now)
    note('UPDATE', 'OLD', `${old}, ${now}`)
    note('DELETE', 'OLD', old)
  }
}

/** One or zero. Asked of SQL, as a function that SQL calls can't ask the database itself. */
const IS_OWN = 'paydesk_is_own((SELECT data_version FROM pragma_data_version))'

function begin(db: Database, { isOwnAt }: Pick<SealActs, 'isOwnAt'>): void {
  db.function('paydesk_is_own', (version: unknown) => (isOwnAt(version) ? 1 : 0))
  // Nothing of it is worth a file.
  db.pragma('temp_store = MEMORY')
  const names = statement<[], string>(
    db,
    `SELECT name FROM temp.sqlite_schema WHERE type = 'trigger' AND name LIKE 'paydesk_%'`,
    { as: 'value' },
  ).all()
  for (const name of names) db.exec(`DROP TRIGGER temp."${name}"`)
}

type Event = 'INSERT' | 'UPDATE' | 'DELETE'

/** MONEY: does nothing while the schema is not this program's own, or nobody looked at it yet. */
const ownTrigger = (db: Database, table: string, event: Event, steps: readonly string[]): void =>
  trigger(db, table, event, steps, `WHEN ${IS_OWN}`)

function trigger(
  db: Database,
  table: string,
  event: Event,
  steps: readonly string[],
  when = '',
): void {
  db.exec(`CREATE TEMP TRIGGER paydesk_${table}_${event.toLowerCase()} AFTER ${event} ON main.${table} ${when}
    BEGIN ${steps.map((step) => `${step};`).join(' ')} END`)
}
