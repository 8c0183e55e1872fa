// The main job as an operator does it: find the order, see what can be done with it and why the
// rest can't, refund, capture, void or release, and see at once what remains.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ hasMotion: true })
})
afterAll(() => driver.close())

describe('the actions of an order', () => {
  flow('every-action-or-its-reason', async () => {
    const state = await driver.call('app:state', {})
    if (!state.ok) throw new Error(state.fault.message)
    const orders = state.value.connections.flatMap((one) => one.trainingOrders)
    expect(orders.length).toBeGreaterThanOrEqual(10)
    let refused = 0
    let offered = 0
    for (const { orderid, about } of orders) {
      await driver.lookUp(orderid)
      for (const action of ['return', 'capture', 'void']) {
        const button = driver.at(`action-${action}`)
        const isShown = (await button.count()) > 0
        if (isShown && (await button.isEnabled())) {
          offered += 1
          continue
        }
        refused += 1
        const why = driver.at(`why-${action}`).or(driver.at('why-all'))
        const line = driver.at('shut-actions')
        if (!(await why.isVisible())) await line.locator('summary').click()
        expect(await why.isVisible(), `${about}: ${action}`).toBe(true)
        expect((await why.innerText()).length, `${about}: ${action}`).toBeGreaterThan(20)
        // A line says why; no button stands there that can't be pressed.
        expect(isShown, `${about}: ${action}`).toBe(false)
      }
      expect(await driver.effects(orderid)).toEqual([])
    }
    expect(refused).toBeGreaterThan(10)
    expect(offered).toBeGreaterThan(8)
  })

  it('that are not possible are refused by their address as well, with the reason', async () => {
    const { orderid } = await driver.practice(/declined sale/i)
    await driver.lookUp(orderid)
    for (const [action, title] of [
      ['return', 'Refund'],
      ['capture', 'Capture'],
      ['void', 'Void'],
    ] as const) {
      await driver.go(`/orders/sandbox/${orderid}/${action}`)
      await driver.page.getByRole('dialog', { name: `${title} order ${orderid}` }).waitFor()
      await driver.sees('why-not', /.{20}/)
      expect(await driver.at('action-form').allInnerTexts()).toEqual([])
    }
    expect(await driver.effects(orderid)).toEqual([])
  })
})

describe('looking an order up', () => {
  flow('look-up-by-order-id', async () => {
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(sale.orderid)
    await driver.sees('phase', 'Captured')
    await expect
      .poll(() => driver.page.getByRole('heading', { level: 1 }).innerText())
      .toBe(`Order ${sale.orderid}`)
    expect(await driver.money('Refundable')).toBe('120.00 EUR')
    expect(await driver.effects(sale.orderid)).toEqual([])
  })

  flow('look-up-by-merchant-id', async () => {
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.at('rail-orders').click()
    expect(await driver.page.locator('#look-up').count()).toBe(0)
    await driver.lookUp(sale.clientOrderid)
    await expect
      .poll(() => driver.page.getByRole('heading', { level: 1 }).innerText())
      .toBe(`Order ${sale.orderid}`)
    expect(await driver.effects(sale.orderid)).toEqual([])
  })

  flow('look-up-of-nothing', async () => {
    await driver.at('omnibox-open').click()
    await driver.at('omnibox').fill('no-such-order-1')
    await driver.page.keyboard.press('Enter')
    await driver.sees('fault', /Order not found/)
    const { requests } = await driver.books()
    await driver.at('fault').locator('summary').click()
    // By one kind of id and then by the other: the first answer is the one that is shown.
    const asked = requests.filter(({ operation }) => operation === 'status').slice(-2)
    await driver.sees('fault', asked[0]?.serial ?? 'nothing was asked')
    await expect.poll(() => driver.at('omnibox').inputValue()).toBe('no-such-order-1')
    await driver.page.keyboard.press('Escape')
  })
})

