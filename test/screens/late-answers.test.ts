// Every answer reaches the page late, as on a computer that is busy: no figure of one order stands
// under the name of another, nothing typed is lost, and a refund is sent once.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'

const lateMs = 600

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_LATE_MS: String(lateMs) } })
})
afterAll(() => driver.close())

/** Changes the order in main, and waits for no answer. */
const change = (orderid: string, tag: string): Promise<void> =>
  driver.page.evaluate(
    ([id, name]) => {
      void window.paydesk?.call('order:tag', { connectionId: 'sandbox', orderid: id, tag: name })
    },
    [orderid, tag] as const,
  )

it('shows the order that was opened last, whatever is read late of the one before', async () => {
  const paid = await driver.practice(/paid sale of 120\.00 EUR/)
  const hold = await driver.practice(/A hold of 300\.00 EUR/)
  await driver.lookUp(hold.orderid)
  await driver.lookUp(paid.orderid)
  await driver.sees('order-amount', '120.00 EUR')
  // The second change comes during the read that the first one asked for.
  await change(paid.orderid, 'first')
  await driver.page.waitForTimeout(lateMs / 2)
  await change(paid.orderid, 'second')
  await driver.page.waitForTimeout(lateMs / 4)
  await driver.go(`/orders/sandbox/${hold.orderid}`)
  await driver.page.waitForTimeout(4 * lateMs)
  await driver.sees('order-amount', '300.00 EUR')
  await driver.sees('phase', 'On hold')
})

it('says nothing about one order on the page of another', async () => {
  const paid = await driver.practice(/paid sale of 120\.00 EUR/)
  const hold = await driver.practice(/A hold of 300\.00 EUR/)
  await driver.lookUp(paid.orderid)
  const asked = await driver.requests('status')
  await driver.at('check-now').click()
  await driver.go(`/orders/sandbox/${hold.orderid}`)
  await driver.sees('order-amount', '300.00 EUR')
  await driver.page.waitForTimeout(4 * lateMs)
  expect(await driver.requests('status')).toBe(asked + 1)
  expect(await driver.at('announcer').innerText()).not.toMatch(/Checked/)
  await driver.at('check-now').click()
  await driver.sees('announcer', /Checked with the gateway/)
})

it('keeps what is typed while the note before is being saved', async () => {
  const note = driver.at('note-new')
  await note.fill('Customer called')
  await driver.at('note-add').click()
  await note.fill('half a thou')
  await driver.page.waitForTimeout(2 * lateMs)
  await driver.sees('note', /Customer called/)
  await expect.poll(() => note.inputValue()).toBe('half a thou')
})

it('leaves the keyboard where a person went on while a list was read', async () => {
  const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
  await driver.go('/runs/new')
  const lines = ['Order;Sum', `${orderid};1.00 EUR`, 'one;2.00 EUR', 'two;3.00 EUR']
  await driver.at('list-pasted').fill(lines.join('\n'))
  await driver.at('list-paste-read').click()
  const [first, second] = [driver.at('wrong-3-0'), driver.at('wrong-4-0')]
  await expect.poll(() => first.evaluate((cell) => cell.matches(':focus'))).toBe(true)
  await first.fill('three')
  await first.press('Enter')
  await second.fill('four')
  await driver.page.waitForTimeout(4 * lateMs)
  expect(await second.evaluate((cell) => cell.matches(':focus'))).toBe(true)
  expect(await second.inputValue()).toBe('four')
  expect(await first.inputValue()).toBe('three')
})

it('sends a refund once, however often the button is pressed', async () => {
  const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
  await driver.lookUp(orderid)
  await driver.fill('return', '10.00')
  await driver.review()
  await driver.at('send').click({ clickCount: 3 })
  await driver.at('outcome').waitFor()
  await driver.settle()
  await driver.sees('phase', 'Partly refunded')
  expect(await driver.effects(orderid)).toEqual([
    { operation: 'return', amountMinor: 1000, currency: 'EUR' },
  ])
  expect(await driver.requests('return')).toBe(1)
})
