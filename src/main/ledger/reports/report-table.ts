// A report as a table for files: one row a figure, each with the period, the zone and how far the
// log went, so that a row that is copied elsewhere still says what it is of. Pure. Names of columns
// and values are the same in every language.
import { ageBands, type ReportId } from '#shared/reports/report-methods.ts'
import { wireAmount } from '#shared/money.ts'
import { adds, type DayClose } from '#shared/reports/day-close.ts'
import type { ListColumn } from '../export/list-file.ts'
import type { ReportFacts } from './report.ts'
import { sharesOf } from '#shared/reports/shares.ts'

export interface ReportPlace {
  report: ReportId
  zone: string
  /** The first day of each piece of the period. */
  parts: readonly string[]
  borders: readonly number[]
  /** Of connections, by their ids. */
  nameOf: (id: string) => string
  /** What codes of reasons are called. */
  reasonNames: Readonly<Record<string, string>>
}

export interface ReportTable {
  columns: ListColumn[]
  rows: string[][]
}

const column = (name: string, kind: ListColumn['kind'] = 'text'): ListColumn => ({ name, kind })

const ofPeriod = [
  column('period_from_utc', 'time'),
  column('period_until_utc', 'time'),
  column('zone'),
  column('up_to_entry', 'money'),
  column('unknown_inside', 'money'),
  column('processing_inside', 'money'),
]
const ofFigures = [
  ...[column('part'), column('source'), column('operation'), column('currency')],
  ...[column('connection'), column('operator'), column('reason_code'), column('reason')],
  column('outcome'),
  ...[column('requests', 'money'), column('without_amount', 'money'), column('total', 'money')],
  ...[
    column('largest', 'money'),
    column('median_seconds', 'money'),
    column('share_percent', 'money'),
  ],
]
const ofClose = [
  ...[column('of'), column('currency'), column('line'), column('effect')],
  ...[column('orders', 'money'), column('amount', 'money')],
]
const ofItems = [
  ...[column('open'), column('currency'), column('age'), column('items', 'money')],
  column('total', 'money'),
]

export function reportTable(facts: ReportFacts, place: ReportPlace): ReportTable {
  const { borders, zone } = place
  const period = [
    ...[borders[0]!, borders.at(-1)!].map((at) => new Date(at).toISOString()),
    ...[zone, String(facts.upToEntry), String(facts.unknown), String(facts.processing)],
  ]
  const [columns, rows] = tableOf(facts, place)
  return {
    columns: [...columns, ...ofPeriod],
    rows: rows.map((cells) => [...cells, ...period]),
  }
}

function figuresOf(
  { figures }: ReportFacts,
  { report, parts, nameOf, reasonNames }: ReportPlace,
): string[][] {
  const shares = report === 'reasons' ? sharesOf(figures) : []
  return figures.map(({ key, count, unstated, total, largest, medianMs }, at) => [
    parts[key.part] ?? '',
    key.source,
    key.operation,
    key.currency,
    key.connection === undefined ? '' : nameOf(key.connection),
    key.operator ?? '',
    key.reasonCode ?? '',
    key.reasonCode ? (reasonNames[key.reasonCode] ?? key.reasonCode) : (key.reason ?? ''),
    key.outcome ?? '',
    String(count),
    String(unstated),
    key.currency === '' ? '' : wireAmount(total),
    key.currency === '' ? '' : wireAmount(largest),
    medianMs === null ? '' : (medianMs / 1_000).toFixed(3),
    shareText(shares[at]),
  ])
}

const tableOf = (facts: ReportFacts, place: ReportPlace): [ListColumn[], string[][]] => {
  if (place.report === 'open') return [ofItems, itemsOf(facts)]
  return facts.close === null
    ? [ofFigures, figuresOf(facts, place)]
    : [ofClose, closeRows(facts.close)]
}

/** From opening to closing: no amount has a minus, and a row says what it does to the sum. */
const closeRows = ({ sums }: DayClose): string[][] =>
  sums.flatMap(({ of, currency, opening, closing, lines }) => [
    [of, currency, 'opening', 'start', '', opening.amount],
    ...lines.map(({ line, orders, total }) => [
      ...[of, currency, line, adds[line] ? 'plus' : 'minus', String(orders)],
      total.amount,
    ]),
    [of, currency, 'closing', 'end', '', closing.amount],
  ])

const shareText = (share: number | null | undefined): string =>
  share === null || share === undefined ? '' : (share / 10).toFixed(1)

const itemsOf = ({ open }: ReportFacts): string[][] =>
  open.flatMap(({ of, currency, bands }) =>
    bands.map(({ count, total }, band) => [
      of,
      currency,
      ageBands[band] ?? '',
      String(count),
      currency === '' ? '' : total.amount,
    ]),
  )
