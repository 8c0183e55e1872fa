// Rows of an older copy put back, each with the very seal it had, in drawn sets: every seal fits
// its row, so the sum of the seals alone can tell.
import BetterSqlite3 from 'better-sqlite3'
import { formatMessages } from '#wording/format-messages.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import { idOf, type SealedTable } from '../../../src/main/ledger/seals/row-tables.ts'
import type { Random } from '../faults/random.ts'
import { copyLedger, type Keychain, openLife, tamperWith } from './tables.ts'
import type { Tally } from './tally.ts'

/** What the program changes in each table between the old copy and the attack. */
const changes = {
  connection: 'UPDATE connection SET updated_at = updated_at + 1',
  secret: 'UPDATE secret SET created_at = created_at + 1',
  attempt: `UPDATE attempt SET message = message || '.'`,
  status_snapshot: 'UPDATE status_snapshot SET asked = asked + 1',
  payment_order: 'UPDATE payment_order SET checked_at = checked_at + 1',
  order_tag: 'UPDATE order_tag SET at = at + 1',
} as const satisfies Partial<Record<SealedTable, string>>

/** Gives how many attacks there were. */
export async function putBack(
  { random, tally, newPath }: { random: Random; tally: Tally; newPath: () => string },
  { file, vault }: { file: string; vault: Keychain },
  stopsAt: (file: string, vault: Keychain) => Promise<string[]>,
): Promise<number> {
  const old = newPath()
  copyLedger(file, old)
  const life = await openLife(file, vault)
  inTransaction(life.db, () => Object.values(changes).forEach((sql) => life.db.exec(sql)))
  await life.close()
  const copy = newPath()
  for (const table of Object.keys(changes) as (keyof typeof changes)[]) {
    copyLedger(file, copy)
    const ids = drawn(old, table, random)
    const chosen = `(SELECT value FROM json_each('${JSON.stringify(ids).replaceAll("'", "''")}'))`
    tamperWith(copy, {
      name: 'put back',
      run: (tool) =>
        void tool.exec(`ATTACH '${old}' AS old;
          INSERT OR REPLACE INTO main.${table} SELECT * FROM old.${table} t WHERE ${idOf(table, 't')} IN ${chosen};
          INSERT OR REPLACE INTO main.row_seal SELECT * FROM old.row_seal WHERE name = '${table}' AND id IN ${chosen}`),
    })
    const stops = formatMessages(await stopsAt(copy, vault)).join('\n')
    tally.note(`${ids.length} rows of ${table} put back`, stops.includes(`table ${table}`))
  }
  return Object.keys(changes).length
}

/** The seals of some rows, of one at least. */
function drawn(old: string, table: SealedTable, random: Random): string[] {
  const tool = new BetterSqlite3(old, { readonly: true })
  const all = tool.prepare('SELECT id FROM row_seal WHERE name = ?').pluck().all(table) as string[]
  tool.close()
  const part = 0.02 + random.below(50) / 100
  return all.filter((_, nth) => nth === 0 || random.chance(part))
}
