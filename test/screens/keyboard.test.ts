// Three whole flows by someone who never touches a mouse. Only keys are pressed, and the focus must always be somewhere one sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const press = (key: string) => clerk.page.keyboard.press(key)
const type = (text: string) => clerk.page.keyboard.type(text)
const focusIs = (selector: string): Promise<boolean> =>
  clerk.page.evaluate(
    (wanted) => (document.activeElement?.closest(wanted) ?? null) !== null,
    selector,
  )

/** Presses Tab until the focus is there; each stop on the way must show where it is. */
async function tabTo(selector: string, most = 40): Promise<void> {
  for (let stops = 0; stops < most; stops += 1) {
    if (await focusIs(selector)) return
    await press('Tab')
    const isSeen = await clerk.page.evaluate(() => {
      const { activeElement: at } = document
      if (at === null || at === document.body) return true
      const box = at.getBoundingClientRect()
      const marks = [at, at.closest('.n-input, .n-button, label') ?? at].map((one) =>
        getComputedStyle(one),
      )
      return (
        box.width > 0 &&
        marks.some(
          (mark) =>
            mark.outlineStyle !== 'none' || mark.boxShadow !== 'none' || mark.borderColor !== '',
        )
      )
    })
    expect(isSeen).toBe(true)
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

async function lookUpByKeys(orderid: string): Promise<void> {
  await press('/')
  await expect.poll(() => focusIs('#look-up')).toBe(true)
  await type(orderid)
  await press('Enter')
  await clerk.at('money-facts').waitFor()
}

async function returnByKeys(amount: string): Promise<void> {
  await tabTo('[data-testid=action-return]')
  await press('Enter')
  await clerk.at('action-form').waitFor()
  await expect.poll(() => focusIs('h1')).toBe(true)
  await tabTo('[data-testid=full]')
  await press('ArrowDown')
  await tabTo('[data-testid=amount]')
  await type(amount)
  await tabTo('[data-testid=reason]')
  await type('By keys alone')
  await press('Enter')
  await clerk.at('review').waitFor()
  await expect.poll(() => focusIs('h2')).toBe(true)
  await tabTo('[data-testid=send]')
  await press('Enter')
  await clerk.at('outcome').waitFor()
}

describe('with the keyboard alone', () => {
  it('an order is looked up and a part of it returned', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.at('practice-orders').waitFor()
    await lookUpByKeys(orderid)
    await returnByKeys('20.00')
    await clerk.at('timeline').waitFor()
    await tabTo('[data-testid=check-now]')
    await clerk.console('advance', { ms: '60000' })
    await press('Enter')
    await clerk.sees('phase', 'Partly returned')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  it('Escape leaves the review for the form and the form for the order, and nothing is sent', async () => {
    const { orderid } = await clerk.practice(/45\.500 KWD/)
    await lookUpByKeys(orderid)
    await tabTo('[data-testid=action-return]')
    await press('Enter')
    await clerk.at('action-form').waitFor()
    await tabTo('[data-testid=reason]')
    await type('Changed my mind')
    await press('Enter')
    await clerk.at('review').waitFor()
    await press('Escape')
    await expect.poll(() => focusIs('[data-testid=review-open]')).toBe(true)
    await press('Escape')
    await clerk.at('money-facts').waitFor()
    expect(await clerk.effects(orderid)).toEqual([])
  })

  it('the audit log is filtered, opened and verified', async () => {
    await press('g')
    await press('a')
    await clerk.at('audit-row').first().waitFor()
    const all = await clerk.at('audit-row').count()
    await tabTo('[data-testid=audit-text]')
    await type('20.00')
    await expect.poll(() => clerk.at('audit-row').count()).toBeLessThan(all)
    await tabTo('[data-row-focus]')
    await press('Enter')
    await clerk.sees('audit', /leaf/)
    await press('ArrowDown')
    expect(await focusIs('[data-row-focus]')).toBe(true)
    await press('g')
    await press('o')
    await press('g')
    await press('a')
    await tabTo('[data-testid=audit-verify]')
    await press('Enter')
    await clerk.sees('verification', /Intact/)
  })

  it('an unknown outcome is settled by hand, with a reason, and moves no money', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for magic/)
    await lookUpByKeys(orderid)
    await returnByKeys('3.14')
    await clerk.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    await press('Escape')
    await clerk.at('open-attempt').waitFor()
    await tabTo('[data-testid=attempt-settle]')
    await press('Enter')
    await clerk.at('settle-dialog').waitFor()
    await tabTo('[data-testid=settle-dialog] input[value=happened]')
    await press('ArrowDown')
    await tabTo('[data-testid=settle-confirm]')
    await press('Enter')
    await clerk.sees('settle-dialog', /at least 10 characters/)
    await expect.poll(() => focusIs('textarea')).toBe(true)
    await type('The service’s support found no trace of it')
    await tabTo('[data-testid=settle-confirm]')
    await press('Enter')
    await expect.poll(() => clerk.at('settle-dialog').count()).toBe(0)
    await expect.poll(() => clerk.at('banner-unknown').count()).toBe(0)
    await clerk.sees('timeline', /Settled by hand/)
    expect(await clerk.money('Can still be returned')).toBe('5 000.00 EUR')
    expect(await clerk.effects(orderid)).toEqual([])
  })
})
