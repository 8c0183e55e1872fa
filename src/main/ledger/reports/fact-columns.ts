// What reports sum, as columns of numbers: a million of them are looked through in some
// milliseconds. Pure. An amount lies in two parts, because a number holds 53 bits and a sum of the
// largest amounts more.
import type { ReportOutcome, ReportSource } from '#shared/reports/report-methods.ts'

/** What many of them share; each shape is kept once. */
export interface FactShape {
  source: ReportSource
  operation: string
  /** Empty where no amount is known. */
  currency: string
  digits: number
  connection: string
  operator: string
  /** As it was written; nothing where a code says it. */
  reason: string
  /** Empty where the reason is text alone. */
  reasonCode: string
  outcome: ReportOutcome
}

interface Fact extends FactShape {
  /** Of the request as it was made, or of the answer. */
  number: number
  /** When it ended; of an open one, when it was sent. */
  at: number
  high: number
  low: number
  /** From sending to the end; -1 where it has not both. */
  took: number
}

/** An amount in minor units is high times this and low. */
export const PART = 1_000_000

export interface FactColumns {
  size: number
  at: Float64Array
  high: Float64Array
  low: Float64Array
  took: Float64Array
  /** -1: no longer one. */
  shape: Int32Array
  number: Int32Array
  shapes: FactShape[]
}

export interface Facts {
  columns: FactColumns
  /** A new one, or another word on one that is there. */
  put(fact: Fact): void
  /** Of this source and number, if it is there. */
  drop(source: ReportSource, number: number): void
}

type Place = Record<ReportSource, Int32Array>

export function createFacts(): Facts {
  const columns: FactColumns = {
    ...{ size: 0, at: new Float64Array(64), high: new Float64Array(64) },
    ...{ low: new Float64Array(64), took: new Float64Array(64) },
    ...{ shape: new Int32Array(64), number: new Int32Array(64), shapes: [] },
  }
  // Numbers are given one after the other: a place for each is less than a map of them.
  const places: Place = { here: new Int32Array(64), gateway: new Int32Array(64) }
  const shapeNumbers = new Map<string, number>()
  const shapeOf = (fact: Fact): number => {
    const {
      source,
      operation,
      currency,
      digits,
      connection,
      operator,
      reason,
      reasonCode,
      outcome,
    } = fact
    const own = { source, operation, currency, digits, connection, operator, outcome, reasonCode }
    const key = [...Object.values(own), reason].join('\n')
    const known = shapeNumbers.get(key)
    if (known !== undefined) return known
    const shape = { ...own, reason }
    shapeNumbers.set(key, columns.shapes.length)
    return columns.shapes.push(shape) - 1
  }
  /** One more than its place; nought where it has none. */
  const placeIn = (source: ReportSource, number: number): number => places[source][number] ?? 0
  return {
    columns,
    put: (fact) => {
      let place = placeIn(fact.source, fact.number) - 1
      if (place < 0) {
        place = columns.size
        if (place === columns.at.length) widen(columns)
        columns.size += 1
        places[fact.source] = wideEnough(places[fact.source], fact.number)
        places[fact.source][fact.number] = place + 1
      }
      columns.at[place] = fact.at
      columns.high[place] = fact.high
      columns.low[place] = fact.low
      columns.took[place] = fact.took
      columns.number[place] = fact.number
      columns.shape[place] = shapeOf(fact)
    },
    drop: (source, number) => {
      const place = placeIn(source, number) - 1
      if (place >= 0) columns.shape[place] = -1
    },
  }
}

function wideEnough(column: Int32Array, place: number): Int32Array {
  if (place < column.length) return column
  const wider = new Int32Array(Math.max(2 * column.length, place + 1))
  wider.set(column)
  return wider
}

function widen(columns: FactColumns): void {
  const length = 2 * columns.at.length
  for (const name of ['at', 'high', 'low', 'took'] as const) {
    const wider = new Float64Array(length)
    wider.set(columns[name])
    columns[name] = wider
  }
  for (const name of ['shape', 'number'] as const)
    columns[name] = wideEnough(columns[name], length - 1)
}
