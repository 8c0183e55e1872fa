// One field for everything, in the built window: an id is looked up, words name a screen, an action
// opens its form filled in, and nothing typed here is ever sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver, plain } from './page-driver.ts'
import { keysAlone, keysOf } from './keys.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const keys = keysOf(() => driver)
const open = async (text = ''): Promise<void> => {
  await keys.press('Control+k')
  await expect.poll(() => keys.focusIs('#omnibox')).toBe(true)
  await keys.type(text)
}

describe('the omnibox', () => {
  it('looks an id up at the gateway: /, id, Enter', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.at('practice-orders').waitFor()
    await keysAlone(driver, () => keys.lookUp(orderid))
    await driver.page.getByRole('heading', { level: 1 }).waitFor()
    expect(driver.page.url()).toContain(orderid)
  })

  it('offers the orders of last, and refunds one of them by the verb’s beginning', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await open()
    await driver.at(`omnibox-order-sandbox-${orderid}`).waitFor()
    await expect
      .poll(() => driver.page.getByRole('option').first().getAttribute('data-testid'))
      .toBe(`omnibox-order-sandbox-${orderid}`)
    // Each group has its name once, and each order how it stands.
    const heads = await driver.page.locator('.omnibox .head').allInnerTexts()
    expect([heads[0], heads.includes('Work')]).toEqual(['Recent', true])
    expect(heads.length).toBe(new Set(heads).size)
    await driver.sees(`omnibox-order-sandbox-${orderid}`, /120\.00 EUR.*Captured/s)
    await keys.type('ref')
    await expect.poll(() => driver.page.locator('.omnibox .head').count()).toBe(0)
    await driver.sees(`omnibox-ask-${orderid}`, `Refund order ${orderid}`)
    const lines = driver.page.getByRole('option')
    const isOff = (line: string): Promise<string | null> =>
      driver.page.locator(line).getAttribute('aria-disabled')
    expect(await isOff('[role=option][aria-selected=true]')).toBe('false')
    await expect.poll(() => lines.first().getAttribute('aria-selected')).toBe('true')
    await keys.press('Enter')
    await driver.at('action-form').waitFor()
    await keys.press('Escape')
    await expect.poll(() => driver.at('action-form').count()).toBe(0)
  })

  it('finds out by itself that an id is the merchant’s', async () => {
    const { orderid, clientOrderid } = await driver.practice(/A hold of 300\.00 EUR/)
    await open(clientOrderid)
    await keys.press('Enter')
    await expect.poll(() => driver.page.url()).toContain(orderid)
  })

  it('says what the gateway says of an id it does not know, and keeps what was typed', async () => {
    await open('999999')
    await keys.press('Enter')
    await driver.sees('fault', /not found|no such order/i)
    await expect.poll(() => driver.at('omnibox').inputValue()).toBe('999999')
    expect(await axeFindings(driver)).toEqual([])
    await keys.press('Escape')
    await expect.poll(() => driver.at('omnibox').count()).toBe(0)
  })

  it('opens a screen by its name and searches this computer for anything else', async () => {
    await open('audit')
    await keys.press('Enter')
    await driver.at('audit-row').first().waitFor()
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await open('120')
    await driver.at(`omnibox-order-sandbox-${orderid}`).waitFor()
    // A short number is an amount before it is an ID to ask the gateway about.
    const lines = driver.page.locator('[role=option]')
    const ids = await lines.evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')))
    expect(ids[0]).toBe(`omnibox-order-sandbox-${orderid}`)
    expect(ids.indexOf('omnibox-look-up')).toBeGreaterThan(0)
    // Each line says what it is.
    const kinds = await lines.locator('.option-kind').allInnerTexts()
    expect(kinds).toHaveLength(ids.length)
    expect(kinds[0]).toBe('This computer')
    await keys.press('Escape')
    await open('120.00')
    await driver.at(`omnibox-order-sandbox-${orderid}`).waitFor()
    // Whose order it is, and of which card.
    expect(plain(await driver.at('omnibox-about').first().innerText())).toMatch(
      /^\S.* · [A-Z][A-Za-z ]* \d{4}$/,
    )
    await expect.poll(() => driver.at('omnibox-about').first().locator('bdi').count()).toBe(2)
    await driver.at('omnibox-search').click()
    await driver.at('order-row').first().waitFor()
    await expect.poll(() => driver.at('orders-filter').inputValue()).toBe('120.00')
    await driver.at('orders-clear').click()
  })

  it('opens the form of a refund filled in, and sends nothing', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await open(`refund ${orderid} 20.00`)
    await keys.press('Enter')
    await driver.at('action-form').waitFor()
    await expect
      .poll(() => driver.page.getByLabel('Amount', { exact: true }).inputValue())
      .toBe('20.00')
    await keys.press('Enter')
    await expect.poll(() => keys.focusIs('[data-testid=reason-list]')).toBe(true)
    await keys.press('1')
    await keys.press('Enter')
    await driver.sees('review', /20\.00 EUR.*Customer request/s)
    expect(await driver.requests('return')).toBe(0)
    await keys.press('Escape')
    await driver.at('action-form').waitFor()
    await keys.press('Escape')
  })

  it('shows a command that can’t be used with the reason of the order, and does nothing with it', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await open(`capture ${orderid} 5`)
    await keys.press('Enter')
    await driver.sees('omnibox-why', /captured/)
    await keys.press('Escape')
    await open('capture this')
    await driver.sees('omnibox-order-capture', /captured|Open an order first/)
    const line = driver.at('omnibox-order-capture')
    await expect.poll(() => line.getAttribute('aria-disabled')).toBe('true')
    // Enter would run a line below it; a person who goes to it gets nothing.
    await expect.poll(() => line.getAttribute('aria-selected')).toBe('false')
    await keys.press('ArrowUp')
    await expect.poll(() => line.getAttribute('aria-selected')).toBe('true')
    await keys.press('Enter')
    await driver.at('omnibox').waitFor()
    expect(await axeFindings(driver)).toEqual([])
    await keys.press('Escape')
    expect(await driver.requests('capture')).toBe(0)
  })

  it('refuses a currency that is not the order’s, and opens backups of the ledger', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await open(`refund ${orderid} 5 USD`)
    await driver.sees('omnibox-ask', `Refund 5 USD on order ${orderid}`)
    await keys.press('Enter')
    await driver.sees('omnibox-why', 'This order is in EUR, not in USD.')
    expect(await driver.at('action-form').count()).toBe(0)
    await keys.press('Escape')
    for (let times = 0; times < 2; times += 1) {
      await open('backups')
      await keys.press('Enter')
      await driver.at('copies-dialog').waitFor()
      await keys.press('Escape')
      await driver.at('copies-dialog').waitFor({ state: 'hidden' })
    }
  })

  it('leaves the page behind the box to its own order', async () => {
    const hold = await driver.practice(/A hold of 300\.00 EUR/)
    const paid = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(hold.orderid)
    await open(`capture ${paid.orderid} 5`)
    await keys.press('Enter')
    await driver.sees('omnibox-why', /captured/)
    await keys.press('Escape')
    await driver.sees('order-amount', '300.00 EUR')
    await driver.sees('phase', 'On hold')
  })
})
