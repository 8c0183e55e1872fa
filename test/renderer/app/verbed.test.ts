// What the beginning of a verb offers in the omnibox: orders of last with what tells them apart,
// and nothing to press on an order whose last request may have moved the money.
import { beforeEach, expect, it } from 'vitest'
import type { OrderRow } from '#shared/bridge/views.ts'
import { verbedOrders } from '../../../src/renderer/app/frame/omnibox/verbed.ts'
import { t } from '../../../src/renderer/messages/message.ts'
import { openWindow, twoOrdersOf } from '../window.ts'

let row: OrderRow
beforeEach(() => {
  const { mine } = twoOrdersOf(openWindow())
  const returnable = { amount: '80.00', currency: 'EUR' }
  row = { ...mine, phase: 'captured', hasUnknown: false, customer: 'Zoë Größe', returnable }
})
const offered = (...rows: OrderRow[]) =>
  verbedOrders('ref', rows, row.connectionId).map(({ command }) => command)

it('names the customer and what can be refunded, where they are known', () => {
  const refundable = `${t('everywhere.refundable')}: 80.00 EUR`
  const [full, bare] = offered(row, { ...row, customer: '', returnable: null })
  expect(full?.title.replaceAll('\u00a0', ' ')).toMatch(
    new RegExp(`^Refund order ${row.orderid}… · Zoë Größe · ${refundable}$`),
  )
  expect(bare?.title).toBe(t('frame.open-form', { verb: 'Refund', orderid: row.orderid }))
})

it('offers an order of an unknown outcome last, and says why it can’t be used', () => {
  const unknown = { ...row, orderid: '1', hasUnknown: true }
  const [first, last] = offered(unknown, row)
  expect([first?.id, first?.why]).toEqual([`ask-${row.orderid}`, undefined])
  expect([last?.id, last?.why]).toEqual(['ask-1', t('everywhere.outcome-unknown-dont-repeat-it')])
})
