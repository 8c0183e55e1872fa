import { describe, expect, it } from 'vitest'
import { findOrder, indexOrders } from '#shared/reconcile/find-order.ts'
import { doubtsOf } from '#shared/reconcile/report-doubts.ts'
import type { ReportEvent, ReportLine } from '#shared/reconcile/report-line.ts'
import { event, line } from './sides.ts'

const events = [1, 2, 3, 4].map((at) =>
  event(`e${at}`, { orderId: `${9_000 + at}`, merchantOrderId: `${5_000 + at}` }),
)
const index = indexOrders(events, ({ orderId }) => orderId)
const lineOf = ({ orderId, merchantOrderId }: ReportEvent, at: number): ReportLine =>
  line(at + 1, { orderId, merchantOrderId })
const doubts = (of: (one: ReportLine) => ReportLine, matched = 0): string[] => {
  const lines = events.map(lineOf).map(of)
  const seen = lines.map((one, at) => ({
    ...{ line: one, found: findOrder(one, index), isMatched: at < matched },
    events: events.filter(({ orderId }) => orderId === one.orderId),
  }))
  return doubtsOf(seen, { missing: 0, index }).map(({ kind, count, of: all }) =>
    [kind, count, all].join(' '),
  )
}

describe('a whole report is doubtful', () => {
  it.each<[string, (one: ReportLine) => ReportLine]>([
    [
      'swapped-ids',
      (one) => ({ ...one, orderId: one.merchantOrderId, merchantOrderId: one.orderId }),
    ],
    ['unknown-orders', (one) => ({ ...one, orderId: `77${one.orderId}`, merchantOrderId: '' })],
    ['other-unit', (one) => ({ ...one, minor: one.minor * 100n })],
    ['after-fees', (one) => ({ ...one, minor: (one.minor * 97n) / 100n })],
    ['turned-kinds', (one) => ({ ...one, kind: 'captured' })],
    ['other-days', (one) => ({ ...one, at: 0 })],
  ])('by %s', (kind, of) => {
    expect(doubts(of)).toEqual([`${kind} 4 4`])
    // Half of the lines are enough, fewer are not.
    expect(doubts(of, 2)).toEqual([`${kind} 2 4`])
    expect(doubts(of, 3)).toEqual([])
  })

  it('where as many movements are missing as half of its lines', () => {
    const lines = events.map(lineOf).map((one) => {
      return { line: one, found: findOrder(one, index), isMatched: true, events: [] }
    })
    const kinds = (missing: number) => doubtsOf(lines, { missing, index }).map(({ kind }) => kind)
    expect([kinds(1), kinds(2)]).toEqual([[], ['many-missing']])
  })
})
