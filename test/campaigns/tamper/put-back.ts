// Rows of an older copy put back, in drawn sets: each was true once.
import BetterSqlite3 from 'better-sqlite3'
import { formatMessages } from '#wording/format-messages.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import type { Change } from '../../../src/main/ledger/projections/changes.ts'
import { type ProjectedTable, projectionOf } from '../../../src/main/ledger/projections/tables.ts'
import type { Random } from '../faults/random.ts'
import { type Keychain, openLife } from './life.ts'
import { copyLedger, tamperWith } from './table-attack.ts'
import type { Tally } from './tally.ts'

/** The column that the program changes in each table between the old copy and the attack. */
const changed = {
  connection: 'updated_at',
  secret: 'created_at',
  attempt: 'message',
  status_snapshot: 'asked',
  payment_order: 'status',
  order_tag: 'at',
} as const satisfies Partial<Record<ProjectedTable, string>>

/** No entry tells which key signs. */
const reported = (table: ProjectedTable): string =>
  table === 'secret' ? `slot <> 'audit/signing-key'` : 'true'

const rowId = (table: ProjectedTable): string =>
  `json_array(${projectionOf(table)
    .key.map((name) => `t.${name}`)
    .join(', ')})`

/** Gives how many attacks there were. */
export async function putBack(
  { random, tally, newPath }: { random: Random; tally: Tally; newPath: () => string },
  { file, vault }: { file: string; vault: Keychain },
  stopsAt: (file: string, vault: Keychain) => Promise<string[]>,
): Promise<number> {
  const old = newPath()
  copyLedger(file, old)
  const life = await openLife(file, vault)
  const tables = Object.keys(changed) as (keyof typeof changed)[]
  inTransaction(life.db, () => {
    const changes = tables.flatMap((table) => otherThan(life.db, table))
    const fact = {
      actor: 'ana',
      outcome: 'ok',
      origin: 'desk',
      subject: 'log',
      details: {},
    } as const
    life.audit.append({ ...fact, kind: 'connection:changed' }, changes)
  })
  await life.close()
  const copy = newPath()
  for (const table of tables) {
    copyLedger(file, copy)
    const { key, facts, derived = [], local = {} } = projectionOf(table)
    const columns = [...key, ...facts, ...derived, ...Object.keys(local)].join(', ')
    const ids = drawn(old, table, random)
    const chosen = `(SELECT value FROM json_each('${JSON.stringify(ids).replaceAll("'", "''")}'))`
    tamperWith(copy, {
      name: 'put back',
      run: (tool) =>
        void tool.exec(`ATTACH '${old}' AS old;
          INSERT OR REPLACE INTO main.${table} (${columns}) SELECT ${columns} FROM old.${table} t WHERE ${rowId(table)} IN ${chosen}`),
    })
    const stops = formatMessages(await stopsAt(copy, vault)).join('\n')
    tally.note(`${ids.length} rows of ${table} put back`, stops.includes(`(${changed[table]})`))
  }
  return tables.length
}

function otherThan(db: BetterSqlite3.Database, table: keyof typeof changed): Change[] {
  const column = changed[table]
  const rows = db
    .prepare(
      `SELECT ${projectionOf(table).key.join(', ')}, ${column} FROM ${table} WHERE ${reported(table)}`,
    )
    .all() as Record<string, string | bigint>[]
  return rows.map((row) => {
    const was = row[column]!
    return ['set', table, { ...row, [column]: typeof was === 'bigint' ? was + 1n : `${was}.` }]
  })
}

/** Some rows, one at least. */
function drawn(old: string, table: ProjectedTable, random: Random): string[] {
  const tool = new BetterSqlite3(old, { readonly: true })
  const all = tool
    .prepare(`SELECT ${rowId(table)} FROM ${table} t WHERE ${reported(table)}`)
    .pluck()
    .all() as string[]
  tool.close()
  const part = 0.02 + random.below(50) / 100
  return all.filter((_, nth) => nth === 0 || random.chance(part))
}
