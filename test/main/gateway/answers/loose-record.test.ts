// Answers written in other ways than the interface describes. Each row is read for a question, and
// its twin is the same bytes for a request that moves money: those prove nothing, as before.
import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { type Expected, readAnswer } from '../../../../src/main/gateway/answers/answer.ts'
import type { Answered } from '../../../../src/main/gateway/transport/exchange.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'

const payJson = 'application/vnd.pay+json'
const html = 'text/html'
const ids = { clientOrderid: 'pd-1', orderid: '77' }
const asking: Expected = { row: rowOf('status'), ...ids }
const returning: Expected = { row: rowOf('return'), ...ids }

const answered = (
  body: string | Buffer,
  type = payJson,
  more: Partial<Answered> = {},
): Answered => ({
  kind: 'answered',
  status: 200,
  headers: type === '' ? {} : { 'content-type': type },
  body: Buffer.from(body as string),
  complete: true,
  at: 0,
  date: null,
  ...more,
})
const status = {
  type: 'status-response',
  'serial-number': 'sn-1',
  'merchant-order-id': 'pd-1',
  'paynet-order-id': '77',
  status: 'approved',
  'transaction-type': 'sale',
  'order-stage': 'sale_approved',
  amount: '10.50',
  currency: 'EUR',
}
const { type: _type, ...untyped } = status
const json = JSON.stringify(status)
const formOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}\n`)
    .join('&')
const form = formOf({ ...status, phone: '+49' })
/** Cyrillic "Иван" as windows-1251 writes it. */
const ivan = Buffer.from([0xc8, 0xe2, 0xe0, 0xed])
const between = (before: string, after: string): Buffer =>
  Buffer.concat([Buffer.from(before), ivan, Buffer.from(after)])
const gzip = { headers: { 'content-type': payJson, 'content-encoding': 'gzip' } }

const written: [string, Answered][] = [
  ['JSON without a type', answered(JSON.stringify(untyped))],
  ['JSON labelled text/html', answered(json, html)],
  ['JSON labelled text/json', answered(json, 'text/json; charset=utf-8')],
  ['JSON without a label', answered(json, '')],
  ['JSON behind a byte order mark, labelled text/plain', answered(`\uFEFF${json}`, 'text/plain')],
  ['form text labelled JSON', answered(form)],
  ['a key twice with the same value', answered(json.replace('{', '{"type":"status-response",'))],
  ['a form’s key twice with the same value', answered(`${form}&status=approved\n`, html)],
  ['a stray percent sign in a name', answered(`${form}&name=100% real\n`, html)],
  ['a name in windows-1251 in JSON', answered(between(json.replace('}', ',"name":"'), '"}'))],
  ['a name in windows-1251 in a form', answered(between(`${form}&name=`, '\n'), html)],
  ['one of percent-encoded windows-1251', answered(`${form}&name=%C8%E2%E0%ED\n`, html)],
  ['a list of one', answered(`[${json}]`)],
  ['an object in a field', answered(`{"response":${json}}`)],
  ['a list in a field', answered(`{"orders":[${json}]}`)],
  ['gzip that nobody asked for', answered(gzipSync(json), payJson, gzip)],
  ['a form that only the closed connection ends', answered(form, html, { complete: false })],
  [
    'JSON labelled text/html that only the closed connection ends',
    answered(json, html, { complete: false }),
  ],
  ['a type in capitals', answered(json.replace('status-response', 'STATUS-RESPONSE'))],
  ['a type with an underscore', answered(json.replace('status-response', 'status_response'))],
  ['an order id with zeros before it', answered(json.replace('"77"', '"00077"'))],
  ['a merchant id in capitals beside the order id', answered(json.replace('pd-1', 'PD-1'))],
  [
    'all keys with underscores',
    answered(
      json.replace(
        /"([a-z]+)-([a-z]+)-?([a-z]*)":/g,
        (_all, a: string, b: string, c: string) => `"${[a, b, c].filter(Boolean).join('_')}":`,
      ),
    ),
  ],
]

describe('the answer to a question is read', () => {
  it.each(written)('from %s', (_how, exchange) => {
    const parsed = readAnswer(exchange, asking)
    expect(parsed).toMatchObject({
      kind: 'accepted',
      answer: { ...untyped },
      typed: { type: 'status-response', status: 'approved', amount: '10.50' },
    })
  })

  it('with the name as the customer reads it', () => {
    for (const [how, exchange] of written.filter(([one]) => one.includes('windows-1251')))
      expect(readAnswer(exchange, asking), how).toMatchObject({ answer: { name: 'Иван' } })
    const stray = written.find(([how]) => how.includes('percent sign'))?.[1]
    expect(readAnswer(stray!, asking)).toMatchObject({ answer: { name: '100% real' } })
  })

  it('with a merchant id in capitals where no order id was asked, beside one that is told', () => {
    const row = { row: asking.row, clientOrderid: 'pd-1' }
    const reported = json.replace('pd-1', 'PD-1')
    expect(readAnswer(answered(reported), row)).toMatchObject({
      kind: 'accepted',
      answer: { 'merchant-order-id': 'pd-1', 'paynet-order-id': '77' },
    })
    expect(readAnswer(answered(reported.replace('"77"', '""')), row).kind).toBe('foreign')
  })

  it('from the facts of a card without a type, and from nothing less', () => {
    const row = { row: rowOf('get-card-info') }
    const card = { bin: '411111', 'last-four-digits': '1111' }
    expect(readAnswer(answered(JSON.stringify(card)), row).kind).toBe('accepted')
    for (const other of [
      { bin: '411111' },
      { ...card, status: 'x' },
      { ...card, 'error-code': '1' },
    ])
      expect(readAnswer(answered(JSON.stringify(other)), row).kind).toBe('unclear')
  })

  it('from a refusal in capitals', () => {
    const refusal = { type: 'VALIDATION-ERROR', 'error-code': '5', 'error-message': 'No' }
    const exchange = answered(JSON.stringify(refusal), payJson, { status: 400 })
    expect(readAnswer(exchange, asking)).toMatchObject({ kind: 'rejected', message: 'No' })
    expect(readAnswer(exchange, returning).kind).toBe('unclear')
  })
})

describe('the same bytes prove nothing about money', () => {
  const async = { ...untyped, type: 'async-response' }
  const asMoney = (exchange: Answered): Answered => {
    const isPacked = 'content-encoding' in exchange.headers
    const text = isPacked ? json : exchange.body.toString('latin1')
    const body = Buffer.from(
      text
        .replaceAll('status-response', 'async-response')
        .replace('STATUS-R', 'ASYNC-R')
        .replace('status_r', 'async_r'),
      'latin1',
    )
    return { ...exchange, body: isPacked ? gzipSync(body) : body }
  }
  // Keys in underscores are the same keys: with ids in them, an answer proves less than before.
  it.each(written.filter(([how]) => !how.includes('keys with underscores')))(
    'from %s',
    (_how, exchange) => {
      expect(readAnswer(answered(JSON.stringify(async)), returning).kind).toBe('accepted')
      for (const row of [rowOf('return'), rowOf('payout'), rowOf('sale-form')])
        expect(['unclear', 'foreign']).toContain(
          readAnswer(asMoney(exchange), { ...returning, row }).kind,
        )
    },
  )
})

describe('a question stays open', () => {
  it.each([
    [
      'without a type and without the order',
      JSON.stringify({ status: 'approved', amount: '1.00' }),
      payJson,
    ],
    [
      'without a type, about another order',
      JSON.stringify({ ...untyped, 'paynet-order-id': '78' }),
      payJson,
    ],
    ['without a type and a status', JSON.stringify({ ...untyped, status: '' }), payJson],
    [
      'with a type, and of no order',
      JSON.stringify({ type: 'status-response', status: 'approved' }),
      payJson,
    ],
    ['with a key twice, otherwise', json.replace('{', '{"status":"declined",'), payJson],
    [
      'with a key in both writings, otherwise',
      json.replace('{', '{"paynet_order_id":"78",'),
      payJson,
    ],
    ['with a broken status', Buffer.from(form.replace('=approved', '=%E2pproved')), html],
    ['with a broken amount in windows-1251', between(json.replace('10.50"', ''), '"}'), payJson],
    ['in a list of two', `[${json},${json}]`, payJson],
    ['in an empty list', '[]', payJson],
    ['in three layers', `{"a":{"b":{"c":${json}}}}`, payJson],
    ['beside another field', `{"response":${json},"more":1}`, payJson],
    ['as form text without a type', formOf(untyped), html],
    ['as a web page', '<html>status=approved</html>', html],
    [
      'with a merchant id in capitals alone',
      json.replace('pd-1', 'PD-1').replace('"77"', '""'),
      payJson,
    ],
    ['with another order id of zeros', json.replace('"77"', '"0770"'), payJson],
  ])('%s', (_how, body, type) => {
    expect(['unclear', 'foreign']).toContain(readAnswer(answered(body, type), asking).kind)
  })

  it('when a redirect or a failure of the server has the same bytes', () => {
    for (const [how, exchange] of written)
      for (const http of [302, 307, 404, 500])
        expect(readAnswer({ ...exchange, status: http }, asking).kind, how).toBe('unclear')
  })

  it('at every cut of a form that nothing ends before all that decides is there', () => {
    const end = form.indexOf('phone')
    for (let length = 0; length < form.length; length += 1) {
      const cut = answered(form.slice(0, length), html, { complete: false })
      const { kind } = readAnswer(cut, asking)
      if (length <= end + 'phone'.length) expect([length, kind]).toEqual([length, 'unclear'])
      else expect([length, kind]).toEqual([length, 'accepted'])
    }
  })

  it('when what is packed is broken, cut or endless', () => {
    const packed = gzipSync(json)
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, '{'))
    for (const body of [packed.subarray(0, packed.length - 5), Buffer.from('x'), bomb])
      expect(readAnswer(answered(body, payJson, gzip), asking).kind).toBe('unclear')
    const other = { headers: { ...gzip.headers, 'content-encoding': 'br' } }
    expect(readAnswer(answered(packed, payJson, other), asking).kind).toBe('unclear')
  })
})

describe('a key with underscores', () => {
  it('is the key: the address of a link is found, and another order is noticed', () => {
    const row = rowOf('sale-form')
    const link = { type: 'async-form-response', redirect_url: 'https://pay.example/1' }
    expect(readAnswer(answered(JSON.stringify(link)), { row })).toMatchObject({
      kind: 'accepted',
      answer: { 'redirect-url': 'https://pay.example/1' },
    })
    const other = { type: 'async-response', paynet_order_id: '78' }
    expect(readAnswer(answered(JSON.stringify(other)), returning).kind).toBe('foreign')
  })

  it('stays as it is where it is a key of its own, or where both are there', () => {
    const both = {
      ...status,
      client_orderid: 'pd-1',
      risk_band: '4',
      error_message: 'a',
      'error-message': 'b',
    }
    expect(readAnswer(answered(JSON.stringify(both)), asking)).toMatchObject({ answer: both })
  })
})

describe('what the gateway did not write', () => {
  const page = '<html><head><title>x</title></head><h1>Forbidden</h1> by rule 17</html>'
  const reported = (http: number, body: string, type = html, expected = asking) =>
    formatMessages(readAnswer(answered(body, type, { status: http }), expected))

  it('is told in words where a firewall refuses a question', () => {
    expect(reported(403, page)).toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(
        /^A web page came back instead of an answer \(HTTP 403\)\. It reads: “Forbidden by rule 17”.* A firewall/,
      ) as unknown,
    })
    expect(reported(403, page, html, returning)).toMatchObject({ kind: 'unclear' })
  })

  it.each([
    [page, html, 'Forbidden by rule 17'],
    ['{"type":"error","error-code":"7","error-message":"slow down"}', payJson, 'slow down'],
    ['', '', ''],
  ])('is told as too many requests (%#)', (body, type, words) => {
    const parsed = reported(429, body, type)
    expect(parsed).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('too many requests') as unknown,
    })
    expect(parsed).toMatchObject({ message: expect.stringContaining(words) as unknown })
    expect(reported(429, body, type, returning).kind).toBe('unclear')
  })
})

describe('a status of HTTP', () => {
  it('201 and 202 answer what moves no money', () => {
    const row = rowOf('create-card-ref')
    const card = { type: 'create-card-ref-response', 'card-ref-id': '5', 'paynet-order-id': '77' }
    for (const http of [201, 202]) {
      const exchange = answered(JSON.stringify(card), payJson, { status: http })
      expect(readAnswer(exchange, { ...ids, row }).kind).toBe('accepted')
      const money = answered(JSON.stringify({ ...card, type: 'async-response' }), payJson, {
        status: http,
      })
      expect(readAnswer(money, returning).kind).toBe('unclear')
    }
  })

  it('409 and 422 refuse with a whole record of the gateway, and with nothing less', () => {
    const whole = {
      type: 'validation-error',
      'serial-number': 'sn',
      'error-code': '5',
      'error-message': 'No',
    }
    for (const http of [409, 422]) {
      const of = (fields: object) =>
        readAnswer(answered(JSON.stringify(fields), payJson, { status: http }), returning).kind
      expect(of(whole)).toBe('rejected')
      for (const name of Object.keys(whole)) expect(of({ ...whole, [name]: '' })).toBe('unclear')
      expect(of({ ...whole, type: 'error' })).toBe('unclear')
      expect(of({ ...whole, 'paynet-order-id': '78' })).toBe('foreign')
    }
  })

  it('that comes with no type is said so, in a true sentence', () => {
    const exchange = answered('{"message":"Bad"}', payJson, { status: 400 })
    expect(formatMessages(readAnswer(exchange, returning))).toMatchObject({
      detail: 'An answer came with HTTP 400, but it does not say what it is.',
    })
  })
})
