// What lists show of an order is folded from its rows, and no entry says it: folded once more from
// the proven rows, and compared. No request is made from it.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { type Columns, foldAll } from '../orders/folded.ts'
import { otherAmountSql, type ReadingOf } from '../orders/retell.ts'
import type { Place } from '../projections/fold.ts'
import { projectionOf } from '../projections/tables.ts'
import { openConnections } from '../settings/connections.ts'

/** How the columns of tables.ts are named where they are folded. */
export const derivedNames = {
  phase: 'phase',
  original_minor: 'original',
  returned_minor: 'returned',
  returnable_minor: 'returnable',
  currency: 'currency',
  digits: 'digits',
} as const satisfies Record<string, keyof Columns>

export type DerivedRow = Record<keyof typeof derivedNames, string | bigint | null>

export const derivedOf = (columns: Columns): DerivedRow => ({
  phase: columns.phase,
  original_minor: columns.original,
  returned_minor: columns.returned,
  returnable_minor: columns.returnable,
  currency: columns.currency,
  digits: BigInt(columns.digits),
})

/** By the settings of connections as the proven rows have them. */
export function settingsIn(db: Database): ReadingOf {
  const all = openConnections(db, () => 0).all()
  const settings = new Map(all.map((one) => [one.id, one.settings]))
  return (connectionId) => settings.get(connectionId)
}

export interface Otherwise {
  connection_id: string
  orderid: string
  columns: (keyof DerivedRow)[]
  derived: DerivedRow
  /**
   * Settings or answers changed since it was folded: it shows what was right then, and no other
   * program did that.
   */
  isStale: boolean
}

/** The orders that show something else, a page at a time; and how many a page looked at. */
export function* deriving(
  db: Database,
  place: Place,
): Generator<{ looked: number; found: Otherwise[] }> {
  const names = Object.keys(derivedNames) as (keyof DerivedRow)[]
  const shownIn = shownBetween(db, place, names)
  const isStale = staleIn(db, place)
  for (const page of foldAll(db, settingsIn(db))) {
    const shownOf = shownIn(page[0]!, page.at(-1)!)
    yield {
      looked: page.length,
      found: page.flatMap(({ columns, ...order }) => {
        const derived = derivedOf(columns)
        return (shownOf.get(nameOf(order)) ?? []).flatMap((shown): Otherwise[] => {
          const { orderid } = order
          const odd = names.filter((name) => shown[name] !== derived[name])
          const { connection_id } = shown
          return odd.length === 0
            ? []
            : [
                {
                  ...{ connection_id, orderid, columns: odd, derived },
                  isStale: isStale(connection_id, orderid),
                },
              ]
        })
      }),
    }
  }
}

type Shown = DerivedRow & { connection_id: string; service: string; orderid: string }

const nameOf = ({ service, orderid }: OrderPlace): string => `${service} ${orderid}`

/**
 * What the ledger shows of the orders from one to another, by their names. Of rows that are not
 * what entries say, compare.ts tells.
 */
function shownBetween(
  db: Database,
  place: Place,
  names: readonly string[],
): (first: OrderPlace, last: OrderPlace) => Map<string, Shown[]> {
  const { key, facts } = projectionOf('payment_order')
  const same = [...key, ...facts].map((name) => `i.${name} IS p.${name}`).join(' AND ')
  const proven = place === 'main' ? '' : `JOIN ${place}.payment_order p ON ${same}`
  const select = statement<[string, string, string, string], Shown>(
    db,
    `SELECT i.connection_id, i.service, i.orderid, ${names.map((name) => `i.${name}`).join(', ')}
     FROM main.payment_order i ${proven}
     WHERE (i.service, i.orderid) >= (?, ?) AND (i.service, i.orderid) <= (?, ?)`,
  )
  return (first, last) =>
    Map.groupBy(select.all(first.service, first.orderid, last.service, last.orderid), nameOf)
}

/**
 * What an order shows was folded when it was last touched: by the settings of its connection, and
 * by how its gateway had told amounts until then.
 */
function staleIn(db: Database, place: Place): (connectionId: string, orderid: string) => boolean {
  const select = statement<[string, string], bigint>(
    db,
    `SELECT NOT EXISTS (SELECT 1 FROM ${place}.connection c
         WHERE c.id = p.connection_id AND c.updated_at <= p.checked_at)
       OR EXISTS (${otherAmountSql('p.service')})
     FROM ${place}.payment_order p WHERE p.connection_id = ? AND p.orderid = ?`,
    { as: 'value' },
  )
  return (connectionId, orderid) => select.get(connectionId, orderid) === 1n
}
