// Lines of several reports: what is one line, and what stays two because it may be two movements.
import { describe, expect, it } from 'vitest'
import {
  countKey,
  type HoldsDay,
  oneLineEach,
  type ReportedLine,
} from '#shared/reconcile/one-line.ts'
import type { ReportLine } from '#shared/reconcile/report-line.ts'
import { days, line } from './sides.ts'

const never: HoldsDay = () => false
const grouped = (lines: readonly ReportedLine[]): Iterable<ReportedLine[]> =>
  Map.groupBy(lines, countKey).values()
const always: HoldsDay = () => true
const moment = days(2) + 7_000
const inReport = (report: string, ...lines: Partial<ReportLine>[]): ReportedLine[] =>
  lines.map((one, at) => ({ report, place: '6760150', line: line(at + 1, { at: moment, ...one }) }))
/** The reports of each line. */
const told = (lines: readonly ReportedLine[], holdsDay = never): string[] =>
  [...oneLineEach(grouped(lines), holdsDay)]
    .flat()
    .map((one) =>
      one.told
        .map(({ report }) => report)
        .toSorted()
        .join(''),
    )
    .toSorted()
const aDay = { at: days(2), isDay: true } as const

describe('a line that stands in two reports', () => {
  it('is one line where both tell its moment, whatever numbers one of them lacks', () => {
    expect(told([...inReport('a', {}), ...inReport('b', {})])).toEqual(['ab'])
    const [[one] = []] = oneLineEach(
      [[...inReport('a', { merchantOrderId: '' }), ...inReport('b', { lastFour: '', rrn: '7' })]],
      never,
    )
    expect(one!.line).toMatchObject({ merchantOrderId: 'shop-1', lastFour: '1111', rrn: '7' })
  })

  it.each<[string, Partial<ReportLine>]>([
    ['another moment', { at: moment + 1_000 }],
    ['another whole minute', { at: days(2) + 60_000 }],
    ['another number', { rrn: '8' }],
    ['another amount', { minor: 2_001n }],
    ['another card', { lastFour: '2222' }],
    ['another kind', { kind: 'paid-out' }],
  ])('is two lines with %s', (_, other) => {
    expect(
      told([...inReport('a', { rrn: '7' }), ...inReport('b', { rrn: '7', ...other })]),
    ).toEqual(['a', 'b'])
  })

  it('is two lines of two batches, also where a third report names none', () => {
    const [a, b] = [inReport('a', { batch: 'S-1' }), inReport('b', { batch: 'S-2' })]
    expect(told([...a, ...b])).toEqual(['a', 'b'])
    expect(told([...a, ...inReport('b', { batch: 'S-1' })])).toEqual(['ab'])
    for (const all of [
      [...inReport('c', {}), ...a, ...b],
      [...b, ...a, ...inReport('c', {})],
    ])
      expect(
        told(all)
          .map((reports) => reports.length)
          .toSorted(),
      ).toEqual([1, 2])
    const [[one] = []] = oneLineEach([[...inReport('c', {}), ...a]], never)
    expect(one!.line.batch).toBe('S-1')
  })

  it('is as often there as the report that has it most often', () => {
    const all = [...inReport('a', {}, {}), ...inReport('b', {}), ...inReport('c', {}, {}, {})]
    expect(told(all)).toEqual(['abc', 'ac', 'c'])
  })

  it('is one by its day alone only with a number of its own, or in a report of the whole day', () => {
    const both = [...inReport('a', aDay), ...inReport('b', aDay)]
    expect([told(both), told(both, always)]).toEqual([['a', 'b'], ['ab']])
    const numbered = { ...aDay, serialNumber: '5' }
    expect(told([...inReport('a', numbered), ...inReport('b', numbered)])).toEqual(['ab'])
    const noon = [...inReport('a', aDay), ...inReport('b', { at: days(2) })]
    expect([told(noon), told(noon, always)]).toEqual([['a', 'b'], ['ab']])
  })
})

it('is one by a whole minute only as by its day', () => {
  const minute = { at: days(2) + 60_000 }
  const both = [...inReport('a', minute), ...inReport('b', minute)]
  expect([told(both), told(both, always)]).toEqual([['a', 'b'], ['ab']])
  const numbered = { ...minute, rrn: '7' }
  expect(told([...inReport('a', numbered), ...inReport('b', numbered)])).toEqual(['ab'])
  const later = [...inReport('a', minute), ...inReport('b', { at: days(2) + 120_000 })]
  expect(told(later, always)).toEqual(['a', 'b'])
})

it('gives the same lines in whatever order reports were read', () => {
  const reports = [
    inReport('a', { rrn: '7' }, { rrn: '8' }, {}),
    inReport('b', {}, { lastFour: '' }),
    inReport('c', { rrn: '8' }, aDay),
  ]
  const text = (all: readonly ReportedLine[]): string[] =>
    [...oneLineEach(grouped(all), always)]
      .flat()
      .map(({ line: one, told: by }) =>
        JSON.stringify([
          one.line,
          one.rrn,
          one.lastFour,
          by.map(({ report }) => report).toSorted(),
        ]),
      )
  expect(text(reports.toReversed().flat())).toEqual(text(reports.flat()))
})
