import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import {
  changesOf,
  faultOfConnection,
  isElsewhere,
  isMoved,
  connectionOfOtherEnvironment,
} from '../../../../src/main/desk/connections/connection-rules.ts'

const connection = (more: Record<string, unknown> = {}): Connection =>
  connectionRecord.parse({
    id: 'c-1',
    name: 'Shop',
    environment: 'test',
    isEmbedded: false,
    baseUrl: 'https://test.example/paynet',
    endpointId: '1',
    login: 'shop-test',
    settings: {},
    ...more,
  })
const real = (more: Record<string, unknown> = {}): Connection =>
  connection({
    id: 'c-2',
    name: 'Real',
    environment: 'production',
    baseUrl: 'https://gate.example/paynet',
    login: 'shop',
    ...more,
  })
const fault = (draft: Connection, others: Connection[] = []) =>
  formatMessages(faultOfConnection(draft, others))

describe('a connection', () => {
  it('is fine when it is like no other', () => {
    expect(fault(connection(), [real()])).toBeNull()
    expect(fault(connection({ baseUrl: 'http://127.0.0.1:8080/paynet' }), [real()])).toBeNull()
  })

  it('shares host, login and key freely with others of its own kind', () => {
    expect(fault(connection({ id: 'c-3', name: 'Second' }), [connection()])).toBeNull()
    expect(
      connectionOfOtherEnvironment(
        connection({ id: 'c-3' }),
        ['connection/c-1/private_key'],
        [connection()],
      ),
    ).toBeNull()
  })

  it.each([
    ['a zero-width space', 'sh\u200bop', 'U+200B'],
    ['a soft hyphen', 'sh\u00adop', 'U+00AD'],
    ['a mark that turns the direction', 'shop\u202e', 'U+202E'],
    ['a byte order mark', 'sh\ufeffop', 'U+FEFF'],
    ['a variation selector', 'shop\ufe0f', 'U+FE0F'],
    ['a tab', 'sh\top', 'U+0009'],
    ['a null', 'shop\u0000', 'U+0000'],
    ['a blank that is no space', 'sh\u00a0op', 'U+00A0'],
    ['a line separator', 'sh\u2028op', 'U+2028'],
    ['half a character', 'shop\ud800', 'U+D800'],
  ])('has no login with %s', (_what, login, code) => {
    expect(fault(connection({ login }))).toMatchObject({
      kind: 'input',
      field: 'login',
      message: expect.stringContaining(code),
    })
    expect(fault(connection({ login: 'shop of Zoë Müller' }))).toBeNull()
  })

  it.each([
    ['the same host', { baseUrl: 'https://gate.example/paynet' }, 'baseUrl'],
    ['the same host on another port', { baseUrl: 'https://gate.example:8443/other' }, 'baseUrl'],
    ['the same host, written otherwise', { baseUrl: 'https://GATE.example./x' }, 'baseUrl'],
    ['the same login', { login: 'shop' }, 'login'],
    ['the same login in capitals', { login: 'SHOP' }, 'login'],
    ['the same login in full-width forms', { login: 'ｓｈｏｐ' }, 'login'],
  ])('of test never has %s as one of production, nor the other way round', (_what, more, field) => {
    const message = expect.stringContaining('“Real” is a production connection')
    expect(fault(connection(more), [real()])).toMatchObject({ kind: 'input', field, message })
    expect(fault(real(), [connection(more)])).toMatchObject({
      field,
      message: expect.stringContaining('“Shop” is a test connection'),
    })
  })

  it('of production on this computer meets every other name of this computer', () => {
    for (const here of ['http://127.0.0.1:9/x', 'http://localhost/x', 'http://[::1]:3/x'])
      expect(
        fault(real({ baseUrl: 'https://127.0.0.2/x' }), [connection({ baseUrl: here })]),
      ).toMatchObject({ field: 'baseUrl' })
  })

  it.each([
    ['a name that is taken', { name: 'REAL' }, 'name'],
    ['a name that looks like another', { name: 'Rеal' }, 'name'],
    ['a name with a mark that turns the direction', { name: 'Real\u202e' }, 'name'],
    ['a name of two lines', { name: 'New\nOnly a test' }, 'name'],
    ['http to another computer', { baseUrl: 'http://test.example/x' }, 'baseUrl'],
    ['a password in its address', { baseUrl: 'https://a:b@test.example/x' }, 'baseUrl'],
    ['a letter of another script', { baseUrl: 'https://gаte.example/x' }, 'baseUrl'],
    ['a turned text', { baseUrl: 'https://gate.example/\u202ex' }, 'baseUrl'],
    ['port 0', { baseUrl: 'https://test.example:0/x' }, 'baseUrl'],
    ['a backslash', { baseUrl: 'https://gate.example\\@evil.example' }, 'baseUrl'],
    ['a query in its address', { baseUrl: 'https://test.example/x?y=1' }, 'baseUrl'],
    ['a fragment in its address', { baseUrl: 'https://test.example/x#' }, 'baseUrl'],
    ['a path for no operation', { settings: { paths: { refund: '/x' } } }, 'settings.paths.refund'],
    ['a path that climbs', { settings: { paths: { void: '/../x' } } }, 'settings.paths.void'],
    [
      'a scheme for no operation',
      { settings: { schemes: { refund: 'control' } } },
      'settings.schemes.refund',
    ],
    [
      'a scheme where there is no choice',
      { settings: { schemes: { void: 'hmac-sha1' } } },
      'settings.schemes.void',
    ],
    [
      'a scheme that is no choice',
      { settings: { schemes: { 'payout-form': 'control' } } },
      'settings.schemes.payout-form',
    ],
    ['an extension that is none', { settings: { extensions: ['void'] } }, 'settings.extensions'],
  ])('is refused with %s, naming the field', (_what, more, field) => {
    expect(fault(connection(more), [real()])).toMatchObject({ kind: 'input', sent: 'no', field })
  })

  it('whose host holds letters of another script can be meant, in the letters a computer uses', () => {
    const looked = fault(connection({ baseUrl: 'https://gаte.example/x' }))
    expect(looked).toMatchObject({ message: expect.stringContaining('https://xn--') as string })
    const [asked] = /https:\/\/xn--\S+/.exec(JSON.stringify(looked)) ?? ['']
    expect(fault(connection({ baseUrl: asked.replace(/"}?.*$/, '') }))).toBeNull()
  })

  it('of production needs https, also on this computer', () => {
    expect(fault(real({ baseUrl: 'http://127.0.0.1/x' }))).toMatchObject({
      field: 'baseUrl',
      message: 'A production connection needs https.',
    })
  })
})

describe('a key', () => {
  it('that another environment holds is found with the other connection’s name', () => {
    const all = [connection(), real()]
    expect(connectionOfOtherEnvironment(real(), ['connection/c-1/private_key'], all)).toBe('Shop')
    expect(
      connectionOfOtherEnvironment(connection(), ['connection/c-2/merchant_control_key'], all),
    ).toBe('Real')
    expect(connectionOfOtherEnvironment(connection(), ['audit/signing-key'], all)).toBeNull()
    expect(
      connectionOfOtherEnvironment(connection(), ['connection/c-20/private_key'], all),
    ).toBeNull()
  })
})

describe('a change', () => {
  it('moves a connection when an outcome would be asked for elsewhere or in another name', () => {
    const before = connection()
    for (const more of [
      { baseUrl: 'https://test.example/other' },
      { endpointId: '2' },
      { login: 'x' },
      { settings: { paths: { status: '/own' } } },
      { settings: { statusAmount: 'initial' } },
      { settings: { digitsRule: 'always-2' } },
      { settings: { statusBy: 'request' } },
      { settings: { amountUnit: 'minor' } },
      { settings: { orderidOf: 'request' } },
      { settings: { terms: [{ of: 'type', term: 'credit', means: 'reversal' }] } },
    ])
      expect(isMoved(before, connection(more))).toBe(true)
    expect(isMoved(before, connection({ name: 'New', settings: { answerTimeoutMs: 5_000 } }))).toBe(
      false,
    )
  })

  it('of a path, or of fields, leads nowhere else: it may be made while an outcome is open', () => {
    const before = connection()
    const rule = { operation: 'sale', field: 'phone', isRequired: true }
    for (const settings of [{ paths: { status: '/own' } }, { fields: [rule] }]) {
      expect(isElsewhere(before, connection({ settings }))).toBe(false)
      // A request that was reviewed does not leave by the new one unseen.
      expect(isMoved(before, connection({ settings }))).toBe(true)
    }
    for (const more of [{ login: 'x' }, { endpointId: '2' }, { settings: { statusBy: 'request' } }])
      expect(isElsewhere(before, connection(more))).toBe(true)
  })

  it('gives a question no path of another operation, whichever of them is moved', () => {
    for (const paths of [
      { status: '/api/v2/return' },
      { status: '/API/V2/Return/' },
      { 'get-card-info': '/api/v2/make-rebill' },
      { return: '/api/v2/status' },
      { return: '/own', status: '/own' },
    ])
      expect(fault(connection({ settings: { paths } }))).toMatchObject({
        kind: 'input',
        message: expect.stringMatching(/Enter a path that no other operation has/),
      })
    expect(fault(connection({ settings: { paths: { payout: '/api/v2/payout-by-ref' } } }))).toBe(
      null,
    )
  })

  it('refuses a rule about a field that can’t be', () => {
    const fields = [{ operation: 'payout', field: 'account_number', value: 'DE89' }]
    expect(fault(connection({ settings: { fields } }))).toMatchObject({
      kind: 'input',
      field: 'settings.fields',
      message: expect.stringMatching(/never filled in by itself/),
    })
  })

  it('is told field by field, and all of a new connection', () => {
    const before = connection({ settings: { caFile: '/a.pem' } })
    expect(changesOf(before, connection({ name: 'New' }))).toEqual({
      before: { name: 'Shop', caFile: '/a.pem' },
      after: { name: 'New', caFile: null },
    })
    expect(changesOf(before, before)).toEqual({ before: {}, after: {} })
    expect(changesOf(undefined, before)).toMatchObject({
      before: {},
      after: { name: 'Shop', login: 'shop-test', caFile: '/a.pem' },
    })
  })
})
