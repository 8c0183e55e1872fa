// The door: method, path, headers, body, fields. Each refusal names what is wrong and has a code.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalCodes } from '../../src/sandbox/http/refusal.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type Answer, call, control, make, payment, post, status } from './merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const saleUrl = (): string => `${sandbox.baseUrl}/api/v2/sale/${sandbox.identity.endpointId}`
function expectRefusal(
  answer: Answer,
  http: number,
  name: keyof typeof refusalCodes,
  message = '',
): void {
  expect(answer.http).toBe(http)
  expect(answer.type).toBe('application/vnd.pay+json')
  expect(answer.record['type']).toBe(http === 400 ? 'validation-error' : 'error')
  expect(answer.record['error-code']).toBe(refusalCodes[name].code)
  expect(answer.record['error-message']).toMatch(new RegExp(`^${name}: .*${message}`))
  expect(answer.record['serial-number']).toMatch(/^[0-9a-f-]{36}$/)
}

describe('an accepted request', () => {
  it('is answered with the async-response and its names', async () => {
    const fields = payment()
    const { http, type, record } = await call(sandbox, 'sale', fields)
    expect([http, type]).toEqual([200, 'application/vnd.pay+json'])
    expect(Object.keys(record)).toEqual([
      'type',
      'serial-number',
      'merchant-order-id',
      'paynet-order-id',
      'end-point-id',
    ])
    expect(record['type']).toBe('async-response')
    expect(record['merchant-order-id']).toBe(fields['client_orderid'])
    expect(record['paynet-order-id']).toMatch(/^\d{7,8}$/)
    expect(record['end-point-id']).toBe(sandbox.identity.endpointId)
  })

  it('leaves exactly one effect that names its request', async () => {
    const order = await make(sandbox, 'sale', { amount: '12.50' })
    const { record } = await call(sandbox, 'return', {
      ...order,
      amount: '2.50',
      currency: 'EUR',
      comment: 'damaged',
    })
    const effects = sandbox.effects().filter(({ orderid }) => orderid === order.orderid)
    expect(effects).toMatchObject([
      {
        operation: 'sale',
        amountMinor: 1250,
        currency: 'EUR',
        clientOrderid: order.client_orderid,
      },
      { operation: 'return', amountMinor: 250, requestSerial: record['serial-number'] },
    ])
  })

  it('serial-numbers never repeat', async () => {
    const order = await make(sandbox, 'sale')
    const answers = await Promise.all(Array.from({ length: 50 }, () => status(sandbox, order)))
    expect(new Set(answers.map((answer) => answer['serial-number'])).size).toBe(50)
  })

  it('reads names and values in UTF-8, + as a space', async () => {
    const fields = payment({ first_name: 'ليلى', last_name: 'a+b c' })
    await call(sandbox, 'sale', fields)
    const reported = await call(sandbox, 'status', {
      client_orderid: fields['client_orderid'] ?? '',
    })
    expect(reported.record['name']).toBe('ليلى a+b c')
  })
})

describe('the door', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('refuses %s with 405', async (method) => {
    expectRefusal(await post(saleUrl(), {}, { method }), 405, 'METHOD_NOT_ALLOWED')
  })

  it.each(['/api/v2/salex/1144', '/api/v3/sale/1144', '/api', '/', '/api/v2/'])(
    'answers 404 for %s',
    async (path) => {
      expectRefusal(await post(sandbox.baseUrl + path, payment()), 404, 'UNKNOWN_PATH')
    },
  )

  it.each(['', '/', '/9', '/group/9', '/group/1144', '/1144/1', '/01144'])(
    'refuses the endpoint %o as a validation error',
    async (rest) => {
      expectRefusal(
        await post(`${sandbox.baseUrl}/api/v2/sale${rest}`, payment()),
        400,
        'UNKNOWN_ENDPOINT',
        'endpointId',
      )
    },
  )

  it('refuses another Content-Type', async () => {
    const headers = { 'content-type': 'application/json' }
    expectRefusal(await post(saleUrl(), {}, { headers, body: '{}' }), 400, 'WRONG_CONTENT_TYPE')
  })

  it.each(['*/*', 'application/json', 'text/html'])('refuses Accept %s', async (accept) => {
    expectRefusal(await post(saleUrl(), payment(), { headers: { accept } }), 400, 'WRONG_ACCEPT')
  })

  it('takes the Content-Type with a charset', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    expect((await call(sandbox, 'sale', payment(), { headers })).http).toBe(200)
  })

  it.each([
    ['no body', '', 'MALFORMED_BODY'],
    ['broken percent-encoding', 'a=%zz', 'MALFORMED_BODY'],
    ['bytes that are no UTF-8', 'a=%ff%fe', 'MALFORMED_BODY'],
    ['raw bytes', 'a=ü', 'MALFORMED_BODY'],
    ['JSON', '{"amount":"1.00"}', 'MISSING_FIELD'],
    ['a field sent twice', 'amount=1.00&amount=9.00', 'REPEATED_FIELD'],
  ] as const)('refuses %s', async (_what, body, name) => {
    expectRefusal(await post(saleUrl(), {}, { body }), 400, name)
  })

  it('refuses a body above one mebibyte with 413', async () => {
    const answer = await post(saleUrl(), {}, { body: `order_desc=${'x'.repeat(1_100_000)}` })
    expectRefusal(answer, 413, 'BODY_TOO_LARGE')
  })

  it('tells its own time in the Date header', async () => {
    const odd = await startSandbox({ seedDays: 0, clock: () => 1_795_000_000_000 })
    const response = await fetch(`${odd.baseUrl}/api/v2/sale/1144`)
    expect(response.headers.get('date')).toBe('Wed, 18 Nov 2026 11:06:40 GMT')
    await odd.close()
  })
})

