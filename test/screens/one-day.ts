// What the screens say of a day, read from the page and over the bridge, beside what the gateways'
// books say. For test/screens/one-day.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault, Result } from '#shared/fault.ts'
import type { Sandbox } from '../../src/sandbox/start.ts'
import { booksOf, type PageDriver, plain } from './page-driver.ts'

interface Effect {
  operation: string
  orderid: string
  amountMinor: number
  currency: string
}

/** A gateway of the day: the embedded one, or one that runs in the test. */
export interface Shop {
  connectionId: string
  /** As the list of orders names it. */
  name: string
  /** As the choice of figures names it. */
  choice: string
  effects: () => Promise<Effect[]>
  /** How many requests for a refund the gateway has received. */
  received: () => Promise<number>
  advance: () => Promise<void>
}

export const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.fault.kind}: ${result.fault.message}`)
  return result.value
}

export const embedded = (driver: PageDriver): Shop => ({
  connectionId: 'sandbox',
  name: 'Sandbox',
  choice: 'sandbox/',
  effects: async () =>
    (await driver.books()).effects.map((one) => ({ ...one, orderid: String(one.orderid) })),
  received: () => driver.requests('return'),
  advance: () => driver.console('advance', { ms: '900000' }),
})

export async function beside(driver: PageDriver, gateway: Sandbox): Promise<Shop> {
  const { endpointId, login, merchantControlKey: key } = gateway.identity
  const made = must(
    await driver.call('connection:save', {
      ...{ name: 'Nord shop', environment: 'test', settings: {} },
      ...{ baseUrl: gateway.baseUrl, endpointId, login },
    }),
  )
  must(await driver.call('key:set-control', { connectionId: made.id, key }))
  must(await driver.call('connection:set-money', { connectionId: made.id, money: { undoMs: 0 } }))
  return {
    connectionId: made.id,
    name: 'Nord shop',
    choice: 'test/',
    effects: () => {
      booksOf(gateway)
      return Promise.resolve(gateway.effects())
    },
    received: () =>
      Promise.resolve(booksOf(gateway).filter(({ operation }) => operation === 'return').length),
    advance: () => {
      gateway.advance(900_000)
      return Promise.resolve()
    },
  }
}

/** On a busy machine the keychain may be slow: Paydesk tries again, and sends nothing before. */
async function moneyMoves(driver: PageDriver): Promise<void> {
  const stops = async () => must(await driver.call('app:state', {})).moneyStops
  await expect.poll(stops, { timeout: 60_000 }).toEqual([])
}

let stopped = 0
/** How many refunds a slow keychain has stopped before they were sent; each was asked for again. */
export const stoppedBefore = (): number => stopped

/** As a form asks: reviewed, confirmed once. */
export async function refund(
  driver: PageDriver,
  shop: Shop,
  order: { orderid: string; clientOrderid: string },
  amount: string,
): Promise<AttemptView['state'] | Fault['kind']> {
  const { connectionId } = shop
  const { orderid, clientOrderid } = order
  await moneyMoves(driver)
  const review = await driver.call('attempt:review', {
    ...{ connectionId, operation: 'return' },
    request: {
      ...{ orderid, client_orderid: clientOrderid },
      ...{ amount, currency: 'EUR', comment: 'Box arrived damaged' },
    },
  })
  const sent = review.ok
    ? await driver.call('attempt:confirm', {
        attemptId: review.value.attemptId,
        token: review.value.token,
      })
    : review
  if (sent.ok) return sent.value.state
  const { kind, message } = sent.fault
  if (kind === 'outcome-unknown') return kind
  if (kind === 'denied' && sent.fault.reason === 'money-stopped') {
    if (review.ok) stopped += 1
    return refund(driver, shop, order, amount)
  }
  throw new Error(`${kind}: ${message}`)
}

const minorOf = (text: string): number =>
  Number(
    /(\d[\d ,]*\.\d\d)/.exec(plain(text))?.[1]?.replaceAll(/[ ,]/g, '').replace('.', '') ?? NaN,
  )
const sumOf = (all: readonly { amountMinor: number }[]): number =>
  all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** What the desk knows of each refund, from the log up: the newest state of each request. */
async function refundsOf(driver: PageDriver, shop: Shop): Promise<AttemptView[]> {
  const all = must(await driver.call('attempt:list', { isOpen: false }))
  return all.filter(
    ({ connectionId, operation }) => connectionId === shop.connectionId && operation === 'return',
  )
}

const hasHappened = ({ state, handOutcome }: AttemptView): boolean =>
  state === 'SUCCEEDED' || handOutcome === 'happened'
const isOpen = ({ state }: AttemptView): boolean => ['ACCEPTED', 'UNKNOWN'].includes(state)
const minorOfView = ({ amount }: AttemptView): number => minorOf(amount?.amount ?? '')

/** Today's figure of a shop, the rows behind it, and the books, to the cent. */
async function figureAgrees(driver: PageDriver, shop: Shop, done: AttemptView[]): Promise<void> {
  const total = done.reduce((sum, one) => sum + minorOfView(one), 0)
  await driver.at('figures-choice').selectOption(shop.choice)
  if (total === 0) return
  await expect.poll(async () => minorOf(await driver.at('figure-refunded').innerText())).toBe(total)
  await driver.at('figure-refunded').click()
  await driver.at('figure-row').first().waitFor()
  await expect.poll(() => driver.at('figure-row').count()).toBe(done.length)
  const connections = await driver.at('figure-row').getByTestId('of-connection').allInnerTexts()
  expect(new Set(connections.map((text) => plain(text).trim())).size).toBe(1)
  expect(minorOf(await driver.at('figure-total').innerText())).toBe(total)
  await driver.at('figure-close').click()
}

/** The newest requests and the lines at the foot: each word is the request's own state. */
async function wordsAgree(driver: PageDriver, all: readonly AttemptView[]): Promise<void> {
  const words: Partial<Record<AttemptView['state'], RegExp>> = {
    SUCCEEDED: /refunded/,
    DECLINED: /declined/,
    UNKNOWN: /outcome unknown/i,
    ACCEPTED: /processing|accepted/,
    UNDONE: /Undone|not sent/,
    NOT_SENT: /not sent/,
  }
  const texts = [
    ...(await driver.at('activity').getByRole('listitem').allInnerTexts()),
    ...(await driver.page.getByTestId(/^banner-(sending|open|ended)$/).allInnerTexts()),
  ].map(plain)
  for (const text of texts) {
    const amount = minorOf(text)
    const orderid = /\b6\d{6}\b/.exec(text)?.[0]
    const own = all.filter((one) => one.orderid === orderid && minorOfView(one) === amount)
    expect(
      own.some(
        ({ state, handOutcome }) => handOutcome !== null || words[state]?.test(text) === true,
      ),
      text,
    ).toBe(true)
  }
}

/** Every place that tells of the refunds of a shop says the same as its books. */
export async function agree(driver: PageDriver, shops: readonly Shop[]): Promise<void> {
  const states = async (): Promise<string> => {
    const all = must(await driver.call('attempt:list', { isOpen: false }))
    return all.map(({ id, state, handOutcome }) => `${id} ${state} ${handOutcome}`).join()
  }
  for (;;) {
    const before = await states()
    try {
      return await agreeNow(driver, shops)
    } catch (error) {
      // Paydesk asks by itself: what changed meanwhile was read before in one place and not in all.
      if ((await states()) === before) throw error
      await driver.page.keyboard.press('Escape')
    }
  }
}

async function agreeNow(driver: PageDriver, shops: readonly Shop[]): Promise<void> {
  await driver.go('#/today')
  await driver.at('figures').waitFor()
  const everyone: AttemptView[] = []
  for (const shop of shops) {
    const refunds = await refundsOf(driver, shop)
    everyone.push(...refunds)
    const effects = (await shop.effects()).filter(({ operation }) => operation === 'return')
    const done = refunds.filter(hasHappened)
    const open = refunds.filter(isOpen)
    // The books hold what the desk calls done, and beyond it only what the desk calls open.
    const left = [...effects]
    const take = (one: AttemptView): boolean => {
      const at = left.findIndex(
        ({ orderid, amountMinor }) => orderid === one.orderid && amountMinor === minorOfView(one),
      )
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    }
    for (const one of done) expect(take(one), `${one.orderid} ${one.state}`).toBe(true)
    for (const one of open) take(one)
    expect(left).toEqual([])
    await figureAgrees(driver, shop, done)
    await listAgrees(driver, shop, done)
  }
  await wordsAgree(driver, everyone)
  // Paydesk asks by itself meanwhile: both are read again until they agree.
  await expect
    .poll(async () => {
      const open = must(await driver.call('attempt:list', { isOpen: true }))
      const shown = await driver.at('need').filter({ hasText: 'Outcome unknown' }).count()
      return shown - open.filter(({ state }) => state === 'UNKNOWN').length
    })
    .toBe(0)
}

/** The list of orders: what is refunded of each is what the books of its gateway say. */
async function listAgrees(driver: PageDriver, shop: Shop, done: AttemptView[]): Promise<void> {
  const { connectionId } = shop
  const page = must(await driver.call('order:list', { connectionId, limit: 500 }))
  for (const { orderid, returned } of page.rows) {
    const own = done.filter((one) => one.orderid === orderid)
    if (own.length === 0) continue
    const total = own.reduce((sum, one) => sum + minorOfView(one), 0)
    expect(minorOf(returned?.amount ?? '0.00'), `order ${orderid}`).toBe(total)
  }
}

/** One order's page and row beside its gateway's books. */
export async function orderAgrees(driver: PageDriver, shop: Shop, orderid: string): Promise<void> {
  const effects = (await shop.effects()).filter(
    (one) => one.orderid === orderid && one.operation === 'return',
  )
  await driver.go(`#/orders/${shop.connectionId}/${orderid}`)
  await driver.at('money-facts').waitFor()
  await expect.poll(() => driver.money('Refunded').then(minorOf)).toBe(sumOf(effects))
}

