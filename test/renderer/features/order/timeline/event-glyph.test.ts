// What happened to an order, and a request of any kind, is shown by one icon everywhere.
import { expect, it } from 'vitest'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import {
  activityGlyph,
  eventGlyph,
} from '../../../../../src/renderer/features/order/timeline/event-glyph.ts'
import { approvedAs } from '../../../../../src/renderer/messages/phases.ts'

it('shows a kind by the icon of its area, and what is done to an order by one of its own', () => {
  const glyphs = ['return', 'capture', 'void', 'payout', 'sale-form', 'transfer'].map((operation) =>
    activityGlyph(operation, false),
  )
  expect(glyphs).toEqual(['refund', 'capture', 'void', 'payouts', 'links', 'transfers'])
  expect(activityGlyph('return', true)).toBe('void')
  expect(activityGlyph('process-recurring-payment', false)).toBe('subscriptions')
  expect(activityGlyph('payout-check', false)).toBe('payouts')
  // Only what asks about an order has the icon of orders.
  const ofOrders = operationIds.filter((id) => activityGlyph(id, false) === 'orders')
  expect(ofOrders).toContain('status')
  expect(ofOrders.filter((id) => rowOf(id).risk !== 'read')).toEqual([])
})

const glyphOf = (source: 'service' | 'desk' | 'log', title: string, isRelease = false) =>
  eventGlyph({ source, title, isRelease })

it('shows what the gateway told by the icon of the request that does it', () => {
  expect(glyphOf('service', 'capture')).toBe(glyphOf('desk', 'capture'))
  expect(glyphOf('service', 'refund')).toBe(glyphOf('desk', 'return'))
  expect(glyphOf('service', 'void')).toBe(glyphOf('desk', 'void'))
  expect(glyphOf('service', 'cancel')).toBe(glyphOf('desk', 'return', true))
  expect(glyphOf('service', 'payout')).toBe(glyphOf('desk', 'payout'))
})

it('has an icon for each transaction type that Paydesk has a word for', () => {
  const without = Object.keys(approvedAs).filter((type) => glyphOf('service', type) === 'orders')
  expect(without).toEqual([])
  expect(glyphOf('service', 'a type of tomorrow')).toBe('orders')
})

it('tells a look-up from other entries of the log', () => {
  expect(glyphOf('log', 'order:look-up')).toBe('search')
  expect(glyphOf('log', 'note:add')).toBe('audit')
})
