// What a screen shows of a reading whose rows stay in main: columns with samples, what is wrong in
// groups with the line numbers, and the sums. Pure.
import type { FileReading, FileRow, WrongKind, WrongRow } from './file-row.ts'

/** Wrong rows that cross to the page; all of them are in the list that is saved. */
export const mostWrongShown = 200

interface WrongGroup {
  kind: WrongKind
  count: number
  /** The first of them, at most so many as are shown in all. */
  shown: WrongRow[]
}

export interface FileSum {
  currency: string
  minor: bigint
  digits: number
  count: number
}

export interface ReadingView extends Omit<FileReading, 'rows' | 'wrong' | 'wrongCells'> {
  id: string
  /** Another one with each reading, also where all means the same as before. */
  stamp: string
  name: string
  goodCount: number
  /** Lines with something wrong; one line may have more than one thing. */
  wrongLines: number
  groups: WrongGroup[]
  sums: FileSum[]
}

export function viewOf(
  { id, stamp, name }: Pick<ReadingView, 'id' | 'stamp' | 'name'>,
  reading: FileReading,
): ReadingView {
  const { rows, wrong, wrongCells: _wrongCells, ...found } = reading
  const lines = new Set(wrong.flatMap(({ line }) => (line === null ? [] : [line])))
  return {
    ...found,
    ...{ id, stamp, name, goodCount: rows.length, wrongLines: lines.size },
    ...{ groups: groupsOf(wrong), sums: sumsOf(rows) },
  }
}

/** In the order in which the kinds first appear. */
function groupsOf(wrong: readonly WrongRow[]): WrongGroup[] {
  let left = mostWrongShown
  return [...Map.groupBy(wrong, ({ kind }) => kind)].map(([kind, all]) => {
    const shown = all.slice(0, left)
    left -= shown.length
    return { kind, count: all.length, shown }
  })
}

/** By currency, in the order in which currencies appear. Currencies are never added. */
export function sumsOf(rows: readonly FileRow[]): FileSum[] {
  const sums = new Map<string, FileSum>()
  for (const { amount } of rows) {
    if (amount === null) continue
    const { currency, digits, minor } = amount
    const sum = sums.get(currency) ?? { currency, minor: 0n, digits, count: 0 }
    sum.minor += minor
    sum.count += 1
    sums.set(currency, sum)
  }
  return [...sums.values()]
}
