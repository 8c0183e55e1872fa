// The sheet beside the order: three decisions, few keys, the order in sight throughout, nothing
// typed lost, and an Enter that nobody meant sends nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator } from 'playwright-core'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver, plain } from './page-driver.ts'
import { flow, flowByKeys } from './flow.ts'
import { keysOf } from './keys.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ undoMs: 30_000, hasMotion: true })
})
afterAll(() => driver.close())

const keys = keysOf(() => driver)
const { press } = keys
const amount = () => driver.page.getByLabel('Amount', { exact: true })
const reason = () => driver.page.getByLabel('Reason', { exact: true })
const picked = () =>
  driver.page.locator('[data-testid=reason-pick][aria-pressed=true]').allInnerTexts()
const row = (orderid: string) =>
  driver.page.locator(`[data-testid=order-row][data-orderid="${orderid}"]`)

describe('a refund from a row of the list', () => {
  flow('refund-from-a-row', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.at('rail-orders').click()
    await row(orderid).getByTestId('row-refund').click()
    const isThere = () => row(orderid).isVisible()
    const seen = []

    // The amount is proposed; a reason is nobody's before somebody chooses it.
    await driver.at('action-form').waitFor()
    await expect.poll(() => amount().inputValue()).toBe('120.00')
    expect(await reason().inputValue()).toBe('')
    expect(await picked()).toEqual([])
    await driver.sees('payee', /1566.*JOHN SMITH/)
    // Who gets the money stands over the amount.
    const topOf = (one: Locator) => one.evaluate((node) => node.getBoundingClientRect().top)
    expect(await topOf(driver.at('payee'))).toBeLessThan(await topOf(amount()))
    seen.push(await isThere())
    await amount().fill('20.00')
    await driver.at('reason-pick').filter({ hasText: 'Damaged goods' }).click()
    await driver.sees('left-after', /100\.00 EUR/)
    // Over the button the form says what the review says: whence, and until when.
    const strip = plain(await driver.at('leaves').innerText())
    expect(strip).toMatch(/Sandbox\s+Practice money\s+The refund can be undone for \d+ s/)
    await driver.sees('review-open', /^Review 20\.00 EUR$/)
    const endOf = async (id: string): Promise<number> => {
      const { y, height } = (await driver.at(id).boundingBox())!
      return y + height
    }
    const pressed = await endOf('review-open')
    await driver.review()
    // What goes on stands where it stood. A foot that lies over something is a pixel lower.
    expect(Math.abs((await endOf('send')) - pressed)).toBeLessThanOrEqual(1)
    expect(plain(await driver.at('leaves').innerText())).toBe(strip)
    seen.push(await isThere())
    const review = plain(await driver.at('review').innerText())
    expect(review).toMatch(
      /Refund to\s+Amex 1566.*JOHN SMITH\s+20\.00 EUR[\s\S]*Reason\s+Damaged goods/,
    )
    expect(await driver.at('formula').isVisible()).toBe(false)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('send').click()
    await driver.at('sheet').waitFor({ state: 'detached' })
    seen.push(await isThere())
    expect(seen).toEqual([true, true, true])

    await driver.sees('banner-waiting', new RegExp(`20\\.00 EUR on order ${orderid}`))
    expect(await driver.effects(orderid)).toEqual([])
    await driver.at('banner-send-now').click()
    await driver.sees('banner-open', /accepted the refund of 20\.00 EUR/)
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
    await driver.at('banner-open-close').click()
  })

  it('opens for another order than the one that was shown last', async () => {
    const { orderid } = await driver.practice(/45\.500 KWD/)
    const shownLast = await driver.practice(/12000 JPY/)
    await driver.lookUp(orderid)
    await driver.lookUp(shownLast.orderid)
    await driver.at('rail-orders').click()
    await row(orderid).getByTestId('row-refund').click()
    await driver.at('action-form').waitFor()
    await driver.sees('sheet', new RegExp(orderid))
    await expect.poll(() => amount().inputValue()).toBe('45.500')
    await driver.at('sheet-close').click()
    await driver.at('sheet').waitFor({ state: 'detached' })
  })

  it('leaves a low window to what is read, and shades what lies under its foot', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await driver.at('action-return').click()
    await driver.at('action-form').waitFor()
    const foot = driver.at('sheet').locator('.sheet-actions')
    const shade = () => foot.evaluate((node) => getComputedStyle(node, '::before').content)
    expect((await foot.boundingBox())!.height).toBeLessThan(140)
    // The rest afterwards is read with the amount, without scrolling.
    const left = (await driver.at('left-after').boundingBox())!
    expect(left.y + left.height).toBeLessThan((await foot.boundingBox())!.y)
    await expect.poll(shade).toBe('""')
    await driver
      .at('sheet')
      .locator('.sheet-body')
      .evaluate((node) => {
        node.scrollTop = node.scrollHeight
      })
    await expect.poll(shade).toBe('none')
    // At 200 % there is no room over the form for a foot of its own.
    await driver.page.setViewportSize({ width: 640, height: 400 })
    const isCovered = (node: Element): boolean => {
      node.scrollIntoView({ block: 'end' })
      const { left, width, bottom } = node.getBoundingClientRect()
      return !node.contains(document.elementFromPoint(left + width / 2, bottom - 4))
    }
    expect(await driver.at('full').evaluate(isCovered)).toBe(false)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await driver.at('sheet-close').click()
    await driver.at('sheet').waitFor({ state: 'detached' })
  })

  it('asks for three decisions and no more', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.at('action-return').click()
    await driver.at('action-form').waitFor()
    // What can be decided: an amount, a reason, and the button; the way is folded away.
    const fields = driver
      .at('action-form')
      .locator('input:visible, select:visible, textarea:visible')
    await expect.poll(() => fields.count()).toBe(2)
    await expect.poll(() => driver.at('sheet').locator('.n-button--primary-type').count()).toBe(1)
    await driver.at('reason-pick').first().click()
    await driver.review()
    expect(await driver.at('sheet').locator('input:visible, select:visible').count()).toBe(0)
    await expect.poll(() => driver.at('sheet').locator('.n-button--primary-type').count()).toBe(1)
    await press('Escape')
    await press('Escape')
    await driver.at('sheet').waitFor({ state: 'detached' })
  })
})

