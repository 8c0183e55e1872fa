// A callback out of the sandbox's books is checked, then tampered with field by field; and the zone
// all times stand in.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeFindings } from './axe.ts'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
/** As the sandbox signed and sent it. */
let real: URL
beforeAll(async () => {
  clerk = await openClerk({ env: { TZ: 'Asia/Kathmandu' } })
  const prepared = await clerk.call('attempt:prepare', {
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
  const sent = await clerk.call('attempt:confirm', { attemptId, token })
  if (!sent.ok) throw new Error(sent.fault.message)
  await clerk.console('advance', { ms: '60000' })
  real = await vi.waitUntil(async () => URL.parse((await clerk.books()).callbacks[0]?.sent ?? ''))
})
afterAll(() => clerk.close())

async function check(text: string): Promise<void> {
  await clerk.at('callback-text').fill(text)
  await clerk.at('callback-check').click()
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
    await clerk.at('rail-callbacks').click()
    await check(real.href)
    await clerk.sees('callback-verdict', /The control is right.*covers nothing else/s)
    await clerk.page.getByText('How the control is computed').click()
    await clerk.sees(
      'callback-plain',
      `approved${of('orderid')}${of('client_orderid')}<MERCHANT_CONTROL_KEY>`,
    )
    expect(await axeFindings(clerk)).toEqual([])
    const before = await clerk.books()
    await clerk.at('callback-status').click()
    await clerk.at('money-facts').waitFor()
    expect(await clerk.page.getByRole('heading', { level: 1 }).innerText()).toContain(of('orderid'))
    const after = await clerk.books()
    expect(after.effects).toEqual(before.effects)
    expect(await clerk.effects(of('orderid'))).toEqual([
      { operation: 'payout', amountMinor: 1250, currency: 'EUR' },
    ])
  })

  it('fits what is known once the status was read, and is told when it comes twice', async () => {
    await clerk.at('rail-callbacks').click()
    await check(real.search.slice(1))
    await clerk.sees('check-status', /is what is known here too/)
    await clerk.sees('check-amount', /12\.50 EUR is what is known/)
    await check(JSON.stringify(Object.fromEntries(real.searchParams)))
    await clerk.sees('check-doubled', /count it once/)
    await clerk.sees('callback-report', /Read as JSON/)
  })

  it.each([
    ['status', 'declined', /The control is wrong/],
    ['orderid', '999', /The control is wrong/],
    ['client_orderid', 'pd-forged', /The control is wrong/],
    ['control', 'f'.repeat(40), /The control is wrong/],
    ['control', null, /can’t be checked.*no control/s],
    ['orderid', null, /can’t be checked.*Without orderid/s],
    ['status', null, /can’t be checked.*Without status/s],
  ])('with %s changed to %s is not believed', async (name, value, verdict) => {
    await check(changed(name, value))
    await clerk.sees('callback-verdict', verdict)
    expect(await clerk.at('callback-report').innerText()).not.toContain('is right')
  })

  it.each([
    ['amount', '9999.00', 'check-amount', /9 999\.00.*12\.50/],
    ['currency', 'USD', 'check-amount', /in USD; the order is in EUR/],
    ['type', 'sale', 'check-status', /Nothing of a sale is known/],
    ['merchant_order', 'another', 'check-merchant-id', /two merchant order IDs/],
  ])(
    'with %s changed has a right control and does not fit',
    async (name, value, topic, message) => {
      await check(changed(name, value))
      await clerk.sees('callback-verdict', /The control is right/)
      await clerk.sees(topic, message)
    },
  )

  it('that reads in two ways is refused where it was typed, and stays', async () => {
    const doubled = `${real.href}&status=declined`
    await check(doubled)
    await clerk.sees('callback-fault', /one field twice/)
    expect(await clerk.at('callback-text').inputValue()).toBe(doubled)
  })

  it('is in the audit log by what was found, without its fields', async () => {
    await clerk.at('rail-audit').click()
    await clerk.at('audit-kind').selectOption('callback:checked')
    await clerk.sees('audit-row', /Callback checked/)
    const page = await clerk.call('audit:list', { filter: { kind: 'callback:checked' } })
    const rows = page.ok ? page.value.rows : []
    expect(new Set(rows.map((row) => row.outcome))).toEqual(
      new Set(['valid', 'wrong-control', 'missing-field']),
    )
    expect(JSON.stringify(rows)).not.toContain(of('control'))
  })
})

describe('the time zone', () => {
  it('is this computer’s at first, stands beside every time, and is chosen by a part of its name', async () => {
    await clerk.sees('zone', /UTC\+05:45/)
    await clerk.sees('audit-row', /UTC\+05:45/)
    await clerk.at('zone').click()
    await clerk.at('zone-search').fill('st johns')
    await clerk.page.getByRole('radio', { name: /America\/St_Johns/ }).check()
    await clerk.sees('zone-now', /UTC−0[23]:30/)
    await clerk.at('zone-done').click()
    await clerk.sees('audit-row', /UTC−0[23]:30/)
    await clerk.page.getByLabel('From (day in America/St_Johns)').waitFor()
  })

  it('bounds the days of a filter, and is there again after a restart', async () => {
    const zone = 'America/St_Johns'
    const day = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(Date.now())
    await clerk.at('audit-until').fill(day)
    await clerk.sees('audit-row', /Callback checked/)
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    await clerk.at('audit-until').fill(dayBefore)
    await clerk.at('empty').waitFor()
    await clerk.program.close()
    await clerk.start()
    await clerk.sees('zone', /UTC−0[23]:30/)
    await clerk.at('zone').click()
    await clerk.at('zone-UTC').check()
    await clerk.at('zone-done').click()
    await clerk.sees('zone', /UTC$/)
  })
})
