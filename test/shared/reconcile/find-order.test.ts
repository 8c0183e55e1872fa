import { describe, expect, it } from 'vitest'
import { findOrder, indexOrders } from '#shared/reconcile/find-order.ts'
import { event, line } from './sides.ts'

const index = indexOrders(
  [
    event('a', { rrn: '111' }),
    event('b', { orderId: '6760377', merchantOrderId: 'shop-2', rrn: '222' }),
  ],
  ({ orderId }) => orderId,
)

describe('the order that a line names', () => {
  it('is the one that all its numbers name', () => {
    expect(findOrder(line(1), index)).toEqual({ kind: 'found', order: '6760150' })
    expect(findOrder(line(1, { rrn: '111' }), index)).toEqual({ kind: 'found', order: '6760150' })
    const byRrn = line(1, { orderId: '', merchantOrderId: '', rrn: '222' })
    expect(findOrder(byRrn, index)).toEqual({ kind: 'found', order: '6760377' })
  })

  it.each([
    ['the merchant order ID', { merchantOrderId: 'shop-2' }],
    ['the bank’s number', { rrn: '222' }],
    ['a merchant order ID that is not known,', { merchantOrderId: 'shop-9' }],
  ])('is none where %s names another or none', (_, other) => {
    expect(findOrder(line(1, other), index)).toMatchObject({ kind: 'disagree' })
  })

  it('may have a bank’s number that nobody told us', () => {
    expect(findOrder(line(1, { rrn: '999' }), index)).toMatchObject({ kind: 'found' })
  })

  it('is not known, or there is no number at all', () => {
    const far = { orderId: '1', merchantOrderId: '' }
    expect(findOrder(line(1, far), index)).toEqual({ kind: 'unknown' })
    expect(findOrder(line(1, { orderId: '', merchantOrderId: '' }), index)).toEqual({
      kind: 'none',
    })
  })
})
