// A refund whose answer was lost in one way or another, found done by Paydesk before the person asks
// for it again: whoever asks is told first.
import { expect, it } from 'vitest'
import { effectsOf } from './story.ts'
import { openHands } from '../museum/hands.ts'
import { openPlace } from '../museum/place.ts'

it.each([
  'http-500-after-effect',
  'reset-after-effect',
  'html-after-effect',
  'truncated-after-effect',
] as const)('stops once, after %s', async (kind) => {
  const place = await openPlace()
  const hands = await openHands(place)
  try {
    const order = place.order(/120\.00 EUR/)
    await hands.lookUp(order)
    place.sandbox.setFault({ operation: 'return', kind, times: 1 })
    await hands.refund(order, '10.00')
    place.passTime(2)
    expect((await hands.check(order)).attempts[0]?.state).toBe('SUCCEEDED')
    await hands.refund(order, '10.00')
    expect(hands.stops).toEqual(['outcome-unknown', 'told-since'])
    expect(effectsOf(place.sandbox, order.orderid, 'return')).toBe(1)
    await hands.refund(order, '10.00')
    expect(effectsOf(place.sandbox, order.orderid, 'return')).toBe(2)
  } finally {
    await hands.close()
    await place.close()
  }
})
