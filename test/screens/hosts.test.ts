// The main flows on the screen, at hosts of the family that differ from the sandbox as it is at
// first. Each ends in the sandbox's own books: by what the host tells, or by a person's word where
// the host does not tell the end. PAYDESK_HOSTS names the hosts, or says "all".
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HostName, hostNames } from '../../src/sandbox/hosts/profiles.ts'
import { type PageDriver, type Effect, openPageDriver } from './page-driver.ts'

const named = process.env['PAYDESK_HOSTS'] ?? 'strict,async-everything'
const hosts =
  named === 'all' ? hostNames : hostNames.filter((host) => named.split(',').includes(host))

const eur = (operation: string, amountMinor: number): Effect => ({
  operation,
  amountMinor,
  currency: 'EUR',
})

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

describe.each(hosts)('at the host %s', (host: HostName) => {
  let orderid = ''
  beforeAll(() => driver.console('host', { name: host }))

  beforeEach(async () => {
    // What an earlier flow left open is not in the way of the next one.
    for (const testId of ['omnibox', 'resolve-dialog', 'sheet'])
      if (await driver.at(testId).isVisible()) await driver.page.keyboard.press('Escape')
  })

  /** A fresh practice order, looked up by the merchant's id, which every host knows. */
  async function open(pattern: RegExp): Promise<void> {
    const order = (await driver.freshPractice()).find(({ about }) => pattern.test(about))
    if (order === undefined) throw new Error(`there is no order of ${pattern.source}`)
    orderid = order.orderid
    await driver.lookUp(order.clientOrderid)
  }

  /** Waits for the end that the host tells, or says it as a person does who asked elsewhere. */
  async function end(isDone: boolean): Promise<void> {
    // The sheet stays where the outcome is unknown, and says so.
    if (await driver.at('sheet').isVisible()) await driver.page.keyboard.press('Escape')
    await driver.at('sheet').waitFor({ state: 'detached' })
    // Where the host tells the end at once there is nothing to wait for.
    const open = driver.at('open-attempt').first()
    await open.waitFor({ timeout: 3_000 }).catch(() => undefined)
    for (let looks = 0; looks < 3 && (await isOpen()); looks += 1) {
      await driver.console('advance', { ms: '1200000' })
      await driver.at('check-now').click()
      await expect
        .poll(async () => !(await isOpen()) || (await driver.at('check-now').isEnabled()), {
          timeout: 10_000,
        })
        .toBe(true)
    }
    if (await isOpen()) await byHand(isDone)
    await expect.poll(isOpen).toBe(false)
  }
  const isOpen = async (): Promise<boolean> => (await driver.at('open-attempt').count()) > 0

  async function byHand(isDone: boolean): Promise<void> {
    await driver.at('attempt-resolve').first().click()
    const dialog = driver.at('resolve-dialog')
    const choices = dialog.getByRole('radio')
    await (isDone ? choices.first() : choices.last()).check()
    await dialog.getByTestId('reason').fill('Their support told us what happened')
    const override = dialog.getByTestId('override')
    if (await override.isVisible()) await override.fill('The customer waits for the money')
    await driver.at('resolve-confirm').click()
    await dialog.waitFor({ state: 'detached' })
  }

  async function carryOut(action: 'return' | 'capture' | 'void', amount?: string, isDone = true) {
    await driver.fill(action, amount)
    await driver.review()
    await driver.send()
    await end(isDone)
  }

  it('looks an order up by its order id, or says what to add', async () => {
    const fresh = await driver.freshPractice()
    const order = fresh.find(({ about }) => /paid sale of 120\.00 EUR/.test(about))
    if (order === undefined) throw new Error('there is no sale')
    await driver.go('/orders')
    await driver.at('omnibox-open').click()
    await driver.at('omnibox').fill(order.orderid)
    await driver.page.keyboard.press('Enter')
    await driver.at('money-facts').or(driver.at('fault')).first().waitFor()
    if ((await driver.at('money-facts').count()) === 0) {
      await driver.sees('fault', /merchant order id/i)
      await driver.page.keyboard.press('Escape')
    }
    await driver.lookUp(order.clientOrderid)
    // Once both ids are known, the order id is enough.
    await driver.go('/orders')
    await driver.lookUp(order.orderid)
    expect(await driver.effects(order.orderid)).toEqual([])
  })

  it('refunds a part, and then another', async () => {
    await open(/paid sale of 120\.00 EUR/)
    await carryOut('return', '20.50')
    await carryOut('return', '9.25')
    expect(await driver.effects(orderid)).toEqual([eur('return', 2050), eur('return', 925)])
  })

  it('refunds all of a sale', async () => {
    await open(/paid sale of 120\.00 EUR/)
    await carryOut('return')
    expect(await driver.effects(orderid)).toEqual([eur('return', 12000)])
  })

  it('captures a part of a hold', async () => {
    await open(/hold of 300\.00 EUR/)
    await carryOut('capture', '120.50')
    expect(await driver.effects(orderid)).toEqual([eur('capture', 12050)])
  })

  it('voids a hold', async () => {
    await open(/hold of 300\.00 EUR/)
    await driver.fill('void')
    // Some hosts want one.
    await driver.page.getByLabel('Reason (optional)', { exact: true }).fill('Ordered twice')
    await driver.review()
    await driver.send()
    await end(true)
    expect(await driver.effects(orderid)).toEqual([eur('void', 30000)])
  })

  it('releases a hold', async () => {
    await open(/hold of 300\.00 EUR/)
    await driver.fill('return', undefined, 'Ordered twice')
    await driver.review()
    await driver.send()
    await end(true)
    expect(await driver.effects(orderid)).toEqual([eur('return', 30000)])
  })

  it('sees a refund declined, and nothing moved', async () => {
    await open(/5000\.00 EUR for test/)
    await carryOut('return', '1.01', false)
    const moved = (await driver.books()).effects.filter(
      (one) => String(one.orderid) === orderid && one.amountMinor === 101,
    ) as (Effect & { status?: string })[]
    expect(moved.filter(({ status }) => status === 'approved')).toEqual([])
  })

  it('finds a refund whose answer was lost', async () => {
    await open(/5000\.00 EUR for test/)
    await carryOut('return', '1.13')
    expect(await driver.effects(orderid)).toEqual([eur('return', 113)])
  })

  it('keeps a refund open that never arrived, until a person says so', async () => {
    await open(/5000\.00 EUR for test/)
    await carryOut('return', '1.14', false)
    await driver.sees('timeline', /refund: resolved by hand/)
    expect(await driver.effects(orderid)).toEqual([])
  })

  it('pays out to a phone', async () => {
    await driver.at('rail-payouts').click()
    await driver.at('payout-new').click()
    await driver.at('way-phone').check()
    await driver.at('field-phone').fill('+372 5550123')
    // Another one at each host: the same again would be asked about.
    const amountMinor = 2550 + hosts.indexOf(host)
    await driver.at('field-amount').fill((amountMinor / 100).toFixed(2))
    await driver.at('field-currency').fill('EUR')
    await driver.at('field-order_desc').fill('Gift')
    await driver.at('field-ipaddress').fill('203.0.113.7')
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    await driver.at('send').click()
    await driver.at('outcome').waitFor()
    const order = await driver.at('result-order').innerText()
    await driver.at('rail-payouts').click()
    await driver.console('advance', { ms: '1200000' })
    await driver.sees('register-row', /Paid out/)
    await driver.at('under-way').waitFor({ state: 'detached' })
    expect(await driver.effects(order)).toEqual([eur('payout', amountMinor)])
  })
})
