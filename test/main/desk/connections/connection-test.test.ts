import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { testReportOf } from '../../../../src/main/desk/connections/connection-test.ts'
import type { Asked } from '../../../../src/main/gateway/client.ts'

const connection = connectionRecord.parse({
  id: 'c-1',
  name: 'Shop',
  environment: 'test',
  isEmbedded: false,
  baseUrl: 'https://gate.example/paynet',
  endpointId: '1144',
  login: 'shop',
  settings: {},
})
const answered = (status: number): Asked['exchange'] => ({
  kind: 'answered',
  status,
  headers: {},
  body: Buffer.alloc(0),
  complete: true,
  at: 0,
  date: null,
})
const refused = (status: number, message: string, code?: string): Asked => ({
  exchange: answered(status),
  parsed: {
    kind: 'rejected',
    answer: { type: 'error', 'serial-number': 'sn-9' },
    message,
    httpStatus: status,
    ...(code === undefined ? {} : { code }),
  },
  skewMs: 0,
})
const unclear = (status: number): Asked => ({
  exchange: answered(status),
  parsed: { kind: 'unclear', detail: 'it is not JSON', httpStatus: status },
  skewMs: 0,
})
const unreached = (code: string, detail = 'why'): Asked => ({
  exchange: { kind: 'unreached', code, detail },
  parsed: null,
  skewMs: null,
})
const toMatch = (asked: Asked) => formatMessages(testReportOf(connection, ok(asked)))
const states = (asked: Asked) =>
  Object.fromEntries(toMatch(asked).checks.map((check) => [check.topic, check.state]))
const messageOf = (asked: Asked, topic: string) =>
  toMatch(asked).checks.find((check) => check.topic === topic)

const all = (state: string) => ({
  address: state,
  certificate: state,
  path: state,
  answer: state,
  credentials: state,
  clock: state,
})

