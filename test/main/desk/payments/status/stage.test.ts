// Orders of a gateway that names the type in the stage only, and of one that tries several gates in
// turn.
import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import { placeOf } from '../../../../fakes/desk.ts'
import { faultOf, must } from '../../../../journeys/story.ts'
import { openReturns, reversal, type Reported } from '../../return-rig.ts'

const untyped = (reported: Reported): Reported => {
  const { 'transaction-type': _type, ...rest } = reported
  return rest
}

describe('a gateway that tells no transaction-type', () => {
  it('is understood by its stage: the order, a full refund and its outcome', async () => {
    const desk = openReturns()
    desk.gateway.status = untyped(desk.gateway.status)
    const { reviewed } = await desk.review(null)
    expect(must(reviewed)).toMatchObject({ isFull: true, amount: { amount: '100.00' } })
    expect(desk.ports.orders.facts(placeOf('7000001')).phase).toBe('captured')
    const ours = await desk.send('10.00')
    expect(await desk.tell(ours, untyped(reversal('10.00', 'A')))).toBe('SUCCEEDED')
  })

  it('proves nothing at a stage that is not known', async () => {
    const desk = openReturns()
    const ours = await desk.send('10.00')
    const reported = untyped(reversal('10.00', 'A', { 'order-stage': 'money_back_approved' }))
    expect(await desk.tell(ours, reported)).toBe('UNKNOWN')
  })

  it('and a transaction known by its stage proves nothing once it has a type', async () => {
    const desk = openReturns()
    const one = await desk.send('10.00')
    expect(await desk.tell(one, untyped(reversal('10.00', 'A')))).toBe('SUCCEEDED')
    const two = await desk.send('10.00')
    expect(await desk.tell(two, reversal('10.00', 'A'))).toBe('UNKNOWN')
    const three = openReturns()
    const earlier = untyped(reversal('10.00', 'A', { 'order-stage': 'money_back_approved' }))
    three.gateway.status = earlier
    await three.review('10.00')
    three.gateway.status = { ...reversal('100.00', 'S'), 'transaction-type': 'sale' }
    const ours = await three.send('10.00')
    expect(await three.tell(ours, reversal('10.00', 'A'))).toBe('UNKNOWN')
  })
})

describe('a decline at one gate of a chain', () => {
  const chained = (id: string) =>
    reversal('10.00', id, { status: 'declined', 'order-stage': 'reversal_chain_declined' })

  it('keeps the request open until the gateway says more', async () => {
    for (const how of ['lost', 'accepted'] as const) {
      const desk = openReturns()
      const ours = await desk.send('10.00', how)
      expect(await desk.tell(ours, chained('A'))).toBe(how === 'lost' ? 'UNKNOWN' : 'ACCEPTED')
      expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
      expect(await desk.tell(ours, chained('A'))).toBe('SUCCEEDED')
      expect(desk.row(ours).conflict).toBeNull()
    }
  })

  it('lets no other request out meanwhile', async () => {
    const desk = openReturns()
    desk.gateway.status = chained('A')
    const fault = faultOf((await desk.review('10.00')).reviewed)
    expect(fault).toMatchObject({ reason: 'not-possible' })
    expect(formatMessage(fault.message)).toContain(
      'One gate declined, and the gateway is still trying another',
    )
  })
})
