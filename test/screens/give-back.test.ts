// Refund or release, guided: the chooser takes the way that fits the order's state, says why, and
// ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const open = async (pattern: RegExp, isFresh = false): Promise<string> => {
  const fresh = isFresh ? await clerk.freshPractice() : []
  const order = fresh.find((one) => pattern.test(one.about)) ?? (await clerk.practice(pattern))
  await clerk.lookUp(order.orderid)
  return order.orderid
}
const choose = async (): Promise<void> => {
  await clerk.page.locator('[data-primary]').click()
  await clerk.at('action-form').waitFor()
  await clerk.at('other-ways').locator('summary').click()
}
const isPicked = (way: string): Promise<boolean> => clerk.at(`way-${way}-pick`).isChecked()
const reason = () => clerk.page.getByLabel('Reason', { exact: true })

describe('refund', () => {
  flow('give-back-as-a-return', async () => {
    const orderid = await open(/paid sale of 120\.00 EUR/)
    await choose()
    expect(await isPicked('return')).toBe(true)
    await clerk.sees('way-return', /was captured.*void would come too late/is)
    await clerk.sees('way-void', /settle/)
    expect(await clerk.at('way-void-pick').isDisabled()).toBe(true)
    await clerk.page.getByLabel('Amount', { exact: true }).fill('45.50')
    await clerk.sees('left-after', /74\.50 EUR/)
    expect(await reason().inputValue()).toBe('Customer request')
    await reason().fill('')
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
    expect(await isPicked('release')).toBe(true)
    await clerk.sees('way-release', /only held/)
    await clerk.sees('way-return', /Nothing was captured yet/)
    await clerk.sees('amount-whole', /80\.00 GBP.*as a whole/s)
    expect(await clerk.at('amount').count()).toBe(0)
    await reason().fill('Ordered twice')
    await clerk.at('way-void-pick').check()
    const comment = clerk.page.getByLabel('Comment (optional)', { exact: true })
    expect(await comment.inputValue()).toBe('Ordered twice')
    await clerk.review()
    await clerk.sees('review', /Cancels the authorisation/)
    await clerk.send()
    await clerk.settle()
    await clerk.sees('phase', 'Voided')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
    await clerk.sees('why-return', /hold was released/)
    expect(await clerk.at('action-return').isDisabled()).toBe(true)
    await clerk.go(`/orders/sandbox/${orderid}/give-back`)
    await clerk.sees('why-not', /hold was released/)
    await clerk.sees('ways-shut', /voided already/)
    expect(await clerk.at('action-form').count()).toBe(0)
  })

  flow('give-back-as-the-connection-says', async () => {
    await clerk.go('/connections/sandbox')
    await clerk.at('money-holdReleasedBy').selectOption('void')
    await clerk.at('money-voidNeedsReason').check()
    await clerk.sees('money-panel', /Saved\./)
    const orderid = await open(/80\.00 GBP/, true)
    await choose()
    expect(await isPicked('void')).toBe(true)
    await reason().fill('')
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

  it('offers the reasons that the connection has', async () => {
    await clerk.go('/connections/sandbox')
    const list = clerk.at('money-refundReasons')
    await list.fill('Card 4111 1111 1111 1111')
    await list.blur()
    await clerk.sees('money-panel', /card number/)
    await list.fill('Too small\nToo large')
    await list.blur()
    await clerk.sees('money-panel', /Saved\./)
    await open(/120\.00 EUR/)
    await choose()
    await expect.poll(() => reason().inputValue()).toBe('Too small')
    expect(await clerk.at('reason-pick').allInnerTexts()).toEqual(['Too small', 'Too large'])
    await clerk.at('reason-pick').nth(1).click()
    expect(await reason().inputValue()).toBe('Too large')
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
