import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { type Expected, readAnswer } from '../../../../src/main/gateway/answers/answer.ts'
import type { Answered } from '../../../../src/main/gateway/transport/exchange.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'

const payJson = 'application/vnd.pay+json'
const returning: Expected = { row: rowOf('return'), clientOrderid: 'pd-1', orderid: '77' }
const asking: Expected = { row: rowOf('status'), clientOrderid: 'pd-1', orderid: '77' }

const answered = (
  status: number,
  body: string | Buffer,
  more: Partial<Answered> = {},
): Answered => ({
  kind: 'answered',
  status,
  headers: { 'content-type': payJson },
  body: Buffer.from(body as string),
  complete: true,
  at: 0,
  date: null,
  ...more,
})
const typed = (contentType: string): Partial<Answered> => ({
  headers: { 'content-type': contentType },
})
const json = (fields: Record<string, unknown>): string => JSON.stringify(fields)

const async = {
  type: 'async-response',
  'serial-number': 'sn-1',
  'merchant-order-id': 'pd-1',
  'paynet-order-id': '77',
}
const failure = {
  type: 'validation-error',
  'serial-number': 'sn-2',
  'error-code': '5',
  'error-message': 'Amount exceeds the original',
}
const status = { ...async, type: 'status-response', status: 'approved', amount: '10.50' }

describe('acceptance', () => {
  it('takes a 200 with the operation’s own record', () => {
    const parsed = readAnswer(answered(200, json(async)), returning)
    expect(parsed).toMatchObject({ kind: 'accepted', answer: async, typed: async })
  })

  it('takes it under application/json with parameters as well', () => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', `${payJson};v=1`])
      expect(readAnswer(answered(200, json(async), typed(type)), returning).kind).toBe('accepted')
  })

  it('keeps unknown keys, trims values and strips a byte order mark', () => {
    const body = `\uFEFF${json({ ...async, 'serial-number': ' sn-1\n', 'new-key': 'value' })}`
    const parsed = readAnswer(answered(200, body), returning)
    expect(parsed).toMatchObject({
      kind: 'accepted',
      answer: { 'serial-number': 'sn-1', 'new-key': 'value' },
    })
  })

  it('keeps numbers and booleans as they were written, null as nothing, nested values as JSON text', () => {
    const body = `{"type":"status-response","status":"approved","amount":10.50,"big":1e400,"flag": true,
      "paynet-order-id":77,"merchant-order-id":null,"list": [1, {"a":"]}"}] , "map":{"x": {"y":"\\""}},"end":"1"}`
    const parsed = readAnswer(answered(200, body), asking)
    expect(parsed).toMatchObject({
      kind: 'accepted',
      answer: {
        amount: '10.50',
        big: '1e400',
        flag: 'true',
        'paynet-order-id': '77',
        'merchant-order-id': '',
        list: '[1, {"a":"]}"}]',
        map: '{"x": {"y":"\\""}}',
        end: '1',
      },
    })
  })

  it('reads the older form-encoded text, whose values end in a newline, under its content types', () => {
    const body =
      'type=async-response\n&serial-number=sn-1\n&merchant-order-id=pd-1\n&paynet-order-id=77\n&order_desc=Gift+f%C3%BCr%20Zo%C3%AB%0A\n'
    for (const type of [
      'text/html;charset=UTF-8',
      'text/plain',
      'application/x-www-form-urlencoded',
    ])
      expect(readAnswer(answered(200, body, typed(type)), returning)).toMatchObject({
        kind: 'accepted',
        answer: { ...async, order_desc: 'Gift für Zoë' },
      })
  })

  it('takes a declined payment as an answer, not as a refusal of the request', () => {
    const declined = {
      ...status,
      status: 'declined',
      'error-code': '51',
      'error-message': 'No funds',
    }
    expect(readAnswer(answered(200, json(declined)), asking)).toMatchObject({
      kind: 'accepted',
      typed: { status: 'declined', 'error-message': 'No funds' },
    })
  })
})

