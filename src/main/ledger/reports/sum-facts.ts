// Sums over the columns of facts: count, sum, largest and median for each figure of a report. Pure,
// and exact: parts are added as integers that a number holds, and carried into a bigint in time.
import type { Money } from '#shared/money.ts'
import type { FigureKey, Split } from '#shared/reports/report-methods.ts'
import { type FactColumns, type FactShape, PART } from './fact-columns.ts'
import { nthOf } from './nth.ts'

export interface SumQuery {
  /** Where each piece of the period begins, ascending, and where the last one ends. */
  borders: readonly number[]
  split: readonly Split[]
  isAsked: (shape: FactShape) => boolean
}

export interface FigureSum {
  key: FigureKey
  count: number
  unstated: number
  total: Money
  largest: Money
  medianMs: number | null
}

/** From here on a sum of high parts is carried over: far below what a number holds exactly. */
const CARRY = 2 ** 51

interface Cells {
  count: Int32Array
  timed: Int32Array
  high: Float64Array
  low: Float64Array
  mostHigh: Float64Array
  mostLow: Float64Array
  carried: Map<number, bigint>
}

/** Figures of amounts with different digits of a currency are added in the finest of them. */
export function sumFacts(columns: FactColumns, query: SumQuery): FigureSum[] {
  const groups = groupsOf(columns.shapes, query)
  const parts = query.borders.length - 1
  const cells = cellsOf(groups.keys.length * parts)
  const cellOf = new Int32Array(columns.size)
  for (let at = 0; at < columns.size; at += 1) {
    const cell = placeOf(columns, groups.of, query.borders, at)
    cellOf[at] = cell
    if (cell >= 0) addTo(cells, cell, columns, at)
  }
  const medians = mediansOf(cells, cellOf, columns)
  const found: Grouped[] = []
  for (let cell = 0; cell < cells.count.length; cell += 1) {
    if (cells.count[cell] === 0) continue
    const { digits, ...key } = groups.keys[Math.floor(cell / parts)]!
    found.push({ key: { ...key, part: cell % parts }, digits, cell })
  }
  return joined(found, cells, medians)
}

/** Places of all facts that are asked for. */
export function placesIn(columns: FactColumns, { borders, isAsked }: SumQuery): number[] {
  const of = Int32Array.from(columns.shapes, (shape) => (isAsked(shape) ? 0 : -1))
  const around = [borders[0]!, borders.at(-1)!]
  const found: number[] = []
  for (let at = 0; at < columns.size; at += 1)
    if (placeOf(columns, of, around, at) === 0) found.push(at)
  return found
}

type Key = Omit<FigureKey, 'part'>
type Grouped = { key: FigureKey; digits: number; cell: number }

const keyOf = (shape: FactShape, split: readonly Split[]): Key => ({
  ...{ source: shape.source, operation: shape.operation, currency: shape.currency },
  ...Object.fromEntries(split.map((name) => [name, shape[name]])),
  ...(split.includes('reason') ? { reasonCode: shape.reasonCode } : {}),
})

const nameOf = (key: Key, part: number): string =>
  [
    key.source,
    key.operation,
    key.currency,
    key.connection,
    key.operator,
    key.outcome,
    part,
    key.reasonCode,
    key.reason,
  ]
    .map((text) => text ?? '')
    .join('\n')

function groupsOf(shapes: readonly FactShape[], { split, isAsked }: SumQuery) {
  const numbers = new Map<string, number>()
  const keys: (Key & { digits: number })[] = []
  const of = Int32Array.from(shapes, (shape) => {
    if (!isAsked(shape)) return -1
    const key = { ...keyOf(shape, split), digits: shape.digits }
    const name = nameOf(key, key.digits)
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, keys.length)
    return keys.push(key) - 1
  })
  return { keys, of }
}

/** -1 for what is not asked for. */
function placeOf(
  { shape, at: times }: FactColumns,
  of: Int32Array,
  borders: readonly number[],
  at: number,
): number {
  const kind = shape[at]!
  const group = kind < 0 ? -1 : of[kind]!
  const time = times[at]!
  const parts = borders.length - 1
  if (group < 0 || time < borders[0]! || time >= borders[parts]!) return -1
  let [from, until] = [0, parts]
  while (until - from > 1) {
    const middle = (from + until) >> 1
    if (time < borders[middle]!) until = middle
    else from = middle
  }
  return group * parts + from
}

