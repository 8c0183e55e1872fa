// A clerk arranges the list of orders: views, columns, steps back, all with the keyboard where one
// likes, and finds it so after a restart. Looking at a list asks the gateway nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
let orders: string[]
let asked: number
beforeAll(async () => {
  clerk = await openClerk()
  for (const { orderid } of (await clerk.books()).trainingOrders) {
    const by = 'orderid'
    await clerk.call('order:look-up', { connectionId: 'sandbox', by, value: String(orderid) })
  }
  const listed = await clerk.call('order:list', {})
  orders = listed.ok ? listed.value.rows.map((row) => row.orderid) : []
  asked = await questions()
  await clerk.go('#/audit')
  await clerk.at('rail-orders').click()
  await clerk.at('order-row').first().waitFor()
})
afterAll(async () => {
  expect(await questions()).toBe(asked)
  await clerk.close()
})

const questions = async (): Promise<number> =>
  (await clerk.books()).requests.filter(({ operation }) => operation === 'status').length
const shown = (): Promise<string[]> =>
  clerk
    .at('order-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-orderid') ?? ''))
/** The last column holds what can be done with a row, and has no words. */
const heads = async (): Promise<string[]> =>
  (await clerk.at('orders').getByRole('columnheader').allInnerTexts()).filter(Boolean)
const press = (key: string) => clerk.page.keyboard.press(key)
const focusIs = (selector: string): Promise<boolean> =>
  clerk.page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
async function tabTo(selector: string): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    if (await focusIs(selector)) return
    await press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}
const activeOrder = (): Promise<string | null> =>
  clerk.at('orders').evaluate((grid) => {
    const id = grid.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.dataset['orderid'] ?? null)
  })

describe('the list as a grid', () => {
  flow('list-walked-with-arrows', async () => {
    const grid = clerk.at('orders')
    expect(await grid.getAttribute('role')).toBe('grid')
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(orders.length + 1))
    await clerk.at('orders-filter').focus()
    await tabTo('[data-testid=orders]')
    expect(await activeOrder()).toBe(orders[0])
    await press('ArrowDown')
    await press('ArrowDown')
    expect(await activeOrder()).toBe(orders[2])
    await press('End')
    expect(await activeOrder()).toBe(orders.at(-1))
    await press('Home')
    expect(await activeOrder()).toBe(orders[0])
    await press('PageDown')
    expect(await activeOrder()).not.toBe(orders[0])
    await press('PageUp')
    await press('ArrowDown')
    await press('Enter')
    await clerk.at('money-facts').waitFor()
    expect(clerk.page.url()).toContain(orders[1])
    await clerk.page.goBack()
    await clerk.at('order-row').first().waitFor()
    expect(await questions()).toBe(asked)
  })
})

describe('how the list is looked at', () => {
  flow('list-steps-back', async () => {
    await clerk.at('orders-phase').selectOption('authorised')
    await expect.poll(() => clerk.page.url()).toContain('phase=authorised')
    await clerk.at('orders-phase').selectOption('declined')
    await expect.poll(() => clerk.page.url()).toContain('phase=declined')
    await clerk.page.goBack()
    await expect.poll(() => clerk.at('orders-phase').inputValue()).toBe('authorised')
    await clerk.page.goBack()
    await expect.poll(() => clerk.at('orders-phase').inputValue()).toBe('')
    await expect.poll(async () => (await shown()).length).toBe(orders.length)
    await clerk.page.goForward()
    await expect.poll(() => clerk.at('orders-phase').inputValue()).toBe('authorised')
    // Not a step back: the list stays as it is looked at.
    await clerk.at('rail-orders').click()
    await expect.poll(() => clerk.page.url()).toContain('phase=authorised')
    expect(await questions()).toBe(asked)
  })

  flow('list-columns', async () => {
    await clerk.at('orders-columns').focus()
    await press('Enter')
    await tabTo('[data-testid=column-returned]')
    await press('Space')
    await tabTo('[data-testid=column-up-original]')
    await press('Enter')
    expect(await focusIs('[data-testid=column-up-original]')).toBe(true)
    await press('Enter')
    await press('Escape')
    await expect
      .poll(heads)
      .toEqual(['Order ID', 'Merchant order ID', 'Amount', 'Status', 'Last event', 'Checked'])
    await expect.poll(() => clerk.page.url()).toContain('columns=')
    expect(await questions()).toBe(asked)
  })

  flow('list-view-saved', async () => {
    await clerk.at('orders-filter').fill('300.00')
    await clerk.at('orders-views').focus()
    await press('Enter')
    await expect.poll(() => focusIs('[data-testid=view-name]')).toBe(true)
    await clerk.page.keyboard.type('Holds of 300')
    await press('Enter')
    await clerk.sees('view-said', /is saved/)
    await clerk.at('view-name').fill('Declined ones')
    await clerk.at('view-with-text').uncheck()
    await clerk.at('view-save').click()
    await expect.poll(() => clerk.at('view').count()).toBe(2)
    await press('Escape')
    await clerk.at('orders-view').selectOption('all')
    await expect.poll(async () => (await shown()).length).toBe(orders.length)
    await expect.poll(heads).toContain('Refunded')
    await clerk.at('orders-phase').selectOption('captured')
    await expect.poll(() => clerk.page.url()).toContain('phase=captured')
    await clerk.program.close()
    await clerk.start()
    await clerk.at('rail-orders').click()
    await expect.poll(() => clerk.at('orders-phase').inputValue()).toBe('captured')
    await clerk.at('orders-view').selectOption('view Holds of 300')
    expect(await clerk.at('orders-filter').inputValue()).toBe('300.00')
    await expect.poll(heads).toContain('Matched')
    expect((await heads())[2]).toBe('Amount')
    await expect.poll(async () => (await shown()).length).toBe(1)
    expect(await questions()).toBe(asked)
  })

  flow('list-view-renamed', async () => {
    await clerk.at('orders-views').click()
    await clerk.at('view-rename').nth(1).click()
    await clerk.page.keyboard.press('ControlOrMeta+a')
    await clerk.page.keyboard.type('holds OF 300')
    await press('Enter')
    await clerk.sees('views', /Another view has this name/)
    await clerk.at('view-new-name').fill('Held')
    await press('Enter')
    await clerk.sees('views', /Held/)
    await clerk.at('view-delete').first().click()
    await expect.poll(() => clerk.at('view').count()).toBe(1)
    await clerk.at('view-put-back').click()
    await expect.poll(() => clerk.at('view').count()).toBe(2)
    await clerk.at('views-close').click()
    await clerk.at('orders-view').selectOption('view Held')
    expect(await clerk.at('orders-phase').inputValue()).toBe('authorised')
    expect(await clerk.at('orders-filter').inputValue()).toBe('')
    expect(await questions()).toBe(asked)
  })

  it('never keeps a card number: a view with one in its search is refused with why', async () => {
    await clerk.at('orders-filter').fill('4111111111111111')
    await clerk.at('orders-views').click()
    await clerk.at('view-name').fill('Cards')
    await clerk.at('view-save').click()
    await clerk.sees('fault', /card number/i)
    expect(await clerk.at('view').count()).toBe(2)
    await press('Escape')
  })
})
