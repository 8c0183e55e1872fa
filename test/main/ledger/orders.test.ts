import { describe, expect, it } from 'vitest'
import { connection, createTestDesk } from '../../fakes/desk.ts'
import { saleStatus } from '../../fakes/gateway.ts'
import { observationOf } from '../../../src/main/desk/observe.ts'

function seeing(
  desk: ReturnType<typeof createTestDesk>,
  orderid: string,
  answer = saleStatus('10'),
) {
  return desk.ports.orders.observe({
    connectionId: 'test-1',
    orderid,
    clientOrderid: `inv-${orderid}`,
    observation: observationOf(answer, connection.settings),
    answer,
    serialNumber: 'sn',
    actor: 'clerk',
    isLookUp: false,
  })
}

describe('orders', () => {
  it('appends an observation only when the answer changed in what matters', () => {
    const desk = createTestDesk()
    const first = seeing(desk, '1')
    expect(seeing(desk, '1', saleStatus('10', { 'serial-number': 'other' })).seq).toBe(first.seq)
    const changed = seeing(desk, '1', saleStatus('10', { status: 'declined' }))
    expect(changed.seq).toBeGreaterThan(first.seq)
    expect(desk.ports.orders.observations('test-1', '1')).toHaveLength(2)
    expect(desk.ports.audit.timeline('order/test-1/1').map((row) => row.kind)).toEqual([
      'order:changed',
      'order:changed',
    ])
  })
  it('pages newest first without gaps or doubles, also when many share one instant', () => {
    const desk = createTestDesk()
    for (let i = 0; i < 25; i += 1) {
      if (i % 10 === 0) desk.time.now += 1_000
      seeing(desk, String(100 + i))
    }
    const found: string[] = []
    let before: string | undefined
    do {
      const page = desk.ports.orders.list('test-1', undefined, before, 4)
      found.push(...page.rows.map((row) => row.orderid))
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(found).toHaveLength(25)
    expect(new Set(found).size).toBe(25)
    expect(Number(found[0])).toBeGreaterThanOrEqual(120)
  })
  it('filters by a part of either id and takes % and _ literally', () => {
    const desk = createTestDesk()
    seeing(desk, '100')
    seeing(desk, '200')
    const ids = (text: string) =>
      desk.ports.orders.list('test-1', text, undefined, 10).rows.map((row) => row.orderid)
    expect(ids('inv-2')).toEqual(['200'])
    expect(ids('%')).toEqual([])
    expect(ids('_00')).toEqual([])
  })
  it('keeps unknown keys of the answer', () => {
    const desk = createTestDesk()
    seeing(desk, '1', saleStatus('10', { 'brand-new-key': 'kept' }))
    expect(desk.ports.orders.get('test-1', '1')?.answer['brand-new-key']).toBe('kept')
  })
  it('does not take an amount it can’t read exactly for a number', () => {
    const desk = createTestDesk()
    expect(seeing(desk, '1', saleStatus('10.123')).amount).toBeNull()
    expect(desk.ports.orders.get('test-1', '1')?.original).toBeNull()
  })
})
