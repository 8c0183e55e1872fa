// Compares every sealed row of one moment of the ledger, a page at a time. It reads; what it finds
// goes among the findings of the run.
import type { KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { createRowChecker } from './row-check.ts'
import type { Findings } from './row-findings.ts'
import { lackingIn } from './row-log.ts'
import { type CellValue, gapOf, NO_SUM, readHead } from './row-mac.ts'
import { sumMessage } from './row-messages.ts'
import { headIn } from './row-store.ts'
import { sealedNames } from './row-tables.ts'

/** `breathe` is awaited between pages and ends the scan by throwing. */
export async function scanRows(
  snapshot: Database,
  key: KeyObject,
  { found, breathe }: { found: Findings; breathe: () => Promise<void> },
): Promise<void> {
  const checker = createRowChecker(snapshot, key)
  const text = headIn(snapshot)
  const head = text === undefined ? null : readHead(key, text)
  for (const table of sealedNames) {
    let next: readonly CellValue[] | undefined
    do {
      const page = checker.page(table, next)
      found.rows(page.rows)
      next = page.next
      await breathe()
    } while (next !== undefined)
    let sum = NO_SUM
    let after: string | undefined
    do {
      const page = checker.sealPage(table, after, sum)
      found.rows(page.rows)
      sum = page.sum
      after = page.next
      await breathe()
    } while (after !== undefined)
    const gap = head === null ? null : gapOf(sum, head.tables[table])
    if (gap !== null) found.head(table, sumMessage(table, lackingIn(snapshot, table)), gap)
  }
}
