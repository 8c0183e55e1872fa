// A chargeback that is over although the gateway does not show it: the person clears it on the
// order's page, and the refund opens with a warning. It ends in the sandbox's books.
import { afterAll, beforeAll, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { flowByKeys } from './flow.ts'
import { inputs } from './form-list.ts'
import { keysOf } from './keys.ts'
import { openPageDriver, type PageDriver } from './page-driver.ts'

const { field, value } = inputs['features/order/ClearChargeback.vue']
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
