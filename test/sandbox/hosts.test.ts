// The hosts of the family that the sandbox plays: each is a set of switches with its sources, and
// each does what it says.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBook } from '../../src/sandbox/book/book.ts'
import { hostNames, hostPlayed, hostProfile, playHost } from '../../src/sandbox/hosts/profiles.ts'
import { type HostName, type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openStore } from '../../src/sandbox/book/store.ts'
import { openSwitches, switchNames } from '../../src/sandbox/context/switches.ts'
import { call, control, make, payment, post, status, urlOf } from './merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 60_000, seedDays: 0 })
})
afterAll(() => sandbox.close())
afterEach(() => {
  sandbox.playHost('plain')
  sandbox.clearFaults()
})

describe('the table of hosts', () => {
  it('has at least ten besides the plain one, and each difference says where it is from', () => {
    expect(hostNames.length).toBeGreaterThan(10)
    for (const name of hostNames.filter((one) => one !== 'plain')) {
      const { differs } = hostProfile(name)
      expect(differs.length, name).toBeGreaterThan(0)
      for (const { source, message } of differs) {
        expect(['interface', 'documents', 'invented']).toContain(source)
        expect(message.length).toBeGreaterThan(5)
      }
    }
  })

  it('tells two hosts apart by their switches', () => {
    const store = openStore(':memory:')
    openBook(store, 1)
    const switches = openSwitches(store)
    for (const name of hostNames) {
      playHost(switches, name)
      expect(hostPlayed(switches)).toBe(name)
    }
    playHost(switches, 'plain')
    expect(switchNames.filter((name) => switches.isOn(name) !== switches.first(name))).toEqual([])
    switches.set('checks-sums', false)
    expect(hostPlayed(switches)).toBeNull()
    store.close()
  })
})

describe('a host', () => {
  const sold = (amount = '12.50') => make(sandbox, 'sale', { amount })
  const playing = (name: HostName): void => sandbox.playHost(name)

  it('strict refuses status by orderid alone, and a sale without the customer', async () => {
    const order = await sold()
    playing('strict')
    const alone = await call(sandbox, 'status', { orderid: order.orderid })
    expect(alone.record['error-message']).toContain('client_orderid is required')
    expect((await status(sandbox, order))['status']).toBe('processing')
    const sale = await call(sandbox, 'sale', payment({ amount: '12.50' }))
    expect(sale.record['error-message']).toMatch(/is required/)
  })

  it('terse tells neither type nor ids of its own', async () => {
    const order = await sold()
    playing('terse')
    const reported = await status(sandbox, order)
    expect(reported['transaction-type']).toBeUndefined()
    expect(reported['merchant-order-id']).toBeUndefined()
    expect(reported['processor-tx-id']).toBeUndefined()
    expect(reported['order-stage']).toBe('sale_processing')
  })

  it('chained says declined while it still tries', async () => {
    playing('chained')
    const order = await sold()
    expect(await status(sandbox, order)).toMatchObject({
      status: 'declined',
      'order-stage': 'sale_chain_declined',
    })
    sandbox.advance(60_000)
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'order-stage': 'sale_approved',
    })
  })

  it('declined-at-once tells the end in its first answer', async () => {
    playing('declined-at-once')
    const sale = (amount: string) => call(sandbox, 'sale', payment({ amount }))
    const { record } = await sale('12.01')
    expect(record).toMatchObject({ status: 'declined', 'error-code': '107' })
    expect((await sale('12.50')).record).toMatchObject({ status: 'approved' })
  })

  it('extended tells a type of its own a minute after the end', async () => {
    playing('extended')
    const order = await sold('12.31')
    sandbox.advance(60_000)
    expect(await status(sandbox, order)).toMatchObject({ 'transaction-type': 'sale' })
    sandbox.advance(61_000)
    expect(await status(sandbox, order)).toMatchObject({
      'transaction-type': 'chargeback reversal',
      'risk-band': '4',
    })
  })

  it('untyped-refusals refuses in two words', async () => {
    playing('untyped-refusals')
    const { record, http } = await call(sandbox, 'status', { client_orderid: 'nobody-s' })
    expect([http, Object.keys(record).sort()]).toEqual([400, ['error-code', 'error-message']])
  })

  it('older refuses under HTTP 200', async () => {
    const order = await sold()
    playing('older')
    const { http, body: text } = await raw(order.orderid)
    expect(http).toBe(200)
    expect(text).toContain('type=validation-error')
    expect(text).toMatch(/error-message=[^&]*\+/)
  })

  it('numbers writes ids as numbers, digit for digit', async () => {
    playing('numbers')
    const { body: text } = await raw('1')
    expect(text).toMatch(/"error-code":\d+/)
  })

  /** A refused question, as it stands on the wire. */
  const raw = (orderid: string) =>
    post(urlOf(sandbox, 'status'), { login: 'x', client_orderid: 'y', orderid, control: 'z' })
})

describe('a field that a route does not declare', () => {
  it('is not looked at: a link shows no card before the customer typed one', async () => {
    const fields = { credit_card_number: '4111111111111111', expire_year: 'banana' }
    const { record } = await call(sandbox, 'sale-form', payment({ amount: '12.50', ...fields }))
    const reported = await status(sandbox, {
      client_orderid: record['merchant-order-id']!,
      orderid: record['paynet-order-id']!,
    })
    expect(reported['last-four-digits']).toBeUndefined()
  })
})

describe('what shops send', () => {
  it('a year of two digits, a month of one and an amount with zeros behind are understood', async () => {
    const sale = { amount: '25.0000', expire_month: '7', expire_year: '31' }
    const fields = payment(sale)
    const signed = { ...fields, control: control(sandbox, 'sale', { ...fields, amount: '25.00' }) }
    const { record } = await call(sandbox, 'sale', signed)
    sandbox.advance(60_000)
    const reported = await status(sandbox, {
      client_orderid: record['merchant-order-id']!,
      orderid: record['paynet-order-id']!,
    })
    expect(reported).toMatchObject({
      status: 'approved',
      amount: '25.00',
      'card-exp-month': '07',
      'card-exp-year': '2031',
    })
  })

  it('a test amount is an amount like any other once they are switched off', async () => {
    sandbox.setSwitch('test-amounts', false)
    const { record, http } = await call(sandbox, 'sale', payment({ amount: '8.20' }))
    expect([http, record['type']]).toEqual([200, 'async-response'])
  })
})

describe('npm run sandbox', () => {
  it('refuses a host that it does not know, and names those it knows', async () => {
    const program = new URL('../../src/sandbox/cli.ts', import.meta.url).pathname
    const run = promisify(execFile)(process.execPath, [program, '--host', 'polite'])
    await expect(run).rejects.toThrow(/--host must be one of plain, strict, terse/)
  })
})
