// Subscriptions: made, charged by the gateway when their day comes, processed and changed on
// request.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { nextCharge, type SubscriptionFacts } from '../../../src/sandbox/events/subscription.ts'
import { call, type Fields, status } from '../merchant.ts'

const DAY = 86_400_000
let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterEach(() => sandbox.close())

const today = (plusDays = 0): string =>
  new Date(Date.now() + plusDays * DAY).toISOString().slice(0, 10)
const subscription = (more: Fields = {}): Fields => ({
  'client-orderid': 'sub-1',
  amount: '9.90',
  currency: 'EUR',
  order_desc: 'Magazine',
  period: 'weekly',
  interval: '2',
  type: 'auto',
  email: 'zoe@example.org',
  'customer-ip': '2001:db8::7',
  'first-name': 'Zoë',
  credit_card_number: '4111111111111111',
  card_printed_name: 'ZOE MULLER',
  expire_month: '12',
  expire_year: '2031',
  ...more,
})
const create = (more: Fields = {}) => call(sandbox, 'create-recurring-payment', subscription(more))
const charge = (number: number) => call(sandbox, 'status', { client_orderid: `sub-1-${number}` })

describe('the gateway’s own list of subscriptions', () => {
  it('has one for each that was made, with what was asked for', async () => {
    await create()
    await create({ 'client-orderid': 'sub-2', order_desc: 'Paper' })
    await create({ 'client-orderid': 'sub-2' })
    expect(sandbox.subscriptions().map((row) => [row.clientOrderid, row.facts.orderDesc])).toEqual([
      ['sub-1', 'Magazine'],
      ['sub-2', 'Paper'],
    ])
  })
})

describe('an auto subscription', () => {
  it('is charged at once and then every interval, by the gateway and without a request', async () => {
    expect((await create()).http).toBe(200)
    expect((await charge(1)).record).toMatchObject({
      status: 'approved',
      amount: '9.90',
      name: 'Zoë',
    })
    expect((await charge(2)).http).toBe(400)
    sandbox.advance(14 * DAY)
    expect((await charge(2)).record).toMatchObject({
      status: 'approved',
      'transaction-type': 'sale',
    })
    sandbox.advance(28 * DAY)
    expect((await charge(4)).http).toBe(200)
    expect((await charge(5)).http).toBe(400)
    expect(sandbox.effects()).toEqual([])
  })

  it('is charged on schedule when the console’s address moves the clock', async () => {
    await create({ period: 'weekly', interval: '1' })
    const orders = async (): Promise<string[]> => {
      const text = await (await fetch(sandbox.console)).text()
      return [...new Set(text.match(/sub-1-\d+/g))].sort()
    }
    expect(await orders()).toEqual(['sub-1-1'])
    const moved = await fetch(new URL('?advance=30d', sandbox.console))
    expect([moved.status, new URL(moved.url).search]).toEqual([200, ''])
    expect(await orders()).toEqual(['sub-1-1', 'sub-1-2', 'sub-1-3', 'sub-1-4', 'sub-1-5'])
    const days = await Promise.all(
      [1, 2, 5].map(async (one) =>
        Date.parse((await charge(one)).record['paynet-processing-date'] ?? ''),
      ),
    )
    expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(7 * DAY)
    expect((days[2] ?? 0) - (days[0] ?? 0)).toBe(28 * DAY)
  })

  it('begins and ends on its days', async () => {
    await create({ 'start-date': today(10), 'finish-date': today(30), interval: '1' })
    expect((await charge(1)).http).toBe(400)
    sandbox.advance(60 * DAY)
    expect((await charge(3)).http).toBe(200)
    expect((await charge(4)).http).toBe(400)
  })

  it('takes a new amount and schedule', async () => {
    const id = (await create()).record['recurring-payment-id'] ?? ''
    const updated = await call(sandbox, 'update-recurring-payment', {
      'recurring-payment-id': id,
      amount: '12.50',
      currency: 'EUR',
      period: 'daily',
      interval: '1',
    })
    expect(updated.record).toMatchObject({ 'recurring-payment-id': id, amount: '12.50' })
    sandbox.advance(15 * DAY)
    expect((await charge(2)).record['amount']).toBe('12.50')
    expect((await charge(3)).http).toBe(200)
  })
})

