// axe-core on every screen there is and on the states they can be in, in light and in dark: nothing
// serious or critical. The screens are those of the router's table, so that a new one is looked at
// without being named here.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type Clerk, openClerk } from './clerk.ts'
import { addressOf, screens } from './screen-list.ts'
import { sheetsAndDialogs } from './sheets-and-dialogs.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
  // Half a minute after the start a copy of the ledger is made: here it can't be.
  rmSync(join(clerk.userData, 'backups'), { recursive: true, force: true })
  writeFileSync(join(clerk.userData, 'backups'), '')
})
afterAll(() => clerk.close())

const states: [string, () => Promise<void>][] = [
  ['Today at the first start', () => clerk.at('first-steps').waitFor()],
  [
    'the omnibox with a look-up that failed',
    async () => {
      await clerk.at('rail-orders').click()
      await clerk.at('omnibox-open').click()
      await clerk.at('omnibox').fill('no-such-order-1')
      await clerk.page.keyboard.press('Enter')
      await clerk.at('fault').waitFor()
    },
  ],
  [
    'the omnibox with commands that can’t be used',
    async () => {
      await clerk.page.keyboard.press('Escape')
      await clerk.at('omnibox-open').click()
      await clerk.at('omnibox').waitFor()
    },
  ],
  [
    'the omnibox with an id',
    async () => {
      await clerk.at('omnibox').fill('refund 6760150 20')
      await clerk.at('omnibox-ask').waitFor()
    },
  ],
  [
    'the operator’s menu',
    async () => {
      await clerk.page.keyboard.press('Escape')
      await clerk.at('operator-menu').click()
      await clerk.at('theme').waitFor()
      await clerk.page.keyboard.press('Escape')
      await clerk.at('operator-menu').click()
    },
  ],
  [
    'what Paydesk is',
    async () => {
      await clerk.at('about-open').click()
      await clerk.at('about').waitFor()
    },
  ],
  [
    'the rail with icons only',
    async () => {
      await clerk.page.keyboard.press('Escape')
      await clerk.at('rail-fold').click()
    },
  ],
  [
    'the list of keys',
    async () => {
      await clerk.at('operator-menu').click()
      await clerk.at('keyboard-help').click()
      await clerk.page.getByRole('dialog').waitFor()
      await clerk.at('rail-fold').evaluate((fold: HTMLElement) => fold.click())
    },
  ],
  [
    'an order that is paid',
    async () => {
      await clerk.page.keyboard.press('Escape')
      await open(/paid sale of 120\.00 EUR/)
    },
  ],
  ['a hold', () => open(/A hold of 300\.00 EUR/)],
  ['an order on which nothing is possible', () => open(/declined sale/i)],
  [
    'an order with its last answer opened',
    async () => {
      await open(/paid sale of 120\.00 EUR/)
      await clerk.page.locator('.details-box summary').first().click()
    },
  ],
  [
    'a hint',
    async () => {
      await clerk.page.locator('.hint-mark').first().focus()
      await clerk.page.locator('.n-popover').waitFor()
    },
  ],
  [
    'the Capture form',
    async () => {
      await open(/A hold of 300\.00 EUR/)
      await clerk.fill('capture', '10.00')
    },
  ],
  [
    'the Void form',
    async () => {
      await open(/80\.00 GBP/)
      await clerk.fill('void')
    },
  ],
  [
    'the Refund form with an amount that reads in two ways',
    async () => {
      await open(/5000\.00 EUR for test/)
      await clerk.fill('return', '2.614', ' ')
      await clerk.at('review-open').click()
      await clerk.at('amount-choice').first().waitFor()
    },
  ],
  [
    'the review',
    async () => {
      await clerk.at('action-form').getByTestId('amount').locator('input').fill('1.11')
      await clerk.at('action-form').getByTestId('reason').locator('input').fill('Seen by axe')
      await clerk.review()
      await clerk.at('review-technical').locator('summary').first().click()
      await clerk.at('review-technical').locator('summary').last().click()
    },
  ],
  [
    'sending',
    async () => {
      await clerk.at('send').click()
      await clerk.at('sending').waitFor()
    },
  ],
  ['an unknown outcome', () => clerk.at('outcome').waitFor({ timeout: 15_000 })],
  [
    'Open requests, with none',
    async () => {
      await clerk.at('to-order').click()
      await clerk.at('timeline').waitFor()
      await clerk.settle()
      await clerk.at('rail-open-requests').click()
      await clerk.at('empty').waitFor()
    },
  ],
  [
    'Open requests, with an unknown outcome and its banner',
    async () => {
      await open(/paid sale of 120\.00 EUR/)
      await clerk.fill('return', '3.14')
      await clerk.review()
      await clerk.send()
      await clerk.at('rail-open-requests').click()
      await clerk.at('open-request').waitFor()
      await clerk.at('banner-unknown').waitFor()
    },
  ],
  ['an order with an unknown outcome', () => open(/paid sale of 120\.00 EUR/)],
  [
    'the same with a tag, a note, one that was refused, a narrowed timeline and an evidence pack',
    async () => {
      await clerk.at('tag-new').fill('bank')
      await clerk.at('tag-add').click()
      await clerk.at('tag').waitFor()
      await clerk.at('note-new').fill('Customer called')
      await clerk.at('note-add').click()
      await clerk.at('note').waitFor()
      await clerk.at('note-new').fill('4111 1111 1111 1111')
      await clerk.at('note-add').click()
      await clerk.at('order-notes').locator('.field-fault, [data-testid=fault]').waitFor()
      await clerk.at('timeline-desk').click()
      await clerk.at('evidence-make').click()
      await clerk.at('evidence-report').waitFor({ timeout: 30_000 })
    },
  ],
  [
    'resolving by hand',
    async () => {
      await clerk.at('attempt-resolve').click()
      await clerk.at('resolve-dialog').waitFor()
      await clerk.at('resolve-confirm').click()
    },
  ],
  [
    'Orders with some orders',
    async () => {
      await clerk.at('resolve-cancel').click()
      await clerk.at('rail-orders').click()
      await clerk.at('order-row').first().waitFor()
    },
  ],
  [
    'the columns of the orders list',
    async () => {
      await clerk.at('orders-columns').click()
      await clerk.at('columns').waitFor()
    },
  ],
  [
    'the views of the orders list, with one',
    async () => {
      await clerk.page.keyboard.press('Escape')
      await clerk.at('orders-views').click()
      await clerk.at('view-name').fill('All of them')
      await clerk.at('view-save').click()
      await clerk.at('views').waitFor()
    },
  ],
  [
    'a pasted list that was looked up',
    async () => {
      await clerk.page.keyboard.press('Escape')
      await clerk.at('to-pasted').click()
      const { orderid } = await clerk.practice(/A hold of 300\.00 EUR/)
      await clerk.at('pasted').fill([orderid, orderid, 'inv-nowhere', '1 2 3'].join('\n'))
      await clerk.at('pasted-start').click()
      await clerk.at('pasted-save').waitFor()
    },
  ],
  [
    'the audit log with an entry opened',
    async () => {
      await clerk.at('rail-audit').click()
      await clerk.at('audit-row').first().click()
    },
  ],
  [
    'the audit log verified and exported',
    async () => {
      await clerk.at('audit-verify').click()
      await clerk.at('verification').waitFor()
      await clerk.at('audit-export').click()
      await clerk.at('export-report').waitFor()
    },
  ],
  [
    'the audit log with a filter nothing matches',
    async () => {
      await clerk.at('audit-text').fill('no entry says this')
      await clerk.at('empty').waitFor()
    },
  ],
  [
    'a payout whose fields need another look',
    async () => {
      await clerk.at('audit-clear').click()
      await clerk.go('#/payouts/new')
      await clerk.at('way-account').check()
      await clerk.at('field-currency').fill('EUR')
      await clerk.at('field-amount').fill('2.614')
      await clerk.at('more-fields').locator('summary').click()
      await clerk.at('review-open').click()
      await clerk.at('amount-choice').first().waitFor()
    },
  ],
  ['Terminal, while typing card numbers is off', () => clerk.go('#/terminal')],
  [
    'the question whether card numbers may be typed',
    async () => {
      await clerk.go('#/connections/sandbox')
      await clerk.at('card-entry-on').click()
    },
  ],
  [
    'a card whose fields need another look',
    async () => {
      await clerk.at('card-entry-confirm').click()
      await clerk.at('card-entry-confirm').waitFor({ state: 'detached' })
      await clerk.go('#/terminal/sale')
      await clerk.at('card-entry').waitFor()
      await clerk.at('field-credit_card_number').fill('4111111111111112')
      await clerk.at('review-open').click()
    },
  ],
  [
    'a card that is held over a step back from its review',
    async () => {
      await clerk.at('field-credit_card_number').fill('4111111111111111')
      const fields = { order_desc: 'Lamp', email: 'zoe@example.org', ipaddress: '203.0.113.7' }
      const card = { expiry: '12/31', cvv2: '123', card_printed_name: 'ZOE MULLER' }
      const money = { amount: '20.00', currency: 'EUR' }
      for (const [name, value] of Object.entries({ ...fields, ...card, ...money }))
        await clerk.at(`field-${name}`).fill(value)
      await clerk.review()
      await clerk.at('back').click()
      await clerk.at('held-card').waitFor()
    },
  ],
  [
    'a callback that is not believed',
    async () => {
      await clerk.go('#/callbacks')
      const callback = 'status=approved&orderid=1&client_orderid=pd-forged&control=ffff&amount=1.00'
      await clerk.at('callback-text').fill(callback)
      await clerk.at('callback-check').click()
      await clerk.at('callback-verdict').waitFor()
      await clerk.page.locator('main summary').last().click()
    },
  ],
  [
    'a callback that can’t be read',
    async () => {
      await clerk.at('callback-text').fill('status=approved&status=declined')
      await clerk.at('callback-check').click()
      await clerk.at('callback-fault').waitFor()
    },
  ],
  ...sheetsAndDialogs(() => clerk),
  ['the banner of a failed copy', () => clerk.at('banner-backup').waitFor({ timeout: 40_000 })],
  [
    'a new subscription with its days',
    async () => {
      await clerk.go('#/subscriptions/new')
      await clerk.at('field-start-date').fill('2030-01-31')
      await clerk.sees('charge-days', '2030-02-28')
    },
  ],
  [
    'the method result with its clock running',
    async () => {
      await clerk.go('#/secure3d/method')
      await clerk.at('method-start').click()
    },
  ],
]

async function open(pattern: RegExp): Promise<void> {
  const { orderid } = await clerk.practice(pattern)
  await clerk.lookUp(orderid)
}

describe('axe-core finds nothing serious or critical on', () => {
  it.each(states)('%s, in light and in dark', async (_state, arrive) => {
    await arrive()
    expect(await axeFindings(clerk)).toEqual([])
  })

  it.each(screens.map(({ path }) => path))(
    'the screen at %s, in light and in dark',
    async (path) => {
      const title = String(screens.find((route) => route.path === path)?.meta?.['title'])
      const address = await addressOf(path, clerk)
      await clerk.page.evaluate(() => (document.title = ''))
      await clerk.go(`#${address}`)
      await clerk.page.waitForFunction((message) => document.title.startsWith(message), title)
      await expect.poll(() => clerk.page.locator('.loading').count()).toBe(0)
      expect(await axeFindings(clerk)).toEqual([])
    },
  )

  it('none of them because it looks: a button without a name is found', async () => {
    await clerk.page.evaluate(() => {
      document.querySelector('main')?.append(document.createElement('button'))
    })
    expect((await axeFindings(clerk)).join()).toContain('button-name')
  })
})