describe('with the keyboard alone', () => {
  flowByKeys(
    'keys-refund-in-few',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/45\.500 KWD/)
      let pressed = 0
      const key = async (name: string): Promise<void> => {
        pressed += 1
        await press(name)
      }
      await key('/')
      await expect.poll(() => keys.focusIs('#omnibox')).toBe(true)
      await keys.type(orderid)
      await key('Enter')
      await expect.poll(() => keys.focusIs('h1')).toBe(true)
      await driver.at('money-facts').waitFor()
      await key('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      await keys.type('1.250')
      // Nothing was chosen: Enter leads to the reasons, and a second one chooses none of them.
      await key('Enter')
      await expect.poll(() => keys.focusIs('[data-testid=reason-list]')).toBe(true)
      await driver.sees('action-form', /Choose a reason or type one/)
      await press('Enter')
      expect(await driver.at('review').count()).toBe(0)
      expect(await picked()).toEqual([])
      await key('2')
      await expect.poll(picked).toEqual(['Goods returned'])
      await key('Enter')
      await driver.page.locator('[data-testid=send][data-armed]').waitFor()
      await key('Enter')
      await driver.at('banner-waiting').waitFor()
      expect(pressed).toBe(7)
      await keys.tabTo('[data-testid=banner-send-now]')
      await press('Enter')
      await driver.sees('outcome', /1\.250 KWD/)
      expect(await driver.effects(orderid)).toEqual([
        { operation: 'return', amountMinor: 1250, currency: 'KWD' },
      ])
    },
  )

  flowByKeys(
    'keys-refund-from-a-row',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/12000 JPY/)
      await keys.lookUp(orderid)
      await press('g')
      await press('o')
      await keys.tabTo('[data-testid=orders]')
      // The list is shown as it was, and then read again.
      await row(orderid).waitFor()
      await press('Home')
      // What another order is told meanwhile brings that one to the top.
      const active = driver.at('orders').locator('.is-active')
      for (let down = 0; down < 10; down += 1) {
        if ((await active.innerText()).includes(orderid)) break
        await press('ArrowDown')
      }
      await press('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      await driver.sees('sheet', new RegExp(orderid))
      await keys.type('500')
      await press('Escape')
      await driver.at('sheet').waitFor({ state: 'detached' })
      // Given back to where it was, with nothing that was typed lost.
      await expect.poll(() => keys.focusIs('[data-testid=orders]')).toBe(true)
      await press('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      expect(await driver.page.evaluate(() => getSelection()?.toString())).toBe('500')
      await press('Enter')
      await expect.poll(() => keys.focusIs('[data-testid=reason-list]')).toBe(true)
      await keys.type('Wrong size')
      await expect.poll(() => reason().inputValue()).toBe('Wrong size')
      await press('Enter')
      await keys.confirm()
      await driver.at('banner-waiting').waitFor()
      await press('Escape')
      await driver.sees('banner-ended', /undone/i)
      expect(await driver.effects(orderid)).toEqual([])
    },
  )

  it('keeps the focus inside, and gives it back', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await keys.tabTo('[data-testid=action-return]')
    await press('Enter')
    await driver.at('action-form').waitFor()
    const isShut = () => driver.page.locator('main').evaluate((one: HTMLElement) => one.inert)
    expect(await isShut()).toBe(true)
    for (let stops = 0; stops < 25; stops += 1) {
      await press('Tab')
      expect(await keys.focusIs('[data-testid=sheet]')).toBe(true)
    }
    await press('Escape')
    await expect.poll(() => keys.focusIs('[data-testid=action-return]')).toBe(true)
    expect(await isShut()).toBe(false)
  })
})

describe('an Enter that nobody meant', () => {
  it('held down or pressed twice in a hurry reviews and sends nothing', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.fill('return', '3.00')
    await amount().focus()
    const { keyboard } = driver.page
    for (let presses = 0; presses < 40; presses += 1) {
      // The same key again without its release is what a held key looks like.
      await keyboard.down('Enter')
      await driver.page.waitForTimeout(20)
    }
    await keyboard.up('Enter')
    await driver.at('review').waitFor()
    await driver.page.waitForTimeout(500)
    expect(await driver.at('review').isVisible()).toBe(true)
    await driver.at('back').click()
    await amount().focus()
    // A computer that is busy is in a hurry, too.
    await driver.page.evaluate(() => {
      const own = window.setTimeout
      window.setTimeout = ((act: () => void, ms = 0) => own(act, 50 * ms)) as typeof setTimeout
    })
    await press('Enter')
    await driver.at('send').waitFor()
    await press('Enter')
    expect(await driver.at('review').isVisible()).toBe(true)
    expect(await driver.at('banner-waiting').count()).toBe(0)
    expect(await driver.effects(orderid)).toEqual([])
    await driver.at('sheet-close').click()
    await driver.page.reload()
  })
})
