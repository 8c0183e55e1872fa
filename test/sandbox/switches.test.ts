// The switches a client's settings are tried against: how a control is written, how many decimals
// amounts have, how answers come.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox, type SwitchName } from '../../src/sandbox/start.ts'
import { call, control, type Fields, make, payment, post, status, urlOf } from './merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const off: SwitchName[] = [
  'control-hex-upper',
  'control-base64',
  'amounts-always-2',
  'answers-form-encoded',
  'status-needs-client-orderid',
]
afterEach(() => {
  for (const name of off) sandbox.setSwitch(name, false)
})

describe('a control in another encoding', () => {
  const rows: [SwitchName, (hex: string) => string][] = [
    ['control-hex-upper', (hex) => hex.toUpperCase()],
    ['control-base64', (hex) => Buffer.from(hex, 'hex').toString('base64')],
  ]
  it.each(rows)('is good with %s on, and refused without', async (name, write) => {
    const sale = async (): Promise<number> => {
      const fields = payment({ amount: '12.50' })
      const written = write(control(sandbox, 'sale', fields))
      return (await call(sandbox, 'sale', { ...fields, control: written })).http
    }
    expect(await sale()).toBe(400)
    sandbox.setSwitch(name, true)
    expect(await sale()).toBe(200)
    for (const [other, writeOther] of rows.filter(([one]) => one !== name)) {
      const fields = payment()
      const written = writeOther(control(sandbox, 'sale', fields))
      expect((await call(sandbox, 'sale', { ...fields, control: written })).http, other).toBe(400)
    }
    await make(sandbox, 'sale')
  })

  it('is refused when it is of something else', async () => {
    for (const name of off.slice(0, 2)) sandbox.setSwitch(name, true)
    const wrong = createHash('sha1').update('something else')
    for (const written of [wrong.copy().digest('hex').toUpperCase(), wrong.copy().digest('base64')])
      expect(
        (await call(sandbox, 'sale', { ...payment(), control: written })).record,
      ).toMatchObject({ 'error-code': '8' })
  })
})

/** Signs with the cents given. */
const signed = (operation: string, fields: Fields, cents: string) => {
  const full = operation === 'sale' ? fields : { login: sandbox.identity.login, ...fields }
  return call(sandbox, operation, { ...full, control: control(sandbox, operation, full, cents) })
}

