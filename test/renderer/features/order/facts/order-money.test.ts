// Beside the list the bar of an order has its figures. Where words stand in place of the loud
// figure, they stand below the bar, as on the page of the order.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { OrderView } from '#shared/bridge/views.ts'
import OrderMoney from '../../../../../src/renderer/features/order/facts/OrderMoney.vue'
import { reportedView } from '../../../../../src/renderer/messages/orders/reported.ts'
import { seedOrders } from '../../../../fakes/bridge-seed.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const order: OrderView = {
  ...seedOrders().find(({ phase }) => phase === 'captured')!,
  ...{ original: eur('120.00'), captured: eur('120.00'), returnable: eur('120.00') },
  ...{ returned: eur('0.00'), inProgress: eur('0.00'), held: null, unknown: null },
  ...{ origin: 'sale', hasUnknown: false },
}
async function briefOf(view: OrderView): Promise<string> {
  const html = await renderToString(createSSRApp(OrderMoney, { view, isBrief: true }))
  const text = html.replaceAll(/<[^>]*>/g, ' ')
  return text.replaceAll(/[\s\u00a0]+/g, ' ').trim()
}

it('says of an order in doubt that nothing is refundable for certain', async () => {
  const text = await briefOf(reportedView(order))
  expect(text).toMatch(/^Not known 120\.00 EUR/)
  expect(text).toMatch(/Refundable.* In doubt: a report lists a refund$/)
})

it('says beside the part in doubt what is refundable at least', async () => {
  const text = await briefOf(reportedView(order, [{ amount: eur('7.00'), count: 1 }]))
  expect(text).toBe('Refundable at least 113.00 EUR In doubt 7.00 EUR')
})

it('says “at least” in the figure, as the page does, and not in its label', async () => {
  const view = reportedView(order, [{ amount: eur('7.00'), count: 1 }])
  const app = createSSRApp(OrderMoney, { view, isBrief: true })
  expect(await renderToString(app)).toMatch(/class="amount strong"[^>]*>at least 113\.00.EUR</)
})

it('says each figure of another order once', async () => {
  expect(await briefOf(order)).toBe('Refundable 120.00 EUR')
})
