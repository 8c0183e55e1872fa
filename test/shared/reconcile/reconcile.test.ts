import { describe, expect, it } from 'vitest'
import { findOrder, indexOrders } from '#shared/reconcile/find-order.ts'
import { matchOrders, placeStray, mostLinesOfOrder } from '#shared/reconcile/reconcile.ts'
import { type ReportLine, usualWindow } from '#shared/reconcile/report-line.ts'
import { event, line } from './sides.ts'

const index = indexOrders([event('a')], ({ orderId }) => orderId)
const stray = (one: ReportLine): string => {
  const found = findOrder(one, index)
  if (found.kind === 'found') throw new Error('the line belongs to an order')
  return placeStray(one, found, index).pile
}

describe('both sides, order by order', () => {
  it('are matched together, and what stands on one side alone is told', () => {
    const lines = ['1', '2'].map((order) => ({
      order,
      one: line(Number(order), { orderId: order }),
    }))
    const events = ['2', '3'].map((order) => ({ order, one: event(order, { orderId: order }) }))
    const matched = [...matchOrders(lines, events, usualWindow)]
    expect(matched.map(({ order, lines: all }) => [order, all.map(({ pile }) => pile)])).toEqual([
      ['1', ['unexplained']],
      ['2', ['matched']],
      ['3', []],
    ])
    expect(matched[2]!.missing.map(({ id }) => id)).toEqual(['3'])
  })

  it('are refused where a side is not sorted', () => {
    const lines = ['2', '1'].map((order) => ({ order, one: line(1) }))
    expect(() => [...matchOrders(lines, [], usualWindow)]).toThrow(/not sorted/)
  })

  it('leave an order with too many lines to a person', () => {
    const lines = Array.from({ length: mostLinesOfOrder + 1 }, (_, at) => ({
      ...{ order: '1', one: line(at + 1) },
    }))
    const [matched] = matchOrders(
      lines,
      [event('a'), event('u', { isCertain: false })].map((one) => ({ order: '1', one })),
      usualWindow,
    )
    expect(new Set(matched!.lines.map(({ pile }) => pile))).toEqual(new Set(['unexplained']))
    expect(matched!.missing.map(({ id }) => id)).toEqual(['a'])
  })
})

describe('a line of no order here', () => {
  it('is money out that nothing explains when its number is one slip from a known order', () => {
    expect(stray(line(1, { orderId: '6760105', merchantOrderId: '' }))).toBe('unexplained')
    expect(stray(line(1, { orderId: '6760151', merchantOrderId: '' }))).toBe('unexplained')
    expect(stray(line(1, { orderId: '6799999', merchantOrderId: '' }))).toBe('not-known-here')
    const sale = { kind: 'captured' as const, orderId: '6760151', merchantOrderId: '' }
    expect(stray(line(1, sale))).toBe('not-known-here')
  })

  it('is named when its numbers disagree', () => {
    expect(stray(line(1, { merchantOrderId: 'shop-9' }))).toBe('ids-disagree')
  })

  it('without a number is money out that nothing explains, or not known', () => {
    const bare = { orderId: '', merchantOrderId: '' }
    expect(stray(line(1, bare))).toBe('unexplained')
    expect(stray(line(1, { ...bare, kind: 'captured' }))).toBe('not-known-here')
  })
})
