// An order that was looked up opens, unless the screen that asked was left meanwhile.
import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import { useFoundOrder } from '../../../../src/renderer/features/lookups/found-order.ts'
import { useOrderStore } from '../../../../src/renderer/features/order/facts/order-store.ts'
import { openWindow, twoOrdersOf } from '../../window.ts'

it('opens what was found, and nothing after the screen was left', async () => {
  const { mine: first, other: second } = twoOrdersOf(openWindow())
  const page = { render: () => null }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', component: page },
      { path: '/orders/:connectionId/:orderid', name: 'order', component: page },
    ],
  })
  const app = createApp(page).use(router)
  const screen = effectScope()
  const open = app.runWithContext(() => screen.run(useFoundOrder)!)
  await open(first)
  expect(router.currentRoute.value.params['orderid']).toBe(first.orderid)
  screen.stop()
  await open(second)
  expect(router.currentRoute.value.params['orderid']).toBe(first.orderid)
  expect(useOrderStore().viewOf(second)).toBeNull()
  expect(useOrderStore().viewOf(first)).toEqual(first)
})
