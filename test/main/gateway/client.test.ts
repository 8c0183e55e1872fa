import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import {
  type ClientParts,
  createClient,
  type GatewayClient,
} from '../../../src/main/gateway/client.ts'
import { createSigner } from '../../../src/main/gateway/signing/sign.ts'
import type { Signer } from '../../../src/main/gateway/signing/sign-types.ts'
import { sendOnce } from '../../../src/main/gateway/transport/transport.ts'
import type { Exchange, SendInput } from '../../../src/main/gateway/transport/exchange.ts'
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import { ok, type Result } from '#shared/fault.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { say } from '#shared/message.ts'
import type { Money } from '#shared/money.ts'
import { makeCertificates } from './transport/certificates.ts'
import { freeTurns } from '../../fakes/turns.ts'

const key = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const now = Date.UTC(2026, 10, 21, 4, 0, 0)

interface Arrival {
  path: string
  headers: http.IncomingHttpHeaders
  fields: Record<string, string>
  text: string
}
interface Service {
  baseUrl: string
  arrivals: Arrival[]
}
type Answering = (arrival: Arrival, count: number) => Reply | 'reset' | 'silence'
interface Reply {
  status?: number
  headers?: Record<string, string>
  body: Record<string, unknown> | string
}

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A gateway that answers as told and keeps every request that arrived. */
async function serve(answering: Answering): Promise<Service> {
  const arrivals: Arrival[] = []
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    request.on('end', () => {
      const fields = Object.fromEntries(
        text.split('&').map((pair) => pair.split('=').map(decodeURIComponent) as [string, string]),
      )
      const arrival = { path: request.url ?? '', headers: request.headers, fields, text }
      arrivals.push(arrival)
      const reply = answering(arrival, arrivals.length)
      if (reply === 'silence') return
      if (reply === 'reset') return void request.socket.resetAndDestroy()
      const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
      const length = { 'Content-Length': String(Buffer.byteLength(body)) }
      const type = { 'Content-Type': 'application/vnd.pay+json' }
      response.writeHead(reply.status ?? 200, { ...type, ...length, ...reply.headers }).end(body)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/paynet/`, arrivals }
}

type Settings = Partial<Connection['settings']>
const connectionTo = (
  baseUrl: string,
  settings: Settings = {},
  more: Partial<Connection> = {},
) => ({
  ...connectionRecord.parse({
    id: 'c1',
    name: 'Test',
    environment: 'test',
    isEmbedded: false,
    baseUrl,
    endpointId: '1144',
    login: 'merchant',
    settings: { answerTimeoutMs: 10_000, connectTimeoutMs: 10_000, ...settings },
  }),
  ...more,
})

interface Desk extends GatewayClient {
  pauses: number[]
  sendings: SendInput[]
}

function clientWith(more: Partial<ClientParts> = {}): Desk {
  const pauses: number[] = []
  const sendings: SendInput[] = []
  let nonces = 0
  const signer = createSigner({
    vault: { read: () => Promise.resolve(ok(key)) },
    clock: () => now,
    nonce: () => `nonce${(nonces += 1)}`,
    connectionId: 'c1',
  })
  const client = createClient({
    signer,
    takeTurn: freeTurns,
    transport: (input) => {
      sendings.push(input)
      return sendOnce(input)
    },
    clock: () => now,
    sleep: (ms) => {
      pauses.push(ms)
      return Promise.resolve()
    },
    random: () => 0.5,
    readCaFile: (path) => Promise.reject(new Error(path)),
    proxyFor: () => ok(null),
    stopOAuth: () => null,
    onAnswer: () => undefined,
    report: () => undefined,
    ...more,
  })
  return { ...client, pauses, sendings }
}

const euros = (minor: bigint): Money => ({ minor, currency: 'EUR', digits: 2 })
const partial = {
  client_orderid: 'pd-1',
  orderid: '77',
  amount: '12.5',
  currency: 'EUR',
  comment: 'Gift für Zoë & co*',
}
const whole = { client_orderid: 'pd-1', orderid: '77', comment: 'all' }
const accepted = {
  type: 'async-response',
  'serial-number': 'sn-9',
  'merchant-order-id': 'pd-1',
  'paynet-order-id': '77',
}
const approved = { ...accepted, type: 'status-response', status: 'approved' }
const which = { client_orderid: 'pd-1', orderid: '77' }

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Builds a partial return and sends it. */
async function sendReturn(client: GatewayClient, connection: Connection) {
  const signed = must(await client.build('return', connection, partial, euros(1250n)))
  return client.send(signed, connection, 'return')
}

describe('build', () => {
  it('sends nothing, and gives address, headers, body and explanation of exactly what would be sent', async () => {
    const service = await serve(() => ({ body: accepted }))
    const client = clientWith()
    const signed = must(
      await client.build('return', connectionTo(service.baseUrl), partial, euros(1250n)),
    )
    const control = sha1(`merchantpd-1771250EUR${key}`)
    expect(signed).toMatchObject({
      id: 'return',
      connectionId: 'c1',
      url: `${service.baseUrl}api/v2/return/1144`,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/vnd.pay+json',
      },
    })
    expect(signed.body.toString()).toBe(
      `login=merchant&client_orderid=pd-1&orderid=77&amount=12.50&currency=EUR&comment=Gift%20f%C3%BCr%20Zo%C3%AB%20%26%20co%2A&control=${control}`,
    )
    expect(signed.fieldsRedacted.at(-1)).toEqual({ name: 'control', value: '•••' })
    expect(JSON.stringify(signed.explanation)).not.toContain(key)
    expect(client.sendings).toEqual([])
    expect(service.arrivals).toEqual([])
  })

  it('carries the OAuth header and no control for rows signed that way', async () => {
    const client = clientWith()
    const payout = {
      client_orderid: 'pd-2',
      amount: '10.50',
      currency: 'EUR',
      order_desc: 'x',
      ipaddress: '203.0.113.7',
      account_number: '1',
    }
    const connection = connectionTo('https://gate.example.test/paynet')
    const signed = must(await client.build('payout', connection, payout, euros(1050n)))
    expect(signed.headers.Authorization).toMatch(/^OAuth oauth_consumer_key="merchant", /)
    expect(signed.body.toString()).not.toMatch(/control=|oauth_/)
  })

  it('masks card data in what may be shown', async () => {
    const card = {
      client_orderid: 'pd-3', order_desc: 'x', amount: '1.00', currency: 'EUR', email: 'a@example.org', ipaddress: '203.0.113.7',
      card_printed_name: 'ZOE', credit_card_number: '4111111111111111', expire_month: '12', expire_year: '2030', cvv2: '987',
    } // prettier-ignore
    const signed = must(
      await clientWith().build(
        'sale',
        connectionTo('https://gate.example.test'),
        card,
        euros(100n),
      ),
    )
    const shown = JSON.stringify([signed.fieldsRedacted, signed.explanation, signed.headers])
    expect(shown).toContain('•••• 1111')
    expect(shown).not.toMatch(/4111111111111111|987|ZOE/)
  })

  it('addresses groups, overridden paths and base URLs with or without a slash at the end', async () => {
    const client = clientWith()
    const urlFor = async (connection: Connection): Promise<string> =>
      must(await client.build('void', connection, which, null)).url
    expect(await urlFor(connectionTo('https://gate.example.test/p///'))).toBe(
      'https://gate.example.test/p/api/v2/void/1144',
    )
    expect(
      await urlFor(connectionTo('https://gate.example.test', {}, { endpointId: 'group/7' })),
    ).toBe('https://gate.example.test/api/v2/void/group/7')
    expect(
      await urlFor(connectionTo('https://gate.example.test/p', { paths: { void: '/x/cancel/' } })),
    ).toBe('https://gate.example.test/p/x/cancel/1144')
  })

  it('refuses addresses that would be rewritten or hide something', async () => {
    for (const connection of [
      connectionTo('https://gate.example.test/p?x=1'),
      connectionTo('https://gate.example.test/p#x'),
      connectionTo('https://gate.example.test/api/v2/void/1144?x='),
      connectionTo('https://gate.example.test/api/v2/void/1144#x'),
      connectionTo('https://me:secret@gate.example.test/p'),
      connectionTo('https://gate.example.test/p', { paths: { void: '/a/../b' } }),
      connectionTo('https://gate.example.test/p', { paths: { void: '/a b' } }),
      connectionTo('https://gate.example.test/p', { paths: { void: '/a?b' } }),
    ])
      expect(await clientWith().build('void', connection, which, null)).toMatchObject({
        ok: false,
        fault: { kind: 'input', field: 'baseUrl', sent: 'no' },
      })
  })

  it('refuses a request its row refuses, naming the field', async () => {
    const connection = connectionTo('https://gate.example.test')
    for (const [request, field] of [
      [{ ...which, orderid: '' }, 'orderid'],
      [{ orderid: '77' }, 'client_orderid'],
      [{ ...which, amount: '1.00' }, 'amount'],
    ] as const)
      expect(await clientWith().build('void', connection, request, null)).toMatchObject({
        ok: false,
        fault: { kind: 'input', field },
      })
  })

  it('throws when the amount that was confirmed is not the amount of the request', async () => {
    const client = clientWith()
    const connection = connectionTo('https://gate.example.test')
    const cases: [Record<string, string>, Money | null][] = [
      [partial, euros(1251n)],
      [partial, { ...euros(1250n), currency: 'USD' }],
      [partial, { ...euros(1250n), digits: 3 }],
      [partial, null],
      [whole, euros(1250n)],
    ]
    for (const [request, money] of cases)
      await expect(client.build('return', connection, request, money)).rejects.toThrow(/amount/)
    expect((await client.build('return', connection, whole, null)).ok).toBe(true)
  })

  it('throws when the signer changed, dropped or doubled a field', async () => {
    const real = { scheme: 'control', formula: '', plainMasked: '' }
    const fields: [string, string][] = [
      ['client_orderid', 'pd-1'],
      ['orderid', '77'],
      ['comment', 'all'],
    ]
    const cases: [string, string][][] = [
      fields.map(([name, value]) => [name, name === 'orderid' ? '78' : value]),
      fields.slice(1),
      [...fields, ['orderid', '77']],
      [...fields, ['orderid', '78']],
    ]
    for (const changed of cases) {
      const signer: Signer = {
        sign: () => Promise.resolve(ok({ fields: changed, headers: {}, explanation: real })),
      }
      await expect(
        clientWith({ signer }).build(
          'return',
          connectionTo('https://gate.example.test'),
          whole,
          null,
        ),
      ).rejects.toThrow(/signed fields/)
    }
  })

  it('passes a vault that is locked on as a fault, having sent nothing', async () => {
    const fault = { kind: 'vault', sent: 'no', reason: 'locked', message: 'Unlock.' } as const
    const signer: Signer = { sign: () => Promise.resolve({ ok: false, fault }) }
    const client = clientWith({ signer })
    const connection = connectionTo('https://gate.example.test')
    expect(await client.build('return', connection, whole, null)).toEqual({ ok: false, fault })
    expect(await client.read('status', connection, which)).toEqual({ ok: false, fault })
    expect(client.sendings).toEqual([])
  })
})

describe('the digest', () => {
  const base = 'https://gate.example.test/paynet'
  const digest = async (
    request: Record<string, string>,
    money: Money | null,
    connection = connectionTo(base),
    id: OperationId = 'return',
  ): Promise<string> => must(await clientWith().build(id, connection, request, money)).digest

  it('is the same for the same request, however often and with whatever key it is signed', async () => {
    const first = await digest(partial, euros(1250n))
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await digest({ ...partial, amount: '12.50' }, euros(1250n))).toBe(first)
    const upper = connectionTo(base, { controlEncoding: 'hex-upper' })
    expect(await digest(partial, euros(1250n), upper)).toBe(first)
  })

  it('differs by login also where no field names it', async () => {
    const check = {
      client_orderid: 'pd-2',
      amount: '10.50',
      currency: 'EUR',
      order_desc: 'x',
      ipaddress: '203.0.113.7',
      account_number: '1',
    }
    const ours = await digest(check, euros(1050n), connectionTo(base), 'payout')
    const theirs = connectionTo(base, {}, { login: 'other' })
    expect(await digest(check, euros(1050n), connectionTo(base), 'payout')).toBe(ours)
    expect(await digest(check, euros(1050n), theirs, 'payout')).not.toBe(ours)
  })

  it('differs when operation, address, login or any field differs', async () => {
    const digests = await Promise.all([
      digest(partial, euros(1250n)),
      digest({ ...partial, amount: '12.51' }, euros(1251n)),
      digest({ ...partial, currency: 'USD' }, { ...euros(1250n), currency: 'USD' }),
      digest({ ...partial, orderid: '78' }, euros(1250n)),
      digest({ ...partial, client_orderid: 'pd-2' }, euros(1250n)),
      digest({ ...partial, comment: 'other' }, euros(1250n)),
      digest(whole, null),
      digest(partial, euros(1250n), connectionTo('https://gate.example.test/other')),
      digest(partial, euros(1250n), connectionTo(base, {}, { login: 'other' })),
      digest(partial, euros(1250n), connectionTo(base, {}, { endpointId: '1145' })),
      digest(which, null, connectionTo(base, { paths: { void: '/x', capture: '/x' } }), 'void'),
      digest(which, null, connectionTo(base, { paths: { void: '/x', capture: '/x' } }), 'capture'),
    ])
    expect(new Set(digests).size).toBe(digests.length)
  })
})

describe('send', () => {
  it('gives the accepted answer with its serial number, date and clock difference', async () => {
    const date = 'Sat, 21 Nov 2026 04:01:35 GMT'
    const service = await serve(() => ({ body: accepted, headers: { Date: date } }))
    const client = clientWith()
    const outcome = await sendReturn(client, connectionTo(service.baseUrl))
    expect(outcome).toMatchObject({
      kind: 'accepted',
      answer: accepted,
      typed: accepted,
      serialNumber: 'sn-9',
      date,
      skewMs: 95_500,
    })
    const arrival = service.arrivals[0]!
    expect(service.arrivals).toHaveLength(1)
    expect(arrival.path).toBe('/paynet/api/v2/return/1144')
    expect(arrival.fields).toMatchObject({ amount: '12.50', comment: 'Gift für Zoë & co*' })
    expect(arrival.headers).toMatchObject({
      accept: 'application/vnd.pay+json',
      'content-type': 'application/x-www-form-urlencoded',
      connection: 'close',
    })
  })

  it('passes the limits of the connection to the transport', async () => {
    const service = await serve(() => ({ body: accepted }))
    const client = clientWith()
    await sendReturn(
      client,
      connectionTo(service.baseUrl, { maxBodyBytes: 2_048, answerTimeoutMs: 8_000 }),
    )
    expect(client.sendings[0]?.limits).toEqual({
      connectTimeoutMs: 10_000,
      answerTimeoutMs: 8_000,
      maxBodyBytes: 2_048,
      maxHeaderBytes: 65_536,
    })
  })

  it('gives a refusal in the gateway’s own words', async () => {
    const body = { type: 'error', 'error-code': '9', 'error-message': 'INVALID_CONTROL_CODE' }
    const service = await serve(() => ({ status: 400, body: { ...body, 'serial-number': 'sn-3' } }))
    expect(await sendReturn(clientWith(), connectionTo(service.baseUrl))).toMatchObject({
      kind: 'rejected',
      answer: body,
      fault: {
        kind: 'rejected',
        sent: 'yes',
        message: 'INVALID_CONTROL_CODE',
        code: '9',
        serialNumber: 'sn-3',
        httpStatus: 400,
      },
    })
    expect(service.arrivals).toHaveLength(1)
  })

  it('says not sent only when no connection was made', async () => {
    const client = clientWith()
    expect(
      formatMessages(await sendReturn(client, connectionTo('http://127.0.0.1:1/'))),
    ).toMatchObject({
      kind: 'not-sent',
      fault: {
        kind: 'unreached',
        sent: 'no',
        message: 'The gateway could not be reached, so nothing was sent. Trying again is safe.',
        detail: expect.stringContaining('ECONNREFUSED') as unknown,
      },
    })
    expect(client.sendings).toHaveLength(1)
  })

  it.each<[string, ReturnType<Answering>, Settings?]>([
    ['a reset', 'reset'],
    ['silence', 'silence', { answerTimeoutMs: 400 }],
    ['a 500 with a readable error', { status: 500, body: { type: 'error', 'error-message': 'x' } }],
    ['a 503', { status: 503, body: '' }],
    ['a redirect', { status: 307, body: '', headers: { Location: '/elsewhere' } }],
    ['an HTML page', { body: '<html>Hello</html>', headers: { 'Content-Type': 'text/html' } }],
    ['a 400 nobody can read', { status: 400, body: '<html>' }],
    ['an unknown record', { body: { type: 'something-else' } }],
    ['a 429', { status: 429, body: { type: 'error' } }],
  ])('reports %s as outcome unknown, and never sends again', async (_what, reply, settings) => {
    const service = await serve(() => reply)
    const client = clientWith()
    const outcome = await sendReturn(client, connectionTo(service.baseUrl, settings))
    expect(formatMessages(outcome)).toMatchObject({
      kind: 'unknown',
      fault: {
        kind: 'outcome-unknown',
        sent: 'maybe',
        message: 'The request may have reached the gateway, but no clear answer came back.',
      },
    })
    expect([service.arrivals.length, client.sendings.length, client.pauses.length]).toEqual([
      1, 1, 0,
    ])
  })

  it('reports an answer about another order as a conflict of unknown outcome', async () => {
    const service = await serve(() => ({ body: { ...accepted, 'paynet-order-id': '78' } }))
    expect(await sendReturn(clientWith(), connectionTo(service.baseUrl))).toMatchObject({
      kind: 'unknown',
      fault: { kind: 'conflict', sent: 'yes', detail: expect.stringContaining('78') as unknown },
      answer: { 'paynet-order-id': '78' },
    })
  })

  it('reports a bug while sending as outcome unknown', async () => {
    const client = clientWith({ transport: () => Promise.reject(new Error('broken')) })
    expect(await sendReturn(client, connectionTo('https://gate.example.test'))).toMatchObject({
      kind: 'unknown',
      fault: { kind: 'outcome-unknown', detail: expect.stringContaining('broken') as unknown },
    })
  })

  it('refuses to send a prepared request a second time, also while the first is under way', async () => {
    const service = await serve(() => ({ body: accepted }))
    const client = clientWith()
    const connection = connectionTo(service.baseUrl)
    const signed = must(await client.build('return', connection, partial, euros(1250n)))
    const sendings = await Promise.allSettled(
      Array.from({ length: 50 }, () => client.send(signed, connection, 'return')),
    )
    expect(sendings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(client.send(signed, connection, 'return')).rejects.toThrow(
      say('gateway.not-prepared-here'),
    )
    expect(service.arrivals).toHaveLength(1)
  })

  it('refuses what it did not prepare itself, for this operation and this connection', async () => {
    const service = await serve(() => ({ body: accepted }))
    const client = clientWith()
    const connection = connectionTo(service.baseUrl)
    const signed = must(await client.build('return', connection, partial, euros(1250n)))
    await expect(client.send({ ...signed }, connection, 'return')).rejects.toThrow(/prepared/)
    await expect(client.send(signed, connection, 'capture')).rejects.toThrow(/prepared/)
    await expect(client.send(signed, { ...connection, id: 'c2' }, 'return')).rejects.toThrow(
      /prepared/,
    )
    await expect(clientWith().send(signed, connection, 'return')).rejects.toThrow(/prepared/)
    expect(service.arrivals).toHaveLength(0)
    expect((await client.send(signed, connection, 'return')).kind).toBe('accepted')
  })
})

describe('read', () => {
  it('gives the answer, its serial number and clock difference', async () => {
    const service = await serve(() => ({ body: approved }))
    const client = clientWith()
    const reply = must(await client.read('status', connectionTo(service.baseUrl), which))
    expect(reply).toMatchObject({ answer: approved, serialNumber: 'sn-9' })
    expect(reply.typed.status).toBe('approved')
    expect(reply.skewMs).toBeTypeOf('number')
    expect(service.arrivals[0]?.fields.control).toBe(sha1(`merchantpd-177${key}`))
  })

  it('asks up to three times with growing pauses, freshly signed each time', async () => {
    const service = await serve((_arrival, count) =>
      count === 1 ? 'reset' : count === 2 ? { status: 502, body: 'x' } : { body: approved },
    )
    let signatures = 0
    const signer = createSigner({
      vault: {
        read: () => {
          signatures += 1
          return Promise.resolve(ok(key))
        },
      },
      clock: () => now,
      nonce: () => '',
      connectionId: 'c1',
    })
    const client = clientWith({ signer })
    expect((await client.read('status', connectionTo(service.baseUrl), which)).ok).toBe(true)
    expect([service.arrivals.length, signatures]).toEqual([3, 3])
    expect(client.pauses).toEqual([400, 800])
  })

  it('asks as often as it is told, and not again once the program ends', async () => {
    const service = await serve(() => 'reset')
    const closing = new AbortController()
    const client = clientWith({ closing: closing.signal })
    const to = connectionTo(service.baseUrl)
    expect((await client.read('status', to, which, { tries: 1 })).ok).toBe(false)
    expect(service.arrivals).toHaveLength(1)
    closing.abort()
    expect(await client.read('status', to, which)).toMatchObject({ fault: { kind: 'unreached' } })
    expect([service.arrivals.length, client.pauses]).toEqual([1, []])
  })

  it('is cut off when the program ends, and a sending never is', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const slow = http.createServer((_request, response) => {
      void answered.then(() =>
        response
          .setHeader('Content-Type', 'application/vnd.pay+json')
          .end(JSON.stringify(accepted)),
      )
    })
    servers.push(slow)
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const to = connectionTo(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/paynet`)
    const closing = new AbortController()
    const client = clientWith({ closing: closing.signal })
    const signed = must(await client.build('return', to, partial, euros(1250n)))
    const sending = client.send(signed, to, 'return')
    const question = client.read('status', to, which)
    setTimeout(() => closing.abort(), 50)
    expect(formatMessages(await question)).toMatchObject({
      ok: false,
      fault: { kind: 'outcome-unknown' },
    })
    answer()
    expect((await sending).kind).toBe('accepted')
  })

  it('gives up after the third try, and says that asking again is safe', async () => {
    const service = await serve(() => 'reset')
    const client = clientWith()
    expect(
      formatMessages(await client.read('status', connectionTo(service.baseUrl), which)),
    ).toMatchObject({
      ok: false,
      fault: {
        kind: 'outcome-unknown',
        message: 'No clear answer came back. Asking changed nothing. Asking again is safe.',
      },
    })
    expect(service.arrivals).toHaveLength(3)
    const refused = await client.read('status', connectionTo('http://127.0.0.1:1'), which)
    expect(refused).toMatchObject({ ok: false, fault: { kind: 'unreached', sent: 'no' } })
    expect(client.sendings).toHaveLength(6)
  })

  it.each([
    ['the time it names', { 'Retry-After': '2' }, 2_400],
    ['a pause where it names none', {}, 400],
  ])('asks again after a 429, after %s', async (_what, headers, pause) => {
    const service = await serve((_arrival, n) =>
      n === 1
        ? {
            status: 429,
            body: '<html>Slow down</html>',
            headers: { 'Content-Type': 'text/html', ...headers },
          }
        : { body: approved },
    )
    const client = clientWith()
    expect((await client.read('status', connectionTo(service.baseUrl), which)).ok).toBe(true)
    expect(client.pauses).toEqual([pause])
  })

  it.each(['3600', 'Fri, 31 Dec 2100 00:00:00 GMT', 'soon'])(
    'does not wait for ever: a 429 with Retry-After %s is told as too many requests',
    async (when) => {
      const headers = { 'Content-Type': 'text/html', 'Retry-After': when }
      const service = await serve(() => ({ status: 429, body: '<html>Slow down</html>', headers }))
      const client = clientWith()
      const result = await client.read('status', connectionTo(service.baseUrl), which)
      expect(formatMessages(result)).toMatchObject({
        ok: false,
        fault: {
          kind: 'rejected',
          httpStatus: 429,
          message: expect.stringMatching(/too many requests.*It reads: “Slow down”/) as unknown,
        },
      })
      expect(client.pauses).toEqual([])
    },
  )

  it.each<[string, Reply, string]>([
    [
      'a refusal',
      { status: 400, body: { type: 'error', 'error-message': 'no such order' } },
      'rejected',
    ],
    [
      'a refusal under 500',
      { status: 500, body: { type: 'error', 'error-message': 'no' } },
      'rejected',
    ],
    ['a 403', { status: 403, body: '' }, 'rejected'],
    ['another order’s answer', { body: { ...approved, 'merchant-order-id': 'x' } }, 'conflict'],
    ['an unreadable 200', { body: '<html>' }, 'outcome-unknown'],
    ['a 429 that lasts', { status: 429, body: '', headers: { 'Retry-After': '3600' } }, 'rejected'],
  ])('does not ask again after %s', async (_what, reply, kind) => {
    const service = await serve(() => reply)
    const result = await clientWith().read('status', connectionTo(service.baseUrl), which)
    expect(result).toMatchObject({ ok: false, fault: { kind } })
    expect(service.arrivals).toHaveLength(1)
  })

  it('throws for every row that is not a question, without signing or sending', async () => {
    const service = await serve(() => 'reset')
    const signer: Signer = { sign: () => Promise.reject(new Error('signed')) }
    const client = clientWith({ signer })
    const others = operationIds.filter((id) => rowOf(id).risk !== 'read')
    expect(others).toContain('return')
    const read = client.read as (
      id: OperationId,
      to: Connection,
      request: object,
    ) => Promise<unknown>
    for (const id of others)
      await expect(read(id, connectionTo(service.baseUrl), which)).rejects.toThrow(
        `${id} is not a read operation.`,
      )
    expect(service.arrivals).toHaveLength(0)
  })
})

describe('additional authorities', () => {
  it('are read from the connection’s file and handed to the transport', async () => {
    const certificates = makeCertificates()
    const exchange: Exchange = { kind: 'unreached', code: 'x', detail: 'x' }
    const given: (string | undefined)[] = []
    const client = clientWith({
      readCaFile: (path) => Promise.resolve(readFileSync(path, 'utf8')),
      transport: ({ ca }) => {
        given.push(ca)
        return Promise.resolve(exchange)
      },
    })
    const caFile = certificates.authorityFile
    await sendReturn(client, connectionTo('https://gate.example.test', { caFile }))
    await sendReturn(client, connectionTo('https://gate.example.test'))
    expect(given).toEqual([certificates.authority, undefined])
    certificates.remove()
  })

  it('stop the request when the file is missing or holds no certificate', async () => {
    const connection = connectionTo('https://gate.example.test', { caFile: '/nowhere.pem' })
    for (const client of [clientWith(), clientWith({ readCaFile: () => Promise.resolve('x') })])
      expect(await client.build('return', connection, whole, null)).toMatchObject({
        ok: false,
        fault: { kind: 'input', field: 'caFile', sent: 'no' },
      })
  })
})
