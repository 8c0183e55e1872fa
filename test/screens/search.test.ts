// An operator finds an order again by whatever is at hand, narrows the list, and finds it narrowed
// after a restart. Looking moves no money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
let sale: string
let hold: string
beforeAll(async () => {
  driver = await openPageDriver()
  sale = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
  hold = (await driver.practice(/hold/i)).orderid
  await driver.lookUp(sale)
  await driver.lookUp(hold)
  await driver.at('rail-orders').click()
})
afterAll(async () => {
  expect(await driver.effects(sale)).toEqual([])
  expect(await driver.effects(hold)).toEqual([])
  await driver.close()
})

const shown = (): Promise<string[]> =>
  driver
    .at('order-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-orderid') ?? ''))
const shows = (ids: string[]) => expect.poll(async () => (await shown()).sort()).toEqual(ids.sort())

describe('the list of orders', () => {
  flow('order-found-in-the-list', async () => {
    await shows([sale, hold])
    const answer = await driver.call('order:show', { connectionId: 'sandbox', orderid: sale })
    if (!answer.ok) throw new Error(answer.fault.message)
    const told = answer.value.answer
    for (const [key, message] of [
      ['last-four-digits', /Last four digits/],
      ['processor-rrn', /RRN/],
      ['name', /Name/],
    ] as const) {
      const text = told[key]
      if (text === undefined) throw new Error(`the sandbox told no ${key}`)
      await driver.at('orders-filter').fill(text.toUpperCase())
      await expect.poll(shown).toContain(sale)
      await expect
        .poll(() => driver.at('order-matched').allInnerTexts())
        .toContainEqual(expect.stringMatching(message))
    }
    await driver.at('orders-filter').fill('nothing is called this')
    await driver.sees('empty', /Nothing here matches/)
    await driver.at('orders-clear').click()
    await shows([sale, hold])
    expect(await driver.effects(sale)).toEqual([])
  })

  it('is narrowed by status and amount, says what is no amount, and keeps it in the address', async () => {
    await driver.at('orders-phase').selectOption('authorised')
    await shows([hold])
    const hint = driver.page.locator('#orders-amount-hint')
    await driver.at('orders-amount-from').fill('1,5')
    await shows([hold])
    expect(await hint.innerText()).toBe('')
    await driver.at('orders-amount-from').fill('1,5,0')
    await expect.poll(() => hint.innerText()).toMatch(/12\.50/)
    await shows([hold])
    await driver.at('orders-amount-from').fill('900000')
    await driver.sees('empty', /No orders match these filters/)
    await expect
      .poll(() => driver.page.url())
      .toMatch(/phase=authorised.*amountFrom=900000|amountFrom=900000.*phase=authorised/)
    await driver.at('orders-amount-from').fill('')
    await shows([hold])
    await expect.poll(() => driver.page.url()).not.toContain('amountFrom')
  })

  it('is as narrow after another screen and after a restart', async () => {
    await driver.at('rail-audit').click()
    await driver.at('rail-orders').click()
    await shows([hold])
    await driver.program.close()
    await driver.start()
    await driver.at('rail-orders').click()
    await shows([hold])
    expect(await driver.at('orders-phase').inputValue()).toBe('authorised')
    await driver.at('orders-clear').click()
    await shows([sale, hold])
  })
})
