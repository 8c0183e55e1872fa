// The switches that change how a host words its answers, and never what it books.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox, type SwitchName } from '../../src/sandbox/start.ts'
import { call, control, type Fields, make, type Made, payment, status } from './merchant.ts'

let sandbox: Sandbox
let now = Date.now()
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0, clock: () => now })
})
afterAll(() => sandbox.close())
afterEach(() => sandbox.playHost('plain'))

const on = (...names: SwitchName[]): void => names.forEach((name) => sandbox.setSwitch(name, true))
const eur = (amount: string): Fields => ({ amount, currency: 'EUR', comment: 'asked for' })
const sold = async (): Promise<Made> => {
  const order = await make(sandbox, 'sale', { amount: '50.00' })
  await status(sandbox, order)
  return order
}

describe('a host', () => {
  it('calls a return of a part a partial refund, and one of all a reversal', async () => {
    on('returns-renamed')
    const [part, whole] = [await sold(), await sold()]
    await call(sandbox, 'return', { ...part, ...eur('10.00') })
    await call(sandbox, 'return', { ...whole, comment: 'asked for' })
    expect(await status(sandbox, part)).toMatchObject({
      'transaction-type': 'partial refund',
      'order-stage': 'partial_refund_approved',
      amount: '10.00',
    })
    expect((await status(sandbox, whole))['transaction-type']).toBe('reversal')
  })

  it('tells one processor id for all of an order', async () => {
    const order = await sold()
    on('one-processor-id')
    const first = (await status(sandbox, order))['processor-tx-id']
    await call(sandbox, 'return', { ...order, ...eur('10.00') })
    expect((await status(sandbox, order))['processor-tx-id']).toBe(first)
    expect(first).toMatch(new RegExp(`${order.orderid}$`))
    expect((await status(sandbox, await sold()))['processor-tx-id']).not.toBe(first)
  })

  it('tells the time of the question as the processing date', async () => {
    const order = await sold()
    on('moving-dates')
    const dates = []
    for (let turn = 0; turn < 2; turn += 1) {
      dates.push((await status(sandbox, order))['paynet-processing-date'])
      now += 5_000
    }
    expect(dates[0]).not.toBe(dates[1])
  })

  it('writes words in capitals, and the currency in small letters', async () => {
    const order = await sold()
    on('values-in-capitals', 'currency-in-small-letters')
    expect(await status(sandbox, order)).toMatchObject({
      type: 'STATUS-RESPONSE',
      status: 'APPROVED',
      'transaction-type': 'SALE',
      'order-stage': 'sale_approved',
      currency: 'eur',
    })
  })

  it('leaves type out of JSON answers, and not out of refusals or of the older form', async () => {
    const order = await sold()
    on('json-untyped')
    const answer = await status(sandbox, order)
    expect([answer['type'], answer['status']]).toEqual([undefined, 'approved'])
    const refused = await call(sandbox, 'status', { ...order, orderid: '1' })
    expect(refused.record['type']).toBe('validation-error')
    on('answers-form-encoded')
    expect((await call(sandbox, 'status', { ...order })).body).toContain('type=status-response')
  })
})

