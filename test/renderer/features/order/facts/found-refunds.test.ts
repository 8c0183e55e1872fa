// Above an order each refund that Paydesk found by itself has its amount and a button; an order
// without any has neither.
import { createPinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import FoundRefunds from '../../../../../src/renderer/features/order/facts/FoundRefunds.vue'
import { openWindow } from '../../../window.ts'

beforeEach(() => {
  openWindow()
  const matchMedia = () => ({ matches: false, addEventListener: () => {} })
  Object.assign(window, { matchMedia })
})
const pageOf = (found: object[]): Promise<string> =>
  renderToString(
    createSSRApp(FoundRefunds, { view: { connectionId: 'c', orderid: '7', found } }).use(
      createPinia(),
    ),
  )
const one = { seq: 3, amount: { amount: '20.00', currency: 'EUR' }, at: 0 }

it('names its amount and that nobody here asked for it', async () => {
  const page = await pageOf([one, { ...one, seq: 4 }])
  expect(page.match(/nobody asked for on this computer/g)).toHaveLength(2)
  expect(page).toContain('20.00')
  expect(page.match(/data-testid="found-look"/g)).toHaveLength(2)
})

it('is not there where nothing was found', async () => {
  expect(await pageOf([])).not.toContain('found-refunds')
})
