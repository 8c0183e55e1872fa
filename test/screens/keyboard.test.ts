// Whole flows by someone who never touches a mouse. Only keys are pressed, and the focus must
// always be somewhere one sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flowByKeys } from './flow.ts'
import { keysAlone, keysOf } from './keys.ts'
import { account, ip } from './operation-form-driver.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const keys = keysOf(() => driver)
const { press, type, tabTo, focusIs, write } = keys

async function returnByKeys(amount: string): Promise<void> {
  await tabTo('[data-testid=action-return]')
  await press('Enter')
  await driver.at('action-form').waitFor()
  await expect.poll(() => focusIs('[data-testid=amount]')).toBe(true)
  await type(amount)
  await tabTo('[data-testid=reason]')
  await type('By keys alone')
  await press('Enter')
  await keys.confirm()
  await driver.at('outcome').waitFor()
}

async function sendByKeys(): Promise<void> {
  await keys.confirm()
  await driver.at('outcome').waitFor()
}

describe('with the keyboard alone', () => {
  flowByKeys(
    'keys-return',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
      await driver.at('practice-orders').waitFor()
      await keys.lookUp(orderid)
      await returnByKeys('20.00')
      await driver.at('timeline').waitFor()
      await tabTo('[data-testid=check-now]')
      await driver.console('advance', { ms: '60000' })
      await press('Enter')
      await driver.sees('phase', 'Partly refunded')
      expect(await driver.effects(orderid)).toEqual([
        { operation: 'return', amountMinor: 2000, currency: 'EUR' },
      ])
    },
  )

  flowByKeys(
    'keys-nothing-sent',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/45\.500 KWD/)
      await keys.lookUp(orderid)
      await tabTo('[data-testid=action-return]')
      await press('Enter')
      await driver.at('action-form').waitFor()
      await tabTo('[data-testid=reason]')
      await type('Changed my mind')
      await press('Enter')
      await driver.at('review').waitFor()
      await press('Escape')
      await expect.poll(() => focusIs('[data-testid=review-open]')).toBe(true)
      await press('Escape')
      await driver.at('money-facts').waitFor()
      expect(await driver.effects(orderid)).toEqual([])
    },
  )

  flowByKeys(
    'keys-log',
    () => driver,
    async () => {
      await press('g')
      await press('a')
      await driver.at('audit-row').first().waitFor()
      const all = await driver.at('audit-row').count()
      await tabTo('[data-testid=audit-text]')
      await type('20.00')
      await expect.poll(() => driver.at('audit-row').count()).toBeLessThan(all)
      await tabTo('[data-testid=audit]')
      await press('Enter')
      await driver.at('audit-entry').waitFor()
      const seq = await driver.at('audit-entry').getAttribute('data-seq')
      await press('ArrowDown')
      await press('Enter')
      await expect.poll(() => driver.at('audit-entry').getAttribute('data-seq')).not.toBe(seq)
      await tabTo('[data-testid=audit-entry-technical] summary')
      await press('Enter')
      await driver.sees('audit-entry', /leaf/)
      await press('Escape')
      await driver.at('audit-entry').waitFor({ state: 'detached' })
      expect(await focusIs('[data-testid=audit]')).toBe(true)
      await press('g')
      await press('o')
      // The rows that stand here already must not be taken for the ones that come.
      await driver.at('audit-row').first().waitFor({ state: 'detached' })
      await press('g')
      await press('a')
      await driver.at('audit-row').first().waitFor()
      await tabTo('[data-testid=audit-verify]')
      await press('Enter')
      await driver.sees('verification', /Intact/)
      await expect.poll(() => focusIs('[data-testid=audit-verify]')).toBe(true)
      expect(await driver.requests('return')).toBe(1)
    },
  )

  flowByKeys(
    'keys-resolve',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/5000\.00 EUR for test/)
      await keys.lookUp(orderid)
      await returnByKeys('3.14')
      await driver.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
      await press('Escape')
      await driver.at('open-attempt').waitFor()
      // One button asks the gateway, and the reason names the way out that stands beside it.
      expect(await driver.page.getByRole('button', { name: 'Check now' }).count()).toBe(1)
      await driver.sees('why-all', /If that takes too long, resolve it by hand with your reason\.$/)
      await driver.sees('attempt-resolve', /^Resolve by hand…$/)
      await tabTo('[data-testid=attempt-resolve]')
      await press('Enter')
      await driver.at('resolve-dialog').waitFor()
      await tabTo('[data-testid=resolve-dialog] input[value=happened]')
      await press('ArrowDown')
      await tabTo('[data-testid=resolve-confirm]')
      await press('Enter')
      await driver.sees('resolve-dialog', /at least 10 characters/)
      await expect.poll(() => focusIs('textarea')).toBe(true)
      await type('The gateway’s support found no trace of it')
      await tabTo('[data-testid=override]')
      await type('The customer waits for the money')
      await tabTo('[data-testid=resolve-confirm]')
      await press('Enter')
      await expect.poll(() => driver.at('resolve-dialog').count()).toBe(0)
      await expect.poll(() => driver.at('banner-unknown').count()).toBe(0)
      await driver.sees('timeline', /refund: resolved by hand/)
      expect(await driver.money('Refundable')).toBe('5 000.00 EUR')
      expect(await driver.effects(orderid)).toEqual([])
    },
  )

  flowByKeys(
    'keys-capture',
    () => driver,
    async () => {
      const { orderid } = await driver.practice(/A hold of 300\.00 EUR/)
      await keys.lookUp(orderid)
      await tabTo('[data-testid=action-capture]')
      await press('Enter')
      await driver.at('action-form').waitFor()
      await write('amount', '120.50')
      await press('Enter')
      await keys.confirm()
      await driver.at('outcome').waitFor()
      await driver.at('timeline').waitFor()
      await tabTo('[data-testid=check-now]')
      await driver.console('advance', { ms: '60000' })
      await press('Enter')
      await driver.sees('phase', 'Partly captured')
      expect(await driver.effects(orderid)).toEqual([
        { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
      ])
    },
  )

  flowByKeys(
    'keys-payout',
    () => driver,
    async () => {
      await press('g')
      await press('p')
      await driver.at('payout-new').waitFor()
      await expect.poll(() => focusIs('h1')).toBe(true)
      await tabTo('[data-testid=payout-new]')
      await press('Enter')
      await driver.at('operation-form').waitFor()
      await expect.poll(() => focusIs('h1')).toBe(true)
      await tabTo('[data-testid=way-card]')
      for (let ways = 0; !(await driver.at('way-account').isChecked()) && ways < 6; ways += 1)
        await press('ArrowDown')
      await write('field-account_number', account)
      await write('field-order_desc', 'By keys')
      await write('field-amount', '31.40')
      await write('field-currency', 'EUR')
      await write('field-ipaddress', ip)
      await press('Enter')
      await sendByKeys()
      await tabTo('[data-testid=check-now]')
      await driver.console('advance', { ms: '60000' })
      await press('Enter')
      await driver.isDone()
      expect(await driver.effects(await driver.at('result-order').innerText())).toEqual([
        { operation: 'payout', amountMinor: 3140, currency: 'EUR' },
      ])
    },
  )

  it('nothing else counts: whatever is no key stops such a flow', async () => {
    for (const touch of [
      () => driver.page.mouse.click(1, 1),
      () => driver.at('rail-orders').click(),
      () => driver.at('omnibox').fill('1'),
      () => driver.page.keyboard.insertText('1'),
      () => driver.go('/audit'),
      () => driver.page.reload(),
    ])
      await expect(keysAlone(driver, async () => void (await touch()))).rejects.toThrow(/is no key/)
    await driver.at('rail-orders').click()
  })
})
