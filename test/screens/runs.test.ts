// A run by keys alone: orders are selected, checked, reviewed, refunded, cut off in the middle by a
// kill, and resumed. The sandbox's books say that each was refunded once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const rows = 9
let driver: PageDriver
let orderids: string[]
beforeAll(async () => {
  driver = await openPageDriver({ saveFolder: newFolder() })
  orderids = []
  for (let n = 0; n < rows; n += 1) {
    const fresh = await driver.freshPractice()
    const { orderid } = fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!
    await driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value: orderid })
    orderids.push(orderid)
  }
})
afterAll(() => driver.close())

const press = (key: string) => driver.page.keyboard.press(key)
const refunds = async (): Promise<number[]> =>
  Promise.all(
    orderids.map(
      async (id) =>
        (await driver.effects(id)).filter(({ operation }) => operation === 'return').length,
    ),
  )
const total = async (): Promise<number> => (await refunds()).reduce((sum, n) => sum + n, 0)
/** Unknown outcomes of orders that the gateway refunded nothing of. */
const lost = async (): Promise<number> => {
  const open = await driver.call('attempt:list', { isOpen: true })
  if (!open.ok) throw new Error(open.fault.message)
  const counts = await refunds()
  const unknown = open.value.filter(({ state }) => state === 'UNKNOWN')
  return unknown.filter(({ orderid }) => counts[orderids.indexOf(orderid)] === 0).length
}

/** Looks up so many new orders of 120.00 EUR, of which nothing is refunded. */
async function paidOrders(count: number): Promise<string[]> {
  const paid: string[] = []
  for (let n = 0; n < count; n += 1) {
    const fresh = await driver.freshPractice()
    const { orderid } = fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!
    await driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value: orderid })
    paid.push(orderid)
  }
  return paid
}
/** By its id: an order of a run before may be checked again meanwhile, and stand above others. */
const tickOrder = (orderid: string): Promise<void> =>
  driver.page
    .locator(`[data-testid=order-row][data-orderid="${orderid}"] [data-testid=row-tick]`)
    .click()

describe('a run by keys', () => {
  it('is checked from the selected orders, and nothing is sent', async () => {
    await driver.at('rail-orders').click()
    await driver.at('orders').focus()
    await press('Home')
    for (let n = 0; n < rows; n += 1) {
      await press('Space')
      await press('ArrowDown')
    }
    await driver.at('run-start').focus()
    await press('Enter')
    await driver.at('run-start-reason').focus()
    await driver.page.keyboard.type('all were damaged')
    await driver.at('run-check').focus()
    await press('Enter')
    await driver.sees('run-state', /Checked/)
    await expect.poll(() => driver.at('run-line').count()).toBe(rows)
    // The head says that they are refunds: each row names its customer and its card instead.
    const heads = driver.at('run-rows').locator('[role=columnheader]')
    await expect
      .poll(async () => (await heads.allInnerTexts()).slice(0, 5))
      .toEqual(['Line', 'Order ID', 'Customer', 'Card', 'Amount'])
    const cards = driver.at('run-line').locator('[role=gridcell]:nth-child(4)')
    await expect
      .poll(async () => (await cards.allInnerTexts()).filter((card) => /\s\d{4}$/.test(card)))
      .toHaveLength(rows)
    const customers = driver.at('run-line').locator('[role=gridcell]:nth-child(3)')
    expect((await customers.allInnerTexts()).filter((name) => name !== '')).toHaveLength(rows)
    // The sum is the loudest of the page.
    await driver.sees('run-ready-sums', /^1 080\.00 EUR\s+9 refunds$/)
    const sum = driver.at('run-ready-sums').locator('.amount')
    expect(await sum.evaluate((one) => getComputedStyle(one).fontSize)).toBe('28px')
    expect(await axeFindings(driver)).toEqual([])
    expect(await total()).toBe(0)
  })

  it('shows the sums, is confirmed, and is cut off by a kill', async () => {
    await driver.at('run-to-review').focus()
    await press('Enter')
    await driver.sees('run-sums', '1 080.00 EUR')
    expect(await driver.at('run-ready-sums').count()).toBe(0)
    expect(await axeFindings(driver)).toEqual([])
    await driver.page.waitForSelector('[data-testid=run-confirm][data-armed]')
    // The run must not be at its end before the kill, however busy the machine is.
    await driver.console('switches', { name: 'answers-slowly', on: 'on' })
    await driver.at('run-confirm').focus()
    await press('Enter')
    await driver.sees('run-state', /Running/)
    await expect.poll(total).toBeGreaterThan(0)
    await driver.kill()
  })

  it('sends nothing after the start before it is resumed, and then each once', async () => {
    await driver.start()
    await driver.console('switches', { name: 'answers-slowly', on: 'off' })
    await driver.at('rail-runs').click()
    await driver.at('run-row').first().waitFor()
    await driver.at('runs').focus()
    await press('Enter')
    await driver.sees('run-state', /Paused/)
    const before = await total()
    await driver.page.waitForTimeout(400)
    expect(await total()).toBe(before)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('run-resume').focus()
    await press('Enter')
    await driver.sees('run-state', /All sent|Finished/, 60_000)
    // What the kill met on its way to the gateway is an unknown outcome, and never sent again.
    await expect.poll(async () => (await total()) + (await lost())).toBe(rows)
    for (const count of await refunds()) expect(count).toBeLessThanOrEqual(1)
    // Whoever was refunded can be told from the row: by a key, and by a press that opens nothing.
    const copied = driver.page.getByText(/^Text for the customer copied/)
    await driver.at('row-receipt').first().waitFor()
    expect(await copied.count()).toBe(0)
    await driver.at('run-rows').focus()
    await press('Home')
    for (let n = 0; n < rows; n += 1) {
      await press('w')
      await press('ArrowDown')
    }
    await expect.poll(() => copied.count()).toBe(1)
    await driver.at('row-receipt').first().click()
    await driver.sees('run-state', /All sent|Finished/)
    await driver.at('run-save').focus()
    await press('Enter')
    await driver.at('export-save').focus()
    await press('Enter')
    await driver.at('export-done').waitFor()
  })
})

