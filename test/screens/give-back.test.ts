// Refund or release, guided: the chooser takes the way that fits the order's state, says why, and
// ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
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
const reasonRows = () => driver.at('money-refundReasons-row')
const saved = async (): Promise<void> => {
  await driver.page.getByText(/Not saved yet/).waitFor({ state: 'detached' })
  await driver.sees('money-panel', /Saved\./)
}
const reason = () => driver.page.getByLabel('Reason', { exact: true })

describe('refund', () => {
  flow('give-back-as-a-return', async () => {
    const orderid = await open(/paid sale of 120\.00 EUR/)
    await choose()
    expect(await isPicked('return')).toBe(true)
    await driver.sees('way-return', /was captured, so it needs a refund.*before settlement/is)
    await driver.sees('way-void', /settle/)
    expect(await driver.at('way-void-pick').isDisabled()).toBe(true)
    await driver.page.getByLabel('Amount', { exact: true }).fill('45.50')
    await driver.sees('left-after', /74\.50 EUR/)
    expect(await reason().inputValue()).toBe('')
    await driver.at('review-open').click()
    await driver.sees('action-form', /Choose a reason or type one/)
    await reason().fill('Two of five were broken')
    await driver.review()
    // How long a review is valid stands there in its last two minutes alone.
    expect(await driver.at('review').innerText()).not.toMatch(/valid for/)
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Partly refunded')
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 4550, currency: 'EUR' },
    ])
  })

  flow('give-back-as-a-void', async () => {
    const orderid = await open(/80\.00 GBP/)
    // The key opens what its button opens.
    expect(await driver.at('action-void').getAttribute('data-key')).toBe('V')
    await driver.page.locator('main h1').focus()
    await driver.page.keyboard.press('v')
    await driver.at('other-ways').waitFor()
    await driver.at('cancel').click()
    await choose('[data-testid=action-void]')
    expect(await isPicked('void')).toBe(true)
    await driver.sees('way-void', /on hold/)
    await driver.sees('way-return', /Nothing was captured yet/)
    await driver.at('way-release-pick').check()
    await driver.sees('amount-whole', /80\.00 GBP.*only be released as a whole/s)
    expect(await driver.at('amount').count()).toBe(0)
    await reason().fill('Ordered twice')
    await driver.at('way-void-pick').check()
    await driver.sees('amount-whole', /80\.00 GBP.*only be voided as a whole/s)
    const comment = driver.page.getByLabel('Reason (optional)', { exact: true })
    await expect.poll(() => comment.inputValue()).toBe('Ordered twice')
    await driver.review()
    await driver.sees('review', /Cancels the whole hold/)
    await driver.send()
    await driver.settle()
    await driver.sees('phase', 'Voided')
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
    await driver.sees('why-return', /voided and the customer is not charged/)
    expect(await driver.at('action-return').count()).toBe(0)
    await driver.go(`/orders/sandbox/${orderid}/give-back`)
    await driver.sees('why-not', /voided and the customer is not charged/)
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
    await driver.at('money-reasons').locator('summary').click()
    const rows = reasonRows()
    await rows.nth(0).getByTestId('reason-label').fill('Card 4111 1111 1111 1111')
    await driver.at('connection-test').focus()
    await driver.sees('reason-fault', /card number/)
    expect(await axeFindings(driver)).toEqual([])
    // Nothing was saved, and what was typed stays, until the field is right.
    await driver.page.getByText(/Not saved yet/).waitFor()
    for (let left = await rows.count(); left > 1; left -= 1) {
      await rows.nth(1).getByTestId('reason-remove').click()
      await expect.poll(() => rows.count()).toBe(left - 1)
    }
    for (const name of ['label', 'code', 'text'])
      await rows
        .nth(0)
        .getByTestId(`reason-${name}`)
        .fill(name === 'label' ? 'Too large' : '')
    await driver.at('money-refundReasons').getByTestId('reason-add').click()
    await expect.poll(() => rows.count()).toBe(2)
    await driver.page.keyboard.type('Too small')
    await driver.at('connection-test').focus()
    await saved()
    await rows.nth(1).getByTestId('reason-up').click()
    await expect.poll(() => rows.nth(0).getByTestId('reason-label').inputValue()).toBe('Too small')
    await saved()
    expect(await rows.nth(0).getByTestId('reason-code').inputValue()).toBe('too-small')
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
    await driver.at('money-reasons').locator('summary').click()
    const rows = reasonRows()
    await rows.nth(0).getByTestId('reason-text').fill('RET-01')
    await rows.nth(1).getByTestId('reason-code').fill('too-small')
    await driver.at('connection-test').focus()
    await driver.sees('reason-fault', /The code too-small is in row 1 already/)
    const code = rows.nth(1).getByTestId('reason-code')
    expect(await code.getAttribute('aria-invalid')).toBe('true')
    await code.fill('large')
    await driver.at('connection-test').focus()
    await saved()
    await open(/120\.00 EUR/)
    await choose()
    await driver.at('reason-pick').first().click()
    await driver.review()
    await driver.sees('review', /RET-01/)
  })

  it('asks for the operator’s own words from the amount that the connection sets', async () => {
    await driver.go('/connections/sandbox')
    const limit = driver.at('money-freeReasonFrom')
    await driver.at('money-reasons').locator('summary').click()
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
    await driver.at('money-reasons').locator('summary').click()
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
