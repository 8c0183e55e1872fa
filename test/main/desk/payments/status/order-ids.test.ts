// Hosts that tell one id with everything of an order, and answers by the serial number of a request
// where ids say otherwise.
import { describe, expect, it } from 'vitest'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { placeOf } from '../../../../fakes/desk.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { openReturns, reversal, type Reported } from '../../return-rig.ts'

const place = { connectionId: 'test-1', by: 'orderid', value: '7000001' } as const

async function withSale(id: string, options: Parameters<typeof openReturns>[0] = {}) {
  const desk = openReturns(options)
  const see = async (status: Reported) => {
    desk.gateway.status = status
    await lookUp(desk.ports, place)
  }
  await see(saleStatus('50.00', { 'processor-tx-id': id }))
  const facts = () => desk.ports.orders.facts(placeOf('7000001'))
  return { ...desk, see, facts }
}
const on = (day: number): Reported => ({ 'paynet-processing-date': `2026-11-0${day} 10:00:00 UTC` })

describe('one id for the sale and its refunds', () => {
  it('counts a colleague’s refunds by their dates, and promises no more than is left', async () => {
    const desk = await withSale('X')
    for (const day of [1, 2, 3]) await desk.see(reversal('10.00', 'X', on(day)))
    const { returnable, conflict, uncertainty } = desk.facts()
    expect(returnable?.minor).toBe(2000n)
    expect(conflict).toBeNull()
    expect(uncertainty).not.toBeNull()
  })

  it('closes a second refund of ours, of another amount', async () => {
    const desk = await withSale('X')
    const one = await desk.send('10.00', 'accepted')
    expect(await desk.tell(one, reversal('10.00', 'X', on(1)))).toBe('SUCCEEDED')
    const two = await desk.send('7.25', 'accepted')
    expect(await desk.tell(two, reversal('7.25', 'X', on(2)))).toBe('SUCCEEDED')
    expect(desk.facts()).toMatchObject({ conflict: null, returnable: { minor: 3275n } })
  })

  it('proves nothing by a second one of the same amount', async () => {
    const desk = await withSale('X')
    const one = await desk.send('10.00', 'accepted')
    await desk.tell(one, reversal('10.00', 'X', on(1)))
    const two = await desk.send('10.00', 'accepted')
    expect(await desk.tell(two, reversal('10.00', 'X', on(2)))).toBe('ACCEPTED')
  })

  it('makes no contradiction of a declined refund and the next one that is approved', async () => {
    const desk = await withSale('X')
    const one = await desk.send('10.00', 'accepted')
    const declined = { status: 'declined', 'order-stage': 'reversal_declined' }
    expect(await desk.tell(one, reversal('10.00', 'X', { ...declined, ...on(1) }))).toBe('DECLINED')
    const two = await desk.send('7.25', 'accepted')
    expect(await desk.tell(two, reversal('7.25', 'X', on(2)))).toBe('SUCCEEDED')
    expect(desk.row(one).conflict).toBeNull()
    expect(desk.facts().conflict).toBeNull()
  })

  it.each(['7000001', 'PN-7000001'])('is known by %s, before a second type is told', async (id) => {
    const desk = openReturns()
    const first = await desk.send('10.00', 'accepted')
    await desk.tell(first, reversal('10.00', id, on(1)))
    const second = await desk.send('7.25', 'accepted')
    expect(await desk.tell(second, reversal('7.25', id, on(2)))).toBe('SUCCEEDED')
  })

  it('is not any id that ends in the same digits', async () => {
    const desk = openReturns()
    await desk.tell(await desk.send('10.00', 'accepted'), reversal('10.00', '97000001'))
    const second = await desk.send('7.25', 'accepted')
    expect(await desk.tell(second, reversal('7.25', '97000001'))).toBe('ACCEPTED')
  })
})

describe('an answer for one request by its serial number', () => {
  const byRequest = { settings: { statusBy: 'request' } } as const

  it('closes it though the order’s one id was known', async () => {
    const desk = await withSale('X', byRequest)
    await desk.see(reversal('10.00', 'X', on(1)))
    const ours = await desk.send('7.25', 'accepted')
    expect(await desk.tell(ours, reversal('7.25', 'X', on(2)))).toBe('SUCCEEDED')
  })

  it('that repeats the number closes it whatever id it carries, but for another request’s', async () => {
    const desk = openReturns(byRequest)
    const one = await desk.send('10.00', 'accepted')
    expect(await desk.tell(one, reversal('10.00', 'A', { 'serial-number': 'sn-1' }))).toBe(
      'SUCCEEDED',
    )
    const two = await desk.send('10.00', 'accepted')
    expect(await desk.tell(two, reversal('10.00', 'A', { 'serial-number': 'sn-2' }))).toBe(
      'ACCEPTED',
    )
    expect(await desk.tell(two, reversal('10.00', 'B', { 'serial-number': 'sn-2' }))).toBe(
      'SUCCEEDED',
    )
  })

  it('closes nothing where another new one was told and the number is not repeated', async () => {
    const desk = await withSale('S', byRequest)
    const ours = await desk.send('10.00', 'accepted')
    const processing = { status: 'processing', 'order-stage': 'reversal_processing' }
    await desk.tell(ours, reversal('10.00', 'A', processing))
    expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('ACCEPTED')
    expect(desk.row(ours).conflict).toBeNull()
  })

  it('closes it where another one was told after it: the gateway minds the number', async () => {
    const desk = await withSale('S', byRequest)
    const ours = await desk.send('10.00', 'accepted')
    const processing = { status: 'processing', 'order-stage': 'reversal_processing' }
    await desk.tell(ours, reversal('10.00', 'A', processing))
    await desk.see(reversal('10.00', 'B'))
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
  })
})
