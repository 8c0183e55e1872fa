// Reads the saved results of a desk's runs: what a person has in hand of them, row for row.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { outcomeMessages } from '#shared/runs/run-labels.ts'
import type { RowOutcome } from '#shared/runs/run-state.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { ToldRow } from './run-task.ts'

const outcomes = new Map(
  Object.entries(outcomeMessages).map(([outcome, message]) => [
    formatMessage(message),
    outcome as RowOutcome,
  ]),
)

/** A hold that is ended whole was asked for without an amount. */
const rowOf = (cells: Record<string, string>): ToldRow => ({
  line: Number(cells['line']),
  orderid: cells['order_id']!,
  clientOrderid: cells['merchant_order_id']!,
  amount: { amount: cells['asked'] || cells['sends']!, currency: cells['currency']! },
  outcome: outcomes.get(cells['outcome']!)!,
  moved: cells['moved']!,
  serial: cells['serial_number']!,
  message: cells['message']!,
})

/** Of each run in its turn. */
export function resultsIn(folder: string): ToldRow[][] {
  const results: ToldRow[][] = []
  for (let nth = 0; existsSync(join(folder, `${nth}.csv`)); nth += 1) {
    const text = readFileSync(join(folder, `${nth}.csv`), 'utf8')
    const rows = parse(text, { columns: true, bom: true }) as unknown as Record<string, string>[]
    results.push(rows.map(rowOf))
  }
  return results
}

/** Rows whose line is not the one behind the line before: the order of the list was not kept. */
export const outOfOrder = (rows: readonly ToldRow[]): number =>
  rows.filter(({ line }, at) => at > 0 && line <= rows[at - 1]!.line).length
