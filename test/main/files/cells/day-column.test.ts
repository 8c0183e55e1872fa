// Days of a column, and which number of them is the month.
import { describe, expect, it } from 'vitest'
import { orderOf, readDay } from '../../../../src/main/files/cells/day-column.ts'

describe('a column of days', () => {
  it.each([
    [['03/04/2026', '21/04/2026'], { kind: 'proven', order: 'day-first' }],
    [['03/04/2026', '04/21/2026'], { kind: 'proven', order: 'month-first' }],
    [['03/04/2026', '05/06/2026'], { kind: 'open', text: '03/04/2026' }],
    [['03.04.2026'], { kind: 'none' }],
    [['2026-04-03', ''], { kind: 'none' }],
  ])('of %j proves %j', (cells, order) => {
    expect(orderOf(cells)).toEqual(order)
  })
})

describe('a day', () => {
  it.each([
    ['2026-11-02 14:03', 'day-first', '2026-11-02'],
    ['3/4/2026', 'day-first', '2026-04-03'],
    ['3/4/2026', 'month-first', '2026-03-04'],
    ['31.02.2026', 'day-first', null],
    ['13/14/2026', 'day-first', null],
    ['yesterday', 'day-first', null],
  ] as const)('%j, %s, is %j', (text, order, day) => {
    expect(readDay(text, order)).toBe(day)
  })
})
