// Requests that only a person can end: found in the list of open requests, also without an order,
// and resolved there with words. Each ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

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
    await driver.sees('open-requests', /none yet/)
    await driver.at('open-request-check').click()
    await driver.sees('open-requests', /Not found, 1 of 3 look-ups/)
    await driver.at('open-request-resolve').click()
    await driver.sees('resolve-early', /Only 1 of 3 look-ups/)
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
    expect(await field('amount').inputValue()).toBe('12.50')
    expect(await field('phone').inputValue()).toBe('+372 5550123')
    expect(await axeFindings(driver)).toEqual([])
    await field('amount').fill('12.60')
    await driver.at('review-open').click()
    await driver.sees('operation-form', /must be the one that was sent first/)
    await field('amount').fill('12.50')
    await driver.at('review-open').click()
    await driver.sees('review', /sent again under the merchant order ID/)
    await driver.at('send').click()
    await driver.at('outcome').waitFor()
    const value = await driver.at('result-client-orderid').innerText()
    expect(value).toBe(first)
    expect(await idsOf()).toEqual([first, first])
    await driver.console('advance', { ms: '60000' })
    await driver.at('rail-payouts').click()
    await driver.sees('under-way', /No payout is waiting/, 20_000)
    expect(await driver.at('send-again').count()).toBe(0)
    expect(await payouts()).toBe(1)
  })
})

describe('a payout that was refused', () => {
  it('and was paid is told of on every screen until a person clears it', async () => {
    await payOut('http-400-after-effect', '7.50')
    await driver.sees('outcome', /refused it/)
    const value = await driver.at('result-client-orderid').innerText()
    await driver.call('order:look-up', { connectionId: 'sandbox', by: 'client_orderid', value })
    await driver.sees('banner-contradicted', /contradicts 1 request/)
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
      expect(await row.innerText()).toMatch(/none yet/)
      await row.getByTestId('open-request-resolve').click()
      await driver.at('resolve-dialog').getByRole('radio').last().check()
      await fillBoth()
      await expect.poll(() => row.count()).toBe(0)
      await expect.poll(() => driver.at('banner-unknown').count()).toBe(0)
    },
  )
})
