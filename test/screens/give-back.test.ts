// Refund or release, guided: the chooser takes the way that fits the order's state, says why, and
// ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const open = async (pattern: RegExp, isFresh = false): Promise<string> => {
  const fresh = isFresh ? await driver.freshPractice() : []
  const order = fresh.find((one) => pattern.test(one.about)) ?? (await driver.practice(pattern))
  await driver.lookUp(order.orderid)
  return order.orderid
}
/** On a hold the first button captures it. */
const choose = async (button = '[data-primary]'): Promise<void> => {
  await driver.page.locator(button).click()
  await driver.at('action-form').waitFor()
  await driver.at('other-ways').locator('summary').click()
}
const isPicked = (way: string): Promise<boolean> => driver.at(`way-${way}-pick`).isChecked()
const reason = () => driver.page.getByLabel('Reason', { exact: true })

describe('refund', () => {
  flow('give-back-as-a-return', async () => {
    const orderid = await open(/paid sale of 120\.00 EUR/)
    await choose()
    expect(await isPicked('return')).toBe(true)
    await driver.sees('way-return', /captured payments are refunded.*before settlement/is)
    await driver.sees('way-void', /settle/)
    expect(await driver.at('way-void-pick').isDisabled()).toBe(true)
    await driver.page.getByLabel('Amount', { exact: true }).fill('45.50')
    await driver.sees('left-after', /74\.50 EUR/)
    expect(await reason().inputValue()).toBe('')
    await driver.at('review-open').click()
    await driver.sees('action-form', /Choose a reason or type one/)
    await reason().fill('Two of five were broken')
    await driver.review()
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Partly refunded')
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 4550, currency: 'EUR' },
    ])
  })

  flow('give-back-as-a-void', async () => {
    const orderid = await open(/80\.00 GBP/)
    await choose('[data-testid=action-void]')
    expect(await isPicked('void')).toBe(true)
    await driver.sees('way-void', /on hold/)
    await driver.sees('way-return', /Nothing was captured yet/)
    await driver.at('way-release-pick').check()
    await driver.sees('amount-whole', /80\.00 GBP.*as a whole/s)
    expect(await driver.at('amount').count()).toBe(0)
    await reason().fill('Ordered twice')
    await driver.at('way-void-pick').check()
    const comment = driver.page.getByLabel('Reason (optional)', { exact: true })
    await expect.poll(() => comment.inputValue()).toBe('Ordered twice')
    await driver.review()
    await driver.sees('review', /Cancels the whole authorisation/)
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Voided')
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
    await driver.sees('why-return', /hold has ended/)
    expect(await driver.at('action-return').isDisabled()).toBe(true)
    await driver.go(`/orders/sandbox/${orderid}/give-back`)
    await driver.sees('why-not', /hold has ended/)
    await driver.sees('ways-shut', /voided already/)
    expect(await driver.at('action-form').count()).toBe(0)
  })

  flow('give-back-as-the-connection-says', async () => {
    await driver.go('/connections/sandbox')
    await driver.at('money-holdReleasedBy').selectOption('return')
    await driver.at('money-voidNeedsReason').click()
    await driver.sees('money-panel', /Saved\./)
    const orderid = await open(/80\.00 GBP/, true)
    await choose('[data-testid=action-return]')
    expect(await isPicked('release')).toBe(true)
    await driver.at('way-void-pick').check()
    await reason().fill('')
    await driver.at('review-open').click()
    await driver.sees('action-form', /a void needs one/)
    await reason().fill('Customer cancelled')
    await driver.at('way-release-pick').check()
    await driver.review()
    await driver.sees('review', /Releases the hold/)
    await driver.sees('review-warnings', /may refund that money/)
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Hold released')
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 8000, currency: 'GBP' },
    ])
  })

  it('offers the reasons that the connection has', async () => {
    await driver.go('/connections/sandbox')
    const list = driver.at('money-refundReasons')
    await list.fill('Card 4111 1111 1111 1111')
    await list.blur()
    await driver.sees('money-panel', /card number/)
    await list.fill('Too small\nToo large')
    await list.blur()
    await driver.sees('money-panel', /Saved\./)
    await open(/120\.00 EUR/)
    await choose()
    await expect
      .poll(() => driver.at('reason-pick').allInnerTexts())
      .toEqual(['Too small', 'Too large'])
    expect(await reason().inputValue()).toBe('')
    await driver.at('reason-pick').nth(1).click()
    await expect.poll(() => reason().inputValue()).toBe('Too large')
  })

  it('names the row of a reason that is wrong, and sends the gateway the text of one', async () => {
    await driver.go('/connections/sandbox')
    const list = driver.at('money-refundReasons')
    await list.fill('small | Too small | RET-01\nsmall | Too large')
    await list.blur()
    await driver.sees('money-panel', /Row 2: The code small is in row 1 already/)
    await list.fill('small | Too small | RET-01\nlarge | Too large')
    await list.blur()
    await driver.sees('money-panel', /Saved\./)
    await open(/120\.00 EUR/)
    await choose()
    await driver.at('reason-pick').first().click()
    await driver.review()
    await driver.sees('review', /RET-01/)
  })

  it('asks for the operator’s own words from the amount that the connection sets', async () => {
    await driver.go('/connections/sandbox')
    const limit = driver.at('money-freeReasonFrom')
    await limit.fill('1,000')
    await limit.blur()
    await driver.sees('money-panel', /amount like 500/)
    await limit.fill('50')
    await limit.blur()
    await driver.sees('money-panel', /Saved\./)
    await open(/120\.00 EUR/)
    await choose()
    const amount = driver.page.getByLabel('Amount', { exact: true })
    await amount.fill('49.99')
    await expect.poll(() => driver.at('reason-pick').count()).toBeGreaterThan(0)
    await driver.at('reason-pick').first().click()
    await amount.fill('50')
    await driver.sees('action-form', /Reason in your own words[\s\S]*from 50\sEUR/)
    expect(await driver.at('reason-pick').count()).toBe(0)
    await driver.at('review-open').click()
    await driver.sees('action-form', /A reason from the list is not enough/)
    await driver.page.getByLabel('Reason in your own words').fill('Lamp cracked in transit')
    await driver.review()
    await driver.at('back').click()
    await driver.go('/connections/sandbox')
    await limit.fill('')
    await limit.blur()
    await driver.sees('money-panel', /Saved\./)
  })

  flow('give-back-of-what-was-captured', async () => {
    await driver.go('/connections/sandbox')
    await driver.at('money-restOfHold').selectOption('stays')
    await driver.sees('money-panel', /Saved\./)
    const orderid = await open(/A hold of 300\.00 EUR/)
    await driver.fill('capture', '120.50')
    await driver.sees('left-after', /179\.50 EUR.*stays held/s)
    await driver.review()
    await driver.sees('review-warnings', /stays held/)
    await driver.send()
    await driver.settle()
    await choose()
    expect(await isPicked('return')).toBe(true)
    await driver.sees('way-release', /Part of the hold was captured.*stays held/s)
    await reason().fill('Half came back')
    await driver.review()
    await driver.sees('review-amount', '120.50 EUR')
    await driver.send()
    await driver.settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
      { operation: 'return', amountMinor: 12050, currency: 'EUR' },
    ])
  })
})
