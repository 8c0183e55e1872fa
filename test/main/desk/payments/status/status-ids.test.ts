// A gateway that refuses one of an order's ids beside the other is asked by one alone; the id that
// was not sent is compared all the same.
import { describe, expect, it } from 'vitest'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { faultOf, must } from '../../../../journeys/story.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const lookedUp = { connectionId: 'test-1', by: 'orderid', value: '7000001' } as const

describe('a status request', () => {
  it.each([
    ['both', { orderid: '7000001', client_orderid: 'inv-1' }],
    ['orderid', { orderid: '7000001' }],
    ['client_orderid', { client_orderid: 'inv-1' }],
  ] as const)('names %s, as the connection says', async (statusIds, ids) => {
    const desk = openReturns({ settings: { statusIds } })
    const id = await desk.send('10.00')
    expect(await desk.tell(id, reversal('10.00', 'A'))).toBe('SUCCEEDED')
    expect(desk.gateway.asked.at(-1)).toEqual(ids)
  })

  it('by one id believes no answer that names another order by the other', async () => {
    const desk = openReturns({ settings: { statusIds: 'client_orderid' } })
    must(await lookUp(desk.ports, lookedUp))
    desk.gateway.status = saleStatus('100.00', { 'paynet-order-id': '7000009' })
    expect(faultOf(await lookUp(desk.ports, lookedUp)).kind).toBe('conflict')
  })

  it('names the id that is known where the other one is wanted', async () => {
    const desk = openReturns({ settings: { statusIds: 'client_orderid' } })
    must(await lookUp(desk.ports, lookedUp))
    expect(desk.gateway.asked[0]).toEqual({ orderid: '7000001' })
  })
})