describe('amounts with two decimals in every currency', () => {
  it.each([
    ['JPY', '1200.00', '120000', 1200],
    ['JPY', '1200', '120000', 1200],
    ['KWD', '45.50', '4550', 45_500],
    ['EUR', '45.50', '4550', 4550],
  ])('%s %s is signed as %s, booked and told back', async (currency, amount, cents, minor) => {
    sandbox.setSwitch('amounts-always-2', true)
    const fields = payment({ amount, currency })
    const answer = await signed('sale', fields, cents)
    expect(answer.http, answer.body).toBe(200)
    const order = {
      client_orderid: fields['client_orderid'] ?? '',
      orderid: answer.record['paynet-order-id'] ?? '',
    }
    expect(sandbox.effects().at(-1)).toMatchObject({ amountMinor: minor, currency })
    const two = amount.includes('.') ? amount : `${amount}.00`
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      amount: two,
      currency,
    })
    const back = { ...order, amount, currency, comment: 'all of it' }
    expect((await signed('return', back, cents)).http).toBe(200)
    expect(sandbox.effects().at(-1)).toMatchObject({ operation: 'return', amountMinor: minor })
    sandbox.setSwitch('amounts-always-2', false)
    const usual = { JPY: '1200', KWD: '45.500', EUR: '45.50' }[currency]
    expect((await status(sandbox, order))['amount']).toBe(usual)
  })

  it.each([
    ['JPY', '1200.50', '120050', '13'],
    ['KWD', '45.505', '45505', '13'],
    ['JPY', '1200', '1200', '8'],
    ['KWD', '45.50', '45500', '8'],
  ])('%s %s signed as %s is refused', async (currency, amount, cents, code) => {
    sandbox.setSwitch('amounts-always-2', true)
    const before = sandbox.effects().length
    const { http, record } = await signed('sale', payment({ amount, currency }), cents)
    expect([http, record['error-code']]).toEqual([400, code])
    expect(sandbox.effects()).toHaveLength(before)
  })

  it('is how callbacks write them too', async () => {
    const heard: string[] = []
    const shop = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(shop, 'listening')
    sandbox.setSwitch('amounts-always-2', true)
    const server_callback_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/told`
    await signed(
      'sale',
      payment({ amount: '1200.00', currency: 'JPY', server_callback_url }),
      '120000',
    )
    await expect.poll(() => heard.length).toBe(1)
    expect(new URL(heard[0] ?? '', 'http://x').searchParams.get('amount')).toBe('1200.00')
    shop.close()
  })
})

describe('answers as older hosts give them', () => {
  /** As old clients read: split at &, then at =, decode, and mind the newline at the end. */
  const read = (body: string): Record<string, string> =>
    Object.fromEntries(
      body.split('&').map((piece) => {
        expect(piece).toMatch(/^[a-z0-9-]+=[^\n&=]*\n$/)
        const [name = '', value = ''] = piece.split('=')
        return [name, decodeURIComponent(value.replaceAll('+', ' ')).trimEnd()]
      }),
    )
  const old = (operation: string, fields: Fields, headers: Record<string, string> = {}) =>
    post(
      urlOf(sandbox, operation),
      { ...fields, control: fields['control'] ?? control(sandbox, operation, fields) },
      { headers: { accept: '*/*', ...headers } },
    )

  it('are form-encoded text/html, every value ending in a newline, whatever Accept says', async () => {
    expect((await old('sale', payment())).http).toBe(400)
    sandbox.setSwitch('answers-form-encoded', true)
    for (const accept of ['*/*', 'text/html', 'application/vnd.pay+json', '']) {
      const fields = payment({ first_name: 'Zoë & co=1+1', last_name: '' })
      const answer = await old('sale', fields, { accept })
      expect([answer.http, answer.type]).toEqual([200, 'text/html; charset=utf-8'])
      const record = read(answer.body)
      expect(record).toMatchObject({
        type: 'async-response',
        'merchant-order-id': fields['client_orderid'],
      })
      const { login } = sandbox.identity
      const reported = await old('status', { login, orderid: record['paynet-order-id'] ?? '' })
      expect(read(reported.body)).toMatchObject({
        type: 'status-response',
        status: 'approved',
        name: 'Zoë & co=1+1',
      })
    }
  })

  it('keep their HTTP status when they refuse', async () => {
    sandbox.setSwitch('answers-form-encoded', true)
    const answer = await old('sale', { ...payment(), control: '0'.repeat(40) })
    expect([answer.http, answer.type]).toEqual([400, 'text/html; charset=utf-8'])
    expect(read(answer.body)).toMatchObject({ type: 'validation-error', 'error-code': '8' })
    const lost = await post(`${sandbox.baseUrl}/api/v2/nothing/1`, {}, { headers: { accept: '' } })
    expect([lost.http, read(lost.body)['type']]).toEqual([404, 'error'])
  })

  it('are spoilt in the same form', async () => {
    sandbox.setSwitch('answers-form-encoded', true)
    const spoilt = await old('sale', payment({ amount: '10.15' }))
    expect([spoilt.http, spoilt.type]).toEqual([500, 'text/html; charset=utf-8'])
    expect(read(spoilt.body)).toMatchObject({ type: 'error' })
  })
})

describe('a switch', () => {
  it('stays as it was set when the sandbox starts again', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const { join } = await import('node:path')
    const folder = mkdtempSync(join(tmpdir(), 'switches-'))
    const db = join(folder, 'books.db')
    const first = await startSandbox({ db, seedDays: 0 })
    first.setSwitch('answers-form-encoded', true)
    await first.close()
    const second = await startSandbox({ db, seedDays: 0 })
    const answer = await post(`${second.baseUrl}/api/v2/sale/1144`, {}, { body: 'a=1' })
    expect(answer.type).toBe('text/html; charset=utf-8')
    await second.close()
    rmSync(folder, { recursive: true })
  })
})

describe('status with status-needs-client-orderid on', () => {
  it('refuses an order id alone, and answers the merchant’s id with or without it', async () => {
    const { client_orderid, orderid } = await make(sandbox, 'sale')
    const ask = async (fields: Fields) => {
      const full = { login: sandbox.identity.login, ...fields }
      const control_ = control(sandbox, 'status', full)
      return (await call(sandbox, 'status', { ...full, control: control_ })).record
    }
    expect(await ask({ orderid })).toMatchObject({ status: 'approved' })
    sandbox.setSwitch('status-needs-client-orderid', true)
    expect(await ask({ orderid })).toMatchObject({
      type: 'validation-error',
      'error-message': expect.stringContaining('client_orderid is required') as unknown,
    })
    expect(await ask({ orderid, client_orderid })).toMatchObject({ status: 'approved' })
    expect(await ask({ client_orderid })).toMatchObject({ status: 'approved' })
  })
})
