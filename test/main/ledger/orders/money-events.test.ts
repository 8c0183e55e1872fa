import { describe, expect, it } from 'vitest'
import { orderShower } from '../../../../src/main/desk/orders/show-order.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { connection, createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { saleStatus } from '../../../fakes/gateway.ts'
import type { TestDesk } from '../order-rig.ts'

const sale = {
  'processor-rrn': '600018537033',
  'approval-code': '601663',
  'processor-tx-id': 'PTX-1',
  'paynet-processing-date': '2026-11-24 09:00:00 UTC',
  'card-type': 'VISA',
  'last-four-digits': '1111',
}
const refund = {
  ...{ 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' },
  ...{ 'processor-rrn': '600018641762', 'approval-code': '609582', 'processor-tx-id': 'PTX-2' },
}

function tell(
  desk: TestDesk,
  amount: string,
  more: Record<string, string>,
  { orderid = '1', isLookUp = true } = {},
): void {
  const answer = saleStatus(amount, more)
  desk.ports.orders.storeSnapshot({
    ...placeOf(orderid),
    asked: desk.ports.orders.drawNumber(),
    connectionId: 'test-1',
    clientOrderid: `inv-${orderid}`,
    snapshot: snapshotOf(answer, connection.settings),
    answer,
    serialNumber: 'sn',
    actor: isLookUp ? 'anna' : 'paydesk',
    isLookUp,
  })
}

const rows = ({ db }: TestDesk): unknown[] =>
  db.prepare('SELECT * FROM money_event ORDER BY seq').all()
const entries = (desk: TestDesk) => desk.ports.audit.timeline('order/test-1/1')

describe('what the bank knows an event by', () => {
  it('stays when a newer answer tells of another event, each number with its own', () => {
    const desk = createTestDesk()
    tell(desk, '49.90', sale)
    tell(desk, '9.90', refund)
    expect(desk.ports.orders.events(placeOf('1'))).toMatchObject([
      { kind: 'sale', rrn: '600018537033', approvalCode: '601663', lastFour: '1111' },
      { kind: 'reversal', rrn: '600018641762', approvalCode: '609582' },
    ])
    const shown = orderShower(desk.ports)('test-1', '1')
    const bank = (shown.ok ? shown.value.timeline : []).filter(({ source }) => source === 'service')
    expect(bank.map((entry) => [entry.title, entry.bank?.rrn])).toEqual([
      ['reversal', '600018641762'],
      ['sale', '600018537033'],
    ])
  })

  it('finds the order, however many answers came since', async () => {
    const desk = createTestDesk()
    tell(desk, '49.90', sale)
    tell(desk, '9.90', refund)
    for (const text of ['600018537033', '601663', '600018641762', '609582']) {
      const { page } = await desk.reader.run('orders', { text, limit: 10 })
      expect(page?.rows.map(({ orderid }) => orderid)).toEqual(['1'])
    }
  })

  it('stands in the log with the amount, also when it alone is new', () => {
    const desk = createTestDesk()
    const { 'processor-rrn': _rrn, ...early } = sale
    const poll = { isLookUp: false }
    tell(desk, '49.90', early, poll)
    tell(desk, '49.90', early, poll)
    expect(entries(desk)).toHaveLength(1)
    tell(desk, '49.90', sale, poll)
    tell(desk, '49.90', sale, poll)
    expect(entries(desk).map(({ details }) => [details['rrn'], details['amount']])).toEqual([
      [undefined, '49.90'],
      ['600018537033', '49.90'],
    ])
    expect(desk.ports.orders.snapshots(placeOf('1'))).toHaveLength(1)
  })

  it('is kept whole though it could be the number of a card, as one in ten can', () => {
    const desk = createTestDesk()
    const rrn = '600004192800'
    tell(desk, '5.00', { 'processor-rrn': rrn })
    expect(maskCardNumbers(rrn)).not.toBe(rrn)
    expect(desk.ports.orders.events(placeOf('1'))).toMatchObject([{ rrn }])
    expect(entries(desk)[0]?.details).toMatchObject({ rrn })
  })

  it('is never a card number, whatever a gateway calls one', () => {
    const desk = createTestDesk()
    const card = '4111111111111111'
    tell(desk, '5.00', { 'processor-rrn': card, 'approval-code': card, 'card-type': card })
    expect(
      JSON.stringify([rows(desk), entries(desk)], (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    ).not.toContain(card)
    expect(rows(desk)).toHaveLength(1)
  })
})
