import { describe, expect, it } from 'vitest'
import { formatMessages } from '#messages/format-messages.ts'
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
const found = (more: Partial<Connection>, holdsKey = true, openCount = 0): string[] =>
  formatMessages(weakeningsOf(before, { ...before, ...more }, holdsKey, openCount))

describe('a path that is changed', () => {
  const moved = settings({ paths: { status: '/api/v2/statuses' } })

  it('is asked about while requests are open, with where outcomes are asked for then', () => {
    expect(found(moved, true, 2)).toEqual([
      '2 requests are open. From now on Paydesk checks outcomes at these paths: status: /api/v2/statuses.',
    ])
    expect(found(moved, true, 1)[0]).toMatch(/^A request is open/)
  })

  it('is nothing to ask about while none is', () => {
    expect(found(moved)).toEqual([])
  })
})

describe('a change of a connection is asked about outside the page', () => {
  it('when fields are sent by other rules', () => {
    const rule = { operation: 'sale', field: 'server_callback_url', value: 'https://e.example/' }
    expect(found(settings({ fields: [rule] }))).toEqual([
      'Fields are sent by these rules:\nsale server_callback_url = https://e.example/',
    ])
  })

  it.each([
    ['another host', { baseUrl: 'https://other.example/paynet' }, /other\.example.*gate\.example/],
    ['another login', { login: 'shop2' }, /login shop2/],
    ['another endpoint', { endpointId: '1145' }, /endpoint 1145/],
    ['a proxy', settings({ proxyUrl: 'http://127.0.0.1:9' }), /through the proxy http:\/\/127/],
    ['another authority', settings({ caFile: '/tmp/ca.pem' }), /\/tmp\/ca\.pem are trusted/],
    ['no time to undo', money({ undoMs: 0 }), /can no longer be undone/],
    ['less time to undo', money({ undoMs: 5_000 }), /for 5 s instead of 10 s/],
    ['no system dialog', money({ confirmOutside: false }), /in the window only/],
    ['a listed reason for every amount', money({ freeReasonFrom: '' }), /every amount.*500/],
    ['a listed reason for more', money({ freeReasonFrom: '900' }), /900 instead of 500/],
    ['evidence by serial number', settings({ statusBy: 'request' }), /by its serial number/],
    ['amounts in minor units', settings({ amountUnit: 'minor' }), /minor units/],
    ['other digits', settings({ digitsRule: 'always-2' }), /two digits/],
    ['another reading of amounts', settings({ statusAmount: 'remaining' }), /what remains/],
    ['amounts that prove nothing', settings({ statusAmount: 'initial' }), /proves no capture/],
    ['order ids of requests', settings({ orderidOf: 'request' }), /new order ID/],
    ['another id in status', settings({ statusIds: 'orderid' }), /by the order ID alone/],
    [
      'a word',
      settings({ terms: [{ of: 'status', term: 'settled', means: 'approved' }] }),
      /decide what happened to a request:\nstatus settled = approved/,
    ],
    ['card entry', settings({ cardEntry: true }), /Card numbers/],
    ['one more currency', settings({ currencies: ['EUR', 'USD'] }), /EUR, USD/],
    ['every currency', settings({ currencies: [] }), /Every currency/],
  ] as [string, Partial<Connection>, RegExp][])('%s', (_story, more, message) => {
    const sentences = found(more)
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toMatch(message)
  })

  it.each([
    ['another name', { name: 'Shop 2' }],
    ['own words from less', money({ freeReasonFrom: '100.00' })],
    ['more time to undo', money({ undoMs: 30_000 })],
    ['a longer time-out', settings({ answerTimeoutMs: 90_000 })],
    ['an authority less', settings({ caFile: undefined })],
  ] as [string, Partial<Connection>][])('%s weakens nothing', (_story, more) => {
    expect(found(more)).toEqual([])
  })

  it('asks nothing about the address of a connection without a key', () => {
    expect(found({ baseUrl: 'https://other.example/paynet' }, false)).toEqual([])
  })
})
