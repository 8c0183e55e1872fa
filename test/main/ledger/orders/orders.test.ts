import { describe, expect, it } from 'vitest'
import { connection, createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { saleStatus } from '../../../fakes/gateway.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'

function stored(
  desk: ReturnType<typeof createTestDesk>,
  orderid: string,
  answer = saleStatus('10'),
) {
  return desk.ports.orders.storeSnapshot({
    asked: desk.ports.orders.drawNumber(),
    ...placeOf(orderid),
    connectionId: 'test-1',
    clientOrderid: `inv-${orderid}`,
    snapshot: snapshotOf(answer, connection.settings),
    answer,
    serialNumber: 'sn',
    actor: 'anna',
    isLookUp: false,
  })
}

describe('orders', () => {
  it('appends a snapshot only when the answer changed in what matters', () => {
    const desk = createTestDesk()
    const first = stored(desk, '1')
    expect(stored(desk, '1', saleStatus('10', { 'serial-number': 'other' })).seq).toBe(first.seq)
    const changed = stored(desk, '1', saleStatus('10', { status: 'declined' }))
    expect(changed.seq).toBeGreaterThan(first.seq)
    expect(desk.ports.orders.snapshots(placeOf('1'))).toHaveLength(2)
    expect(desk.ports.audit.timeline('order/test-1/1').map((row) => row.kind)).toEqual([
      'order:changed',
      'order:changed',
    ])
  })
  it('keeps unknown keys of the answer', () => {
    const desk = createTestDesk()
    stored(desk, '1', saleStatus('10', { 'brand-new-key': 'kept' }))
    expect(desk.ports.orders.get('test-1', '1')?.answer['brand-new-key']).toBe('kept')
  })
  it('does not take an amount it can’t read exactly for a number', () => {
    const desk = createTestDesk()
    expect(stored(desk, '1', saleStatus('10.123')).amount).toBeNull()
    expect(desk.ports.orders.get('test-1', '1')?.original).toBeNull()
  })
})
