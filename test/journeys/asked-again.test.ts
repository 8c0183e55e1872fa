// A refund whose answer was lost in one way or another, and which Paydesk found done before the
// person asks for it again: whoever asks is told first.
import { expect, it } from 'vitest'
import { effectsOf } from './story.ts'
import { openDeskDriver } from '../museum/desk-driver.ts'
import { openPlace } from '../museum/place.ts'

it.each([
  'http-500-after-effect',
  'reset-after-effect',
  'html-after-effect',
  'truncated-after-effect',
] as const)('stops once, after %s', async (kind) => {
  const place = await openPlace()
  const desk = await openDeskDriver(place)
  try {
    const order = place.order(/120\.00 EUR/)
    await desk.lookUp(order)
    place.sandbox.setFault({ operation: 'return', kind, times: 1 })
    await desk.refund(order, '10.00')
    place.passTime(2)
    expect((await desk.check(order)).attempts[0]?.state).toBe('SUCCEEDED')
    await desk.refund(order, '10.00')
    expect(desk.stops).toEqual(['outcome-unknown', 'told-since'])
    expect(effectsOf(place.sandbox, order.orderid, 'return')).toBe(1)
    await desk.refund(order, '10.00')
    expect(effectsOf(place.sandbox, order.orderid, 'return')).toBe(2)
  } finally {
    await desk.close()
    await place.close()
  }
})
