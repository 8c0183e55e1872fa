// What the client tells those who watch its answers, and what they may stop: clock, unknown terms,
// proxy, tests of a connection.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok } from '#shared/fault.ts'
import {
  type ClientParts,
  createClient,
  type GatewayAnswer,
} from '../../../src/main/gateway/client.ts'
import { createSigner } from '../../../src/main/gateway/signing/sign.ts'
import { sendOnce } from '../../../src/main/gateway/transport/transport.ts'
import type { SendInput } from '../../../src/main/gateway/transport/exchange.ts'
import { freeTurns } from '../../fakes/turns.ts'

const now = Date.UTC(2026, 10, 21, 9)
const clockFault: Fault = { kind: 'denied', sent: 'no', reason: 'clock', message: 'Set the clock.' }

let server: http.Server
let arrivals = 0
let reply: { status: number; body: Record<string, string>; date?: string }
beforeEach(async () => {
  arrivals = 0
  reply = {
    status: 200,
    body: {
      type: 'status-response',
      'serial-number': 'sn-1',
      'paynet-order-id': '7',
      status: 'approved',
      colour: 'red',
    },
  }
  server = http.createServer((request, response) => {
    arrivals += 1
    request.resume().on('end', () => {
      const date = reply.date ?? new Date(now + 45_000).toUTCString()
      const text = JSON.stringify(reply.body)
      response.sendDate = false
      response
        .writeHead(reply.status, {
          'Content-Type': 'application/vnd.pay+json',
          'Content-Length': Buffer.byteLength(text),
          ...(date === '' ? {} : { Date: date }),
        })
        .end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const connection = () =>
  connectionRecord.parse({
    id: 'c1',
    name: 'Test',
    environment: 'test',
    isEmbedded: false,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/paynet`,
    endpointId: '1144',
    login: 'merchant',
    settings: {},
  })

function clientWith(more: Partial<ClientParts> = {}) {
  const [answers, reports, sendings]: [GatewayAnswer[], unknown[], SendInput[]] = [[], [], []]
  const client = createClient({
    signer: createSigner({
      vault: { read: () => Promise.resolve(ok('KEY')) },
      clock: () => now,
      nonce: () => Math.random().toString(16).slice(2).padEnd(12, '0'),
      connectionId: 'c1',
    }),
    takeTurn: freeTurns,
    transport: (input) => {
      sendings.push(input)
      return sendOnce(input)
    },
    clock: () => now,
    sleep: () => Promise.resolve(),
    random: () => 0,
    readCaFile: () => Promise.reject(new Error('none')),
    proxyFor: () => ok(null),
    stopOAuth: () => null,
    onAnswer: (answered) => answers.push(answered),
    report: (...what) => reports.push(what),
    ...more,
  })
  return { client, answers, reports, sendings }
}
const returned = { client_orderid: 'a', orderid: '7', comment: 'damaged' }
const payout = {
  client_orderid: 'p-1',
  amount: '10.00',
  currency: 'EUR',
  order_desc: 'Prize',
  ipaddress: '203.0.113.7',
  phone: '+4915112345678',
}
const tenEuros = { minor: 1000n, currency: 'EUR', digits: 2 }

describe('who watches the answers', () => {
  it('is told of every one: accepted, refused and unclear, with the proven skew', async () => {
    const { client, answers } = clientWith()
    await client.read('status', connection(), { orderid: '7' })
    reply = { status: 400, body: { type: 'error', 'error-message': 'no' }, date: '' }
    await client.read('status', connection(), { orderid: '7' })
    const signed = await client.build('return', connection(), returned, null)
    if (!signed.ok) throw new Error('not built')
    reply = { status: 200, body: { colour: 'red' } }
    expect((await client.send(signed.value, connection(), 'return')).kind).toBe('unknown')
    expect(answers).toMatchObject([
      { operation: 'status', skewMs: 45_000, at: now, answer: { colour: 'red' } },
      { operation: 'status', skewMs: null, answer: { 'error-message': 'no' } },
      { operation: 'return', connectionId: 'c1', skewMs: 45_000, answer: { colour: 'red' } },
    ])
  })

  it('changes no outcome when it fails: that is reported', async () => {
    const broken = new Error('disk full')
    const { client, reports } = clientWith({
      onAnswer: () => {
        throw broken
      },
    })
    reply.body = { type: 'async-response', 'serial-number': 'sn-2' }
    const signed = await client.build('return', connection(), returned, null)
    if (!signed.ok) throw new Error('not built')
    expect((await client.send(signed.value, connection(), 'return')).kind).toBe('accepted')
    expect(reports).toEqual([['on-answer', broken]])
    expect(arrivals).toBe(1)
  })
})

describe('a stopped clock', () => {
  it('stops what is signed with OAuth before it is built, and nothing else', async () => {
    const { client } = clientWith({ stopOAuth: () => clockFault })
    expect(await client.build('payout', connection(), payout, tenEuros)).toEqual(fail(clockFault))
    expect((await client.build('return', connection(), returned, null)).ok).toBe(true)
    expect((await client.read('status', connection(), { orderid: '7' })).ok).toBe(true)
    expect(arrivals).toBe(1)
  })

  it('lets OAuth pass while it is right', async () => {
    const { client } = clientWith()
    expect((await client.build('payout', connection(), payout, tenEuros)).ok).toBe(true)
  })
})

describe('a proxy', () => {
  it('is asked for by address and handed to the socket', async () => {
    const asked: string[] = []
    const { client, sendings } = clientWith({
      proxyFor: (url) => {
        asked.push(url)
        return ok({ host: 'proxy.example', port: 3128 })
      },
    })
    await client.read('status', connection(), { orderid: '7' })
    expect(asked[0]).toMatch(/\/api\/v2\/status\/1144$/)
    expect(sendings[0]?.proxy).toEqual({ host: 'proxy.example', port: 3128 })
  })

  it('that can’t be used stops the request instead of being left out', async () => {
    const wrong = fail(inputFault('settings.proxyUrl', 'No proxy.'))
    const { client } = clientWith({ proxyFor: () => wrong })
    expect(await client.build('return', connection(), returned, null)).toEqual(wrong)
    expect(arrivals).toBe(0)
  })
})

describe('asking once', () => {
  it('gives all there is to know of one try, and never tries again', async () => {
    const { client } = clientWith()
    reply = { status: 503, body: { type: 'error', 'error-message': 'busy' } }
    const asked = await client.ask('status', connection(), { client_orderid: 'none' })
    expect(asked).toMatchObject({
      ok: true,
      value: { exchange: { kind: 'answered', status: 503 }, skewMs: 45_000 },
    })
    expect(arrivals).toBe(1)
  })

  it('is for questions only', async () => {
    const { client } = clientWith()
    await expect(client.ask('return', connection(), returned)).rejects.toThrow('not a read')
    expect(arrivals).toBe(0)
  })
})
