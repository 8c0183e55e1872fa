// A callback out of the sandbox's books is checked, then tampered with field by field; and the zone
// all times stand in.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
/** As the sandbox signed and sent it. */
let real: URL
beforeAll(async () => {
  driver = await openPageDriver({ env: { TZ: 'Asia/Kathmandu' } })
  const prepared = await driver.call('attempt:review', {
    connectionId: 'sandbox',
    operation: 'payout',
    request: {
      amount: '12.50',
      currency: 'EUR',
      order_desc: 'Deposit back',
      ipaddress: '203.0.113.7',
      account_number: 'DE89370400440532013000',
      server_callback_url: 'http://127.0.0.1:9/hook?shop=1',
    },
  })
  if (!prepared.ok) throw new Error(prepared.fault.message)
  const { attemptId, token } = prepared.value
  const sent = await driver.call('attempt:confirm', { attemptId, token })
  if (!sent.ok) throw new Error(sent.fault.message)
  await driver.console('advance', { ms: '60000' })
  real = await vi.waitUntil(
    async () => URL.parse((await driver.books()).callbacks[0]?.sent ?? ''),
    { timeout: 30_000 },
  )
})
afterAll(() => driver.close())

async function check(text: string): Promise<void> {
  await driver.at('callback-text').fill(text)
  await driver.at('callback-check').click()
}
const changed = (name: string, value: string | null): string => {
  const url = new URL(real)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.href
}
const of = (name: string): string => real.searchParams.get(name) ?? ''

describe('a callback of the sandbox', () => {
  flow('callback-checked', async () => {
    await driver.at('rail-callbacks').click()
    await check(real.href)
    await driver.sees('callback-verdict', /Signature valid.*The signature covers nothing else/s)
    await driver.page.getByText('How the control is computed').click()
    await driver.sees(
      'callback-plain',
      `approved${of('orderid')}${of('client_orderid')}<MERCHANT_CONTROL_KEY>`,
    )
    expect(await axeFindings(driver)).toEqual([])
    // Below the check stand the last ones, with what each found and of which order.
    const last = driver.at('callbacks-checked').locator('li').first()
    await expect
      .poll(() => last.innerText())
      .toMatch(/Valid[^]*payout · approved[^]*Order not known here/)
    const before = await driver.books()
    await driver.at('callback-status').click()
    await driver.at('money-facts').waitFor()
    await expect
      .poll(() => driver.page.getByRole('heading', { level: 1 }).innerText())
      .toContain(of('orderid'))
    const after = await driver.books()
    expect(after.effects).toEqual(before.effects)
    expect(await driver.effects(of('orderid'))).toEqual([
      { operation: 'payout', amountMinor: 1250, currency: 'EUR' },
    ])
  })

  it('fits what is known once the status was read, and is told when it comes twice', async () => {
    await driver.at('rail-callbacks').click()
    await check(real.search.slice(1))
    await driver.sees('check-status', /is known here too/)
    await driver.sees('check-amount', /12\.50 EUR is known here too/)
    await check(JSON.stringify(Object.fromEntries(real.searchParams)))
    await driver.sees('check-doubled', /Count it once/)
    await driver.sees('callback-report', /Read as JSON/)
  })

  it.each([
    ['status', 'declined', /Signature doesn’t match/],
    ['orderid', '999', /Signature doesn’t match/],
    ['client_orderid', 'pd-forged', /Signature doesn’t match/],
    ['control', 'f'.repeat(40), /Signature doesn’t match/],
    ['control', null, /can’t be checked.*no control/s],
    ['orderid', null, /can’t be checked.*Without orderid/s],
    ['status', null, /can’t be checked.*Without status/s],
  ])('with %s changed to %s is not believed', async (name, value, verdict) => {
    await check(changed(name, value))
    await driver.sees('callback-verdict', verdict)
    // That a forged one fits in part proves nothing.
    expect(await driver.at('callback-report').locator('.tone-good').count()).toBe(0)
    expect(await driver.at('callback-report').innerText()).not.toContain('is right')
  })

  it.each([
    ['amount', '9999.00', 'check-amount', /9 999\.00.*12\.50/],
    ['currency', 'USD', 'check-amount', /in USD\. The order is in EUR/],
    ['type', 'sale', 'check-status', /No sale is known/],
    ['merchant_order', 'another', 'check-merchant-id', /two merchant order IDs/],
  ])(
    'with %s changed has a right control and does not fit',
    async (name, value, topic, message) => {
      await check(changed(name, value))
      await driver.sees('callback-verdict', /Signature valid/)
      await driver.sees(topic, message)
    },
  )

  it('is right as a line of a server’s log, and is not called forged where the paste is spoilt', async () => {
    const line = `203.0.113.7 - - [24/Nov/2026:12:00:00 +0000] "GET /hook${real.search} HTTP/1.1" 200 2 "-" "agent/1.0"`
    await check(line)
    await driver.sees('callback-verdict', /Signature valid/)
    await check(changed('control', of('control').slice(0, 30)))
    await driver.sees('callback-verdict', /The paste is not clean.*Look at control/s)
    expect(await driver.at('callback-verdict').innerText()).not.toContain('changed on the way')
    await check(changed('control', of('control').replace(/./g, '0')))
    await driver.sees('callback-verdict', /Signature doesn’t match/)
  })

  it('that reads in two ways is refused where it was typed, and stays', async () => {
    const doubled = `${real.href}&status=declined`
    await check(doubled)
    await driver.sees('callback-fault', /one field twice/)
    await expect.poll(() => driver.at('callback-text').inputValue()).toBe(doubled)
  })

  it('is in the audit log by what was found, without its fields', async () => {
    await driver.at('rail-audit').click()
    await driver.at('audit-kind').selectOption('callback:checked')
    await driver.sees('audit-row', /Callback checked/)
    const page = await driver.call('audit:list', { filter: { kind: 'callback:checked' } })
    const rows = page.ok ? page.value.rows : []
    expect(new Set(rows.map((row) => row.outcome))).toEqual(
      new Set(['valid', 'contradicts', 'wrong-control', 'missing-field', 'unclean']),
    )
    expect(JSON.stringify(rows)).not.toContain(of('control'))
  })
})

describe('the time zone', () => {
  /** In a row the zone is told on hover. */
  const rowTime = () => driver.at('audit-row').first().locator('time').getAttribute('title')

  it('is this computer’s at first, stands beside every time, and is chosen by a part of its name', async () => {
    await driver.sees('zone', /UTC\+05:45/)
    expect(await rowTime()).toMatch(/UTC\+05:45/)
    await driver.at('zone').click()
    await driver.at('zone-search').fill('st johns')
    await driver.page.getByRole('radio', { name: /America\/St_Johns/ }).check()
    await driver.sees('zone-now', /UTC−0[23]:30/)
    await driver.at('zone-done').click()
    expect(await rowTime()).toMatch(/UTC−0[23]:30/)
    await driver.at('audit-custom').click()
    await driver.page.getByLabel('From (day in America/St_Johns)').waitFor()
  })

  it('bounds the days of a filter, and is there again after a restart', async () => {
    const zone = 'America/St_Johns'
    const day = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(Date.now())
    await driver.at('audit-until').fill(day)
    await driver.sees('audit-row', /Callback checked/)
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    await driver.at('audit-until').fill(dayBefore)
    await driver.at('empty').waitFor()
    await driver.program.close()
    await driver.start()
    await driver.sees('zone', /UTC−0[23]:30/)
    await driver.at('zone').click()
    await driver.at('zone-UTC').check()
    await driver.at('zone-done').click()
    await driver.sees('zone', /UTC$/)
  })
})
