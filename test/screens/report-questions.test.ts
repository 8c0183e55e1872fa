// What an auditor and a manager ask of a quarter, each answered on the screen of reports in at most
// ten clicks, by figures that are compared with the sandbox's own books.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { keepProcessing } from './keep-processing.ts'
import { openPageDriver, type PageDriver, plain } from './page-driver.ts'

const MOST_CLICKS = 10
const iban = 'DE89370400440532013000'
const reasons = {
  '20.00': 'Box arrived damaged',
  '5.50': 'Box arrived damaged',
  '30.25': 'Paid twice',
}
let driver: PageDriver
let orderid = ''

beforeAll(async () => {
  driver = await openPageDriver()
  ;({ orderid } = await driver.practice(/paid sale of 120\.00 EUR/))
  for (const [amount, reason] of Object.entries(reasons)) {
    await driver.lookUp(orderid)
    await refund(amount, reason)
    await driver.settle()
  }
  await payOut('41.75')
})
afterAll(() => driver.close())

async function refund(amount: string, reason: string): Promise<void> {
  await driver.fill('return', amount, reason)
  await driver.review()
  await driver.send()
}
async function payOut(amount: string): Promise<void> {
  const field = (name: string) => driver.at(`field-${name}`)
  await driver.at('rail-payouts').click()
  await driver.at('payout-new').click()
  await driver.at('way-wallet').check()
  await driver.page.getByLabel('Wallet number').fill('wallet-0099')
  await field('amount').fill(amount)
  await field('currency').fill('EUR')
  await field('order_desc').fill(`Deposit of ${iban.slice(0, 2)}`)
  await field('ipaddress').fill('203.0.113.7')
  await driver.at('review-open').click()
  await driver.at('review').waitFor()
  await driver.at('send').click()
  await driver.at('outcome').waitFor()
  await driver.console('advance', { ms: '60000' })
  await driver.at('rail-payouts').click()
  await driver.sees('register-row', /Paid out/)
  await driver.at('under-way').waitFor({ state: 'detached' })
}

let clicks = 0
async function click(testId: string): Promise<void> {
  clicks += 1
  await driver.at(testId).first().click()
}
/** Counted from the screen that a person has before them at first. */
async function asked(answer: () => Promise<void>): Promise<void> {
  await driver.at('rail-today').click()
  clicks = 0
  await answer()
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
}

const euros = (minor: number): string => `${(minor / 100).toFixed(2)} EUR`
const booked = async (operation: string): Promise<number> =>
  (await driver.books()).effects
    .filter((effect) => effect.operation === operation && effect.currency === 'EUR')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const figure = (operation: string, outcome = 'done') =>
  driver.page.locator(`[data-operation="${operation}"][data-outcome="${outcome}"]`)
const figures = async (): Promise<string[]> => {
  await driver.at('report-figure').first().waitFor()
  return (await driver.at('report-figure').allInnerTexts()).map(plain)
}

describe('an auditor asks', () => {
  it('whether anybody refunded over 500 EUR without a reason last quarter', () =>
    asked(async () => {
      await click('rail-reports')
      await click('report-of-reasons')
      await click('report-span-quarter')
      const rows = await figures()
      // Every refund has one of the reasons that were typed, and they add up to the books.
      expect(rows.join('\n')).not.toContain('No reason')
      expect(rows).toHaveLength(2)
      expect(
        rows.some((row) => row.includes('Box arrived damaged') && row.includes('25.50 EUR')),
      ).toBe(true)
      expect(rows.some((row) => row.includes('Paid twice') && row.includes('30.25 EUR'))).toBe(true)
      expect(rows.join('\n')).toMatch(/45\.7\s%[^]*54\.3\s%|54\.3\s%[^]*45\.7\s%/)
      expect(2550 + 3025).toBe(await booked('return'))
    }))

  it('who asked for which refund, when and why, and by what number the bank knows it', () =>
    asked(async () => {
      await click('rail-reports')
      await click('report-of-moved')
      await click('report-span-quarter')
      await click('report-split-operator')
      const row = figure('return')
      await row.waitFor()
      clicks += 1
      await row.getByTestId('report-open').click()
      await driver.at('report-row').first().waitFor()
      const rows = (await driver.at('report-row').allInnerTexts()).map(plain)
      expect(rows).toHaveLength(3)
      const books = (await driver.books()).effects.filter(
        (effect) => String(effect.orderid) === orderid,
      )
      for (const { amountMinor } of books)
        expect(rows.some((text) => text.includes(euros(amountMinor)))).toBe(true)
      for (const text of rows) expect(text).toMatch(/\d{12}/)
      expect(plain(await driver.at('report-rows-total').innerText())).toBe(euros(5575))
      expect(await axeFindings(driver)).toEqual([])
      await click('report-rows-close')
      await click('report-split-operator')
    }))

  it('to whom money was paid out', () =>
    asked(async () => {
      await click('rail-reports')
      await click('report-of-moved')
      await click('report-span-quarter')
      const row = figure('payout')
      await row.waitFor()
      expect(plain(await row.innerText())).toContain(euros(await booked('payout')))
      clicks += 1
      await row.getByTestId('report-open').click()
      await driver.sees('report-row', /wallet-0099/)
      await click('report-rows-close')
    }))

  it('for a file that an outside firm can read, with every request in it', () =>
    asked(async () => {
      await click('rail-reports')
      await click('report-of-moved')
      await click('report-span-quarter')
      await figures()
      await click('report-save')
      await click('menu-report-save-csv')
      await driver.at('report-saved').waitFor()
      const path = await driver.at('report-saved').locator('bdi').innerText()
      const text = readFileSync(path, 'utf8')
      expect(text).toContain('"55.75"')
      expect(text).toContain('"41.75"')
    }))
})

