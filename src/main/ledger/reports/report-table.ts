// A report as a table for files: one row a figure, each with the period, the zone and how far the
// log went, so that a row that is copied elsewhere still says what it is of. Pure. Names of columns
// and values are the same in every language.
import { ageBands, type ReportId } from '#shared/bridge/reports.ts'
import { wireAmount } from '#shared/money.ts'
import type { ListColumn } from '../export/list-file.ts'
import type { ReportFacts } from './report.ts'

export interface ReportPlace {
  report: ReportId
  zone: string
  /** The first day of each piece of the period. */
  parts: readonly string[]
  borders: readonly number[]
  /** Of connections, by their ids. */
  nameOf: (id: string) => string
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
  ...[column('connection'), column('operator'), column('reason'), column('outcome')],
  ...[column('requests', 'money'), column('without_amount', 'money'), column('total', 'money')],
  ...[column('largest', 'money'), column('median_seconds', 'money')],
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
  const isOpen = place.report === 'open'
  const rows = isOpen ? itemsOf(facts) : figuresOf(facts, place)
  return {
    columns: [...(isOpen ? ofItems : ofFigures), ...ofPeriod],
    rows: rows.map((cells) => [...cells, ...period]),
  }
}

const figuresOf = ({ figures }: ReportFacts, { parts, nameOf }: ReportPlace): string[][] =>
  figures.map(({ key, count, unstated, total, largest, medianMs }) => [
    parts[key.part] ?? '',
    key.source,
    key.operation,
    key.currency,
    key.connection === undefined ? '' : nameOf(key.connection),
    key.operator ?? '',
    key.reason ?? '',
    key.outcome ?? '',
    String(count),
    String(unstated),
    key.currency === '' ? '' : wireAmount(total),
    key.currency === '' ? '' : wireAmount(largest),
    medianMs === null ? '' : (medianMs / 1_000).toFixed(3),
  ])

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