describe('a test of a connection', () => {
  it.each([
    "Order with client_orderid 'pd-test-1' not found",
    'ORDER_NOT_FOUND: order not found: client_orderid pd-test-1',
    'No such order',
    'Transaction does not exist',
    'Merchant order not found for endpoint 1144',
  ])('is good when all the gateway misses is the order: %s', (message) => {
    expect(states(refused(400, message))).toEqual(all('good'))
    expect(toMatch(refused(400, message))).toMatchObject({ verdict: 'good', serialNumber: 'sn-9' })
  })

  it('is good when the gateway answers with a status of its own for what it does not know', () => {
    const parsed = { kind: 'accepted', answer: {}, typed: {} } as const
    expect(states({ exchange: answered(200), parsed, skewMs: 0 })).toEqual(all('good'))
  })

  it.each([
    ['INVALID_CONTROL_CODE: control does not match', 'credentials', /control key again/],
    ['Checksum mismatch for order', 'credentials', /control key again/],
    ['Bad signature', 'credentials', /control key again/],
    ['WRONG_LOGIN: login is not known at this endpoint', 'credentials', /login “shop”/],
    ['Unknown merchant', 'credentials', /login “shop”/],
    ['UNKNOWN_ENDPOINT: the path must end in a known endpoint id', 'path', /endpoint ID 1144/],
    ['Project with id 1144 is disabled', 'path', /endpoint ID 1144/],
  ])('says what the gateway’s words mean: %s', (message, topic, meaning) => {
    const found = messageOf(refused(400, message, '8'), topic)
    expect(found).toMatchObject({ state: 'bad', message: expect.stringMatching(meaning) })
    expect(found?.detail).toBe(`“${message}”, code 8, HTTP 400`)
    expect(toMatch(refused(400, message)).verdict).toBe('bad')
  })

  it('does not guess at other words, unless the gateway shut the door', () => {
    expect(messageOf(refused(400, 'Nope'), 'credentials')?.state).toBe('unknown')
    expect(toMatch(refused(400, 'Nope')).verdict).toBe('warning')
    for (const status of [401, 403])
      expect(messageOf(refused(status, 'Nope'), 'credentials')?.state).toBe('bad')
  })

  it.each([
    ['ENOTFOUND', /name gate\.example could not be found/],
    ['ECONNREFUSED', /refuses connections/],
    ['connect-timeout', /did not answer within 10 s/],
    ['proxy-407', /proxy/],
    ['EHOSTUNREACH', /can’t be reached/],
  ])('names an address that can’t be reached: %s', (code, message) => {
    expect(messageOf(unreached(code), 'address')).toMatchObject({
      state: 'bad',
      message: expect.stringMatching(message),
      detail: `why (${code})`,
    })
    expect(states(unreached(code))).toEqual({ ...all('unknown'), address: 'bad' })
  })

  it.each([
    ['CERT_HAS_EXPIRED', /has expired/],
    ['CERT_NOT_YET_VALID', /this computer’s date/],
    ['PAYDESK_TLS_CERT_NO_NAMES', /has no subject alternative name/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate is not for/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /does not trust/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /does not trust/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /TLS 1\.2/],
    ['EPROTO', /TLS 1\.2/],
  ])('names a certificate that is refused: %s', (code, message) => {
    const asked = unreached(code, 'The certificate is for CN=other, issued by CN=x')
    expect(messageOf(asked, 'certificate')).toMatchObject({
      state: 'bad',
      message: expect.stringMatching(message),
      detail: expect.stringContaining('CN=other'),
    })
    expect(states(asked)['address']).toBe('good')
  })

  it.each([
    [302, 'path', /another address/],
    [404, 'path', /nothing at this path/],
    [405, 'path', /nothing at this path/],
    [503, 'answer', /internal error/],
    [200, 'answer', /does not come from a gateway of this kind/],
  ])('names a wrong path or form: HTTP %i', (status, topic, message) => {
    expect(messageOf(unclear(status), topic)).toMatchObject({
      state: 'bad',
      message: expect.stringMatching(message),
    })
    expect(states(unclear(status))['credentials']).toBe('unknown')
  })

  it('says of plain http on this computer that nothing was checked, and passes the rest', () => {
    const missing = refused(400, "Order with client_orderid 'pd-test-1' not found")
    const here = { ...connection, baseUrl: 'http://127.0.0.1:40123/paynet' }
    const report = formatMessages(testReportOf(here, ok(missing)))
    expect(report.checks.find(({ topic }) => topic === 'certificate')).toMatchObject({
      state: 'unneeded',
      message: expect.stringMatching(/no certificate/) as string,
    })
    expect(report.verdict).toBe('good')
  })

  it('names an answer that never came', () => {
    const asked: Asked = {
      exchange: { kind: 'no-answer', code: 'answer-timeout', detail: 'No complete answer.' },
      parsed: null,
      skewMs: null,
    }
    expect(messageOf(asked, 'answer')?.message).toContain('within 60 s')
    expect(states(asked)).toMatchObject({ address: 'good', certificate: 'good', answer: 'bad' })
  })

  it.each([
    [null, 'unknown', 'warning'],
    [29_000, 'good', 'good'],
    [-31_000, 'warning', 'warning'],
    [121_000, 'bad', 'bad'],
  ] as const)('checks the clock: %s ms', (skewMs, state, verdict) => {
    const asked = { ...refused(400, 'no such order'), skewMs }
    expect(states(asked)['clock']).toBe(state)
    expect(toMatch(asked).verdict).toBe(verdict)
  })

  it('says what is missing before anything is asked', () => {
    const locked = fail({
      kind: 'vault',
      sent: 'no',
      reason: 'locked',
      message: 'Locked.',
    } as const)
    expect(testReportOf(connection, locked)).toMatchObject({ verdict: 'bad', summary: 'Locked.' })
    const ca = fail(inputFault('caFile', 'No file.'))
    expect(testReportOf(connection, ca).checks.find((check) => check.state === 'bad')?.topic).toBe(
      'certificate',
    )
  })
})