describe('amounts in minor units', () => {
  it.each([
    ['EUR', '1050', 1050, '10.50'],
    ['EUR', '5', 5, '0.05'],
    ['JPY', '1200', 1200, '1200'],
    ['KWD', '45500', 45_500, '45.500'],
  ])('%s %s is booked, and told as it came', async (currency, amount, minor, usual) => {
    sandbox.setSwitch('test-amounts', false)
    on('takes-minor-units')
    const fields = payment({ amount, currency })
    const signed = { ...fields, control: control(sandbox, 'sale', fields, amount) }
    const { record, body } = await call(sandbox, 'sale', signed)
    expect(record['paynet-order-id'], body).toBeDefined()
    expect(sandbox.effects().at(-1)).toMatchObject({ amountMinor: minor, currency })
    const order = {
      client_orderid: fields['client_orderid'] ?? '',
      orderid: record['paynet-order-id'] ?? '',
    }
    expect((await status(sandbox, order))['amount']).toBe(usual)
    on('tells-minor-units')
    expect((await status(sandbox, order))['amount']).toBe(amount)
  })

  it('has no room for a decimal point', async () => {
    on('takes-minor-units')
    const { record } = await call(sandbox, 'sale', payment({ amount: '10.50' }))
    expect(record['error-message']).toContain('whole number of minor units')
  })

  it('are hundredths in every currency where amounts have two decimals', async () => {
    on('takes-minor-units', 'tells-minor-units', 'amounts-always-2')
    const fields = payment({ amount: '120000', currency: 'JPY' })
    const signed = { ...fields, control: control(sandbox, 'sale', fields, '120000') }
    const { record } = await call(sandbox, 'sale', signed)
    expect(sandbox.effects().at(-1)).toMatchObject({ amountMinor: 1200, currency: 'JPY' })
    const order = {
      client_orderid: fields['client_orderid'] ?? '',
      orderid: record['paynet-order-id'] ?? '',
    }
    expect((await status(sandbox, order))['amount']).toBe('120000')
  })
})

describe('an order id per transaction', () => {
  it('names the return, whose status is asked under it; the sale stays as it is', async () => {
    on('order-id-per-transaction')
    const order = await sold()
    const { record } = await call(sandbox, 'return', { ...order, ...eur('10.00') })
    const own = { ...order, orderid: record['paynet-order-id'] ?? '' }
    expect(own.orderid).not.toBe(order.orderid)
    expect(await status(sandbox, own)).toMatchObject({
      'transaction-type': 'reversal',
      amount: '10.00',
      'paynet-order-id': own.orderid,
    })
    expect(await status(sandbox, order)).toMatchObject({
      'transaction-type': 'sale',
      amount: '50.00',
      'paynet-order-id': order.orderid,
    })
  })

  it('leads to the order too: what was captured is returned under either id', async () => {
    on('order-id-per-transaction')
    const hold = await make(sandbox, 'preauth', { amount: '50.00' })
    const { record } = await call(sandbox, 'capture', { ...hold, amount: '30.00', currency: 'EUR' })
    const own = { ...hold, orderid: record['paynet-order-id'] ?? '' }
    await status(sandbox, own)
    expect((await call(sandbox, 'return', { ...own, ...eur('10.00') })).http).toBe(200)
    expect((await call(sandbox, 'return', { ...hold, ...eur('10.00') })).http).toBe(200)
    expect(sandbox.transactions(hold.orderid).map(({ type }) => type)).toEqual([
      'preauth',
      'capture',
      'reversal',
      'reversal',
    ])
  })

  it('is no order where the switch is off', async () => {
    const order = await sold()
    on('order-id-per-transaction')
    const { record } = await call(sandbox, 'return', { ...order, ...eur('10.00') })
    sandbox.playHost('plain')
    const orderid = record['paynet-order-id'] ?? ''
    const { http } = await call(sandbox, 'status', { ...order, orderid })
    expect(http).toBe(400)
  })
})

describe('a void', () => {
  it.each([[{ amount: '1.00', currency: 'GBP' }], [{ currency: 'EUR' }]])(
    'of %j is refused: a void is always of the whole hold',
    async (money) => {
      const hold = await make(sandbox, 'preauth')
      await status(sandbox, hold)
      const { http, record } = await call(sandbox, 'void', { ...hold, ...money })
      expect([http, record['error-code']]).toEqual([400, '11'])
      expect((await call(sandbox, 'void', { ...hold })).http).toBe(200)
    },
  )
})

describe('the answers of the family', () => {
  it('name the receipt, the bank and the card of a status', async () => {
    const [order, other] = [await sold(), await sold()]
    const reported = await status(sandbox, order)
    expect(reported).toMatchObject({
      'receipt-id': expect.stringMatching(/^\d+$/),
      'bank-name': 'SANDBOX BANK',
    })
    expect((await status(sandbox, other))['card-hash-id']).toBe(reported['card-hash-id'])
    expect((await status(sandbox, other))['receipt-id']).not.toBe(reported['receipt-id'])
  })
})
