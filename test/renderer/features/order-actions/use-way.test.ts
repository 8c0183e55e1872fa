// The way a sheet takes: by its own order, and by nothing that was read of another one meanwhile.
import { effectScope, nextTick } from 'vue'
import { beforeEach, expect, it } from 'vitest'
import { useWay } from '../../../../src/renderer/features/order-actions/use-way.ts'
import { useOrderStore } from '../../../../src/renderer/features/order/facts/order-store.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

it('a sheet takes its way from its own order only', async () => {
  const [mine, other] = bridge.orders.filter(({ giveBack }) => giveBack.chosen !== null)
  if (mine === undefined || other === undefined) throw new Error('two orders with a way are needed')
  const order = useOrderStore()
  order.take(other)
  const { connectionId, orderid } = mine
  const sheet = effectScope().run(() => useWay({ connectionId, orderid, kind: 'give-back' }))!
  expect(sheet.view.value).toBeNull()
  expect(sheet.way.value).toBeNull()
  order.take(mine)
  await nextTick()
  expect(sheet.view.value).toEqual(mine)
  expect(sheet.way.value?.id).toBe(mine.giveBack.chosen)
  const way = sheet.way.value
  order.take(other)
  await nextTick()
  expect(sheet.view.value).toBeNull()
  expect(sheet.way.value).toEqual(way)
})

it('a refund is one sheet with its other ways, however it was asked for', async () => {
  const order = useOrderStore()
  for (const one of bridge.orders.filter(({ actions }) => actions.return.isPossible)) {
    const { connectionId, orderid } = one
    order.take(one)
    const sheet = effectScope().run(() => useWay({ connectionId, orderid, kind: 'return' }))!
    await nextTick()
    expect(sheet.way.value?.action).toBe('return')
    expect(sheet.action.value).toBe('return')
  }
  const shut = bridge.orders.find(({ actions }) => !actions.return.isPossible)!
  const { connectionId, orderid } = shut
  order.take(shut)
  const sheet = effectScope().run(() => useWay({ connectionId, orderid, kind: 'return' }))!
  expect([sheet.way.value, sheet.action.value]).toEqual([null, 'return'])
})

it('a void is the same sheet with its other ways, and stays a void until a person picks one', async () => {
  const order = useOrderStore()
  const held = bridge.orders.filter(({ actions }) => actions.void.isPossible)
  expect(held.length).toBeGreaterThan(0)
  for (const one of held) {
    const { connectionId, orderid } = one
    order.take(one)
    const sheet = effectScope().run(() => useWay({ connectionId, orderid, kind: 'void' }))!
    await nextTick()
    expect(sheet.way.value).toMatchObject({ action: 'void', whyNot: null })
    expect([sheet.action.value, sheet.sheet.value]).toEqual(['void', 'void'])
  }
  const shut = bridge.orders.find(({ actions }) => !actions.void.isPossible)!
  const { connectionId, orderid } = shut
  order.take(shut)
  const sheet = effectScope().run(() => useWay({ connectionId, orderid, kind: 'void' }))!
  expect([sheet.way.value, sheet.action.value]).toEqual([null, 'void'])
})