describe('a manual subscription', () => {
  it('is charged only when processed, once per client-orderid', async () => {
    const id = (await create({ type: 'manual' })).record['recurring-payment-id'] ?? ''
    sandbox.advance(60 * DAY)
    expect((await charge(1)).http).toBe(400)
    const fields = { 'client-orderid': 'charge-1', 'recurring-payment-id': id }
    const { record } = await call(sandbox, 'process-recurring-payment', fields)
    const order = { client_orderid: 'charge-1', orderid: record['paynet-order-id'] ?? '' }
    expect(await status(sandbox, order)).toMatchObject({ status: 'approved', amount: '9.90' })
    expect(
      (await call(sandbox, 'process-recurring-payment', fields)).record['error-message'],
    ).toMatch(/^DUPLICATE_ORDER/)
    expect(sandbox.effects()).toMatchObject([
      { operation: 'process-recurring-payment', amountMinor: 990 },
    ])
    const other = { ...fields, 'client-orderid': 'charge-2', amount: '1.01', currency: 'EUR' }
    await call(sandbox, 'process-recurring-payment', other)
    expect((await call(sandbox, 'status', { client_orderid: 'charge-2' })).record['status']).toBe(
      'declined',
    )
  })
})

describe('refusals', () => {
  it.each([
    [{ period: 'yearly' }, 'INVALID_FIELD: period'],
    [{ interval: '0' }, 'INVALID_FIELD: interval'],
    [{ type: 'never' }, 'INVALID_FIELD: type'],
    [{ 'start-date': '2030-02-31' }, 'INVALID_FIELD: start-date'],
    [{ 'start-date': '2031-01-01', 'finish-date': '2030-01-01' }, 'INVALID_FIELD: finish-date'],
    [{ credit_card_number: '' }, 'MISSING_FIELD: credit_card_number'],
    [
      {
        cardrefid: '5',
        credit_card_number: '',
        card_printed_name: '',
        expire_month: '',
        expire_year: '',
      },
      'CARD_REF_NOT_FOUND: cardrefid',
    ],
    [{ currency: '' }, 'MISSING_FIELD: currency'],
  ] as [Fields, string][])('%o is refused', async (more, message) => {
    expect((await create(more)).record['error-message']).toContain(message)
  })

  it('an unknown id, another currency, a change of nothing and a second subscription of the same name are refused', async () => {
    const id = (await create()).record['recurring-payment-id'] ?? ''
    const message = async (operation: string, fields: Fields): Promise<string | undefined> =>
      (await call(sandbox, operation, fields)).record['error-message']
    const usd = { amount: '1.00', currency: 'USD' }
    expect(
      await message('process-recurring-payment', {
        'client-orderid': 'a',
        'recurring-payment-id': '1',
      }),
    ).toMatch(/^RECURRING_NOT_FOUND/)
    expect(
      await message('update-recurring-payment', { 'recurring-payment-id': '880999', ...usd }),
    ).toMatch(/^RECURRING_NOT_FOUND/)
    expect(
      await message('process-recurring-payment', {
        'client-orderid': 'a',
        'recurring-payment-id': id,
        ...usd,
      }),
    ).toMatch(/^CURRENCY_MISMATCH/)
    expect(
      await message('update-recurring-payment', { 'recurring-payment-id': id, ...usd }),
    ).toMatch(/^CURRENCY_MISMATCH/)
    expect(await message('update-recurring-payment', { 'recurring-payment-id': id })).toMatch(
      /^MISSING_FIELD: amount or period or finish-date/,
    )
    expect(
      await message('update-recurring-payment', { 'recurring-payment-id': id, period: 'daily' }),
    ).toMatch(/^MISSING_FIELD: interval/)
    expect((await create()).record['error-message']).toMatch(/^DUPLICATE_ORDER: client-orderid/)
  })
})

describe('months', () => {
  const facts = { period: 'monthly', interval: 1, day: 31 } as SubscriptionFacts
  it('keep the day of the first charge where the month has it', () => {
    const days: string[] = []
    for (let at = Date.UTC(2027, 0, 31, 9), left = 5; left > 0; left--) {
      at = nextCharge(at, facts)
      days.push(new Date(at).toISOString().slice(0, 13))
    }
    expect(days).toEqual([
      '2027-02-28T09',
      '2027-03-31T09',
      '2027-04-30T09',
      '2027-05-31T09',
      '2027-06-30T09',
    ])
  })
})
