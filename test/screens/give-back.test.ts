// Give money back, guided: the chooser takes the way that fits the order's state, says why, and ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const open = async (words: RegExp, isFresh = false): Promise<string> => {
  const fresh = isFresh ? await clerk.freshPractice() : []
  const order = fresh.find((one) => words.test(one.about)) ?? (await clerk.practice(words))
  await clerk.lookUp(order.orderid)
  return order.orderid
}
const choose = async (): Promise<void> => {
  await clerk.at('give-back').click()
  await clerk.page.getByRole('heading', { level: 1, name: 'Give money back on order' }).waitFor()
}
const isPicked = (way: string): Promise<boolean> => clerk.at(`way-${way}-pick`).isChecked()
const reason = () => clerk.page.getByLabel('Reason', { exact: true })

describe('give money back', () => {
  flow('give-back-as-a-return', async () => {
    const orderid = await open(/paid sale of 120\.00 EUR/)
    await choose()
    expect(await isPicked('return')).toBe(true)
    await clerk.sees('way-return', /was taken.*void would come too late/is)
    await clerk.sees('way-void', /settled/)
    expect(await clerk.at('way-void-pick').isDisabled()).toBe(true)
    await clerk.at('partial').check()
    await clerk.page.getByLabel('Amount', { exact: true }).fill('45.50')
    await clerk.sees('left-after', /74\.50 EUR/)
    await clerk.at('review-open').click()
    await clerk.sees('action-form', /Enter a reason/)
    await reason().fill('Two of five were broken')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Partly refunded')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 4550, currency: 'EUR' },
    ])
  })

  flow('give-back-as-a-void', async () => {
    const orderid = await open(/80\.00 GBP/)
    await choose()
    expect(await isPicked('void')).toBe(true)
    await clerk.sees('way-void', /only held, not taken/)
    await clerk.sees('way-return', /Nothing was taken yet/)
    expect(await clerk.at('partial').isDisabled()).toBe(true)
    await clerk.page.getByLabel('Comment (optional)', { exact: true }).fill('Ordered twice')
    await clerk.at('way-release-pick').check()
    expect(await reason().inputValue()).toBe('Ordered twice')
    await clerk.at('way-void-pick').check()
    await clerk.review()
    await clerk.sees('review', /Cancels the authorisation/)
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Voided')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
    await clerk.sees('why-give-back', /hold was released/)
    expect(await clerk.at('give-back').isDisabled()).toBe(true)
    await clerk.go(`/orders/sandbox/${orderid}/give-back`)
    await clerk.sees('why-not', /hold was released/)
    await clerk.sees('ways-shut', /voided already/)
    expect(await clerk.at('action-form').count()).toBe(0)
  })

  flow('give-back-as-the-connection-says', async () => {
    await clerk.go('/connections/sandbox')
    await clerk.at('money-holdReleasedBy').selectOption('return')
    await clerk.at('money-voidNeedsReason').check()
    await clerk.sees('money-panel', /Saved\./)
    const orderid = await open(/80\.00 GBP/, true)
    await choose()
    expect(await isPicked('release')).toBe(true)
    await clerk.at('way-void-pick').check()
    await clerk.at('review-open').click()
    await clerk.sees('action-form', /a void needs one/)
    await reason().fill('Customer cancelled')
    await clerk.at('way-release-pick').check()
    await clerk.review()
    await clerk.sees('review', /Releases the hold/)
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Hold released')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 8000, currency: 'GBP' },
    ])
  })

  flow('give-back-of-what-was-captured', async () => {
    await clerk.go('/connections/sandbox')
    await clerk.at('money-restOfHold').selectOption('stays')
    await clerk.sees('money-panel', /Saved\./)
    const orderid = await open(/A hold of 300\.00 EUR/)
    await clerk.fill('capture', '120.50')
    await clerk.sees('left-after', /179\.50 EUR.*stays held/s)
    await clerk.review()
    await clerk.sees('review-warnings', /stays held/)
    await clerk.send()
    await clerk.settle()
    await choose()
    expect(await isPicked('return')).toBe(true)
    await clerk.sees('way-release', /A part of the hold was captured.*stays held/s)
    await reason().fill('Half came back')
    await clerk.review()
    await clerk.sees('review-amount', '120.50 EUR')
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
      { operation: 'return', amountMinor: 12050, currency: 'EUR' },
    ])
  })
})
