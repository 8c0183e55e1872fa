// A clerk with many orders on this computer scrolls through them and searches them, and never waits
// for rows nobody looks at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderAt } from '../../bench/ledger-facts.ts'
import { leaveLedger } from '../../bench/ledger-left.ts'
import { type Clerk, newFolder, openClerk } from './clerk.ts'

const sizes = { entries: 600, orders: 400 }
const traceFile = join(newFolder(), 'trace.jsonl')
let clerk: Clerk
beforeAll(async () => {
  const userData = newFolder()
  leaveLedger(userData, sizes, () => undefined)
  clerk = await openClerk({ userData, env: { PAYDESK_HOST_TRACE_FILE: traceFile } })
  await clerk.go('#/orders?connections=all')
  await clerk.at('order-row').first().waitFor()
})
afterAll(() => clerk.close())

/** What the page asked of the list so far. */
const questions = (): { text?: string; before?: string; limit: number }[] =>
  readFileSync(traceFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"order:list"') && line.startsWith('{"what":"asked"'))
    .map((line) => (JSON.parse(line) as { passed: { asked: [string, never] } }).passed.asked[1])
const top = (): Promise<number> => clerk.at('orders').evaluate((grid) => grid.scrollTop)
const answered = (text: string) =>
  expect
    .poll(() => clerk.at('orders').getAttribute('data-question'))
    .toContain(JSON.stringify(text))
/** Scrolls until no row follows; every order that was drawn on the way, once. */
async function allDrawn(): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let isEnd = false; !isEnd;) {
    const drawn = await clerk
      .at('order-row')
      .evaluateAll((rows) => rows.map((row) => row.dataset['orderid'] ?? ''))
    for (const id of drawn) seen.add(id)
    isEnd = await clerk.at('orders').evaluate(async (grid) => {
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
    await clerk.sees('orders-count', `${sizes.orders} orders read. That is all.`)
    expect(await top()).toBeGreaterThan(10_000)
  })

  it('begins a search at its top with one short page, however far the list was scrolled', async () => {
    const before = questions().length
    await clerk.at('orders-filter').focus()
    await clerk.page.keyboard.press('6')
    await answered('6')
    expect(await top()).toBe(0)
    // Asked after whatever the answer led to.
    await clerk.call('desk:state', {})
    expect(questions().slice(before)).toEqual([{ text: '6', limit: 30 }])
    await clerk.sees('orders-count', /30 orders read; more follow/)
  })

  it('keeps up with quick typing: the last text is the one that is answered', async () => {
    const { orderid } = orderAt(123)
    await clerk.page.keyboard.type(orderid.slice(1))
    await answered(orderid)
    await expect.poll(() => clerk.at('order-row').count()).toBe(1)
    expect(await clerk.at('order-row').getAttribute('data-orderid')).toBe(orderid)
  })

  it('finds all a text names, page by page, each once', async () => {
    await clerk.at('orders-filter').fill('shop/2030')
    await answered('shop/2030')
    const named = Array.from({ length: sizes.orders }, (_, n) => orderAt(n))
      .filter(({ clientOrderid }) => clientOrderid.startsWith('shop/2030'))
      .map(({ orderid }) => orderid)
    expect([...(await allDrawn())].sort()).toEqual(named.sort())
    await clerk.sees('orders-count', `${named.length} orders read. That is all.`)
  })

  it('scrolls by itself beside the pane of a wide window, too', async () => {
    await clerk.at('orders-filter').fill('')
    await clerk.page.setViewportSize({ width: 1600, height: 900 })
    await clerk.at('pane').waitFor()
    await clerk.sees('orders-count', /30 orders read; more follow/)
    const heights = await clerk.page.evaluate(() => ({
      list: document.querySelector('[data-testid=orders]')?.clientHeight ?? 0,
      screen: document.querySelector('.middle')?.scrollHeight ?? 0,
      room: document.querySelector('.middle')?.clientHeight ?? 0,
    }))
    expect(heights.list).toBeLessThan(heights.room)
    expect(heights.screen).toBe(heights.room)
  })
})
