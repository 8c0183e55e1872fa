// What of a report is drawn: its figures as bars beside each other, or one figure from day to day.
// The greatest of each currency fills the width. What is drawn is a picture beside exact figures,
// so a number is enough. Pure.
import type { DayFigure } from '#shared/bridge/today.ts'
import type { MoneyText } from '#shared/money.ts'
import { sumsOf } from '#shared/money-sums.ts'
import type { FigureKey, ReportFigure, ReportView } from '#shared/reports/report-methods.ts'
import { chartColour, type MoneyWay } from '../../../theme/chart-colours.ts'
import { highestOf } from '../../today/bars/axis.ts'
import { longDay } from '../../../messages/times.ts'
import {
  type Direction,
  directionOf,
  directions,
  operationName,
  splitText,
} from '../facts/report-labels.ts'

/** More are read better in the table. */
const mostBars = 12
const mostSeries = 6
const shownSplits = ['outcome', 'connection', 'operator', 'reason'] as const

export interface FigureBar {
  figure: ReportFigure
  direction: Direction
  label: string
  /** Of the greatest of its currency, from 0 to 1. */
  share: number
  /** The same in the days before; null where nothing was, or nothing is compared. */
  before: { total: MoneyText; share: number } | null
  colour: string
}

/** One operation and currency over the pieces of the period. */
export interface Series {
  id: string
  label: string
  colour: string
  total: MoneyText
  values: DayFigure[]
  /** Of all series of its currency, which share an axis. */
  highest: number
  /** Of the days before, one beside each value; empty where nothing is compared. */
  before: DayFigure[]
  /** Behind each value; undefined where there was nothing. */
  figures: (ReportFigure | undefined)[]
}

const sizeOf = ({ total }: ReportFigure): number => Number(total.amount)
/** What only the gateway told is in no sum of what was made here. */
const drawable = ({ figures }: ReportView): ReportFigure[] =>
  figures.filter((figure) => figure.key.source === 'here' && sizeOf(figure) > 0)
/** What moved no money stands in the table alone: a bar among these would count as money. */
const movedOf = (view: ReportView): ReportFigure[] =>
  drawable(view).filter(({ key }) => directionOf(key) !== 'none')
/** Money goes out as a refund, or else as a payout. */
function wayOf(key: FigureKey): MoneyWay {
  const direction = directionOf(key)
  if (direction !== 'out') return direction
  return key.operation === 'return' ? 'refund' : 'payout'
}

const keyText = ({ key }: ReportFigure): string =>
  JSON.stringify(Object.entries(key).toSorted(([a], [b]) => a.localeCompare(b, 'en')))

/** By where money went, the greatest first, each currency by itself. */
export function barsOf(
  view: ReportView,
  nameOf: (id: string) => string,
  past: ReportView | null = null,
): FigureBar[] {
  const were = new Map((past === null ? [] : drawable(past)).map((one) => [keyText(one), one]))
  const figures = movedOf(view).toSorted(
    (a, b) =>
      a.key.currency.localeCompare(b.key.currency, 'en') ||
      directions.indexOf(directionOf(a.key)) - directions.indexOf(directionOf(b.key)) ||
      sizeOf(b) - sizeOf(a),
  )
  const most = new Map<string, number>()
  for (const figure of figures) {
    const { currency } = figure.key
    const was = were.get(keyText(figure))
    const sizes = [most.get(currency) ?? 0, sizeOf(figure), was === undefined ? 0 : sizeOf(was)]
    most.set(currency, Math.max(...sizes))
  }
  return figures.slice(0, mostBars).map((figure) => {
    const { key } = figure
    const was = were.get(keyText(figure))
    const splits = shownSplits.filter((split) => key[split] !== undefined && key[split] !== 'done')
    const label = [
      view.parts.length > 1 ? longDay(view.parts[key.part] ?? '') : '',
      operationName(key.operation),
      ...splits.map((split) => splitText(key, split, nameOf, view.reasonNames)),
    ]
    const direction = directionOf(key)
    return {
      ...{ figure, direction },
      label: label.filter((part) => part !== '').join(' · '),
      share: sizeOf(figure) / (most.get(key.currency) ?? 1),
      before:
        was === undefined
          ? null
          : { total: was.total, share: sizeOf(was) / (most.get(key.currency) ?? 1) },
      colour: chartColour(wayOf(key), key.outcome),
    }
  })
}

/** Done by the same operation in the same currency, in one piece of the period. */
const isOfSeries = (key: FigureKey, of: FigureKey, part: number): boolean =>
  key.operation === of.operation &&
  key.currency === of.currency &&
  key.part === part &&
  (key.outcome ?? 'done') === 'done'

/**
 * What was done of each operation in the pieces of the period; empty where the period is one piece,
 * or where a split lets several figures share a piece.
 */
export function seriesOf(view: ReportView, past: ReportView | null = null): Series[] {
  if (view.parts.length < 2) return []
  const found = new Map<string, ReportFigure[]>()
  for (const figure of movedOf(view)) {
    const { key } = figure
    if (shownSplits.some((split) => split !== 'outcome' && key[split] !== undefined)) return []
    if ((key.outcome ?? 'done') !== 'done') continue
    const id = `${key.operation} ${key.currency}`
    found.set(id, [...(found.get(id) ?? []), figure])
  }
  const all = [...found]
    .map(([id, of]) => {
      const first = of[0]!
      const [, decimals] = first.total.amount.split('.')
      const amount = decimals === undefined ? '0' : `0.${decimals.replaceAll(/\d/g, '0')}`
      const none = { count: 0, total: { amount, currency: first.key.currency } }
      const figures = view.parts.map((_, part) => of.find(({ key }) => key.part === part))
      const values = figures.map((figure) => figure ?? none)
      const total = sumsOf(of.map((figure) => figure.total)).sums[0] ?? none.total
      // A month may be shorter than the one before: the last days of that have no bar beside them.
      const before = (past?.parts ?? []).slice(0, view.parts.length).map((_, part) => {
        const was = drawable(past!).find(({ key }) => isOfSeries(key, first.key, part))
        return was ?? none
      })
      const named = {
        label: operationName(first.key.operation),
        colour: chartColour(wayOf(first.key)),
      }
      return { id, ...named, total, values, before, figures }
    })
    .toSorted((a, b) => Number(b.total.amount) - Number(a.total.amount))
    .slice(0, mostSeries)
  const highestIn = ({ total: { currency } }: { total: MoneyText }): number =>
    highestOf(
      all
        .filter(({ total }) => total.currency === currency)
        .flatMap(({ values, before }) => [...values, ...before]),
    )
  return all.map((one) => ({ ...one, highest: highestIn(one) }))
}
