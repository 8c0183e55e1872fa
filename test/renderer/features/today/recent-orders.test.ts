// The place of the recent orders is there while they are read.
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import RecentOrders from '../../../../src/renderer/features/today/RecentOrders.vue'
import { openWindow } from '../../window.ts'

beforeEach(() => void openWindow())

it('shows lines in the place of recent orders until they are read', async () => {
  const app = createSSRApp({ render: () => h(RecentOrders, { connectionId: 'sandbox' }) })
  app.use(createRouter({ history: createMemoryHistory(), routes: [] }))
  const html = await renderToString(app)
  expect(html).toMatch(/Recent orders.*role="status".*Loading the orders/s)
})
