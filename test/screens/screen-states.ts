// The states that screens can be in, one after the other in one window, reached by test ids, which
// are alike in every language.
import type { PageDriver } from './page-driver.ts'

async function open(driver: PageDriver, pattern: RegExp): Promise<void> {
  const { orderid } = await driver.practice(pattern)
  await driver.lookUp(orderid)
}

/**
 * Each begins where the one before it ended. What a person types has no letters here, so that only
 * the program's own are looked at.
 */
export const states: readonly [string, (driver: PageDriver) => Promise<void>][] = [
  ['Today at the first start', (driver) => driver.at('first-steps').waitFor()],
  [
    'the omnibox with a look-up that failed',
    async (driver) => {
      await driver.at('rail-orders').click()
      await driver.at('omnibox-open').click()
      await driver.at('omnibox').fill('no-such-order-1')
      await driver.page.keyboard.press('Enter')
      await driver.at('fault').waitFor()
    },
  ],
  [
    'the omnibox with commands that can’t be used',
    async (driver) => {
      await driver.page.keyboard.press('Escape')
      await driver.at('omnibox-open').click()
      await driver.at('omnibox').waitFor()
    },
  ],
  [
    'the omnibox with an id',
    async (driver) => {
      await driver.at('omnibox').fill('refund 6760150 20')
      await driver.at('omnibox-ask').waitFor()
    },
  ],
  [
    'the operator’s menu',
    async (driver) => {
      await driver.page.keyboard.press('Escape')
      await driver.at('operator-menu').click()
      await driver.at('theme').waitFor()
      await driver.page.keyboard.press('Escape')
      await driver.at('operator-menu').click()
    },
  ],
  [
    'what Paydesk is',
    async (driver) => {
      await driver.at('about-open').click()
      await driver.at('about').waitFor()
    },
  ],
  [
    'the rail with icons only',
    async (driver) => {
      await driver.page.keyboard.press('Escape')
      await driver.at('rail-fold').click()
    },
  ],
  [
    'the list of keys',
    async (driver) => {
      await driver.at('operator-menu').click()
      await driver.at('keyboard-help').click()
      await driver.page.getByRole('dialog').waitFor()
      await driver.at('rail-fold').evaluate((fold: HTMLElement) => fold.click())
    },
  ],
  [
    'an order that is paid',
    async (driver) => {
      await driver.page.keyboard.press('Escape')
      await open(driver, /paid sale of 120\.00 EUR/)
    },
  ],
  ['a hold', (driver) => open(driver, /A hold of 300\.00 EUR/)],
  ['an order on which nothing is possible', (driver) => open(driver, /declined sale/i)],
  [
    'an order with its last answer opened',
    async (driver) => {
      await open(driver, /paid sale of 120\.00 EUR/)
      await driver.page.locator('.details-box summary').first().click()
    },
  ],
  [
    'a hint',
    async (driver) => {
      await driver.page.locator('.hint-mark').first().focus()
      await driver.page.locator('.n-popover').waitFor()
    },
  ],
  [
    'the Capture form',
    async (driver) => {
      await open(driver, /A hold of 300\.00 EUR/)
      await driver.fill('capture', '10.00')
    },
  ],
  [
    'the Void form',
    async (driver) => {
      await open(driver, /80\.00 GBP/)
      await driver.fill('void')
    },
  ],
  [
    'the Refund form with an amount that reads in two ways',
    async (driver) => {
      await open(driver, /5000\.00 EUR for test/)
      await driver.fill('return', '2.614', ' ')
      await driver.at('review-open').click()
      await driver.at('amount-choice').first().waitFor()
    },
  ],
  [
    'the review',
    async (driver) => {
      await driver.at('action-form').getByTestId('amount').fill('1.11')
      await driver.at('action-form').getByTestId('reason').fill('Seen by axe')
      await driver.review()
      await driver.at('review-technical').locator('summary').first().click()
      await driver.at('review-technical').locator('summary').last().click()
    },
  ],
  [
    'sending',
    async (driver) => {
      await driver.at('send').click()
      await driver.at('sending').waitFor()
    },
  ],
  ['an unknown outcome', (driver) => driver.at('outcome').waitFor()],
  [
    'Open requests, with none',
    async (driver) => {
      await driver.at('to-order').click()
      await driver.at('timeline').waitFor()
      await driver.settle()
      await driver.at('rail-open-requests').click()
      await driver.at('empty').waitFor()
    },
  ],
  [
    'Open requests, with an unknown outcome and its banner',
    async (driver) => {
      await open(driver, /paid sale of 120\.00 EUR/)
      await driver.fill('return', '3.14')
      await driver.review()
      await driver.send()
      await driver.at('rail-open-requests').click()
      await driver.at('open-request').waitFor()
      await driver.at('banner-unknown').waitFor()
    },
  ],
  ['an order with an unknown outcome', (driver) => open(driver, /paid sale of 120\.00 EUR/)],
  [
    'the same with a tag, a note, one that was refused, a narrowed timeline and an evidence pack',
    async (driver) => {
      for (const tag of ['42', '43', '44']) {
        await driver.at('tag-new').fill(tag)
        await driver.at('tag-add').click()
        await driver.at('tag').filter({ hasText: tag }).waitFor()
      }
      await driver.at('note-new').fill('12.50')
      await driver.at('note-add').click()
      await driver.at('note').waitFor()
      await driver.at('note-new').fill('4111 1111 1111 1111')
      await driver.at('note-add').click()
      await driver.at('order-notes').locator('.field-fault, [data-testid=fault]').waitFor()
      await driver.at('timeline-desk').click()
      await driver.at('evidence-make').click()
      await driver.at('evidence-report').waitFor()
    },
  ],
  [
    'resolving by hand',
    async (driver) => {
      await driver.at('attempt-resolve').click()
      await driver.at('resolve-dialog').waitFor()
      await driver.at('resolve-confirm').click()
    },
  ],
  [
    'Orders with some orders',
    async (driver) => {
      await driver.at('resolve-cancel').click()
      await driver.at('rail-orders').click()
      await driver.at('order-row').first().waitFor()
    },
  ],
  [
    'the columns of the orders list',
    async (driver) => {
      await driver.at('orders-columns').click()
      await driver.at('columns').waitFor()
    },
  ],
  [
    'the views of the orders list, with one',
    async (driver) => {
      await driver.page.keyboard.press('Escape')
      await driver.at('orders-views').click()
      await driver.at('view-name').fill('7')
      await driver.at('view-save').click()
      await driver.at('views').waitFor()
    },
  ],
  [
    'a pasted list that was looked up',
    async (driver) => {
      await driver.page.keyboard.press('Escape')
      await driver.at('to-pasted').click()
      const { orderid } = await driver.practice(/A hold of 300\.00 EUR/)
      await driver.at('pasted').fill([orderid, orderid, 'inv-nowhere', '1 2 3'].join('\n'))
      await driver.at('pasted-start').click()
      await driver.at('pasted-save').waitFor()
    },
  ],
  [
    'a list with a question, lines to mend and lines to leave out',
    async (driver) => {
      await driver.go('#/runs/new')
      const { orderid } = await driver.practice(/A hold of 300\.00 EUR/)
      const lines = [orderid, orderid, '1x', '700102'].map((id, at) => `${id}\t-${at + 1}.00 EUR`)
      await driver.at('list-pasted').fill([...lines, `${orderid}\t1.00 EUR`].join('\n'))
      await driver.at('list-paste-read').click()
      await driver.at('wrong-lines').waitFor()
      await driver.at('list-check').waitFor()
      await driver.at('list-leave-out').click()
      await driver.at('list-check').click()
    },
  ],
  [
    'the audit log with an entry opened',
    async (driver) => {
      await driver.at('rail-audit').click()
      await driver.at('audit-row').first().locator('time').click()
    },
  ],
  [
    'the audit log verified and exported',
    async (driver) => {
      await driver.at('audit-verify').click()
      await driver.at('verification').waitFor()
      await driver.at('audit-export').click()
      await driver.at('export-report').waitFor()
    },
  ],
  [
    'the audit log with a filter nothing matches',
    async (driver) => {
      await driver.at('audit-text').fill('no entry says this')
      await driver.at('empty').waitFor()
    },
  ],
  [
    'a payout whose fields need another look',
    async (driver) => {
      await driver.at('audit-clear').click()
      await driver.go('#/payouts/new')
      await driver.at('way-account').check()
      await driver.at('field-currency').fill('EUR')
      await driver.at('field-amount').fill('2.614')
      await driver.at('more-fields').locator('summary').click()
      await driver.at('review-open').click()
      await driver.at('amount-choice').first().waitFor()
    },
  ],
  [
    'Terminal, while typing card numbers is off',
    async (driver) => {
      await driver.at('field-amount').fill('')
      await driver.go('#/terminal')
    },
  ],
  [
    'the question whether card numbers may be typed',
    async (driver) => {
      await driver.go('#/connections/sandbox')
      await driver.at('card-entry-on').click()
    },
  ],
  [
    'a card whose fields need another look',
    async (driver) => {
      await driver.at('card-entry-confirm').click()
      await driver.at('card-entry-confirm').waitFor({ state: 'detached' })
      await driver.go('#/terminal/sale')
      await driver.at('card-entry').waitFor()
      await driver.at('field-credit_card_number').fill('4111111111111112')
      await driver.at('review-open').click()
    },
  ],
  [
    'a card that is held over a step back from its review',
    async (driver) => {
      await driver.at('field-credit_card_number').fill('4111111111111111')
      const fields = { order_desc: 'Lamp', email: 'zoe@example.org', ipaddress: '203.0.113.7' }
      const card = { expiry: '12/31', cvv2: '123', card_printed_name: 'ZOE MULLER' }
      const money = { amount: '20.00', currency: 'EUR' }
      for (const [name, value] of Object.entries({ ...fields, ...card, ...money }))
        await driver.at(`field-${name}`).fill(value)
      await driver.review()
      await driver.at('back').click()
      await driver.at('held-card').waitFor()
    },
  ],
  [
    'a callback that is not believed',
    async (driver) => {
      await driver.go('#/callbacks')
      const callback = 'status=approved&orderid=1&client_orderid=pd-forged&control=ffff&amount=1.00'
      await driver.at('callback-text').fill(callback)
      await driver.at('callback-check').click()
      await driver.at('callback-verdict').waitFor()
      await driver.page.locator('main summary').last().click()
    },
  ],
  [
    'a callback that can’t be read',
    async (driver) => {
      await driver.at('callback-text').fill('status=approved&status=declined')
      await driver.at('callback-check').click()
      await driver.at('callback-fault').waitFor()
    },
  ],
  [
    'a new subscription with its days',
    async (driver) => {
      await driver.go('#/subscriptions/new')
      await driver.at('field-start-date').fill('2030-01-31')
      await driver.sees('charge-days', '28 Feb 2030')
    },
  ],
  [
    'the method result with its clock running',
    async (driver) => {
      await driver.go('#/secure3d/method')
      await driver.at('method-start').click()
    },
  ],
]

/** Where words of the gateway stand, or some are hidden on purpose: these are no test of words. */
export const isForAxeAlone: ReadonlySet<string> = new Set([
  'the omnibox with a look-up that failed',
  'the rail with icons only',
  'the Capture form',
  'the Refund form with an amount that reads in two ways',
  'a payout whose fields need another look',
  'a card whose fields need another look',
  'the choice of a time zone',
  'the omnibox with an ID of the clipboard',
])