describe('fields', () => {
  const required = {
    sale: [
      'client_orderid',
      'order_desc',
      'amount',
      'currency',
      'email',
      'ipaddress',
      'card_printed_name',
      'credit_card_number',
      'expire_month',
      'expire_year',
      'cvv2',
      'control',
    ],
    capture: ['login', 'client_orderid', 'orderid', 'control'],
    void: ['login', 'client_orderid', 'orderid', 'control'],
    return: ['login', 'client_orderid', 'orderid', 'comment', 'control'],
    status: ['login', 'control'],
  }
  const rows = Object.entries(required).flatMap(([operation, names]) =>
    names.map((name) => [operation, name] as const),
  )

  it.each(rows)('%s without %s is refused by that name', async (operation, name) => {
    const fields: Record<string, string> =
      operation === 'sale'
        ? payment()
        : { login: sandbox.identity.login, client_orderid: 'a', orderid: '1', comment: 'b' }
    const signed: Record<string, string> = {
      ...fields,
      control: control(sandbox, operation, fields),
    }
    const rest = Object.fromEntries(Object.entries(signed).filter(([field]) => field !== name))
    const url = `${sandbox.baseUrl}/api/v2/${operation}/${sandbox.identity.endpointId}`
    const answers = [await post(url, rest), await post(url, { ...rest, [name]: '' })]
    for (const answer of answers) {
      expect(answer.http).toBe(400)
      expect(answer.record['error-message']).toMatch(
        new RegExp(`^(MISSING_FIELD|AMOUNT_WITHOUT_CURRENCY): ${name} `),
      )
    }
  })

  it.each([
    ['amount', '0', 'INVALID_AMOUNT'],
    ['amount', '0.00', 'INVALID_AMOUNT'],
    ['amount', '-1', 'INVALID_AMOUNT'],
    ['amount', '1,50', 'INVALID_AMOUNT'],
    ['amount', '1.505', 'INVALID_AMOUNT'],
    ['amount', '1e3', 'INVALID_AMOUNT'],
    ['amount', '1.', 'INVALID_AMOUNT'],
    ['amount', '.5', 'INVALID_AMOUNT'],
    ['amount', '99999999999.99', 'INVALID_AMOUNT'],
    ['currency', 'eur', 'INVALID_CURRENCY'],
    ['currency', 'XXX', 'INVALID_CURRENCY'],
    ['currency', 'JPY', 'INVALID_AMOUNT'],
    ['email', 'nobody', 'INVALID_FIELD'],
    ['email', `${'a'.repeat(130)}@example.org`, 'FIELD_TOO_LONG'],
    ['client_orderid', 'x'.repeat(129), 'FIELD_TOO_LONG'],
    ['client_orderid', 'line\nbreak', 'INVALID_FIELD'],
    ['ipaddress', '300.1.1.1', 'INVALID_FIELD'],
    ['credit_card_number', '4111111111111112', 'INVALID_FIELD'],
    ['credit_card_number', '4111 1111 1111 1111', 'INVALID_FIELD'],
    ['expire_month', '13', 'INVALID_FIELD'],
    ['expire_year', '131', 'INVALID_FIELD'],
    ['cvv2', '12', 'INVALID_FIELD'],
    ['country', 'Germany', 'FIELD_TOO_LONG'],
    ['redirect_url', 'ftp://example.org', 'INVALID_FIELD'],
    ['redirect_url', 'javascript:alert(1)', 'INVALID_FIELD'],
  ] as const)('a sale with %s %o is refused as %s', async (name, value, refusal) => {
    const before = sandbox.effects().length
    const fields = payment({ amount: '10.50', [name]: value })
    const answer = await call(sandbox, 'sale', { ...fields, control: 'x' })
    expectRefusal(
      answer,
      400,
      refusal,
      `${name === 'currency' && refusal === 'INVALID_AMOUNT' ? 'amount' : name}\\b`,
    )
    expect(sandbox.effects()).toHaveLength(before)
  })

  it('takes an IPv6 address and a client_orderid of 128 characters', async () => {
    const fields = payment({ ipaddress: '2001:db8::7', client_orderid: 'y'.repeat(128) })
    expect((await call(sandbox, 'sale', fields)).http).toBe(200)
  })

  it('another login is refused', async () => {
    const order = await make(sandbox, 'sale')
    const stranger = { ...sandbox, identity: { ...sandbox.identity, login: 'somebody-else' } }
    expectRefusal(await call(stranger, 'status', { ...order }), 400, 'WRONG_LOGIN', 'login')
  })

  it('an expired card is declined', async () => {
    const order = await make(sandbox, 'sale', { expire_month: '01', expire_year: '2024' })
    expect(await status(sandbox, order)).toMatchObject({
      status: 'declined',
      'error-message': 'Expired card',
    })
  })
})

describe('the request log', () => {
  it('keeps what was received without card data, codes or signatures', async () => {
    const fields = payment({ cvv2: '987', credit_card_number: '5555555555554444' })
    await call(sandbox, 'sale', fields)
    const row = sandbox.requests().at(-1)
    expect(row).toMatchObject({
      method: 'POST',
      operation: 'sale',
      http: 200,
      code: null,
      delivery: 'normal',
    })
    const text = JSON.stringify(row)
    expect(text).toContain('**** 4444')
    expect(text).not.toContain('5555555555554444')
    // Three digits come about by chance in what is drawn anew each time.
    const drawn = ['serial', 'at', 'expected', 'received']
    const same = JSON.stringify(row, (name, value) => (drawn.includes(name) ? null : value))
    expect(same).toContain('"cvv2"')
    expect(same).not.toContain('987')
  })
})
