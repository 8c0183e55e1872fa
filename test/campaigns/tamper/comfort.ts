// What lies in a ledger for comfort and no entry says: plans of looks, times of questions that told
// nothing new, preferences and what was told. Whatever somebody writes there, no request, no stop
// and no order of things may be another one.
import { openAttemptLists } from '../../../src/main/ledger/journal/attempt-lists.ts'
import { openOrders } from '../../../src/main/ledger/orders/orders.ts'
import { type ProjectedTable, projectionOf } from '../../../src/main/ledger/projections/tables.ts'
import { type Keychain, newKeychain, openLife } from './life.ts'
import { attackBy, copyLedger, type TableAttack, tamperWith } from './table-attack.ts'
import type { Tally } from './tally.ts'

const values = ['NULL', '0', '-1', '1', '9000000000000000'] as const
const comfortRows = [
  'notified.events',
  'unseen.ends',
  'preference.drafts',
  'audit.leaving',
] as const

/** Walks what projections/tables.ts calls local: what a later version adds is attacked as well. */
export const comfortAttacksOn = (table: ProjectedTable): TableAttack[] =>
  Object.keys(projectionOf(table).local ?? {}).flatMap((column) =>
    values.map((value) =>
      attackBy(
        `write ${value} into ${table}.${column}`,
        // A column that is never empty keeps what it has.
        `UPDATE OR IGNORE ${table} SET ${column} = coalesce(${value}, iif((SELECT "notnull" FROM
           pragma_table_info('${table}') WHERE name = '${column}'), ${column}, NULL))`,
        { steersNothing: true },
      ),
    ),
  )

export const metaAttacks = (): TableAttack[] => [
  ...comfortRows.flatMap((key) =>
    ['not JSON', '["a-c-1-1"]', '{"by":{},"level":"none"}', `3:${'ab'.repeat(32)}`].map((value) =>
      attackBy(
        `write ${value.slice(0, 20)} into ${key}`,
        `INSERT OR REPLACE INTO meta (key, value) VALUES ('${key}', '${value}')`,
        { steersNothing: true },
      ),
    ),
  ),
  attackBy(
    'edit meta.key of comfort',
    "UPDATE meta SET key = key || ' ' WHERE key NOT LIKE 'audit.%'",
    {
      steersNothing: true,
    },
  ),
]

/** All that money, requests, trust and the order of things go by, as the next start finds it. */
async function steering(file: string, vault: Keychain): Promise<{ stops: string[]; rest: string }> {
  const life = await openLife(file, newKeychain(vault))
  const stops = await life.stops()
  const lists = openAttemptLists(life.db)
  const asked = lists.awaited().map(({ id, state }) => `${id} ${state}`)
  const said = lists
    .recent(1_000)
    .map(({ checks: _c, watched: _w, nextCheckAt: _n, ...row }) => row)
  const number = openOrders(life.db, life.audit, () => 0).drawNumber()
  life.kill()
  const rest = JSON.stringify({ asked: asked.sort(), said, number }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return { stops, rest }
}

/** Gives how many attacks there were. */
export async function sweepComfort(
  { tally, newPath }: { tally: Tally; newPath: () => string },
  { file, vault }: { file: string; vault: Keychain },
  attacks: readonly TableAttack[],
): Promise<number> {
  const copy = newPath()
  copyLedger(file, copy)
  const before = await steering(copy, vault)
  for (const attack of attacks) {
    copyLedger(file, copy)
    tamperWith(copy, attack)
    const { stops, rest } = await steering(copy, vault)
    // What a column can't hold is told.
    tally.note(`${attack.name}: nothing goes by it`, rest === before.rest || stops.length > 0)
  }
  return attacks.length
}
