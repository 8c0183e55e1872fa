// The main job as a clerk does it: find the order, refund, capture, void or release, and see at
// once what remains.
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

describe('looking an order up', () => {
  flow('look-up-by-order-id', async () => {
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(sale.orderid)
    await clerk.sees('phase', 'Captured')
    expect(await clerk.page.getByRole('heading', { level: 1 }).innerText()).toBe(
      `Order ${sale.orderid}`,
    )
    expect(await clerk.money('Refundable')).toBe('120.00 EUR')
    expect(await clerk.effects(sale.orderid)).toEqual([])
  })

  flow('look-up-by-merchant-id', async () => {
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.at('rail-orders').click()
    expect(await clerk.page.locator('#look-up').count()).toBe(0)
    await clerk.lookUp(sale.clientOrderid)
    expect(await clerk.page.getByRole('heading', { level: 1 }).innerText()).toBe(
      `Order ${sale.orderid}`,
    )
    expect(await clerk.effects(sale.orderid)).toEqual([])
  })

  flow('look-up-of-nothing', async () => {
    await clerk.at('omnibox-open').click()
    await clerk.at('omnibox').fill('no-such-order-1')
    await clerk.page.keyboard.press('Enter')
    await clerk.sees('fault', /knows no such order/)
    const { requests } = await clerk.books()
    // By one kind of id and then by the other: the first answer is the one that is shown.
    const asked = requests.filter(({ operation }) => operation === 'status').slice(-2)
    await clerk.sees('fault', asked[0]?.serial ?? 'nothing was asked')
    expect(await clerk.at('omnibox').inputValue()).toBe('no-such-order-1')
    await clerk.page.keyboard.press('Escape')
  })
})

describe('moving money', () => {
  flow('return-of-a-part', async () => {
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(sale.orderid)
    await clerk.fill('return', '20.00')
    await clerk.review()
    await clerk.sees('review-amount', '20.00 EUR')
    await clerk.send()
    await expect.poll(() => clerk.money('Refundable')).toBe('100.00 EUR')
    await clerk.settle()
    await clerk.sees('phase', 'Partly refunded')
    expect(await clerk.money('Refunded')).toBe('20.00 EUR')
    expect(await clerk.money('Refundable')).toBe('100.00 EUR')
    expect(await clerk.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  flow('return-of-the-rest', async () => {
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(sale.orderid)
    await clerk.fill('return')
    await clerk.sees('action-form', /All that is refundable, 100\.00 EUR/)
    expect(await clerk.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('100.00')
    await clerk.review()
    await clerk.sees('review-amount', '100.00 EUR')
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Refunded')
    expect(await clerk.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
      { operation: 'return', amountMinor: 10000, currency: 'EUR' },
    ])
  })

  flow('return-where-the-rest-is-unknown', async () => {
    const sale = await clerk.practice(/200\.00 USD, 50\.00 returned/)
    await clerk.lookUp(sale.orderid)
    await clerk.fill('return')
    await clerk.at('review-open').click()
    await clerk.sees('amount-reading', /Enter the amount to refund/)
    expect(await clerk.effects(sale.orderid)).toEqual([])
    await clerk.page.getByLabel('Amount', { exact: true }).fill('150.00')
    expect(await clerk.at('fault').count()).toBe(0)
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 15000, currency: 'USD' },
    ])
  })

  flow('capture-of-a-hold-begun-elsewhere', async () => {
    const hold = await clerk.practice(/hold of 500\.00 EUR, 200\.00 captured/)
    await clerk.lookUp(hold.orderid)
    await clerk.fill('capture', '100.50')
    await clerk.review()
    await clerk.sees('review-amount', '100.50 EUR')
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(hold.orderid)).toEqual([
      { operation: 'capture', amountMinor: 10050, currency: 'EUR' },
    ])
    const [held, captured] = [await clerk.money('Held'), await clerk.money('Captured')]
    expect([held, captured]).toEqual(['not known here', 'not known here'])
  })

  flow('capture-of-a-part', async () => {
    const hold = await clerk.practice(/A hold of 300\.00 EUR/)
    await clerk.lookUp(hold.orderid)
    await expect
      .poll(() => clerk.page.locator('.action-list .n-button--primary-type').allInnerTexts())
      .toEqual(['Release hold…'])
    await clerk.fill('capture', '120.50')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Partly captured')
    expect(await clerk.money('Held')).toBe('179.50 EUR')
    expect(await clerk.money('Refundable')).toBe('120.50 EUR')
    expect(await clerk.effects(hold.orderid)).toEqual([
      { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
    ])
  })

  flow('void-of-a-hold', async () => {
    const hold = await clerk.practice(/80\.00 GBP/)
    await clerk.lookUp(hold.orderid)
    await clerk.fill('void')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Voided')
    for (const action of ['return', 'capture', 'void'])
      expect(await clerk.at(`action-${action}`).isDisabled()).toBe(true)
    expect(await clerk.effects(hold.orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
  })

  flow('release-of-a-hold', async () => {
    const hold = (await clerk.freshPractice()).find((order) => /80\.00 GBP/.test(order.about))
    if (hold === undefined) throw new Error('the fresh practice orders have no hold')
    await clerk.lookUp(hold.orderid)
    await clerk.fill('return', undefined, 'Customer cancelled')
    await clerk.review()
    await clerk.sees('review', /Releases the hold/)
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Hold released')
    expect(await clerk.effects(hold.orderid)).toEqual([
      { operation: 'return', amountMinor: 8000, currency: 'GBP' },
    ])
  })
})
