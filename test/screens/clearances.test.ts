// What is over although the gateway does not show it, a chargeback or answers that contradict each
// other: the person clears it on the order's page, and the refund opens with a warning. It ends in
// the sandbox's books.
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { flowByKeys } from './flow.ts'
import { inputs } from './form-list.ts'
import { keysOf } from './keys.ts'
import { openPageDriver, type PageDriver } from './page-driver.ts'

const { field, value } = inputs['features/order/ClearanceDialog.vue']
let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver()
  orderid = (await driver.practice(/120\.00 EUR/)).orderid
  await driver.lookUp(orderid)
  await driver.console('disputes', { orderid, type: 'chargeback' })
  await driver.at('check-now').click()
  await driver.at('clear-chargeback').waitFor()
}, 60_000)
afterAll(() => driver.close())

const keys = keysOf(() => driver)
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
    await keys.write(field, 'over')
    await keys.tabTo('[data-testid=clear-confirm]')
    await keys.press('Enter')
    await driver.sees('clear-dialog', /how you know, in at least 10 characters/)
    expect(
      await driver
        .at('clear-dialog')
        .getByText(/at least 10/i)
        .count(),
    ).toBe(1)
    expect(await driver.at('clear-confirm').textContent()).toContain('Clear the chargeback')
    expect(await axeFindings(driver)).toEqual([])
    // The focus went to the field, and what was typed stays over a closed dialog.
    await keys.type(` ${value}`)
    await keys.press('Escape')
    await driver.at('clear-dialog').waitFor({ state: 'detached' })
    expect(await keys.focusIs('[data-testid=clear-chargeback]')).toBe(true)
    await keys.press('Enter')
    await expect
      .poll(() => driver.at('clear-dialog').getByTestId(field).inputValue())
      .toContain(value)
    await keys.tabTo('[data-testid=clear-confirm]')
    await keys.press('Enter')
    await driver.at('clear-chargeback').waitFor({ state: 'detached' })
    expect(await keys.focusIs('h1')).toBe(true)
    await driver.page.getByText('Chargeback cleared', { exact: true }).waitFor()
    await driver.page
      .getByText(new RegExp(`${value}$`))
      .first()
      .waitFor()
    expect(await driver.at('action-return').isEnabled()).toBe(true)
    expect(await axeFindings(driver)).toEqual([])
    expect(await driver.requests('return')).toBe(0)
  },
)

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
      await keys.write(field, said)
      expect(await axeFindings(driver)).toEqual([])
      await keys.tabTo('[data-testid=clear-confirm]')
      await keys.press('Enter')
      await driver.at('clear-contradiction').waitFor({ state: 'detached' })
      expect(await keys.focusIs('h1')).toBe(true)
      expect(await driver.at('conflict').count()).toBe(0)
      await driver.page.getByText('Contradiction of answers cleared', { exact: true }).waitFor()
      expect(await axeFindings(driver)).toEqual([])
      expect(await driver.at('action-return').isEnabled()).toBe(true)
      await driver.console('switches', { name: 'tells-minor-units', on: 'off' })
      expect(await driver.requests('return')).toBe(0)
    },
  )
})
