// The order beside the list in a wide window: it follows the keys, shows what the order page shows
// and nothing of another order, and a refund begun there ends in the sandbox's books.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Place } from '../sandbox/merchant.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver, plain, settleIn } from './page-driver.ts'
import { flowByKeys } from './flow.ts'
import { keysOf } from './keys.ts'

const wide = { width: 1600, height: 900 }
let driver: PageDriver
let shop: Place
beforeAll(async () => {
  const userData = newFolder()
  const identity = await settleIn(userData)
  driver = await openPageDriver({ viewport: wide, userData })
  shop = await driver.shop(identity)
  for (const { orderid } of (await driver.books()).trainingOrders) await read(String(orderid))
  await toList()
})
afterAll(() => driver.close())

const { press, type, focusIs, confirm } = keysOf(() => driver)
const read = (value: string) =>
  driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value })
async function toList(): Promise<void> {
  await driver.go('#/audit')
  await driver.at('rail-orders').click()
  await driver.at('pane').waitFor()
}
const rows = (): Promise<string[]> =>
  driver
    .at('order-row')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-orderid') ?? ''))
const chosen = () => driver.at('orders').locator('[aria-selected=true]')
/** Of the order that the pane is about and has read. */
const paneOrder = async (): Promise<string | null> => {
  const pane = driver.at('pane')
  const [about, known] = [
    await pane.getAttribute('data-orderid'),
    await pane.getAttribute('data-read'),
  ]
  return about === known ? about : null
}
const settledOn = (orderid: string | undefined) => expect.poll(paneOrder).toBe(orderid)

/** A letter brings the focus to the list, Home goes to its first order. */
async function toTop(): Promise<void> {
  await press('j')
  await press('Home')
}

/** What the screen says of an order's money, in the pane or on the order page. */
/** What the bar of an order's money shows: tone and share of each part. */
const parts = async (meter: Locator): Promise<string> =>
  (
    await meter.evaluateAll((found) =>
      found.flatMap((one) =>
        [...one.children].map((part) => `${part.className} ${getComputedStyle(part).flexGrow}`),
      ),
    )
  ).join(', ')

