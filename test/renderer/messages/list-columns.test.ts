// Columns of a list: in which order a fact puts the rows, which are shown, how wide each is.
import { describe, expect, it } from 'vitest'
import {
  columnsChosen,
  columnsFitting,
  columnsSnug,
  fileOf,
  gridTracks,
  type ListColumn,
  rowsSorted,
} from '../../../src/renderer/messages/lists/list-columns.ts'
import type { MoneyText } from '#shared/money.ts'

interface Row {
  name: string
  at: number | null
  amount: MoneyText | null
}
const money = (amount: string, currency: string): MoneyText => ({ amount, currency })
const rows: Row[] = [
  { name: 'shop 10', at: 30, amount: money('9.00', 'USD') },
  { name: 'shop 9', at: null, amount: money('100', 'EUR') },
  { name: 'Shop 1', at: 10, amount: null },
  { name: '', at: 20, amount: money('9.5', 'EUR') },
]
const columns: ListColumn<Row>[] = [
  { id: 'name', label: 'Name', width: 100, isWide: true, of: ({ name }) => name },
  { id: 'at', label: 'Time', width: 80, of: ({ at }) => at, isTime: true },
  { id: 'amount', label: 'Amount', width: 90, of: ({ amount }) => amount, isExtra: true },
]
const sorted = (sort: string, of: keyof Row) =>
  rowsSorted(rows, columns, sort).map((row) => {
    const fact = row[of]
    return typeof fact === 'object' && fact !== null ? `${fact.amount} ${fact.currency}` : fact
  })

describe('sorting by a column', () => {
  it('reads numbers in texts, and leaves what is not known at the end either way', () => {
    expect(sorted('name', 'name')).toEqual(['Shop 1', 'shop 9', 'shop 10', ''])
    expect(sorted('-name', 'name')).toEqual(['shop 10', 'shop 9', 'Shop 1', ''])
    expect(sorted('-at', 'at')).toEqual([30, 20, 10, null])
  })

  it('never compares amounts of two currencies', () => {
    expect(sorted('amount', 'amount')).toEqual(['9.5 EUR', '100 EUR', '9.00 USD', null])
    expect(sorted('-amount', 'amount')).toEqual(['9.00 USD', '100 EUR', '9.5 EUR', null])
  })

  it('leaves the rows as they are for a column that is none', () => {
    expect(rowsSorted(rows, columns, 'gone')).toBe(rows)
  })
})

