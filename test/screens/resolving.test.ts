// What only a person can end: requests, found in the list of open requests, also without an order,
// and resolved there with words; a chargeback and answers that contradict each other, cleared on
// the order's page, so that the refund opens with a warning. Each ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow, flowByKeys } from './flow.ts'
import { inputs } from './form-list.ts'
import { keysOf } from './keys.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const keys = keysOf(() => driver)
const clearance = inputs['features/order/ClearanceDialog.vue']
const field = (name: string) => driver.at(`field-${name}`)
async function payOut(kind: string, amount: string): Promise<void> {
  await driver.console('faults', { operation: 'payout', kind, times: '1' })
  await driver.at('rail-payouts').click()
  await driver.at('payout-new').click()
  await driver.at('way-phone').check()
  await field('phone').fill('+372 5550123')
  await field('amount').fill(amount)
  await field('currency').fill('EUR')
  await field('order_desc').fill('Deposit back')
  await field('ipaddress').fill('203.0.113.7')
  await driver.at('review-open').click()
  await driver.at('review').waitFor()
  await driver.at('send').click()
  await driver.at('outcome').waitFor()
}
const payouts = async () =>
  (await driver.books()).effects.filter(({ operation }) => operation === 'payout').length
const fillBoth = async (): Promise<void> => {
  const dialog = driver.at('resolve-dialog')
  await dialog.getByTestId('reason').fill('Their support finds no trace of it')
  await dialog.getByTestId('override').fill('The recipient stands at the counter')
  await driver.at('resolve-confirm').click()
}

describe('a payout without a trace', () => {
  flow('unknown-resolved-by-hand', async () => {
    await payOut('reset-without-effect', '12.50')
    await driver.sees('outcome', /Outcome unknown/)
    await driver.at('banner-unknown').getByRole('link').click()
    await driver.sees('open-requests', /None yet/)
    await driver.at('open-request-check').click()
    await driver.sees(
      'open-requests',
      /Not found after 1 status check\.[^]*2 status checks are left/,
    )
    await driver.at('open-request-resolve').click()
    await driver.sees(
      'resolve-early',
      /checks the status 3 times in 30 minutes\. 2 checks are left/,
    )
    await driver.at('resolve-dialog').getByRole('radio').last().check()
    await driver
      .at('resolve-dialog')
      .getByTestId('reason')
      .fill('Their support finds no trace of it')
    await driver.at('resolve-confirm').click()
    await driver.sees('resolve-dialog', /why it can’t wait, in at least 10 characters/)
    expect(await axeFindings(driver)).toEqual([])
    await fillBoth()
    await expect.poll(() => driver.at('resolve-dialog').count()).toBe(0)
    await expect.poll(() => driver.at('banner-unknown').count()).toBe(0)
    expect(await payouts()).toBe(0)
  })
})

describe('a payout that was resolved as not done', () => {
  flow('sent-again-under-its-id', async () => {
    const idsOf = async () => {
      const operations = ['payout' as const]
      const found = await driver.call('register:list', { connectionId: 'sandbox', operations })
      if (!found.ok) throw new Error(found.fault.message)
      return found.value.rows.map(({ clientOrderid }) => clientOrderid)
    }
    const [first] = await idsOf()
    await driver.at('rail-payouts').click()
    await driver.at('send-again').click()
    await driver.sees('again-notice', new RegExp(String(first)))
    await expect.poll(() => field('amount').inputValue()).toBe('12.50')
    await expect.poll(() => field('phone').inputValue()).toBe('+372 5550123')
    expect(await axeFindings(driver)).toEqual([])
    await field('amount').fill('12.60')
    await driver.at('review-open').click()
    await driver.sees('operation-form', /must be the one that was sent first/)
    await field('amount').fill('12.50')
    await driver.at('review-open').click()
    await driver.sees('review', /sent again under the merchant order ID/)
    await driver.at('send').click()
    await driver.at('outcome').waitFor()
    const value = (await driver.at('result-client-orderid').textContent())!.trim()
    expect(value).toBe(first)
    expect(await idsOf()).toEqual([first, first])
    await driver.console('advance', { ms: '60000' })
    await driver.at('rail-payouts').click()
    await driver.sees('register-row', /Paid out/)
    await driver.at('under-way').waitFor({ state: 'detached' })
    expect(await driver.at('send-again').count()).toBe(0)
    expect(await payouts()).toBe(1)
  })
})

describe('a payout that was refused', () => {
  it('and was paid is told of on every screen until a person clears it', async () => {
    await payOut('http-400-after-effect', '7.50')
    await driver.sees('outcome', /refused it/)
    const value = (await driver.at('result-client-orderid').textContent())!.trim()
    await driver.call('order:look-up', { connectionId: 'sandbox', by: 'client_orderid', value })
    await driver.sees('banner-contradicted', /contradicts 1 request/)
    // On Today its row says so, and no banner says it once more.
    await driver.at('rail-today').click()
    await driver.sees('needs', /Contradiction.*7\.50 EUR/s)
    await expect.poll(() => driver.at('banner-contradicted').count()).toBe(0)
    await driver.at('rail-orders').click()
    await driver.at('banner-contradicted').getByRole('link').click()
    await driver.sees('open-request-conflict', /payout was refused, but the gateway shows a payout/)
    expect(await axeFindings(driver)).toEqual([])
    await driver
      .at('open-request')
      .filter({ hasText: '7.50' })
      .getByTestId('open-request-resolve')
      .click()
    expect(await driver.at('resolve-early').count()).toBe(0)
    await driver
      .at('resolve-dialog')
      .getByTestId('reason')
      .fill('Seen: paid once, the recipient has it')
    await driver.at('resolve-confirm').click()
    await expect.poll(() => driver.at('banner-contradicted').count()).toBe(0)
    expect(await payouts()).toBe(2)
  })
})