async function figures(place: string): Promise<Record<string, string | null>> {
  const here = driver.page.locator(place)
  const message = async (selector: string): Promise<string | null> =>
    (await here.locator(selector).count()) === 0
      ? null
      : plain(await here.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ')
  return {
    amount: await message('[data-testid=order-amount]'),
    phase: await message('[data-testid=phase]'),
    bar: await parts(here.locator('.meter')),
    action: await message('[data-primary]'),
  }
}

/**
 * Runs in the page: presses the key so often, faster than anybody, and notes each order that was
 * read and each amount that stood under another order's row.
 */
async function race([key, times]: [string, number]): Promise<{ read: string[]; wrong: string[] }> {
  const pane = document.querySelector<HTMLElement>('[data-testid=pane]')
  if (pane === null) throw new Error('no pane')
  const [readOrders, wrong] = [new Set<string>(), [] as string[]]
  const amounts = new Map(
    [...document.querySelectorAll<HTMLElement>('[data-testid=order-row]')].map((row) => [
      row.dataset['orderid'],
      row.textContent,
    ]),
  )
  const look = (): void => {
    const { orderid, read: known } = pane.dataset
    if (known !== undefined) readOrders.add(known)
    const amount = pane.querySelector('[data-testid=order-amount]')?.textContent ?? ''
    if (amounts.get(orderid)?.includes(amount) !== true) wrong.push(`${amount} under ${orderid}`)
    if (known !== undefined && known !== orderid) wrong.push(`${known} under ${orderid}`)
  }
  const observer = new MutationObserver(look)
  observer.observe(pane, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let press = 0; press < times; press += 1) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  await new Promise((resolve) => setTimeout(resolve, 600))
  observer.disconnect()
  return { read: [...readOrders], wrong }
}

describe('walking the list', () => {
  it('begins with the first order, and the pane follows each key', async () => {
    const all = await rows()
    await settledOn(all[0])
    await expect.poll(() => chosen().getAttribute('data-orderid')).toBe(all[0])
    // From the heading, where the focus is after a change of screen.
    expect(await focusIs('h1')).toBe(true)
    await press('ArrowDown')
    await settledOn(all[1])
    expect(await focusIs('[data-testid=orders]')).toBe(true)
    await press('j')
    await settledOn(all[2])
    await press('k')
    await settledOn(all[1])
    await press('End')
    await settledOn(all.at(-1))
    await press('Home')
    await settledOn(all[0])
    await driver.at('order-row').nth(3).click()
    await settledOn(all[3])
    expect(driver.page.url()).toMatch(/#\/orders(\?|$)/)
  })

  it('lets no long name or e-mail address out of the pane', async () => {
    const long = driver
      .at('order-row')
      .filter({ hasText: /WOLFESCHLEGEL/i })
      .first()
    await long.click()
    await settledOn((await long.getAttribute('data-orderid')) ?? '')
    const outside = await driver.at('pane').evaluate((pane) => pane.scrollWidth - pane.clientWidth)
    expect(outside).toBe(0)
  })

  it('says nothing louder than what can be refunded', async () => {
    await toTop()
    const sale = driver.at('order-row').filter({ hasText: 'Captured' }).first()
    await sale.click()
    await settledOn((await sale.getAttribute('data-orderid')) ?? '')
    const sizes = await driver.at('pane').evaluate((pane) =>
      [...pane.querySelectorAll('h2, .amount')].map((one) => ({
        isRefundable: one.closest('.legend > span')?.textContent.includes('Refundable') === true,
        size: Number.parseFloat(getComputedStyle(one).fontSize),
      })),
    )
    const loudest = Math.max(...sizes.map(({ size }) => size))
    expect(
      sizes.filter(({ size }) => size === loudest).map(({ isRefundable }) => isRefundable),
    ).toEqual([true])
  })

  it('asks for one thing first, which is the refund of the chosen order', async () => {
    const primaries = driver.page.locator('main .n-button--primary-type')
    await expect.poll(() => primaries.allInnerTexts()).toEqual([expect.stringMatching(/^Refund…/)])
  })

  it('reads no order that is only passed by, and shows no figure under another’s row', async () => {
    const all = await rows()
    await toTop()
    await settledOn(all[0])
    await driver.page.waitForTimeout(300)
    const seen = await driver.page.evaluate(race, ['ArrowDown', 8] as [string, number])
    expect(seen.wrong).toEqual([])
    expect(seen.read.at(-1)).toBe(all[8])
    // The one that was shown, the first of the walk, and where the walk came to rest.
    expect(seen.read).toEqual([all[0], all[1], all[8]].filter((one) => seen.read.includes(one!)))
  })

  it('shows what the order page shows', async () => {
    const all = await rows()
    const shown = new Map<string, Record<string, string | null>>()
    const sums = new Map<string, string[]>()
    const inOneLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ').trim()
    await toTop()
    for (const orderid of all) {
      await settledOn(orderid)
      shown.set(orderid, await figures('[data-testid=pane]'))
      const legend = driver.at('pane').locator('.legend > span')
      sums.set(orderid, (await legend.allInnerTexts()).map(inOneLine))
      await press('ArrowDown')
    }
    for (const orderid of all) {
      await driver.go(`#/orders/sandbox/${orderid}`)
      await driver.at('money-facts').waitFor()
      expect(await figures('main'), orderid).toEqual(shown.get(orderid))
      // The figures stand below the bar on the page, and within it in the pane.
      // Beside each label stands the button that says where its figure comes from.
      const facts = inOneLine(await driver.at('money-facts').innerText()).replaceAll('? ', ' ')
      for (const sum of sums.get(orderid) ?? []) expect(facts).toContain(sum)
    }
    expect([...sums.values()].flat()).not.toEqual([])
    await toList()
  })

  it('opens the order with Enter and with its link, and comes back to the same one', async () => {
    const all = await rows()
    await toTop()
    await press('j')
    await settledOn(all[1])
    const before = all[1] ?? ''
    await press('Enter')
    await driver.at('money-facts').waitFor()
    expect(driver.page.url()).toContain(before)
    await driver.page.goBack()
    await settledOn(before)
    await press('j')
    const next = all[2]
    await settledOn(next)
    await driver.at('pane-open').click()
    await driver.at('money-facts').waitFor()
    expect(driver.page.url()).toContain(next)
    await driver.page.goBack()
    await settledOn(next)
  })
})

describe('a refund from the pane', () => {
  flowByKeys(
    'keys-refund-from-the-pane',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
      await toTop()
      for (const one of await rows()) {
        await settledOn(one)
        if (one === orderid) break
        await press('j')
      }
      await press('r')
      await expect.poll(() => focusIs('[data-testid=amount]')).toBe(true)
      await driver.sees('sheet', new RegExp(`Refund order ${orderid}`))
      await type('20')
      await press('Enter')
      await expect.poll(() => focusIs('[data-testid=reason-list]')).toBe(true)
      await press('1')
      await press('Enter')
      await confirm()
      await driver.at('sheet').waitFor({ state: 'detached' })
      await driver.sees('banner-open', /accepted the refund of 20\.00 EUR/)
      expect(await driver.effects(orderid)).toEqual([
        { operation: 'return', amountMinor: 2000, currency: 'EUR' },
      ])
      await driver.sees('pane', /Refund[\s\S]*20\.00 EUR[\s\S]*Customer request/)
    },
  )

  it('opens by the pane’s button, and stays while its order leaves the list', async () => {
    const { orderid, clientOrderid } = await driver.practice(/300\.00 EUR/)
    await driver.at('orders-phase').selectOption('authorised')
    await expect.poll(async () => (await rows()).length).toBe(2)
    await driver.page.locator(`[data-testid=order-row][data-orderid="${orderid}"]`).click()
    await settledOn(orderid)
    await driver.at('pane').locator('[data-primary]').click()
    await driver.at('action-form').waitFor()
    await driver.sees('sheet', new RegExp(`${orderid}[\\s\\S]*On hold`))
    // The shop lets the hold go meanwhile.
    const answer = await call(shop, 'void', { client_orderid: clientOrderid, orderid })
    expect(answer.record['type']).toBe('async-response')
    await driver.console('advance', { ms: '60000' })
    await driver.call('order:check', { connectionId: 'sandbox', orderid })
    await expect.poll(rows).not.toContain(orderid)
    await driver.sees('sheet', new RegExp(`${orderid}[\\s\\S]*Voided`))
    await expect.poll(() => driver.at('pane').getAttribute('data-orderid')).toBe(orderid)
    await driver.at('sheet-close').click()
    // Without its sheet the pane goes on with the list.
    await settledOn((await rows())[0])
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'void', amountMinor: 30000, currency: 'EUR' },
    ])
    await driver.at('orders-clear').click()
  })
})

