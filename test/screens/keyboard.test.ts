// Whole flows by someone who never touches a mouse. Only keys are pressed, and the focus must
// always be somewhere one sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flowByKeys } from './flow.ts'
import { keysAlone, keysOf } from './keys.ts'
import { account, ip } from './operation-hands.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const keys = keysOf(() => clerk)
const { press, type, tabTo, focusIs, write } = keys

async function returnByKeys(amount: string): Promise<void> {
  await tabTo('[data-testid=action-return]')
  await press('Enter')
  await clerk.at('action-form').waitFor()
  await expect.poll(() => focusIs('[data-testid=amount]')).toBe(true)
  await type(amount)
  await tabTo('[data-testid=reason]')
  await type('By keys alone')
  await press('Enter')
  await keys.confirm()
  await clerk.at('outcome').waitFor()
}

async function sendByKeys(): Promise<void> {
  await keys.confirm()
  await clerk.at('outcome').waitFor()
}

describe('with the keyboard alone', () => {
  flowByKeys(
    'keys-return',
    () => clerk,
    async () => {
      const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
      await clerk.at('practice-orders').waitFor()
      await keys.lookUp(orderid)
      await returnByKeys('20.00')
      await clerk.at('timeline').waitFor()
      await tabTo('[data-testid=check-now]')
      await clerk.console('advance', { ms: '60000' })
      await press('Enter')
      await clerk.sees('phase', 'Partly refunded')
      expect(await clerk.effects(orderid)).toEqual([
        { operation: 'return', amountMinor: 2000, currency: 'EUR' },
      ])
    },
  )

  flowByKeys(
    'keys-nothing-sent',
    () => clerk,
    async () => {
      const { orderid } = await clerk.practice(/45\.500 KWD/)
      await keys.lookUp(orderid)
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
    },
  )

  flowByKeys(
    'keys-log',
    () => clerk,
    async () => {
      await press('g')
      await press('a')
      await clerk.at('audit-row').first().waitFor()
      const all = await clerk.at('audit-row').count()
      await tabTo('[data-testid=audit-text]')
      await type('20.00')
      await expect.poll(() => clerk.at('audit-row').count()).toBeLessThan(all)
      await tabTo('[data-testid=audit]')
      await press('Enter')
      await clerk.at('audit-entry').waitFor()
      const seq = await clerk.at('audit-entry').getAttribute('data-seq')
      await press('ArrowDown')
      await press('Enter')
      await expect.poll(() => clerk.at('audit-entry').getAttribute('data-seq')).not.toBe(seq)
      await tabTo('[data-testid=audit-entry-technical] summary')
      await press('Enter')
      await clerk.sees('audit-entry', /leaf/)
      await press('Escape')
      await clerk.at('audit-entry').waitFor({ state: 'detached' })
      expect(await focusIs('[data-testid=audit]')).toBe(true)
      await press('g')
      await press('o')
      await press('g')
      await press('a')
      await tabTo('[data-testid=audit-verify]')
      await press('Enter')
      await clerk.sees('verification', /Intact/)
      expect(await clerk.requests('return')).toBe(1)
    },
  )

  flowByKeys(
    'keys-resolve',
    () => clerk,
    async () => {
      const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
      await keys.lookUp(orderid)
      await returnByKeys('3.14')
      await clerk.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
      await press('Escape')
      await clerk.at('open-attempt').waitFor()
      await tabTo('[data-testid=attempt-resolve]')
      await press('Enter')
      await clerk.at('resolve-dialog').waitFor()
      await tabTo('[data-testid=resolve-dialog] input[value=happened]')
      await press('ArrowDown')
      await tabTo('[data-testid=resolve-confirm]')
      await press('Enter')
      await clerk.sees('resolve-dialog', /at least 10 characters/)
      await expect.poll(() => focusIs('textarea')).toBe(true)
      await type('The gateway’s support found no trace of it')
      await tabTo('[data-testid=override]')
      await type('The customer waits for the money')
      await tabTo('[data-testid=resolve-confirm]')
      await press('Enter')
      await expect.poll(() => clerk.at('resolve-dialog').count()).toBe(0)
      await expect.poll(() => clerk.at('banner-unknown').count()).toBe(0)
      await clerk.sees('timeline', /Resolved by hand/)
      expect(await clerk.money('Refundable')).toBe('5 000.00 EUR')
      expect(await clerk.effects(orderid)).toEqual([])
    },
  )

  flowByKeys(
    'keys-capture',
    () => clerk,
    async () => {
      const { orderid } = await clerk.practice(/A hold of 300\.00 EUR/)
      await keys.lookUp(orderid)
      await tabTo('[data-testid=action-capture]')
      await press('Enter')
      await clerk.at('action-form').waitFor()
      await write('amount', '120.50')
      await press('Enter')
      await keys.confirm()
      await clerk.at('outcome').waitFor()
      await clerk.at('timeline').waitFor()
      await tabTo('[data-testid=check-now]')
      await clerk.console('advance', { ms: '60000' })
      await press('Enter')
      await clerk.sees('phase', 'Partly captured')
      expect(await clerk.effects(orderid)).toEqual([
        { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
      ])
    },
  )

  flowByKeys(
    'keys-payout',
    () => clerk,
    async () => {
      await press('g')
      await press('p')
      await clerk.at('payout-new').waitFor()
      await expect.poll(() => focusIs('h1')).toBe(true)
      await tabTo('[data-testid=payout-new]')
      await press('Enter')
      await clerk.at('operation-form').waitFor()
      await expect.poll(() => focusIs('h1')).toBe(true)
      await tabTo('[data-testid=way-card]')
      for (let ways = 0; !(await clerk.at('way-account').isChecked()) && ways < 6; ways += 1)
        await press('ArrowDown')
      await write('field-account_number', account)
      await write('field-order_desc', 'By keys')
      await write('field-amount', '31.40')
      await write('field-currency', 'EUR')
      await write('field-ipaddress', ip)
      await press('Enter')
      await sendByKeys()
      await tabTo('[data-testid=check-now]')
      await clerk.console('advance', { ms: '60000' })
      await press('Enter')
      await clerk.isDone()
      expect(await clerk.effects(await clerk.at('result-order').innerText())).toEqual([
        { operation: 'payout', amountMinor: 3140, currency: 'EUR' },
      ])
    },
  )

  it('nothing else counts: whatever is no key stops such a flow', async () => {
    for (const touch of [
      () => clerk.page.mouse.click(1, 1),
      () => clerk.at('rail-orders').click(),
      () => clerk.at('omnibox').fill('1'),
      () => clerk.page.keyboard.insertText('1'),
      () => clerk.go('/audit'),
      () => clerk.page.reload(),
    ])
      await expect(keysAlone(clerk, async () => void (await touch()))).rejects.toThrow(/is no key/)
    await clerk.at('rail-orders').click()
  })
})
