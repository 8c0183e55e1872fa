// An order that this computer looks up for the first time after somebody else has captured and
// refunded: status tells the latest alone, so what went before is not known, and nothing guesses.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { moneyFactsOf } from '../../src/renderer/messages/orders/money-facts.ts'
import { partsOf } from '../../src/renderer/messages/orders/money-bar.ts'
import { phases } from '../../src/renderer/messages/phases.ts'
import { type DeskDriver, openDeskDriver } from '../museum/desk-driver.ts'
import { capture, refund } from '../museum/old.ts'
import { openPlace, type Order, type Place } from '../museum/place.ts'

let place: Place
let driver: DeskDriver
let order: Order
beforeEach(async () => {
  place = await openPlace()
  driver = await openDeskDriver(place)
  order = place.order(/hold of 300\.00 EUR/)
  await capture(place, order, '200.00')
})
afterEach(async () => {
  await driver.close()
  await place.close()
})

const figures = (view: OrderView): Record<string, string | null> =>
  Object.fromEntries(moneyFactsOf(view).map(({ label, money }) => [label, money?.amount ?? null]))
/** What is said instead of a figure. */
const saidOf = (view: OrderView, of: string): string =>
  moneyFactsOf(view)
    .find(({ label }) => label === of)
    ?.none?.replaceAll('\u00a0', ' ') ?? ''
const unknown = {
  Original: null,
  'On hold': null,
  Captured: null,
  Refunded: null,
  Refundable: null,
}

it('shows no sum of what went before, and a review says that the gateway checks', async () => {
  const view = await driver.lookUp(order)
  expect(phases[view.phase].label).toBe('Captured')
  expect(figures(view)).toMatchObject(unknown)
  // The timeline tells of this capture: the figures say no less.
  expect(saidOf(view, 'Captured')).toBe('at least 200.00 EUR')
  expect(saidOf(view, 'Refunded')).toBe('')
  expect(partsOf(view)).toEqual([])
  expect(view.actions.return).toMatchObject({
    isPossible: true,
    most: null,
    note: expect.stringMatching(
      /may not have seen all that was captured.*The gateway will/,
    ) as string,
  })
  const review = await driver.review(order, '10.00')
  expect(review?.remainingAfter).toBeNull()
  expect(review?.warnings.join()).toMatch(
    /may not have seen all that was captured.*The gateway will/,
  )
  expect(await driver.review(order)).toBeNull()
  expect(driver.stops).toEqual(['input'])
})

it('takes the last of several refunds for no sum of them', async () => {
  for (const amount of ['50.00', '20.00']) {
    await refund(place, order, amount)
    place.passTime()
  }
  const view = await driver.lookUp(order)
  expect(figures(view)).toMatchObject(unknown)
  expect(saidOf(view, 'Refunded')).toBe('at least 20.00 EUR')
  expect(phases[view.phase].label).toBe('Partly refunded')
  // 130.00 are left, which nobody here can know: the gateway refuses what is more.
  await driver.refund(order, '130.01')
  expect(driver.stops).toEqual(['rejected'])
  expect(place.books()).toEqual({ refund: '70.00' })
})
