// Other orders with the e-mail address of an order, on its page and in the pane beside the list:
// what they say, where they stand, and that the gateway is asked for nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Place } from '../sandbox/merchant.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver, plain, settleIn } from './page-driver.ts'

let driver: PageDriver
let shop: Place
beforeAll(async () => {
  const userData = newFolder()
  const identity = await settleIn(userData)
  driver = await openPageDriver({ viewport: { width: 1280, height: 800 }, userData })
  shop = await driver.shop(identity)
  const columns = ['phase', 'original', 'orderid']
  await driver.call('preference:set', { name: 'orders-look', value: { columns } })
})
afterAll(() => driver.close())

let made = 0
async function sale(email: string, amount: string): Promise<string> {
  const { record } = await call(shop, 'sale', {
    ...{ client_orderid: `twice-${++made}`, order_desc: 'Socks', amount, currency: 'EUR', email },
    ...{ first_name: 'Ana', last_name: 'Garcia', address1: 'Main 1', city: 'Town', country: 'CY' },
    ...{ zip_code: '1000', phone: '+35700000000', ipaddress: '203.0.113.7', cvv2: '123' },
    ...{ credit_card_number: '4111111111111111', card_printed_name: 'ANA GARCIA' },
    ...{ expire_month: '12', expire_year: '2030', redirect_url: 'https://shop.example/back' },
  })
  await driver.console('advance', { ms: '60000' })
  return record['paynet-order-id'] ?? ''
}
const read = (value: string) =>
  driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value })
async function known(email: string, amount: string): Promise<string> {
  const orderid = await sale(email, amount)
  await read(orderid)
  return orderid
}
async function open(orderid: string): Promise<void> {
  await driver.go(`#/orders/sandbox/${orderid}`)
  await driver.at('money-facts').waitFor()
}
const lines = async (): Promise<string[]> =>
  (await driver.at('other-order').allInnerTexts()).map((text) =>
    plain(text).replaceAll(/\s+/g, ' '),
  )
/** Where parts of the page stand, from the top. */
const topOf = async (testId: string): Promise<number> =>
  (await driver.at(testId).first().boundingBox())?.y ?? 0

describe('other orders of a customer', () => {
  const [first, second] = ['ana.twice@example.com', 'ANA.twice@example.com']
  let paid: string
  let again: string

  it('are nothing where no other order is known, and come once one is', async () => {
    paid = await known(first, '49.90')
    await known('juana.twice@example.com', '49.90')
    await open(paid)
    await driver.page.waitForTimeout(600)
    expect(await driver.at('other-orders').count()).toBe(0)
    const before = await topOf('note-new')
    again = await known(second, '49.90')
    await driver.at('other-orders').waitFor()
    expect(await lines()).toEqual([
      expect.stringMatching(new RegExp(`^49.90 EUR Captured Same amount ${again} \\d+ \\w+ 20`)),
    ])
    await driver.sees('other-orders', `Known on this computer, by the e-mail address ${first}.`)
    // What can be pressed stays where it is: the panel is the last of its column.
    expect(await topOf('note-new')).toBe(before)
    expect(await topOf('other-orders')).toBeGreaterThan(before)
  })

  it('ask the gateway for nothing, and lead to the other order and back', async () => {
    const asked = (await driver.books()).requests.length
    await driver.at('other-order').locator('a').click()
    await driver.page.waitForURL(new RegExp(`/orders/sandbox/${again}$`))
    await expect.poll(lines).toEqual([expect.stringContaining(paid)])
    expect((await driver.books()).requests).toHaveLength(asked)
  })

  it('mark no other amount, show five or eight, and lead to all in the columns of the list', async () => {
    const others: string[] = []
    for (let at = 1; at <= 8; at += 1) others.unshift(await known(first, `${at}.00`))
    await open(paid)
    const texts = (found: string[]) => found.map((id) => expect.stringContaining(id))
    await expect.poll(lines).toEqual(texts([...others.slice(0, 4), again]))
    expect(await driver.at('same-amount').count()).toBe(1)
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    await expect.poll(lines).toEqual(texts([...others.slice(0, 7), again]))
    await driver.at('other-orders-all').click()
    await expect.poll(() => driver.at('order-row').count()).toBeGreaterThanOrEqual(10)
    expect(new URL(driver.page.url()).hash).toBe(
      `#/orders?text=${first}&columns=phase+original+orderid`,
    )
  })

  it('are three in the pane, below all that can be pressed there', async () => {
    await driver.at('order-row').filter({ hasText: paid }).first().click()
    await expect.poll(() => driver.at('pane').getAttribute('data-read')).toBe(paid)
    await expect.poll(() => driver.at('other-order').count()).toBe(3)
    const button = await driver.at('pane').locator('[data-primary]').first().boundingBox()
    expect(await topOf('other-orders')).toBeGreaterThan(button?.y ?? Infinity)
  })

  it.each(['light', 'dark'] as const)('are whole in a small %s window', async (colorScheme) => {
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await driver.page.emulateMedia({ colorScheme })
    await open(paid)
    await driver.at('other-order').first().waitFor()
    const cut = await driver
      .at('other-orders')
      .evaluate((panel) =>
        [panel, ...panel.querySelectorAll('*')]
          .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth)
          .map((one) => one.outerHTML),
      )
    expect(cut).toEqual([])
    expect(await axeFindings(driver)).toEqual([])
  })
})