describe('refusal', () => {
  it.each([200, 400, 401, 403])(
    'reads an error record under HTTP %i as rejected, verbatim',
    (httpStatus) => {
      for (const type of ['validation-error', 'error'])
        expect(readAnswer(answered(httpStatus, json({ ...failure, type })), returning)).toEqual({
          kind: 'rejected',
          answer: expect.objectContaining({ type }) as unknown,
          code: '5',
          message: 'Amount exceeds the original',
          serialNumber: 'sn-2',
          httpStatus,
        })
    },
  )

  it('reads a form-encoded error under HTTP 200', () => {
    const body = 'type=error\n&error-code=9\n&error-message=INVALID_CONTROL_CODE\n'
    expect(readAnswer(answered(200, body, typed('text/html')), returning)).toMatchObject({
      kind: 'rejected',
      code: '9',
      message: 'INVALID_CONTROL_CODE',
    })
  })

  const unreadable = (httpStatus: number): Answered[] => [
    answered(httpStatus, '<html>Forbidden</html>', typed('text/html')),
    answered(httpStatus, ''),
    answered(httpStatus, '{"type":', { complete: false }),
    answered(httpStatus, 'x', { headers: { 'content-encoding': 'gzip' } }),
    answered(httpStatus, json({ message: 'Forbidden' })),
  ]

  it.each([401, 403])('takes an unreadable %i for no refusal of money', (httpStatus) => {
    for (const exchange of unreadable(httpStatus))
      for (const row of [returning.row, rowOf('payout'), rowOf('upload-cres-result')])
        expect(readAnswer(exchange, { ...returning, row })).toMatchObject({
          kind: 'unclear',
          httpStatus,
        })
  })

  it.each([400, 401, 403])(
    'reads the two error words in JSON without a type as rejected under %i, and nothing more than them',
    (httpStatus) => {
      const refused = { 'error-message': 'Wrong control', 'error-code': '2' }
      expect(readAnswer(answered(httpStatus, json(refused)), returning)).toMatchObject({
        kind: 'rejected',
        code: '2',
        message: 'Wrong control',
        httpStatus,
      })
      for (const more of [
        { 'paynet-order-id': '77' },
        { status: 'processing' },
        { type: 'async-response' },
        { 'error-code': '' },
        { 'error-message': '' },
      ])
        expect(
          readAnswer(answered(httpStatus, json({ ...refused, ...more })), returning).kind,
        ).toBe('unclear')
      const form = 'error-message=Wrong control&error-code=2'
      expect(readAnswer(answered(httpStatus, form, typed('text/html')), returning).kind).toBe(
        'unclear',
      )
      expect(readAnswer(answered(500, json(refused)), returning).kind).toBe('unclear')
    },
  )

  it.each([401, 403])(
    'of a question is taken from an unreadable %i, with what to check',
    (httpStatus) => {
      for (const exchange of unreadable(httpStatus).slice(0, 4)) {
        const parsed = readAnswer(exchange, asking)
        expect(parsed).toMatchObject({ kind: 'rejected', httpStatus, answer: {} })
        expect(formatMessages(parsed.kind === 'rejected' && parsed.message)).toMatch(
          /^(A web page came back instead of an answer|The gateway refused the request without a reason) \(HTTP 40[13]\)\. .*[Cc]heck the signing key/,
        )
      }
    },
  )

  it('strips characters that hide or turn text from the words, and only those', () => {
    const message =
      'A\u202Emount\u0000 \u2066exceeds\u2069\r\nthe \u200Boriginal: “50 €” <b>& می‌خواهم'
    const parsed = readAnswer(
      answered(400, json({ ...failure, 'error-message': message })),
      returning,
    )
    expect(parsed).toMatchObject({
      kind: 'rejected',
      message: 'Amount exceeds the original: “50 €” <b>& می‌خواهم',
    })
  })

  it('cuts endless words', () => {
    const parsed = readAnswer(
      answered(400, json({ ...failure, 'error-message': 'x'.repeat(100_000) })),
      returning,
    )
    expect(parsed.kind === 'rejected' && parsed.message.length).toBe(1_001)
  })

  it('hides a card number that was sent and comes back, grouped or not', () => {
    const expected = { ...returning, cardNumbers: ['4111111111111111'] }
    const message = 'Card 4111111111111111 (4111 1111 1111-1111) is blocked'
    for (const exchange of [
      answered(400, json({ ...failure, 'error-message': message })),
      answered(500, `<p>${message}</p>`, typed('text/html')),
    ]) {
      const reported = JSON.stringify(readAnswer(exchange, expected))
      expect(reported).toContain('************1111')
      expect(reported).not.toMatch(/4111[ -]?1111/)
    }
  })

  it('is believed under 5xx, 404 and 429 for a question, but never for money', () => {
    for (const httpStatus of [404, 429, 500, 502, 503, 504]) {
      const exchange = answered(httpStatus, json(failure))
      expect(readAnswer(exchange, asking)).toMatchObject({ kind: 'rejected', httpStatus })
      expect(readAnswer(exchange, returning)).toMatchObject({
        kind: 'unclear',
        httpStatus,
        answer: failure,
      })
      const writing = { ...returning, row: rowOf('upload-cres-result') }
      expect(readAnswer(exchange, writing).kind).toBe('unclear')
    }
  })
})