/** The rows that the list shows: what is refunded of each is what its gateway's books say. */
export async function rowsAgree(driver: PageDriver, shops: readonly Shop[]): Promise<number> {
  const effects = await effectsOf(shops)
  await driver.go('#/orders')
  await driver.at('orders-connection').selectOption('all')
  await driver.at('orders-columns').click()
  await driver.at('column-returned').click()
  await driver.at('columns-done').click()
  for (const { name } of shops)
    await driver.at('order-row').filter({ hasText: name }).first().waitFor()
  let compared = 0
  for (const text of (await driver.at('order-row').allInnerTexts()).map(plain)) {
    const own = effects.filter(({ orderid, shop }) => text.includes(orderid) && text.includes(shop))
    if (own.length === 0) continue
    const amounts = [...text.matchAll(/\d[\d ,]*\.\d\d/g)].map(([amount]) => minorOf(amount))
    expect(amounts, text).toContain(sumOf(own))
    compared += 1
  }
  return compared
}

/** Every refund in the books, with the name of its gateway. */
const effectsOf = async (shops: readonly Shop[]): Promise<(Effect & { shop: string })[]> =>
  (
    await Promise.all(
      shops.map(async ({ name, effects }) =>
        (await effects()).map((one) => ({ ...one, shop: name })),
      ),
    )
  )
    .flat()
    .filter(({ operation }) => operation === 'return')