describe('moving money', () => {
  flow('return-of-a-part', async () => {
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(sale.orderid)
    await driver.fill('return', '20.00')
    await driver.review()
    await driver.sees('review-amount', '20.00 EUR')
    await driver.send()
    await expect.poll(() => driver.money('Refundable')).toBe('100.00 EUR')
    await driver.settle()
    await driver.sees('phase', 'Partly refunded')
    expect(await driver.money('Refunded')).toBe('20.00 EUR')
    expect(await driver.money('Refundable')).toBe('100.00 EUR')
    expect(await driver.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  flow('return-of-the-rest', async () => {
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(sale.orderid)
    await driver.fill('return')
    await driver.sees('action-form', /Full refundable amount, 100\.00 EUR/)
    await expect
      .poll(() => driver.page.getByLabel('Amount', { exact: true }).inputValue())
      .toBe('100.00')
    await driver.review()
    await driver.sees('review-amount', '100.00 EUR')
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Refunded')
    expect(await driver.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
      { operation: 'return', amountMinor: 10000, currency: 'EUR' },
    ])
  })

  flow('return-where-the-rest-is-unknown', async () => {
    const sale = await driver.practice(/200\.00 USD, 50\.00 of it refunded/)
    await driver.lookUp(sale.orderid)
    await driver.at('action-return').waitFor()
    // Nobody knows how much: the button can be pressed, and does not invite.
    expect(await driver.page.locator('.action-list .n-button--primary-type').count()).toBe(0)
    await driver.fill('return')
    await driver.at('review-open').click()
    await driver.sees('amount-reading', /Enter the amount to refund/)
    expect(await driver.effects(sale.orderid)).toEqual([])
    await driver.page.getByLabel('Amount', { exact: true }).fill('150.00')
    expect(await driver.at('fault').count()).toBe(0)
    await driver.review()
    await driver.send()
    await driver.settle()
    expect(await driver.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 15000, currency: 'USD' },
    ])
    // What comes next stands beside what was done.
    await driver.sees('outcome', /^150\.00 USD\s*refunded$/m)
    await driver.sees('outcome-payee', /^Refunded to\s+\S.* \d{4}/)
    await driver.at('outcome-copy').click()
    await driver.page
      .getByText(/^Text for the customer copied/)
      .first()
      .waitFor({ state: 'attached' })
  })

  flow('capture-of-a-hold-begun-elsewhere', async () => {
    const hold = await driver.practice(/hold of 500\.00 EUR, 200\.00 captured/)
    await driver.lookUp(hold.orderid)
    await driver.fill('capture', '100.50')
    await driver.review()
    await driver.sees('review-amount', '100.50 EUR')
    expect(await driver.at('review-facts').innerText()).not.toMatch(/Refundable/)
    await driver.send()
    await driver.settle()
    expect(await driver.effects(hold.orderid)).toEqual([
      { operation: 'capture', amountMinor: 10050, currency: 'EUR' },
    ])
    await driver.sees('money-untold', /^Not reported by the gateway: on hold, original, refunded\./)
  })

  flow('capture-of-a-part', async () => {
    const hold = await driver.practice(/A hold of 300\.00 EUR/)
    await driver.lookUp(hold.orderid)
    await expect
      .poll(() => driver.page.locator('.action-list .n-button--primary-type').allInnerTexts())
      .toEqual(['Capture…'])
    await driver.fill('capture', '120.50')
    // What it takes of the hold is drawn before it is sent.
    const taken = driver.page.locator('[data-sheet] [data-part="This capture"]')
    expect(await taken.evaluate((part) => (part as HTMLElement).style.flexGrow)).toBe('40.1')
    await driver.review()
    expect(await taken.count()).toBe(1)
    await driver.sees('review-facts', /Uncaptured afterwards\s+179\.50 EUR/)
    await driver.sees('review-facts', /Refundable afterwards\s+120\.50 EUR/)
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Partly captured')
    expect(await driver.money('On hold')).toBe('179.50 EUR')
    expect(await driver.money('Refundable')).toBe('120.50 EUR')
    expect(await driver.effects(hold.orderid)).toEqual([
      { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
    ])
  })

  flow('void-of-a-hold', async () => {
    const hold = await driver.practice(/80\.00 GBP/)
    await driver.lookUp(hold.orderid)
    await driver.fill('void')
    await driver.review()
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Voided')
    expect(await driver.at('action-return').count()).toBe(0)
    expect(await driver.at('action-capture').or(driver.at('action-void')).count()).toBe(0)
    expect(await driver.effects(hold.orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
  })

  flow('release-of-a-hold', async () => {
    const hold = (await driver.freshPractice()).find((order) => /80\.00 GBP/.test(order.about))
    if (hold === undefined) throw new Error('the fresh practice orders have no hold')
    await driver.lookUp(hold.orderid)
    await driver.fill('return', undefined, 'Customer cancelled')
    await driver.review()
    await driver.sees('review', /Releases the hold/)
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Hold released')
    expect(await driver.effects(hold.orderid)).toEqual([
      { operation: 'return', amountMinor: 8000, currency: 'GBP' },
    ])
  })
})
