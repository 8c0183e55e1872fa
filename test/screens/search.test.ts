// A clerk finds an order again by whatever is at hand, narrows the list, and finds it narrowed
// after a restart. Looking moves no money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
let sale: string
let hold: string
beforeAll(async () => {
  clerk = await openClerk()
  sale = (await clerk.practice(/captured sale|Return it|return/i)).orderid
  hold = (await clerk.practice(/hold/i)).orderid
  await clerk.lookUp(sale)
  await clerk.lookUp(hold)
  await clerk.at('rail-orders').click()
})
afterAll(async () => {
  expect(await clerk.effects(sale)).toEqual([])
  expect(await clerk.effects(hold)).toEqual([])
  await clerk.close()
})

const shown = (): Promise<string[]> =>
  clerk
    .at('order-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-orderid') ?? ''))
const shows = (ids: string[]) => expect.poll(async () => (await shown()).sort()).toEqual(ids.sort())

describe('the list of orders', () => {
  flow('order-found-in-the-list', async () => {
    await shows([sale, hold])
    const answer = await clerk.call('order:show', { connectionId: 'sandbox', orderid: sale })
    if (!answer.ok) throw new Error(answer.fault.message)
    const told = answer.value.answer
    for (const [key, message] of [
      ['last-four-digits', /Last four digits/],
      ['processor-rrn', /RRN/],
      ['name', /Name/],
    ] as const) {
      const text = told[key]
      if (text === undefined) throw new Error(`the sandbox told no ${key}`)
      await clerk.at('orders-filter').fill(text.toUpperCase())
      await expect.poll(shown).toContain(sale)
      await expect
        .poll(() => clerk.at('order-matched').allInnerTexts())
        .toContainEqual(expect.stringMatching(message))
    }
    await clerk.at('orders-filter').fill('nothing is called this')
    await clerk.sees('empty', /Nothing here matches/)
    await clerk.at('orders-clear').click()
    await shows([sale, hold])
    expect(await clerk.effects(sale)).toEqual([])
  })

  it('is narrowed by status and amount, says what is no amount, and keeps it in the address', async () => {
    await clerk.at('orders-phase').selectOption('authorised')
    await shows([hold])
    const hint = clerk.page.locator('#orders-amount-hint')
    await clerk.at('orders-amount-from').fill('1,5')
    await shows([hold])
    expect(await hint.innerText()).toBe('')
    await clerk.at('orders-amount-from').fill('1,5,0')
    await expect.poll(() => hint.innerText()).toMatch(/12\.50/)
    await shows([hold])
    await clerk.at('orders-amount-from').fill('900000')
    await clerk.sees('empty', /No order here matches these filters/)
    await expect
      .poll(() => clerk.page.url())
      .toMatch(/phase=authorised.*amountFrom=900000|amountFrom=900000.*phase=authorised/)
    await clerk.at('orders-amount-from').fill('')
    await shows([hold])
    await expect.poll(() => clerk.page.url()).not.toContain('amountFrom')
  })

  it('is as narrow after another screen and after a restart', async () => {
    await clerk.at('rail-audit').click()
    await clerk.at('rail-orders').click()
    await shows([hold])
    await clerk.program.close()
    await clerk.start()
    await clerk.at('rail-orders').click()
    await shows([hold])
    expect(await clerk.at('orders-phase').inputValue()).toBe('authorised')
    await clerk.at('orders-clear').click()
    await shows([sale, hold])
  })
})