const cellsOf = (length: number): Cells => ({
  ...{ count: new Int32Array(length), timed: new Int32Array(length) },
  ...{ high: new Float64Array(length), low: new Float64Array(length) },
  ...{ mostHigh: new Float64Array(length), mostLow: new Float64Array(length) },
  carried: new Map(),
})

function addTo(cells: Cells, cell: number, columns: FactColumns, at: number): void {
  const [high, low] = [columns.high[at]!, columns.low[at]!]
  cells.count[cell]! += 1
  if (columns.took[at]! >= 0) cells.timed[cell]! += 1
  cells.low[cell]! += low
  const sum = cells.high[cell]! + high
  if (sum < CARRY) cells.high[cell] = sum
  else {
    cells.carried.set(cell, (cells.carried.get(cell) ?? 0n) + BigInt(sum))
    cells.high[cell] = 0
  }
  const most = cells.mostHigh[cell]!
  if (high < most || (high === most && low <= cells.mostLow[cell]!)) return
  cells.mostHigh[cell] = high
  cells.mostLow[cell] = low
}

/** Durations of each cell side by side, so that each is looked through by itself. */
function mediansOf(cells: Cells, cellOf: Int32Array, columns: FactColumns) {
  const starts = new Int32Array(cells.timed.length + 1)
  cells.timed.forEach((count, cell) => (starts[cell + 1] = starts[cell]! + count))
  const all = new Float64Array(starts.at(-1)!)
  const next = starts.slice()
  for (let at = 0; at < columns.size; at += 1) {
    const cell = cellOf[at]!
    if (cell < 0 || columns.took[at]! < 0) continue
    all[next[cell]!] = columns.took[at]!
    next[cell]! += 1
  }
  return (own: readonly number[]): number | null => {
    const spans = own.map((cell) => all.subarray(starts[cell], starts[cell + 1]))
    const [only] = spans
    const together = spans.length === 1 && only !== undefined ? only : joinedSpans(spans)
    const middle = (together.length - 1) >> 1
    return together.length === 0 ? null : nthOf(together, middle)
  }
}

function joinedSpans(spans: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(spans.reduce((sum, span) => sum + span.length, 0))
  let at = 0
  for (const span of spans) {
    all.set(span, at)
    at += span.length
  }
  return all
}

/** What differs in digits alone is one figure. */
function joined(
  found: readonly Grouped[],
  cells: Cells,
  medianOf: (own: readonly number[]) => number | null,
): FigureSum[] {
  const figures = new Map<string, Grouped[]>()
  for (const one of found) {
    const name = nameOf(one.key, one.key.part)
    const known = figures.get(name)
    if (known === undefined) figures.set(name, [one])
    else known.push(one)
  }
  return [...figures.values()].map((same) => {
    const { key } = same[0]!
    const digits = Math.max(...same.map((one) => one.digits))
    const scaled = (minor: bigint, from: number): bigint => minor * 10n ** BigInt(digits - from)
    const sumOf = ({ cell, digits: from }: Grouped): bigint =>
      scaled(
        ((cells.carried.get(cell) ?? 0n) + BigInt(cells.high[cell]!)) * BigInt(PART) +
          BigInt(cells.low[cell]!),
        from,
      )
    const mostOf = ({ cell, digits: from }: Grouped): bigint =>
      scaled(BigInt(cells.mostHigh[cell]!) * BigInt(PART) + BigInt(cells.mostLow[cell]!), from)
    const count = same.reduce((sum, { cell }) => sum + cells.count[cell]!, 0)
    const money = (minor: bigint): Money => ({ minor, currency: key.currency, digits })
    return {
      key,
      count,
      unstated: key.currency === '' ? count : 0,
      total: money(same.reduce((sum, one) => sum + sumOf(one), 0n)),
      largest: money(same.map(mostOf).reduce((most, one) => (one > most ? one : most), 0n)),
      medianMs: medianOf(same.map(({ cell }) => cell)),
    }
  })
}
