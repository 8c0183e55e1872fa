// The table as the last whole run found it: a string of letters for each trait, one letter a flow.
// docs/hosts.md is made of it, and a slice of a run is compared with it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FlowName, flowNames } from './flows.ts'
import type { Table } from './play.ts'
import { letters } from './verdict.ts'

export type Recorded = Readonly<Record<string, string>>

const file = join(import.meta.dirname, 'table.json')

export const readRecorded = (): Recorded => JSON.parse(readFileSync(file, 'utf8')) as Recorded

export const recordOf = (table: Table): Recorded =>
  Object.fromEntries(
    Object.entries(table).map(([trait, cells]) => [
      trait,
      flowNames.map((flow) => cells[flow]?.letter ?? ' ').join(''),
    ]),
  )

export const writeRecorded = (recorded: Recorded): void =>
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)

const rankOf = (letter: string): number => letters.findIndex(([one]) => one === letter)

/** The cells that ended worse than recorded, each with the words of the desk. */
export const worseThan = (recorded: Recorded, table: Table): string[] =>
  Object.entries(table).flatMap(([trait, cells]) =>
    Object.entries(cells).flatMap(([flow, cell]) => {
      const before = recorded[trait]?.[flowNames.indexOf(flow as FlowName)] ?? 'R'
      return rankOf(cell.letter) > rankOf(before)
        ? [`${trait}, ${flow}: ${cell.letter}, was ${before}: ${cell.words}`]
        : []
    }),
  )

export function countsOf(recorded: Recorded): Record<string, number> {
  const all = Object.values(recorded).join('')
  return Object.fromEntries(letters.map(([letter]) => [letter, all.split(letter).length - 1]))
}
