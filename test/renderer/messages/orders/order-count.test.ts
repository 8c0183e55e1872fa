import { expect, it } from 'vitest'
import { countMessage } from '../../../../src/renderer/messages/orders/order-count.ts'

it.each([
  [null, 0, '2 orders loaded.'],
  ['place', 0, '2 orders loaded. Scroll for more.'],
  [null, 7, '2 orders found so far.'],
  ['place', 7, '2 orders loaded. Scroll for more.'],
])('says of a list that goes on at %s, with %i entries unread: %s', (next, unindexed, message) => {
  expect(countMessage({ rows: [1, 2], next, unindexed })).toBe(message)
})