describe('columns that are shown', () => {
  const ids = (chosen?: string[]) => columnsChosen(columns, chosen).map(({ id }) => id)
  it('are the usual ones until some are chosen, and then those in their order', () => {
    expect(ids()).toEqual(['name', 'at'])
    expect(ids(['amount', 'gone', 'name'])).toEqual(['amount', 'name'])
    expect(ids(['gone'])).toEqual(['name', 'at'])
  })

  it('go where they don’t fit, the last first, and come back at the same width', () => {
    const spare = columns.map((column) => ({ ...column, isSpare: column.id !== 'name' }))
    const fit = (room: number) => columnsFitting(spare, room).map(({ id }) => id)
    expect([fit(270), fit(269), fit(179), fit(269), fit(270)]).toEqual([
      ['name', 'at', 'amount'],
      ['name', 'at'],
      ['name'],
      ['name', 'at'],
      ['name', 'at', 'amount'],
    ])
  })

  it('go before the last one where they are the first to go', () => {
    const spare = columns.map((column) => ({
      ...{ ...column, isSpare: column.id !== 'name', goesFirst: column.id === 'at' },
    }))
    const fit = (room: number) => columnsFitting(spare, room).map(({ id }) => id)
    expect([fit(270), fit(269), fit(189)]).toEqual([
      ['name', 'at', 'amount'],
      ['name', 'amount'],
      ['name'],
    ])
  })

  it('go for a text that would be cut, but not for the text of another spare one', () => {
    const of = (needed: Partial<Record<string, number>>) =>
      columns.map((column) => ({
        ...{ ...column, isSpare: column.id !== 'name', needed: needed[column.id] ?? 0 },
      }))
    const fit = (needed: Partial<Record<string, number>>) =>
      columnsFitting(of(needed), 270).map(({ id }) => id)
    expect(fit({ name: 100 })).toEqual(['name', 'at', 'amount'])
    expect(fit({ name: 101 })).toEqual(['name', 'at'])
    expect(fit({ name: 191 })).toEqual(['name'])
    expect(fit({ at: 300 })).toEqual(['name', 'at', 'amount'])
  })

  it('stay beside a cut text where they are firm, as long as they have facts', () => {
    const of = (row: { room: number; isEmpty?: boolean }) => {
      const firm = columns.map((column) => ({
        ...{ ...column, isSpare: column.id !== 'name', isFirm: column.id === 'at' },
        ...{
          needed: column.id === 'name' ? 200 : 0,
          goesFirst: row.isEmpty === true && column.id === 'at',
        },
      }))
      return columnsFitting(firm, row.room).map(({ id }) => id)
    }
    expect(of({ room: 370 })).toEqual(['name', 'at', 'amount'])
    expect(of({ room: 369 })).toEqual(['name', 'at'])
    expect(of({ room: 180 })).toEqual(['name', 'at'])
    expect(of({ room: 179 })).toEqual(['name'])
    expect(of({ room: 369, isEmpty: true })).toEqual(['name', 'amount'])
  })

  it('go first where no row has a fact for them', () => {
    const spare = columns.map((column) => ({ ...column, isSpare: column.id !== 'name' }))
    const none = rows.map((row) => ({ ...row, at: null }))
    const fit = (of: Row[]) => columnsFitting(columnsSnug(spare, of), 269).map(({ id }) => id)
    expect(fit(rows)).toEqual(['name', 'at'])
    expect(fit(none)).toEqual(['name', 'amount'])
    expect(fit([])).toEqual(['name', 'at'])
  })

  it('keep the one that the rows are in the order of, whatever room there is', () => {
    const spare = columns.map((column) => ({ ...column, isSpare: column.id !== 'name' }))
    const fit = (room: number) => columnsFitting(spare, room, 'amount').map(({ id }) => id)
    expect([fit(270), fit(269), fit(10)]).toEqual([
      ['name', 'at', 'amount'],
      ['name', 'amount'],
      ['name', 'amount'],
    ])
  })

  it('leave the room that no row needs to others, and never have more than they had', () => {
    const status = (label: string, width = 160): ListColumn<Row> => ({
      ...{ id: 'name', label, width, snugPx: 30, of: ({ name }) => name },
    })
    const widthOf = (column: ListColumn<Row>, of = rows) => columnsSnug([column], of)[0]?.width
    // Of the longest text, "shop 10", or of the head with its arrow.
    expect(widthOf(status('Name'))).toBe(7 * 7.5 + 30 + 20)
    expect(widthOf(status('Name of the shop'))).toBe(16 * 7.5 + 14 + 20)
    expect(widthOf(status('Name', 70))).toBe(70)
    expect(widthOf(status('Name'), [])).toBe(4 * 7.5 + 14 + 20)
    expect(columnsSnug(columns, rows)).toEqual(columns)
    const wide = { ...status('Name'), isWide: true }
    expect(widthOf(wide)).toBe(160)
  })

  it('say what their longest text needs, where that is more than they have', () => {
    const column: ListColumn<Row> = { id: 'name', label: 'Name', width: 60, of: ({ name }) => name }
    const neededOf = (of: ListColumn<Row>) => columnsSnug([of], rows)[0]?.needed
    expect(neededOf(column)).toBe(7 * 7.5 + 20)
    expect(neededOf({ ...column, isWide: true })).toBe(7 * 7.5 + 20)
    expect(neededOf({ ...column, width: 80 })).toBeUndefined()
    // With the button beside it, wherever the rest of the width goes.
    expect(neededOf({ ...column, isWide: true, snugPx: 28 })).toBe(7 * 7.5 + 28 + 20)
    expect(neededOf({ ...column, of: () => 'x'.repeat(400) })).toBe(360)
    // An amount is as long as it is drawn: "100.00 EUR".
    const amount: ListColumn<Row> = {
      ...{ id: 'amount', label: 'Sum', width: 104, snugPx: 0, of: (row: Row) => row.amount },
    }
    expect(columnsSnug([amount], [rows[0]!])[0]?.width).toBe(8 * 7.5 + 20)
  })

  it('get free room first where their texts are cut, each no more than it needs', () => {
    const [name, at, money] = columns.map(({ id, label, width }) => ({ id, label, width }))
    const cut = [
      { ...name!, needed: 150 },
      { ...at!, needed: 90 },
      { ...money!, isWide: true },
    ]
    const tracks = (room: number, widths = {}) => gridTracks(cut, widths, room)
    expect(tracks(270)).toEqual({ columns: '100px 80px minmax(90px, 1fr)', width: 270 })
    expect(tracks(286).columns).toBe('108px 88px minmax(90px, 1fr)')
    expect(tracks(300).columns).toBe('120px 90px minmax(90px, 1fr)')
    expect(tracks(570)).toEqual({ columns: '150px 90px minmax(90px, 1fr)', width: 330 })
    expect(tracks(480, { name: 60 }).columns).toBe('60px 90px minmax(90px, 1fr)')
    expect(tracks(100).columns).toBe('100px 80px minmax(90px, 1fr)')
  })

  it('share a very wide window, but for what is small, was made as wide, or has no heading', () => {
    const all = [
      { id: 'line', label: 'Line', width: 56 },
      { id: 'name', label: 'Name', width: 100, isWide: true },
      { id: 'at', label: 'Time', width: 80 },
      { id: 'money', label: 'Amount', width: 90 },
      { id: 'choice', label: '', width: 92 },
    ]
    const tracks = (room: number, widths = {}) => gridTracks(all, widths, room)
    expect(tracks(658).columns).toBe('56px minmax(100px, 1fr) 80px 90px 92px')
    expect(tracks(958)).toEqual({
      columns: '56px minmax(100px, 1fr) 180px 190px 92px',
      width: 618,
    })
    expect(tracks(958, { at: 80 }).columns).toBe('56px minmax(100px, 1fr) 80px 240px 92px')
  })

  it('have a spare one cut before any other', () => {
    const cut = [
      { id: 'at', label: 'Action', width: 100, needed: 180 },
      { id: 'reason', label: 'Reason', width: 80, needed: 90, isSpare: true, isWide: true },
    ]
    const tracks = (room: number) => gridTracks(cut, {}, room).columns
    expect(tracks(240)).toBe('160px minmax(80px, 1fr)')
    expect(tracks(265)).toBe('180px minmax(85px, 1fr)')
    expect(tracks(400)).toBe('180px minmax(90px, 1fr)')
  })

  it('are as wide as they were made, and the rest goes to one of them', () => {
    expect(gridTracks(columns, {})).toEqual({
      columns: 'minmax(100px, 1fr) 80px 90px',
      width: 270,
    })
    expect(gridTracks(columns, { name: 140 })).toEqual({
      columns: '140px 80px minmax(90px, 1fr)',
      width: 310,
    })
  })
})

it('writes a list as it is shown: amounts beside their currency, times in UTC, counts as numbers', () => {
  const length: ListColumn<Row> = {
    ...{ id: 'name-length', label: 'Length', width: 60 },
    of: ({ name }) => name.length,
  }
  expect(fileOf(rows.slice(0, 2), [...columns, length])).toEqual({
    columns: [
      { name: 'name', kind: 'text' },
      { name: 'at_utc', kind: 'time' },
      { name: 'amount', kind: 'money' },
      { name: 'amount_currency', kind: 'text' },
      { name: 'name_length', kind: 'number' },
    ],
    rows: [
      ['shop 10', '1970-01-01T00:00:00.030Z', '9.00', 'USD', '7'],
      ['shop 9', '', '100', 'EUR', '6'],
    ],
  })
})