/** How many requests of the day came to each state, as the log of requests has it. */
export async function statesOf(
  driver: PageDriver,
  shops: readonly Shop[],
): Promise<Partial<Record<AttemptView['state'], number>>> {
  const all = (await Promise.all(shops.map((shop) => refundsOf(driver, shop)))).flat()
  const counts: Partial<Record<AttemptView['state'], number>> = {}
  for (const { state } of all) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/**
 * The audit log and its export name each refund that happened, and no other. Returns how many
 * entries the log has of each kind of `kinds`.
 */
export async function auditAgrees<K extends string>(
  driver: PageDriver,
  shops: readonly Shop[],
  kinds: readonly K[],
): Promise<Record<K, number>> {
  const named = (orderid: unknown, minor: number): string => `${String(orderid)} ${minor}`
  const books = (await effectsOf(shops)).map((one) => named(one.orderid, one.amountMinor)).sort()
  must(await driver.call('audit:export', { filter: {} }))
  const csv = readdirSync(driver.saveFolder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.csv'),
  )
  const [head = [], ...cells] = readFileSync(join(driver.saveFolder, csv ?? ''), 'utf8')
    .split('\r\n')
    .map((line) => line.replace(/^\ufeff?"|"$/g, '').split('","'))
  const cell = (line: string[], column: string): string => line[head.indexOf(column)] ?? ''
  const counts = {} as Record<K, number>
  const [logged, exported]: [string[], string[]] = [[], []]
  for (const kind of kinds) {
    const { rows } = must(await driver.call('audit:list', { filter: { kind }, limit: 500 }))
    const lines = cells.filter((line) => cell(line, 'kind') === kind)
    expect(lines.length, kind).toBe(rows.length)
    counts[kind] = rows.length
    if (!happened.includes(kind)) continue
    logged.push(
      ...rows.map(({ details }) => named(details['orderid'], minorOf(String(details['amount'])))),
    )
    exported.push(
      ...lines.map((line) => named(cell(line, 'orderid'), minorOf(cell(line, 'amount')))),
    )
  }
  expect(logged.sort()).toEqual(books)
  expect(exported.sort()).toEqual(books)
  return counts
}

const happened: readonly string[] = ['attempt:succeeded', 'attempt:resolved-by-hand']
