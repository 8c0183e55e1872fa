// The sheet beside the order: three decisions, few keys, the order in sight throughout, nothing
// typed lost, and an Enter that nobody meant sends nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type Clerk, openClerk, plain } from './clerk.ts'
import { flow, flowByKeys } from './flow.ts'
import { keysOf } from './keys.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk({ undoMs: 30_000 })
})
afterAll(() => clerk.close())

const keys = keysOf(() => clerk)
const { press } = keys
const amount = () => clerk.page.getByLabel('Amount', { exact: true })
const reason = () => clerk.page.getByLabel('Reason', { exact: true })
const row = (orderid: string) =>
  clerk.page.locator(`[data-testid=order-row][data-orderid="${orderid}"]`)

describe('a refund from a row of the list', () => {
  flow('refund-from-a-row', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.at('rail-orders').click()
    await row(orderid).getByTestId('row-refund').click()
    const isThere = () => row(orderid).isVisible()
    const seen = []

    // The first decision is made already, and so is the second: both are seen before the third.
    await clerk.at('action-form').waitFor()
    expect(await amount().inputValue()).toBe('120.00')
    expect(await reason().inputValue()).toBe('Customer request')
    await clerk.sees('payee', /1566.*JOHN SMITH/)
    seen.push(await isThere())
    await amount().fill('20.00')
    await clerk.at('reason-pick').filter({ hasText: 'Damaged goods' }).click()
    await clerk.sees('left-after', /100\.00 EUR/)
    await clerk.review()
    seen.push(await isThere())
    const review = plain(await clerk.at('review').innerText())
    expect(review).toMatch(
      /Back to\s+AMEX 1566.*JOHN SMITH\s+20\.00 EUR[\s\S]*Reason\s+Damaged goods/,
    )
    expect(await clerk.at('formula').isVisible()).toBe(false)
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('send').click()
    await clerk.at('sheet').waitFor({ state: 'detached' })
    seen.push(await isThere())
    expect(seen).toEqual([true, true, true])

    await clerk.sees('banner-waiting', new RegExp(`20\\.00 EUR on order ${orderid}`))
    expect(await clerk.effects(orderid)).toEqual([])
    await clerk.at('banner-send-now').click()
    await clerk.sees('banner-ended', /20\.00 EUR/)
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
    await clerk.at('banner-ended-close').click()
  })

  it('opens for another order than the one that was shown last', async () => {
    const { orderid } = await clerk.practice(/45\.500 KWD/)
    const shownLast = await clerk.practice(/12000 JPY/)
    await clerk.lookUp(orderid)
    await clerk.lookUp(shownLast.orderid)
    await clerk.at('rail-orders').click()
    await row(orderid).getByTestId('row-refund').click()
    await clerk.at('action-form').waitFor()
    await clerk.sees('sheet', new RegExp(orderid))
    expect(await amount().inputValue()).toBe('45.500')
    await clerk.at('sheet-close').click()
    await clerk.at('sheet').waitFor({ state: 'detached' })
  })

  it('asks for three decisions and no more', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    await clerk.at('action-return').click()
    await clerk.at('action-form').waitFor()
    // What can be decided: an amount, a reason, and the button; the way is folded away.
    const fields = clerk
      .at('action-form')
      .locator('input:visible, select:visible, textarea:visible')
    expect(await fields.count()).toBe(2)
    expect(await clerk.at('sheet').locator('.n-button--primary-type').count()).toBe(1)
    await clerk.review()
    expect(await clerk.at('sheet').locator('input:visible, select:visible').count()).toBe(0)
    expect(await clerk.at('sheet').locator('.n-button--primary-type').count()).toBe(1)
    await press('Escape')
    await press('Escape')
    await clerk.at('sheet').waitFor({ state: 'detached' })
  })
})

describe('with the keyboard alone', () => {
  flowByKeys(
    'keys-refund-in-few',
    () => clerk,
    async () => {
      const { orderid } = await clerk.practice(/45\.500 KWD/)
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
      await clerk.at('money-facts').waitFor()
      await key('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      await keys.type('1.250')
      await key('Enter')
      await clerk.page.locator('[data-testid=send][data-armed]').waitFor()
      await key('Enter')
      await clerk.at('banner-waiting').waitFor()
      expect(pressed).toBe(5)
      await keys.tabTo('[data-testid=banner-send-now]')
      await press('Enter')
      await clerk.sees('outcome', /1\.250 KWD/)
      expect(await clerk.effects(orderid)).toEqual([
        { operation: 'return', amountMinor: 1250, currency: 'KWD' },
      ])
    },
  )

  flowByKeys(
    'keys-refund-from-a-row',
    () => clerk,
    async () => {
      const { orderid } = await clerk.practice(/12000 JPY/)
      await keys.lookUp(orderid)
      await press('g')
      await press('o')
      await keys.tabTo('[data-testid=orders]')
      // The list is shown as it was, and then read again.
      await row(orderid).waitFor()
      await press('Home')
      // What another order is told meanwhile brings that one to the top.
      const active = clerk.at('orders').locator('.is-active')
      for (let down = 0; down < 10; down += 1) {
        if ((await active.innerText()).includes(orderid)) break
        await press('ArrowDown')
      }
      await press('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      await clerk.sees('sheet', new RegExp(orderid))
      await keys.type('500')
      await press('Escape')
      await clerk.at('sheet').waitFor({ state: 'detached' })
      // Given back to where it was, with nothing that was typed lost.
      await expect.poll(() => keys.focusIs('[data-testid=orders]')).toBe(true)
      await press('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      expect(await clerk.page.evaluate(() => getSelection()?.toString())).toBe('500')
      await press('Enter')
      await keys.confirm()
      await clerk.at('banner-waiting').waitFor()
      await press('Escape')
      await clerk.sees('banner-ended', /Undone/)
      expect(await clerk.effects(orderid)).toEqual([])
    },
  )

  it('keeps the focus inside, and gives it back', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    await keys.tabTo('[data-testid=action-return]')
    await press('Enter')
    await clerk.at('action-form').waitFor()
    for (let stops = 0; stops < 25; stops += 1) {
      await press('Tab')
      expect(await keys.focusIs('[data-testid=sheet]')).toBe(true)
    }
    await press('Escape')
    await expect.poll(() => keys.focusIs('[data-testid=action-return]')).toBe(true)
  })
})

describe('an Enter that nobody meant', () => {
  it('held down or pressed twice in a hurry reviews and sends nothing', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '3.00')
    await amount().focus()
    const { keyboard } = clerk.page
    for (let presses = 0; presses < 40; presses += 1) {
      // The same key again without its release is what a held key looks like.
      await keyboard.down('Enter')
      await clerk.page.waitForTimeout(20)
    }
    await keyboard.up('Enter')
    await clerk.at('review').waitFor()
    await clerk.page.waitForTimeout(500)
    expect(await clerk.at('review').isVisible()).toBe(true)
    await clerk.at('back').click()
    await amount().focus()
    await press('Enter')
    await clerk.at('send').waitFor()
    await press('Enter')
    expect(await clerk.at('review').isVisible()).toBe(true)
    expect(await clerk.at('banner-waiting').count()).toBe(0)
    expect(await clerk.effects(orderid)).toEqual([])
    await clerk.at('sheet-close').click()
  })
})