describe('a JSON answer whose end only its own bracket marks', () => {
  it('is read when it parses whole, and at no cut of it', () => {
    expect(readAnswer(answered(200, json(async), { complete: false }), returning).kind).toBe(
      'accepted',
    )
    expect(readAnswer(answered(400, json(failure), { complete: false }), returning).kind).toBe(
      'rejected',
    )
    const whole = json(async)
    for (let length = 0; length < whole.length; length += 1)
      expect([
        length,
        readAnswer(answered(200, whole.slice(0, length), { complete: false }), returning).kind,
      ]).toEqual([length, 'unclear'])
  })
})

describe('what proves nothing', () => {
  it.each([
    ['a success record under 400', answered(400, json(async))],
    ['a success record under 500', answered(500, json(async))],
    ['a success record under 403', answered(403, json(async))],
    ['a success record under 201', answered(201, json(async))],
    ['another operation’s record', answered(200, json(status))],
    ['a record without a type', answered(200, json({ status: 'approved' }))],
    ['an empty type', answered(200, json({ ...async, type: '' }))],
    ['an unreadable 400', answered(400, '<html>Bad Request</html>', typed('text/html'))],
    ['an empty 200', answered(200, '')],
    ['a 204', answered(204, '')],
    ['a redirect', answered(302, json(async))],
    ['a redirect that looks like a refusal', answered(307, json(failure))],
    [
      'form text that nothing ends',
      answered(200, 'type=async-response\n&serial-number=sn-1\n', {
        ...typed('text/html'),
        complete: false,
      }),
    ],
    [
      'JSON that nothing ends, cut by one character',
      answered(200, json(async).slice(0, -1), { complete: false }),
    ],
    ['no content type', answered(200, json(async), { headers: {} })],
    ['XML', answered(200, '<type>async-response</type>', typed('application/xml'))],
    ['JSON declared as HTML', answered(200, json(async), typed('text/html'))],
    ['form-encoded text declared as JSON', answered(200, 'type=async-response\n')],
    ['a form without a type', answered(200, 'status=approved\n', typed('text/plain'))],
    ['a form with a broken escape', answered(200, 'type=async-response%zz\n', typed('text/plain'))],
    [
      'a form with a field twice',
      answered(200, 'type=error\n&type=async-response\n', typed('text/plain')),
    ],
    [
      'a compressed body',
      answered(200, json(async), {
        headers: { 'content-type': payJson, 'content-encoding': 'gzip' },
      }),
    ],
    ['a list', answered(200, `[${json(async)}]`)],
    ['a text', answered(200, '"async-response"')],
    ['a number', answered(200, '1')],
    ['text after the object', answered(200, `${json(async)}x`)],
    ['a field twice', answered(200, '{"type":"error","type":"async-response"}')],
    [
      'a field twice, once with a blank',
      answered(200, '{"type":"error","type ":"async-response"}'),
    ],
    [
      'a field twice, once with a byte order mark',
      answered(200, '{"type":"error","\ufefftype":"async-response"}'),
    ],
    [
      'a field twice, once escaped',
      answered(200, '{"type":"error","\\u0074ype":"async-response"}'),
    ],
    ['a lone surrogate', answered(200, '{"type":"async-response","a":"\\ud800"}')],
    ['a lone surrogate in a name', answered(200, '{"type":"async-response","\\udfff":"a"}')],
    [
      'deep nesting',
      answered(200, `{"type":"async-response","a":${'['.repeat(33)}${']'.repeat(33)}}`),
    ],
    [
      'nesting 10,000 deep',
      answered(200, `{"type":"async-response","a":${'['.repeat(1e4)}${']'.repeat(1e4)}}`),
    ],
    [
      'too many fields',
      answered(
        200,
        json({ ...async, ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [i, ''])) }),
      ),
    ],
    ['a value that is too long', answered(200, json({ ...async, a: 'x'.repeat(140_000) }))],
    ['a name that is too long', answered(200, json({ ...async, ['x'.repeat(201)]: '' }))],
    ['broken UTF-8', answered(200, Buffer.from(json({ ...async, a: 'é' }), 'latin1'))],
    ['UTF-16', answered(200, Buffer.from(json(async), 'utf16le'))],
  ])('calls %s unclear', (_what, exchange) => {
    const parsed = readAnswer(exchange, returning)
    expect(parsed).toMatchObject({ kind: 'unclear', httpStatus: exchange.status })
  })

  it('calls a record without a type unclear, even where any type will do', () => {
    const { row } = { row: rowOf('get-card-info') }
    for (const type of [undefined, '', ' \n'])
      expect(readAnswer(answered(200, json({ type, bin: '411111' })), { row }).kind).toBe('unclear')
    expect(readAnswer(answered(200, json({ type: 'x', bin: '411111' })), { row }).kind).toBe(
      'accepted',
    )
  })

  it('quotes the text of an HTML page, without markup and scripts', () => {
    const page =
      '<html><head><title>x</title></head><script>alert(1)</script><h1>502 Bad\u202E Gateway</h1><img src=x onerror=y'
    expect(
      formatMessages(readAnswer(answered(502, page, typed('text/html')), returning)),
    ).toMatchObject({
      kind: 'unclear',
      excerpt: '502 Bad Gateway',
      detail: 'An answer came with HTTP 502, but it is not a record of the gateway.',
    })
  })

  it('quotes nothing of a compressed body', () => {
    const headers = { 'content-type': payJson, 'content-encoding': 'br' }
    expect(readAnswer(answered(200, 'secret', { headers }), returning)).not.toHaveProperty(
      'excerpt',
    )
  })

  it.each([
    ['open brackets', '<'.repeat(262_144)],
    ['open scripts', '<script>'.repeat(32_768)],
    ['escapes', `{"type":"${'\\\\'.repeat(120_000)}"}`],
    ['spaces', `{${' '.repeat(250_000)}`],
    ['ampersands', 'a=b&'.repeat(65_000)],
  ])('reads a hostile body of %s without delay', (_what, body) => {
    // Processor time: how long other programs keep the machine busy says nothing about this one.
    const before = process.threadCpuUsage()
    for (const type of [payJson, 'text/html'])
      readAnswer(answered(200, body, typed(type)), returning)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(100)
  })

  it('reads the longest body a connection may allow', () => {
    const body = `{"type":"${'\\\\'.repeat(2_000_000)}"}`
    expect(readAnswer(answered(200, body), returning).kind).toBe('unclear')
  })
})

