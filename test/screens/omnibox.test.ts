// One field for everything, in the built window: an id is looked up, words name a screen, an action
// opens its form filled in, and nothing typed here is ever sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type Clerk, openClerk } from './clerk.ts'
import { keysAlone, keysOf } from './keys.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const keys = keysOf(() => clerk)
const open = async (text = ''): Promise<void> => {
  await keys.press('Control+k')
  await expect.poll(() => keys.focusIs('#omnibox')).toBe(true)
  await keys.type(text)
}

describe('the omnibox', () => {
  it('looks an id up at the gateway: /, id, Enter', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.at('practice-orders').waitFor()
    await keysAlone(clerk, () => keys.lookUp(orderid))
    await clerk.page.getByRole('heading', { level: 1 }).waitFor()
    expect(clerk.page.url()).toContain(orderid)
  })

  it('finds out by itself that an id is the merchant’s', async () => {
    const { orderid, clientOrderid } = await clerk.practice(/A hold of 300\.00 EUR/)
    await open(clientOrderid)
    await keys.press('Enter')
    await expect.poll(() => clerk.page.url()).toContain(orderid)
  })

  it('says what the gateway says of an id it does not know, and keeps what was typed', async () => {
    await open('999999')
    await keys.press('Enter')
    await clerk.sees('fault', /not found|no such order/i)
    expect(await clerk.at('omnibox').inputValue()).toBe('999999')
    expect(await axeFindings(clerk)).toEqual([])
    await keys.press('Escape')
    await expect.poll(() => clerk.at('omnibox').count()).toBe(0)
  })

  it('opens a screen by its name and searches this computer for anything else', async () => {
    await open('audit')
    await keys.press('Enter')
    await clerk.at('audit-row').first().waitFor()
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await open('120.00')
    await clerk.at(`omnibox-order-sandbox-${orderid}`).waitFor()
    await clerk.at('omnibox-search').click()
    await clerk.at('order-row').first().waitFor()
    expect(await clerk.at('orders-filter').inputValue()).toBe('120.00')
    await clerk.at('orders-clear').click()
  })

  it('opens the form of a refund filled in, and sends nothing', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await open(`refund ${orderid} 20.00`)
    await keys.press('Enter')
    await clerk.at('action-form').waitFor()
    expect(await clerk.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('20.00')
    expect(await clerk.requests('return')).toBe(0)
    await keys.press('Escape')
  })

  it('shows a command that can’t be used with the reason of the order, and does nothing with it', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await open(`capture ${orderid} 5`)
    await keys.press('Enter')
    await clerk.sees('omnibox-why', /captured/)
    await keys.press('Escape')
    await open('capture this')
    await clerk.sees('omnibox-order-capture', /captured|Open an order first/)
    expect(await clerk.at('omnibox-order-capture').getAttribute('aria-disabled')).toBe('true')
    await keys.press('Enter')
    await clerk.at('omnibox').waitFor()
    expect(await axeFindings(clerk)).toEqual([])
    await keys.press('Escape')
    expect(await clerk.requests('capture')).toBe(0)
  })
})
