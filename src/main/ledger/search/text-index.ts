// What a text index names, newest first, from any place on. It writes nothing.
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export interface Named {
  /** Descending. */
  numbers: number[]
  /** All from here on were looked through; null when there is nothing further. */
  reached: number | null
}

/** Up to `most` rows of the index below a number that fulfil the expression (fold.ts). */
export function namedBelow(
  db: Database,
  table: 'search_entry_text' | 'search_order_text' | 'search_shop_text',
  { query, below, most }: { query: string; below: number; most: number },
): Named {
  const numbers = statement<{ query: string; below: bigint }, number>(
    db,
    `SELECT rowid FROM ${table} WHERE ${table} MATCH @query AND rowid < @below ORDER BY rowid DESC LIMIT ${most}`,
    { as: 'value', integers: 'number' },
  )
    // As bigint: FTS5 goes straight to an INTEGER; a number would be bound as REAL, and all newer
    // rows be read first.
    .all({ query, below: BigInt(below) })
  return { numbers, reached: numbers.length < most ? null : (numbers.at(-1) ?? null) }
}