describe('other ids', () => {
  it.each([
    ['paynet-order-id', '78'],
    ['paynet-order-id', '077'],
    ['merchant-order-id', 'pd-2'],
    ['merchant-order-id', 'PD-1'],
    ['client-order-id', 'pd-2'],
    ['client-orderid', 'pd-2'],
    ['merchant_order', 'pd-2'],
    ['orderid', '7'],
  ])('reports a %s of %s as foreign, in acceptances and refusals alike', (key, value) => {
    for (const exchange of [
      answered(200, json({ ...async, [key]: value })),
      answered(400, json({ ...failure, [key]: value })),
      answered(403, json({ ...failure, [key]: value })),
      answered(500, json({ ...async, [key]: value })),
    ])
      expect(readAnswer(exchange, returning)).toMatchObject({
        kind: 'foreign',
        detail: expect.stringContaining(value) as unknown,
        answer: { [key]: value },
      })
  })

  it('does not mind ids that were not asked about, are empty or absent', () => {
    const { row } = returning
    expect(readAnswer(answered(200, json(async)), { row }).kind).toBe('accepted')
    expect(readAnswer(answered(200, json({ type: 'async-response' })), returning).kind).toBe(
      'accepted',
    )
    const empty = { ...async, 'paynet-order-id': '' }
    expect(readAnswer(answered(200, json(empty)), returning).kind).toBe('accepted')
  })
})

describe('hostile names', () => {
  it('keeps __proto__ and constructor as harmless keys', () => {
    const body =
      '{"type":"async-response","__proto__":{"polluted":"1"},"constructor":"c","toString":"t"}'
    const form = 'type=async-response\n&__proto__=1\n&constructor=c\n&toString=t\n'
    for (const exchange of [answered(200, body), answered(200, form, typed('text/html'))]) {
      const parsed = readAnswer(exchange, returning)
      if (parsed.kind !== 'accepted') throw new Error(parsed.kind)
      expect(Object.getPrototypeOf(parsed.answer)).toBe(null)
      expect(Object.keys(parsed.answer)).toEqual(['type', '__proto__', 'constructor', 'toString'])
      expect(parsed.typed.constructor).toBe('c')
      expect(({} as Record<string, unknown>).polluted).toBe(undefined)
      expect(JSON.parse(JSON.stringify(parsed.answer))).toHaveProperty('toString', 't')
      expect(Object.keys(structuredClone(parsed.answer))).toHaveLength(4)
    }
  })
})