describe('an auditor asks of the log', () => {
  it('whether it is whole', () =>
    asked(async () => {
      await click('rail-audit')
      await click('audit-verify')
      await driver.sees('verification', /Intact/)
    }))
})

describe('a manager asks', () => {
  it('for refunds by reason, person and month', () =>
    asked(async () => {
      await click('rail-reports')
      await click('report-of-reasons')
      await click('report-span-quarter')
      await click('report-cut-month')
      await click('report-split-operator')
      const rows = await figures()
      const sums = rows.map((row) => Number(/([\d.]+) EUR/.exec(row)?.[1]?.replace('.', '')))
      expect(sums.reduce((all, one) => all + one, 0)).toBe(await booked('return'))
      await click('report-split-operator')
      await click('report-cut-whole')
    }))

  it('whether the day adds up', () =>
    asked(async () => {
      await click('rail-reports')
      await click('report-of-close')
      const sum = driver.at('close-refundable-EUR')
      await sum.waitFor()
      expect(plain(await sum.locator('[data-line="refunded"]').innerText())).toContain('55.75 EUR')
      await driver.sees('close-control', /lead to the closing exactly/)
      // The sale was first looked up today: 120.00, less what was refunded.
      expect(plain(await driver.at('close-closing').first().innerText())).toMatch('64.25 EUR')
      expect(await axeFindings(driver)).toEqual([])
    }))

  it('what is open, and how old it is', async () => {
    const test = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(test.orderid)
    await driver.fill('return', '1.11', 'Answer never comes')
    await driver.review()
    await driver.at('send').click()
    await expect.poll(() => driver.effects(test.orderid)).toHaveLength(1)
    // No status may tell what became of the request before the report was read.
    await driver.kill()
    keepProcessing(driver.userData)
    await driver.start()
    await asked(async () => {
      await click('rail-reports')
      await click('report-of-open')
      const unknown = driver.page.locator('[data-of="unknown"]')
      await unknown.waitFor()
      expect(plain(await unknown.innerText())).toContain('1.11 EUR')
      await driver.sees('report-inside', /1 unknown outcome is included/)
      expect(await axeFindings(driver)).toEqual([])
    })
  })
})

describe('a manager asks at the end of the month', () => {
  it('what the gateway’s report has that nobody here knows', () =>
    asked(async () => {
      const shown = await driver.call('order:show', { connectionId: 'sandbox', orderid })
      if (!shown.ok) throw new Error(shown.fault.message)
      const { clientOrderid } = shown.value
      const day = new Date().toISOString().slice(0, 10)
      // The gateway’s own books, and one refund more.
      const books = (await driver.books()).effects.filter((one) => String(one.orderid) === orderid)
      const line = (kind: string, minor: number): string =>
        [orderid, clientOrderid, kind, (minor / 100).toFixed(2), 'EUR', day].join('\t')
      const report = [
        'Order ID\tMerchant order ID\tType\tAmount\tCurrency\tDate',
        line('Sale', 12_000),
        ...books.map(({ amountMinor }) => line('Refund', amountMinor)),
        line('Refund', 777),
      ]
      await click('rail-reconcile')
      await click('reconcile-new')
      await driver.at('list-pasted').fill(report.join('\n'))
      await click('list-paste-read')
      await click('reconcile-take')
      await driver.at('reconcile-piles').waitFor()
      const pile = (name: string) => driver.page.locator(`[data-pile="${name}"]`)
      expect(plain(await pile('unexplained').innerText())).toMatch(/1.*7\.77 EUR/s)
      const known = plain(await pile('matched').innerText())
      expect(known).toContain(euros(books.reduce((sum, { amountMinor }) => sum + amountMinor, 0)))
      expect(known).toContain('120.00 EUR')
    }))

  it('which payments are questioned, and what else needs somebody', async () => {
    const questioned = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(questioned.orderid)
    await driver.console('disputes', { orderid: questioned.orderid, type: 'chargeback' })
    await driver.lookUp(questioned.orderid)
    await asked(async () => {
      const needs = driver.at('need')
      await needs.filter({ hasText: questioned.orderid }).getByText('Chargeback').waitFor()
      await needs.filter({ hasText: '7.77 EUR' }).waitFor()
    })
  })
})

describe('a customer asks for their refund', () => {
  it('and is told its amount, its card and the number for the bank, of what happened alone', async () => {
    await driver.lookUp(orderid)
    await driver.at('timeline-steps').filter({ hasText: '30.25' }).first().click()
    await driver.at('receipt-copy').first().click()
    await expect
      .poll(() => driver.page.getByText(/^Text for the customer copied/).count())
      .toBeGreaterThan(0)
    const shown = await driver.call('order:show', { connectionId: 'sandbox', orderid })
    const refund = shown.ok
      ? shown.value.attempts.find(({ amount }) => amount?.amount === '30.25')
      : undefined
    const told = await driver.call('receipt:text', { attemptId: refund?.id ?? '' })
    if (!told.ok) throw new Error(told.fault.message)
    expect(plain(told.value.text)).toMatch(/We refunded 30\.25 EUR .*\d{12}/)
    await driver.at('receipt-save').first().click()
    await driver.at('receipt-saved').waitFor()
    const path = await driver.at('receipt-saved').locator('bdi').innerText()
    expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await axeFindings(driver)).toEqual([])
  })
})