describe('the window', () => {
  it('has nothing serious for axe in either theme', async () => {
    await expect.poll(paneOrder).not.toBeNull()
    expect(await axeFindings(driver)).toEqual([])
  })

  it('has no pane below 1500 pixels, and opens an order by a click there', async () => {
    await driver.page.setViewportSize({ width: 1499, height: 900 })
    await driver.at('pane').waitFor({ state: 'detached' })
    expect(await chosen().count()).toBe(0)
    await expect.poll(() => driver.at('row-refund').count()).toBeGreaterThan(0)
    await driver.page.setViewportSize({ width: 1500, height: 900 })
    await expect.poll(paneOrder).not.toBeNull()
    // The pane stands within the card of its list, whose foot is beside it.
    const edges = await driver.at('pane').evaluate((pane) => {
      const [inner, card] = [pane, pane.closest('.panel')!].map((one) =>
        one.getBoundingClientRect(),
      )
      return [card!.right - inner!.right, card!.bottom - inner!.bottom].map(Math.round)
    })
    expect(edges).toEqual([1, 1])
    // Nothing is cut: the list has room beside the pane.
    const grid = await driver
      .at('orders')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(grid).toBe(0)
    await driver.page.setViewportSize({ width: 1499, height: 900 })
    await driver.at('pane').waitFor({ state: 'detached' })
    const [first] = await rows()
    await driver.at('order-row').first().click()
    await driver.at('money-facts').waitFor()
    expect(driver.page.url()).toContain(first)
  })
})
