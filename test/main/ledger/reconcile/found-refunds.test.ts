// Which refunds Paydesk found by itself: those that an answer of its own reading told first, that
// are movements of their own, and that nobody here asked for.
import { expect, it } from 'vitest'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { foundRefundRows } from '../../../../src/main/ledger/reconcile/found-refunds.ts'
import { connection, createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { saleStatus } from '../../../fakes/gateway.ts'

function open() {
  const desk = createTestDesk()
  const { orders } = desk.ports
  const tell = (orderid: string, isAlone: boolean, more: Record<string, string> = {}): void => {
    desk.time.pass(60_000)
    const answer = saleStatus('50.00', more)
    orders.storeSnapshot({
      ...{ asked: orders.drawNumber(), ...placeOf(orderid), connectionId: 'test-1' },
      ...{ clientOrderid: `inv-${orderid}`, serialNumber: '', actor: 'paydesk', isLookUp: false },
      ...{ isAlone, answer, snapshot: snapshotOf(answer, connection.settings) },
    })
  }
  const found = () =>
    foundRefundRows(desk.db).map(({ orderid, amount }) => `${orderid} ${amount.amount}`)
  return { desk, orders, tell, found }
}
const refund = (amount: string, more: Record<string, string> = {}) => ({
  ...{ 'transaction-type': 'reversal', amount, ...more },
})

it('a refund that its own reading told first is one, until a person looked at it', () => {
  const { desk, orders, tell, found } = open()
  tell('1', false)
  tell('1', true, refund('20.00'))
  tell('2', false)
  tell('2', true, refund('5.00', { status: 'declined' }))
  tell('2', true, { 'transaction-type': 'dispute' })
  // Whoever looked an order up has read it.
  tell('3', false, refund('7.00'))
  tell('3', true, refund('7.00'))
  expect(found()).toEqual(['1 20.00'])
  const [one] = orders.found(placeOf('1'))
  expect(orders.found(placeOf('2'))).toEqual([])
  const seen = { seq: one!.seq, actor: 'ana', reason: 'made at the till' }
  orders.seeFound({ ...placeOf('1'), connectionId: 'test-1' }, seen)
  expect(found()).toEqual([])
  // Another refund of that order is another one.
  tell('1', true, refund('30.00'))
  expect(found()).toEqual(['1 30.00'])
  const said = desk.ports.audit.timeline('order/test-1/1').filter(({ actor }) => actor === 'ana')
  expect(said).toMatchObject([
    { kind: 'order:found-refund-seen', details: { orderid: '1', reason: 'made at the till' } },
  ])
})
