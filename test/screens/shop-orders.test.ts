// The shop's list on the screens: imported, found by what only it says, told apart from what the
// gateway told, opened by reading the status, and read as a whole.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { openPageDriver, type PageDriver } from './page-driver.ts'

let driver: PageDriver
let paid: string
beforeAll(async () => {
  driver = await openPageDriver()
  const fresh = await driver.freshPractice()
  paid = fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!.orderid
})
afterAll(() => driver.close())

const head = 'Order ID\tMerchant order ID\tAmount\tCurrency\tDate\tEmail\tLast 4\tName'
const rows = (): string[] => [
  head,
  `${paid}\t\t119.00\tEUR\t2026-03-01\tann@shop.test\t4444\tAnn Smith`,
  '700000001\tshop-1\t20.00\tEUR\t2026-03-02\tjm@shop.test\t1881\tJörg Müller',
  '700000002\tshop-2\t7.50\tEUR\t2026-03-03\t\t\tZoë de Vries',
]

async function pasted(): Promise<void> {
  await driver.go('#/shop-orders/new')
  await driver.at('list-pasted').fill(rows().join('\n'))
  await driver.at('list-paste-read').click()
  await driver.sees('list-counts', '3 of 3 rows')
}

async function taken(): Promise<void> {
  await driver.at('shop-take').click()
  await driver.at('shop-taken').waitFor()
}

describe('the shop’s list', () => {
  it('has all its columns and its one button in a small window', async () => {
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await pasted()
    const columns = driver.page.locator('.list-columns')
    expect(await columns.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    // The button stands in no second box: nothing lies above it.
    const above = await driver.at('shop-take').evaluate((button) => {
      const top = (of: string): number => button.closest(of)!.getBoundingClientRect().top
      return top('.form-buttons') - top('form')
    })
    expect(above).toBeLessThan(2)
    await driver.at('list-another').click()
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })

  it('is imported, and adds nothing the second time', async () => {
    await pasted()
    expect(await driver.at('shop-imported').count()).toBe(0)
    await taken()
    await driver.sees('shop-taken', /3 added · 0 changed · 0 known already/)
    await pasted()
    await driver.sees('shop-imported', /imported this very file/)
    expect(await axeFindings(driver)).toEqual([])
    await taken()
    await driver.sees('shop-taken', /Nothing in this list was new/)
    await driver.sees('shop-taken', /0 added · 0 changed · 3 known already/)
    expect(await axeFindings(driver)).toEqual([])
  })

  it('is found by what it says, and each row says that only a list does', async () => {
    await driver.at('shop-to-orders').click()
    await driver.at('shop-search').fill('müller')
    await expect.poll(() => driver.at('shop-row').count()).toBe(1)
    await driver.sees('shop-rows', /700000001.*From a list, not checked/s)
    await driver.at('shop-clear').click()
    await expect.poll(() => driver.at('shop-row').count()).toBe(3)
    expect(await axeFindings(driver)).toEqual([])
    await driver.go('#/orders')
    await driver.page.keyboard.press('/')
    await driver.page.keyboard.type('zoë de')
    await driver.page.getByText(/Order 700000002 · .*From a list, not checked/).waitFor()
    await driver.page.keyboard.press('Escape')
  })

  it('is opened by reading the status, and what the gateway says stands beside it', async () => {
    await driver.go('#/shop-orders')
    await driver.at('shop-search').fill('ann smith')
    await expect.poll(() => driver.at('shop-row').count()).toBe(1)
    await driver.page.getByRole('link', { name: paid }).click()
    await driver.sees('order-amount', '120.00')
    await driver.sees('shop-says', /ann@shop\.test/)
    await driver.sees('shop-other-amount', /The gateway says.*120\.00/)
    await driver.sees('shop-other-name', /The gateway says/)
    await driver.sees('shop-other-email', /The gateway says/)
    // Each of them is marked, and what the head says of them is not said again.
    expect(await driver.at('shop-says').locator('.shop-other.tone-warn').count()).toBe(5)
    expect(await driver.at('shop-says').innerText()).not.toMatch(/differs in/)
    const colourAt = (id: string): Promise<string> =>
      driver.at(id).evaluate((node) => getComputedStyle(node).color)
    expect(await colourAt('shop-other-name')).toBe(await colourAt('shop-differs-warning'))
    // Above what can be done, as it may be another payment.
    await driver.sees('shop-differs-warning', /disagree on: Amount, Date, Customer, E-mail/)
    await driver.go(`#/orders/sandbox/${paid}/give-back`)
    await driver.sees('shop-differs-line', /disagree on: Amount, Date, Customer, E-mail/)
    // The list warns of the same.
    await driver.go('#/shop-orders')
    await driver.sees('shop-rows', new RegExp(`${paid}\\s+Found, differs\\s+119\\.00`))
    expect(await driver.at('shop-rows').locator('.chip.tone-warn').innerText()).toBe(
      'Found, differs',
    )
    expect(await axeFindings(driver)).toEqual([])
  })

  it('offers nothing for an order that the gateway does not know', async () => {
    await driver.go('#/shop-orders')
    await driver.at('shop-search').fill('shop-1')
    await expect.poll(() => driver.at('shop-row').count()).toBe(1)
    await driver.page.getByRole('link', { name: '700000001' }).click()
    await driver.sees('shop-chip', 'Not at the gateway')
    await driver.sees('fault', /Order not found/)
    // The gateway was asked: nothing says that it was not.
    expect(await driver.at('shop-nothing-yet').count()).toBe(0)
    expect(await driver.page.getByRole('button', { name: /refund|capture|void/i }).count()).toBe(0)
    expect(await axeFindings(driver)).toEqual([])
  })

  it('is read as a whole, and says what came of it', async () => {
    await driver.go('#/shop-orders')
    await driver.sees('shop-counts', '1 not checked · 1 checked · 1 not found')
    await driver.at('shop-ask').click()
    await driver.sees('shop-counts', '0 not checked · 1 checked · 2 not found')
    await expect.poll(() => driver.at('shop-pause').count()).toBe(0)
  })
})
