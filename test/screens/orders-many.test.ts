// An operator with many orders on this computer scrolls through them and searches them, and never
// waits for rows nobody looks at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderAt } from '../../bench/ledger-facts.ts'
import { leaveLedger } from '../../bench/ledger-left.ts'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'

const sizes = { entries: 600, orders: 400 }
const traceFile = join(newFolder(), 'trace.jsonl')
let driver: PageDriver
beforeAll(async () => {
  const userData = newFolder()
  leaveLedger(userData, sizes, () => undefined)
  driver = await openPageDriver({ userData, env: { PAYDESK_HOST_TRACE_FILE: traceFile } })
  await driver.go('#/orders?connections=all')
  await driver.at('order-row').first().waitFor()
})
afterAll(() => driver.close())

/** What the page asked of the list so far. */
const questions = (): { text?: string; before?: string; limit: number }[] =>
  readFileSync(traceFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"order:list"') && line.startsWith('{"what":"asked"'))
    .map((line) => (JSON.parse(line) as { passed: { asked: [string, never] } }).passed.asked[1])
const top = (): Promise<number> => driver.at('orders').evaluate((grid) => grid.scrollTop)
const answered = (text: string) =>
  expect
    .poll(() => driver.at('orders').getAttribute('data-question'))
    .toContain(JSON.stringify(text))
/** Scrolls until no row follows; every order that was drawn on the way, once. */
async function allDrawn(): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let isEnd = false; !isEnd;) {
    const drawn = await driver
      .at('order-row')
      .evaluateAll((rows) => rows.map((row) => row.dataset['orderid'] ?? ''))
    for (const id of drawn) seen.add(id)
    isEnd = await driver.at('orders').evaluate(async (grid) => {
      const isThere = grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1
      grid.scrollTop += 300
      await new Promise(requestAnimationFrame)
      return isThere && grid.getAttribute('aria-rowcount') !== '-1'
    })
  }
  return seen
}

describe('the list of many orders', () => {
  it('shows every order to whoever scrolls to its end', async () => {
    expect((await allDrawn()).size).toBe(sizes.orders)
    await driver.sees('orders-count', `${sizes.orders} orders loaded.`)
    // Rows that were flung past are whole again at rest.
    const cells = (): Promise<number[]> =>
      driver.at('orders').evaluate((grid) => {
        const heads = grid.querySelectorAll('[role=columnheader]').length
        const rows = [...grid.querySelectorAll('[data-orderid]')]
        return rows.map((row) => row.querySelectorAll('[role=gridcell]').length - heads)
      })
    await expect.poll(async () => (await cells()).every((missing) => missing === 0)).toBe(true)
    expect(await top()).toBeGreaterThan(10_000)
  })

  it('begins a search at its top with one short page, however far the list was scrolled', async () => {
    const before = questions().length
    await driver.at('orders-filter').focus()
    await driver.page.keyboard.press('6')
    await answered('6')
    expect(await top()).toBe(0)
    // Asked after whatever the answer led to.
    await driver.call('app:state', {})
    expect(questions().slice(before)).toEqual([{ text: '6', limit: 30 }])
    await driver.sees('orders-count', /30 orders loaded\. Scroll for more/)
  })

  it('keeps up with quick typing: the last text is the one that is answered', async () => {
    const { orderid } = orderAt(123)
    await driver.page.keyboard.type(orderid.slice(1))
    await answered(orderid)
    await expect.poll(() => driver.at('order-row').count()).toBe(1)
    await expect.poll(() => driver.at('order-row').getAttribute('data-orderid')).toBe(orderid)
  })

  it('finds all a text names, page by page, each once', async () => {
    await driver.at('orders-filter').fill('shop/2030')
    await answered('shop/2030')
    // On a busy machine the search may still be reading.
    await expect.poll(() => driver.at('orders-unindexed').count()).toBe(0)
    const named = Array.from({ length: sizes.orders }, (_, n) => orderAt(n))
      .filter(({ clientOrderid }) => clientOrderid.startsWith('shop/2030'))
      .map(({ orderid }) => orderid)
    expect([...(await allDrawn())].sort()).toEqual(named.sort())
    await driver.sees('orders-count', `${named.length} orders loaded.`)
  })

  it('scrolls by itself beside the pane of a wide window, too', async () => {
    await driver.at('orders-filter').fill('')
    await driver.page.setViewportSize({ width: 1600, height: 900 })
    await driver.at('pane').waitFor()
    await driver.sees('orders-count', /30 orders loaded\. Scroll for more/)
    const heights = await driver.page.evaluate(() => ({
      list: document.querySelector('[data-testid=orders]')?.clientHeight ?? 0,
      screen: document.querySelector('.middle')?.scrollHeight ?? 0,
      room: document.querySelector('.middle')?.clientHeight ?? 0,
    }))
    expect(heights.list).toBeLessThan(heights.room)
    expect(heights.screen).toBe(heights.room)
  })
})
