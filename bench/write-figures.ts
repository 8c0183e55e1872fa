// Puts the figures of a full run of the ledger's benchmark into docs/figures.md, between its marks:
// node --expose-gc bench/ledger.ts --full | node bench/write-figures.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { format, resolveConfig } from 'prettier'
import { withTextBetween } from '../scripts/between-marks.ts'
import type { Goal, Spread } from './measure.ts'

interface Figure {
  value: number
  unit: string
  ms?: Spread
  /** A list's first page, and pages deep in it. */
  first?: Spread
  deep?: Spread
  goal?: Goal
  isMet?: boolean
}

export interface Summary {
  bench: string
  isFullSize: boolean
  figures: Readonly<Record<string, Figure | { skipped: string }>>
  missed: readonly string[]
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

const goalOf = ({ goal }: Figure): string =>
  goal === undefined ? '' : 'below' in goal ? `< ${goal.below}` : `>= ${goal.atLeast}`

const verdictOf = ({ isMet }: Figure): string =>
  isMet === undefined ? '' : isMet ? 'met' : 'missed'

/** Asked hundreds of times each: the lists and the look-ups. */
const isQuestion = (figure: Figure): boolean =>
  figure.first !== undefined || (figure.ms !== undefined && goalOf(figure) === '< 2')

const questionRow = ([name, figure]: [string, Figure]): string => {
  const of = (part: 'p50' | 'p95'): string =>
    [figure.first ?? figure.ms, figure.deep].flatMap((spread) => spread?.[part] ?? []).join(' / ')
  return row(name, of('p50'), of('p95'), goalOf(figure), verdictOf(figure))
}

const workRow = ([name, figure]: [string, Figure]): string =>
  row(name, `${figure.value} ${figure.unit}`, goalOf(figure), verdictOf(figure))

/** The tables of a run, by the names of their marks. */
export function tablesOf({ figures, missed }: Summary): Record<string, string> {
  const reported = Object.entries(figures).filter(
    (entry): entry is [string, Figure] => !('skipped' in entry[1]),
  )
  return {
    verdict:
      missed.length === 0
        ? 'Every goal is met in this run.'
        : `Missed in this run: ${missed.join(', ')}.`,
    questions: [
      row('Question (first page / deep)', 'p50', 'p95', 'goal (p95)', ''),
      row('---', '---', '---', '---', '---'),
      ...reported.filter(([, figure]) => isQuestion(figure)).map(questionRow),
    ].join('\n'),
    work: [
      row('Work', 'Figure', 'Goal', ''),
      row('---', '---', '---', '---'),
      ...reported.filter(([, figure]) => !isQuestion(figure)).map(workRow),
    ].join('\n'),
  }
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../docs/figures.md')
  const summary = JSON.parse((await text(process.stdin)).trim().split('\n').at(-1) ?? '') as Summary
  if (summary.bench !== 'ledger' || !summary.isFullSize)
    throw new Error('Give the output of: node --expose-gc bench/ledger.ts --full')
  let page = readFileSync(file, 'utf8')
  for (const [name, table] of Object.entries(tablesOf(summary)))
    page = withTextBetween(page, name, table)
  const style = (await resolveConfig(file)) ?? {}
  writeFileSync(file, await format(page, { ...style, parser: 'markdown' }))
}
