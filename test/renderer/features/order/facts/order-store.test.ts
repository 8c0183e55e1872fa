// The order on the screen: nothing of another order shows under its name, whatever answer comes
// late.
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { useOrderStore } from '../../../../../src/renderer/features/order/facts/order-store.ts'
import type { FakeBridge } from '../../../../fakes/bridge.ts'
import { callsOf, openWindow, twoOrdersOf } from '../../../window.ts'

let bridge: FakeBridge
let mine: OrderView
let other: OrderView
let order: ReturnType<typeof useOrderStore>
beforeEach(async () => {
  bridge = openWindow()
  ;({ mine, other } = twoOrdersOf(bridge))
  order = useOrderStore()
  await order.show(mine.connectionId, mine.orderid)
})

const placeOf = ({ connectionId, orderid }: OrderView): [string, string] => [connectionId, orderid]

it('shows the order it was turned to, and under no other name', async () => {
  expect(order.viewOf(mine)?.orderid).toBe(mine.orderid)
  expect(order.viewOf(other)).toBeNull()
  expect(order.viewOf({ ...mine, connectionId: 'shop' })).toBeNull()
  bridge.script('order:show', {
    ok: false,
    fault: { kind: 'denied', sent: 'no', reason: 'not-found', message: 'Gone' },
  })
  await order.again(...placeOf(mine))
  expect(order.faultOf(mine)?.message).toBe('Gone')
  expect(order.faultOf(other)).toBeNull()
  expect(order.viewOf(mine)?.orderid).toBe(mine.orderid)
})

it('reads again only what is shown, and nothing for a screen that was left', async () => {
  await order.show(...placeOf(other))
  const before = callsOf(bridge, 'order:show').length
  await order.again(...placeOf(mine))
  expect(callsOf(bridge, 'order:show')).toHaveLength(before)
  expect(order.viewOf(other)?.orderid).toBe(other.orderid)
})

it('takes no late answer for the order that is shown by then', async () => {
  const release = bridge.hold('order:show')
  const late = order.again(...placeOf(mine))
  const now = order.show(...placeOf(other))
  release()
  await Promise.all([late, now])
  expect(order.viewOf(other)?.orderid).toBe(other.orderid)
  expect(order.isReading).toBe(false)
})

describe('a question to the gateway', () => {
  it('is asked once at a time for each order, and holds back no other order', async () => {
    const release = bridge.hold('order:check')
    const asked = [order.check(...placeOf(mine)), order.check(...placeOf(mine))]
    expect(order.isChecking).toBe(true)
    await order.show(...placeOf(other))
    expect(order.isChecking).toBe(false)
    asked.push(order.check(...placeOf(other)))
    expect(order.isChecking).toBe(true)
    release()
    await Promise.all(asked)
    expect(callsOf(bridge, 'order:check').map((input) => (input as OrderView).orderid)).toEqual([
      mine.orderid,
      other.orderid,
    ])
    expect(order.isChecking).toBe(false)
    expect(order.viewOf(other)?.orderid).toBe(other.orderid)
  })
})
