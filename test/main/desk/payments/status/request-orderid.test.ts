// A gateway that answers each refund with an order id of its own, and tells its order unchanged.
import { describe, expect, it } from 'vitest'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { placeOf } from '../../../../fakes/desk.ts'
import { accepted, saleStatus } from '../../../../fakes/gateway.ts'
import { must } from '../../../../journeys/story.ts'
import { openReturns, reversal, type Reported } from '../../return-rig.ts'

const own = '900000001'
const sale = saleStatus('100.00')
const reported = (amount: string, more: Reported = {}): Reported =>
  reversal(amount, 'R-1', { 'paynet-order-id': own, ...more })

async function sent(amount: string, named = own) {
  const desk = openReturns({ settings: { orderidOf: 'request' } })
  const send = async (how: string, id: string): Promise<string> => {
    const { reviewed } = await desk.review(how)
    desk.gateway.onSend = () => accepted('sn-1', { 'paynet-order-id': id })
    await confirm(desk.ports, must(reviewed))
    return must(reviewed).attemptId
  }
  return { ...desk, sendAs: send, id: await send(amount, named) }
}

describe('a refund that was answered with an order id of its own', () => {
  it('is asked for under that id, closed by it, and counted on its order', async () => {
    const desk = await sent('10.00')
    expect(await desk.tell(desk.id, reported('10.00'))).toBe('SUCCEEDED')
    expect(desk.gateway.asked.at(-1)).toEqual({ orderid: own, client_orderid: 'inv-1' })
    expect(desk.ports.orders.facts(placeOf('7000001')).returned?.minor).toBe(1000n)
    expect(desk.ports.orders.newest(placeOf(own))).toBeNull()
  })

  it('leaves the order ready for the next one, though the gateway tells that unchanged', async () => {
    const desk = await sent('10.00')
    expect(await desk.tell(desk.id, reported('10.00'))).toBe('SUCCEEDED')
    desk.gateway.status = sale
    const next = await desk.sendAs('20.00', '900000002')
    const second = {
      ...reported('20.00'),
      'paynet-order-id': '900000002',
      'processor-tx-id': 'R-2',
    }
    expect(await desk.tell(next, second)).toBe('SUCCEEDED')
    expect(desk.ports.orders.facts(placeOf('7000001')).returnable?.minor).toBe(7000n)
  })

  it.each([
    ['another amount', reported('11.00')],
    ['no amount', reported('10.00', { amount: '' })],
    ['another currency', reported('10.00', { currency: 'USD' })],
    ['another type', reported('10.00', { 'transaction-type': 'sale' })],
    ['the order’s id', reported('10.00', { 'paynet-order-id': '7000001' })],
    ['no id', reported('10.00', { 'paynet-order-id': '' })],
  ])('is not closed by an answer with %s', async (_what, status) => {
    const desk = await sent('10.00')
    expect(await desk.tell(desk.id, status)).toBe('ACCEPTED')
  })

  it('is not closed by what its order tells meanwhile, however alike', async () => {
    const desk = await sent('10.00')
    desk.gateway.status = reversal('10.00', 'X')
    must(await lookUp(desk.ports, { connectionId: 'test-1', by: 'orderid', value: '7000001' }))
    expect(desk.state(desk.id)).toBe('ACCEPTED')
  })

  it('is unknown where that id is another order’s, or another request’s, here', async () => {
    const desk = await sent('10.00')
    expect(await desk.tell(desk.id, reported('10.00'))).toBe('SUCCEEDED')
    desk.gateway.status = sale
    const doubled = await desk.sendAs('20.00', own)
    expect(desk.state(doubled)).toBe('UNKNOWN')
  })
})