describe('a run of two rows', () => {
  it('has a table that ends below its last row, and cuts neither row', async () => {
    const paid = await paidOrders(2)
    await driver.go('#/orders')
    for (const orderid of paid) await tickOrder(orderid)
    await driver.at('run-start').click()
    // The buttons of a short dialog end at its edge, and no shade lies above them.
    const under = await driver.page.locator('.dialog .sheet-actions').evaluate((foot) => {
      const dialog = foot.parentElement!
      const edge = dialog.getBoundingClientRect().bottom - dialog.clientTop
      const { content } = getComputedStyle(foot, '::before')
      return { gap: Math.round(edge - foot.getBoundingClientRect().bottom), content }
    })
    expect(under).toEqual({ gap: 0, content: 'none' })
    // The connection's reasons are offered, as for one refund; none is picked for the operator.
    const reasons = driver.at('reason-pick')
    await expect
      .poll(async () => (await reasons.allInnerTexts()).slice(0, 2))
      .toEqual(['Customer request', 'Goods returned'])
    expect(await driver.at('run-start-reason').inputValue()).toBe('')
    await reasons.nth(1).click()
    expect(await driver.at('run-start-reason').inputValue()).toBe('Goods returned')
    // A digit picks one where nothing is typed, as in the sheet of an order.
    await press('1')
    expect(await driver.at('run-start-reason').inputValue()).toBe('Customer request')
    await driver.at('run-do-return').focus()
    await press('2')
    expect(await driver.at('run-start-reason').inputValue()).toBe('Goods returned')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('run-do-capture').check()
    expect(await reasons.count()).toBe(0)
    await driver.at('run-do-return').check()
    await driver.at('run-check').click()
    await driver.sees('run-state', /Checked/)
    await driver.sees('run-rows', /Goods returned.*Goods returned/s)
    await driver.at('run-to-review').click()
    await driver.page.waitForSelector('[data-testid=run-review-back]')
    const [panel, row] = await Promise.all(
      [driver.at('run-panel'), driver.at('run-line').last()].map(async (part) => {
        const { y, height } = (await part.boundingBox())!
        return y + height
      }),
    )
    expect(panel! - row!).toBeGreaterThanOrEqual(0)
    expect(panel! - row!).toBeLessThan(4)
  })

  it('is offered no list of reasons from the amount on that asks for own words', async () => {
    const setFrom = (freeReasonFrom: string) =>
      driver.call('connection:set-money', { connectionId: 'sandbox', money: { freeReasonFrom } })
    expect((await setFrom('120')).ok).toBe(true)
    // Of an order that was refunded already less is left.
    const [orderid = ''] = await paidOrders(1)
    await driver.go('#/orders')
    await tickOrder(orderid)
    await driver.at('run-start').click()
    await driver.page.locator('.dialog').getByText('Required on this connection from 120').waitFor()
    expect(await driver.at('reason-pick').count()).toBe(0)
    await driver.page.keyboard.press('Escape')
    expect((await setFrom('')).ok).toBe(true)
  })
})
