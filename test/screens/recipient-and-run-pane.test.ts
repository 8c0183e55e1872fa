// A recipient and a run beside their lists in a wide window: the first one at once, each that the
// arrow keys come to, with its payouts or rows. In a smaller window the lists are as they were.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../journeys/lost-requests.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver, plain } from './page-driver.ts'

const iban = 'DE89370400440532013000'
const wide = { width: 1600, height: 900 }
let driver: PageDriver
let paidOrder = ''
const orders: string[] = []

async function save(name: string, account_number: string, recipientId?: string): Promise<void> {
  const saved = await driver.call('recipient:save', {
    ...{ connectionId: 'sandbox', name, way: 'account' },
    fields: { account_number, account_name: name },
    ...(recipientId === undefined ? {} : { recipientId }),
  })
  expect(saved.ok).toBe(true)
}
async function runOf(orderids: readonly string[]): Promise<void> {
  const run = await driver.call('run:create', {
    ...{ connectionId: 'sandbox', operation: 'return' as const, reason: 'Sent in error' },
    rows: orderids.map((orderid) => ({ orderid })),
  })
  expect(run.ok).toBe(true)
}

beforeAll(async () => {
  driver = await openPageDriver({ viewport: wide })
})
afterAll(() => driver.close())

it('has recipients, a payout to one of them, and two runs', async () => {
  const requests = openRequests({
    call: driver.call,
    practice: async (pattern) => (await driver.practice(pattern)).orderid,
    pass: () => driver.console('advance', { ms: '60000' }),
  })
  await save('Anna Becker', iban)
  await save('Bert Adler', 'EE382200221020145685')
  const usual = Object.fromEntries(
    Object.entries(await requests.requestOf('payout')).filter(
      ([name]) => !/card|expire|cvv|phone|account|bank|routing/.test(name),
    ),
  )
  await requests.send('payout', { ...usual, account_number: iban, account_name: 'Anna Becker' })
  const sent = await driver.call('register:list', {
    ...{ connectionId: 'sandbox', operations: ['payout' as const], limit: 1 },
  })
  paidOrder = sent.ok ? (sent.value.rows[0]?.orderid ?? '') : ''
  orders.push(...(await driver.books()).trainingOrders.slice(0, 3).map(({ orderid }) => orderid))
  for (const value of orders)
    await driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value })
  await runOf(orders.slice(0, 1))
  await runOf(orders)
})

const primaries = (): Promise<string[]> =>
  driver.page.locator('main .n-button--primary-type').allInnerTexts()
const press = (key: string): Promise<void> => driver.page.keyboard.press(key)
const chosenOf = (grid: string) => driver.at(grid).locator('[aria-selected=true]')

describe('a recipient beside the list', () => {
  it('is the first one at once, with its whole account and what was paid to it', async () => {
    await driver.go('#/payouts/recipients')
    await driver.sees('recipient-pane', 'Anna Becker')
    const pane = driver.at('recipient-pane')
    await driver.sees('recipient-pane', 'Germany')
    expect((await pane.innerText()).replaceAll(/\s/g, '')).toContain(iban)
    await pane.getByTestId('pane-line').waitFor()
    expect(await pane.getByRole('link', { name: paidOrder }).count()).toBe(1)
    expect(await pane.getByTestId('recipient-payouts-note').count()).toBe(0)
  })

  it('has the buttons of its row, and the only one that the screen asks for', async () => {
    expect(await driver.at('recipient-pay').count()).toBe(1)
    expect(await driver.at('recipients').getByTestId('recipient-pay').count()).toBe(0)
    expect(await primaries()).toEqual(['Pay…'])
    expect(await axeFindings(driver)).toEqual([])
  })

  it('follows the arrow keys, and says that nothing was paid from here', async () => {
    await driver.at('recipients').focus()
    await press('ArrowDown')
    await driver.sees('recipient-pane', 'Bert Adler')
    await driver.sees('recipient-pane', 'Estonia')
    expect(await driver.at('recipient-pane').getByTestId('pane-line').count()).toBe(0)
    await driver.sees('recipient-payouts-note', 'None on this computer.')
  })

  it('shows the account before and now of one that changed since it was paid', async () => {
    const found = await driver.call('recipient:list', { connectionId: 'sandbox' })
    const anna = found.ok ? found.value.find(({ name }) => name === 'Anna Becker') : undefined
    await save('Anna Becker', 'FR1420041010050500013M02606', anna?.id)
    await driver.at('recipient-row').first().click()
    await driver.sees('recipient-pane', 'France')
    const told = (await driver.at('recipient-changed').innerText()).replaceAll(/\s/g, '')
    expect(told).toContain(iban)
    expect(await primaries()).toEqual(['New recipient…'])
    // MONEY: what went to the account before is not said to have gone to the one now.
    expect(await driver.at('recipient-pane').getByTestId('pane-line').count()).toBe(0)
  })

  it('is opened by Enter', async () => {
    await driver.at('recipients').focus()
    await press('Enter')
    await driver.at('recipient-form').waitFor()
  })
})

describe('a run beside the list', () => {
  it('is the newest one at once, with its sum, its counts and its rows', async () => {
    await driver.go('#/runs')
    await expect.poll(() => driver.at('run-pane').getByTestId('pane-line').count()).toBe(3)
    const sum = plain(await driver.at('pane-sum').first().innerText())
    expect(plain(await driver.at('run-row').first().innerText())).toContain(sum)
    await driver.sees('run-pane', 'Sum of its rows')
    for (const orderid of orders) await driver.sees('run-pane', orderid)
    const counts = await driver.at('pane-count').allInnerTexts()
    expect(counts.reduce((all, count) => all + Number(count), 0)).toBe(3)
    expect(await primaries()).toHaveLength(1)
    expect(await axeFindings(driver)).toEqual([])
  })

  it('follows the arrow keys with its own rows, and is opened from there', async () => {
    await driver.at('runs').focus()
    await press('ArrowDown')
    await expect.poll(() => driver.at('run-pane').getByTestId('pane-line').count()).toBe(1)
    await driver.sees('run-pane', orders[0]!)
    expect(await chosenOf('runs').count()).toBe(1)
    await driver.at('pane-open').click()
    await driver.at('run-panel').waitFor()
  })
})

it('leaves both lists alone in a smaller window', async () => {
  await driver.page.setViewportSize({ width: 1280, height: 800 })
  await driver.go('#/payouts/recipients')
  await driver.at('recipient-row').first().waitFor()
  expect(await driver.at('recipient-pane').count()).toBe(0)
  expect(await driver.at('recipients').getByTestId('recipient-pay').count()).toBe(2)
  expect(await primaries()).toEqual(['New recipient…'])
  await driver.go('#/runs')
  await driver.at('run-row').first().waitFor()
  expect(await driver.at('run-pane').count()).toBe(0)
})