describe('what has no order yet', () => {
  const customer = { order_desc: 'Two lamps', email: 'zoe@example.org', ipaddress: '203.0.113.7' }
  const price = { amount: '5.00', currency: 'EUR' }
  it.each([
    ['sale-form', '/links/sale-form', 'Payment link', { ...customer, ...price }],
    ['account-verification-form', '/links/account-verification-form', 'Card check link', customer],
    [
      'payout-form',
      '/payouts/link',
      'Payout link',
      { ...price, order_desc: 'Deposit back', ipaddress: '203.0.113.7' },
    ],
  ])(
    'a lost %s is resolved in the list of open requests',
    async (operation, path, title, fields) => {
      await driver.console('faults', { operation, kind: 'reset-without-effect', times: '1' })
      await driver.go(path)
      for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
      await driver.at('review-open').click()
      await driver.at('review').waitFor()
      await driver.at('send').click()
      await driver.sees('outcome', /Outcome unknown/)
      await driver.go('/open-requests')
      const row = driver.at('open-request').filter({ hasText: title })
      await expect.poll(() => row.innerText()).toMatch(/None yet/)
      await row.getByTestId('open-request-resolve').click()
      await driver.at('resolve-dialog').getByRole('radio').last().check()
      await fillBoth()
      await expect.poll(() => row.count()).toBe(0)
      await expect.poll(() => driver.at('banner-unknown').count()).toBe(0)
    },
  )
})

describe('a chargeback', () => {
  beforeAll(async () => {
    const { orderid } = await driver.practice(/120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.console('disputes', { orderid, type: 'chargeback' })
    await driver.at('check-now').click()
    await driver.at('clear-chargeback').waitFor()
  })

  flowByKeys(
    'keys-clear-chargeback',
    () => driver,
    async () => {
      await driver.sees('why-return', /clear it on the order’s page with your reason/)
      expect(await axeFindings(driver)).toEqual([])
      await keys.tabTo('[data-testid=clear-chargeback]')
      await keys.press('Enter')
      await driver.sees(
        'clear-dialog',
        /If the bank still has the money, a refund pays the customer twice\./,
      )
      await keys.write(clearance.field, 'over')
      await keys.tabTo('[data-testid=clear-confirm]')
      await keys.press('Enter')
      await driver.sees('clear-dialog', /how you know, in at least 10 characters/)
      expect(
        await driver
          .at('clear-dialog')
          .getByText(/at least 10/i)
          .count(),
      ).toBe(1)
      await expect
        .poll(() => driver.at('clear-confirm').textContent())
        .toContain('Clear the chargeback')
      expect(await axeFindings(driver)).toEqual([])
      // The focus went to the field, and what was typed stays over a closed dialog.
      await keys.type(` ${clearance.value}`)
      await keys.press('Escape')
      await driver.at('clear-dialog').waitFor({ state: 'detached' })
      expect(await keys.focusIs('[data-testid=clear-chargeback]')).toBe(true)
      await keys.press('Enter')
      await expect
        .poll(() => driver.at('clear-dialog').getByTestId(clearance.field).inputValue())
        .toContain(clearance.value)
      await keys.tabTo('[data-testid=clear-confirm]')
      await keys.press('Enter')
      await driver.at('clear-chargeback').waitFor({ state: 'detached' })
      expect(await keys.focusIs('h1')).toBe(true)
      await driver.page.getByText('Chargeback cleared', { exact: true }).waitFor()
      await driver.page
        .getByText(new RegExp(`${clearance.value}$`))
        .first()
        .waitFor()
      expect(await driver.at('action-return').isEnabled()).toBe(true)
      expect(await axeFindings(driver)).toEqual([])
      expect(await driver.requests('return')).toBe(0)
    },
  )
})

describe('answers that contradict each other', () => {
  beforeAll(async () => {
    const { orderid: dinar } = await driver.practice(/45\.500 KWD/)
    await driver.lookUp(dinar)
    await driver.console('switches', { name: 'tells-minor-units', on: 'on' })
    await driver.at('check-now').click()
    await driver.at('clear-contradiction').waitFor()
  })

  flowByKeys(
    'keys-clear-contradiction',
    () => driver,
    async () => {
      const said = 'The support says the host changed its decimals'
      await driver.sees('conflict', /One sale is reported with different amounts/)
      await driver.sees('why-all', /clear the contradiction on the order’s page with your reason/)
      expect(await axeFindings(driver)).toEqual([])
      await keys.tabTo('[data-testid=clear-contradiction]')
      await keys.press('Enter')
      await driver.sees('clear-dialog', /One sale is reported with different amounts: 45\.500/)
      await driver.sees('clear-dialog', /up to the most cautious of these answers/)
      await keys.write(clearance.field, said)
      expect(await axeFindings(driver)).toEqual([])
      await keys.tabTo('[data-testid=clear-confirm]')
      await keys.press('Enter')
      await driver.at('clear-contradiction').waitFor({ state: 'detached' })
      expect(await keys.focusIs('h1')).toBe(true)
      expect(await driver.at('conflict').count()).toBe(0)
      await driver.page.getByText('Order contradiction cleared', { exact: true }).waitFor()
      expect(await axeFindings(driver)).toEqual([])
      expect(await driver.at('action-return').isEnabled()).toBe(true)
      await driver.console('switches', { name: 'tells-minor-units', on: 'off' })
      expect(await driver.requests('return')).toBe(0)
    },
  )
})
