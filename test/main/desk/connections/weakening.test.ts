import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import {
  type Connection,
  connectionRecord,
  connectionSettings,
} from '#shared/connections/connection.ts'
import { weakeningsOf } from '../../../../src/main/desk/connections/weakening.ts'

const before = connectionRecord.parse({
  id: 'c-1',
  name: 'Shop',
  environment: 'production',
  isEmbedded: false,
  baseUrl: 'https://gate.example/paynet',
  endpointId: '1144',
  login: 'shop',
  settings: { currencies: ['EUR'], money: { confirmOutside: true, freeReasonFrom: '500' } },
})
const settings = (more: Record<string, unknown>): Partial<Connection> => ({
  settings: connectionSettings.parse({ ...before.settings, ...more }),
})
const money = (more: Record<string, unknown>): Partial<Connection> =>
  settings({ money: { ...before.settings.money, ...more } })
const found = (more: Partial<Connection>): string[] =>
  formatMessages(weakeningsOf(before, { ...before, ...more }))

describe('a change of a connection is asked about outside the page', () => {
  const rule = { operation: 'sale', field: 'server_callback_url', value: 'https://e.example/' }
  const term = { of: 'status', term: 'cleared', means: 'approved' }
  it.each([
    [
      'another host',
      { baseUrl: 'https://other.example/paynet' },
      'Base URL: “https://other.example/paynet” (until now: “https://gate.example/paynet”)',
    ],
    ['another login', { login: 'shop2' }, 'Merchant login: “shop2” (until now: “shop”)'],
    ['another endpoint', { endpointId: '1145' }, 'Endpoint ID: “1145” (until now: “1144”)'],
    ['another name', { name: 'Shop 2' }, 'Name: “Shop 2” (until now: “Shop”)'],
    [
      'another path',
      settings({ paths: { status: '/api/v2/statuses' } }),
      'Paths of operations: “status: /api/v2/statuses” (until now: “status: /api/v2/status”)',
    ],
    [
      'another signature',
      settings({ schemes: { 'payout-pay': 'hmac-sha1' } }),
      /“payout-pay: hmac-sha1” \(until now: “payout-pay: rsa-sha256”\)$/,
    ],
    ['another checksum', settings({ controlEncoding: 'base64' }), /“base64” .*“hex-lower”/],
    [
      'other fields',
      settings({ fields: [rule] }),
      'Fields that differ: “sale server_callback_url = https://e.example/” (until now: none)',
    ],
    ['a proxy', settings({ proxyUrl: 'http://127.0.0.1:9' }), /“http:\/\/127\.0\.0\.1:9” .*says/],
    ['another authority', settings({ caFile: '/tmp/ca.pem' }), /“\/tmp\/ca\.pem”.*none/],
    ['no time to undo', money({ undoMs: 0 }), /: none, it is sent at once \(until now: 10 s\)/],
    ['less time to undo', money({ undoMs: 5_000 }), /: 5 s \(until now: 10 s\)/],
    ['no system dialog', money({ confirmOutside: false }), /dialog: off \(until now: on\)/],
    ['a listed reason for every amount', money({ freeReasonFrom: '' }), /none, a listed.*“500”/],
    ['a listed reason for more', money({ freeReasonFrom: '900' }), /“900” \(until now: “500”\)/],
    [
      'a reason less',
      money({ refundReasons: ['Customer request'] }),
      /: “customer-request \| Customer request” \(/,
    ],
    ['another way to end a hold', money({ holdReleasedBy: 'return' }), /a release, which can/],
    ['another belief of a hold', money({ restOfHold: 'released' }), /released at once.*not known/],
    ['evidence by serial number', settings({ statusBy: 'request' }), /by its serial number/],
    ['amounts in minor units', settings({ amountUnit: 'minor' }), /in minor units.*in units/],
    ['other digits', settings({ digitsRule: 'always-2' }), /two digits in every currency/],
    ['another reading of amounts', settings({ statusAmount: 'remaining' }), /what remains/],
    ['order ids of requests', settings({ orderidOf: 'request' }), /a new one/],
    ['another id in status', settings({ statusIds: 'orderid' }), /the order ID alone/],
    ['a word', settings({ terms: [term] }), /: “status cleared = approved” \(until now: none\)/],
    ['an operation more', settings({ extensions: ['payout'] }), /: “payout” \(until now: none\)/],
    ['card entry', settings({ cardEntry: true }), /security codes: on \(until now: off\)/],
    ['one more currency', settings({ currencies: ['EUR', 'USD'] }), /“EUR” and “USD” .*“EUR”\)/],
    ['every currency', settings({ currencies: [] }), /every currency \(until now: “EUR”\)/],
    ['no time for an answer', settings({ answerTimeoutMs: 100 }), /0\.1 s \(until now: 60 s\)/],
    ['a short answer', settings({ maxBodyBytes: 1024 }), /1 KiB \(until now: 256 KiB\)/],
  ] as [string, Partial<Connection>, RegExp | string][])('%s', (_story, more, message) => {
    const sentences = found(more)
    expect(sentences).toHaveLength(1)
    if (typeof message === 'string') expect(sentences[0]).toBe(message)
    else expect(sentences[0]).toMatch(message)
  })

  it('field by field, what leads elsewhere first', () => {
    expect(
      found({ baseUrl: 'https://other.example', ...money({ undoMs: 0 }) }).map((line) =>
        line.replace(/:.*/, ''),
      ),
    ).toEqual(['Base URL', 'Time to undo a confirmed request'])
  })

  it.each([
    ['own words from less', money({ freeReasonFrom: '100.00' })],
    ['more time to undo', money({ undoMs: 30_000 })],
    ['a reason for voids', money({ voidNeedsReason: true })],
    ['a longer time-out', settings({ answerTimeoutMs: 90_000 })],
    ['an authority less', settings({ caFile: undefined })],
    ['a built-in path that is written out', settings({ paths: { void: '/api/v2/void' } })],
  ] as [string, Partial<Connection>][])('%s weakens nothing', (_story, more) => {
    expect(found(more)).toEqual([])
  })

  it('quotes every text of the page on one line, so that it says nothing as Paydesk', () => {
    const login = 'shop”\nOnly a test: nothing is sent\u202e [[setting-production]]'
    expect(found({ login })).toEqual([
      'Merchant login: “shop\\u{201D}\\u{000A}Only a test: nothing is sent\\u{202E} [\\u{005B}setting-production]]” (until now: “shop”)',
    ])
  })

  it('of a long list names what differs', () => {
    const terms = Array.from({ length: 14 }, (_, at) => ({
      ...{ of: 'status', term: `word ${at}`, means: 'declined' },
    }))
    const long = connectionRecord.parse({ ...before, settings: { terms } })
    const less = connectionRecord.parse({ ...before, settings: { terms: terms.slice(1) } })
    expect(formatMessages(weakeningsOf(long, less))).toEqual([
      'Words of this gateway: all but these (until now: “status word 0 = declined”)',
    ])
  })
})
