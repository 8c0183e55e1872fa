// Test amounts and switched faults: what the client sees, and whether the money moved all the
// same.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultKinds, faultRow, faultOfAmount } from '../../../src/sandbox/book/test-amounts.ts'
import { deliver } from '../../../src/sandbox/deliver.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import {
  type Answer,
  call,
  control,
  type Fields,
  type Made,
  make,
  status,
  urlOf,
} from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const comment = { comment: 'asked for by the customer' }
/** What is answered at all may take long on a busy machine, 8 MiB above all. */
const give = (order: Made, fields: Fields, timeoutMs = 15_000): Promise<Answer> =>
  call(sandbox, 'return', { ...order, currency: 'EUR', ...comment, ...fields }, { timeoutMs })
const effectsOf = (order: Made): number =>
  sandbox.effects().filter((row) => row.orderid === order.orderid && row.operation === 'return')
    .length

describe('amounts that settle differently', () => {
  it.each([
    ['5.01', 'declined', 0],
    ['5.02', 'filtered', 0],
    ['5.03', 'error', 0],
    ['5.04', 'processing', 1],
    ['5.05', 'unknown', 1],
    ['5.06', 'approved', 1],
    ['5.00', 'approved', 1],
    ['5.21', 'approved', 1],
    ['5.99', 'approved', 1],
  ])('a return of %s is %s', async (amount, word, effects) => {
    const order = await make(sandbox, 'sale')
    expect((await give(order, { amount })).http).toBe(200)
    expect((await status(sandbox, order))['status']).toBe(word)
    expect(effectsOf(order)).toBe(effects)
  })

  it('.04 and .05 are approved in the end', async () => {
    const [slow, unclear] = [await make(sandbox, 'sale'), await make(sandbox, 'sale')]
    await give(slow, { amount: '5.04' })
    await give(unclear, { amount: '5.05' })
    sandbox.advance(29_000)
    expect((await status(sandbox, unclear))['status']).toBe('unknown')
    sandbox.advance(1_000)
    expect((await status(sandbox, unclear))['status']).toBe('approved')
    expect((await status(sandbox, slow))['status']).toBe('processing')
    sandbox.advance(600_000)
    expect((await status(sandbox, slow))['status']).toBe('approved')
  })

  it('the last two digits count in currencies with no and with three decimals, too', () => {
    expect([
      faultOfAmount(1201),
      faultOfAmount(12_311),
      faultOfAmount(1),
      faultOfAmount(100),
      faultOfAmount(1000),
    ]).toEqual(['declined', 'hang-after-effect', 'declined', null, null])
  })

  it('an amount left out counts as what it stands for', async () => {
    const order = await make(sandbox, 'sale', { amount: '30.00' })
    await give(order, { amount: '9.99' })
    expect((await call(sandbox, 'return', { ...order, ...comment })).http).toBe(200)
    expect(await status(sandbox, order)).toMatchObject({ amount: '20.01', status: 'declined' })
  })
})

describe('amounts whose answer goes wrong', () => {
  const httpOf = (answer: Answer): number => answer.http
  const unanswered = async (work: Promise<Answer>): Promise<string> =>
    work.then(
      (answer) => `answered ${answer.http}`,
      (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message,
    )

  it.each([
    ['5.11', 'no answer in time', 1],
    ['5.12', 'no answer in time', 0],
    ['5.13', 'ECONNRESET', 1],
    ['5.14', 'ECONNRESET', 0],
    ['5.17', 'ECONNRESET', 1],
  ])('a return of %s ends with %s', async (amount, end, effects) => {
    const order = await make(sandbox, 'sale')
    const timeoutMs = end === 'no answer in time' ? 300 : 15_000
    expect(await unanswered(give(order, { amount }, timeoutMs))).toBe(end)
    expect(effectsOf(order)).toBe(effects)
  })

  it.each([
    ['5.15', 500, 1],
    ['5.16', 500, 0],
    ['5.20', 503, 0],
  ])('a return of %s is answered with HTTP %i', async (amount, http, effects) => {
    const order = await make(sandbox, 'sale')
    const answer = await give(order, { amount })
    expect(httpOf(answer)).toBe(http)
    expect(answer.record['type']).toBe('error')
    expect(effectsOf(order)).toBe(effects)
  })

  it('.18 is answered with an HTML page under HTTP 200 after the effect', async () => {
    const order = await make(sandbox, 'sale')
    const answer = await give(order, { amount: '5.18' })
    expect([answer.http, answer.type]).toEqual([200, 'text/html'])
    expect(effectsOf(order)).toBe(1)
  })

  it('.19 names another order after the effect', async () => {
    const order = await make(sandbox, 'sale')
    const { record } = await give(order, { amount: '5.19' })
    expect(record['type']).toBe('async-response')
    expect(record['paynet-order-id']).not.toBe(order.orderid)
    expect(record['merchant-order-id']).not.toBe(order.client_orderid)
    expect(effectsOf(order)).toBe(1)
  })

  it('holds for every money operation', async () => {
    const hold = await make(sandbox, 'preauth')
    const capture = call(
      sandbox,
      'capture',
      { ...hold, amount: '5.11', currency: 'EUR' },
      { timeoutMs: 300 },
    )
    await expect(capture).rejects.toThrow('no answer in time')
    await expect(make(sandbox, 'sale', { amount: '5.13' })).rejects.toThrow()
    const captured = sandbox.transactions(hold.orderid).filter(({ type }) => type === 'capture')
    expect(captured).toHaveLength(1)
  })
})

describe('faults switched on for an operation', () => {
  it.each(
    faultKinds.filter(
      (kind) => !['hang', 'reset', 'drip', 'truncated', 'slow'].includes(faultRow(kind).delivery),
    ),
  )('%s moves money exactly when it says so', async (kind) => {
    const order = await make(sandbox, 'sale')
    sandbox.setFault({ operation: 'return', kind, times: 1 })
    await give(order, { amount: '5.00' }).catch((error: unknown) => {
      // Headers of 200 KiB are more than Node's client takes.
      if (kind !== 'huge-headers-after-effect') throw error
    })
    const row = faultRow(kind)
    const fails = row.outcome !== undefined && row.outcome.final !== 'approved'
    expect(effectsOf(order)).toBe(row.hasEffect && !fails ? 1 : 0)
    expect(sandbox.requests().findLast(({ operation }) => operation === 'return')?.delivery).toBe(
      row.delivery,
    )
    const next = await give(order, { amount: '6.00' })
    expect(next.http).toBe(200)
    expect(next.record['paynet-order-id']).toBe(order.orderid)
  })

  it('spoils the answers of status without touching the order', async () => {
    const order = await make(sandbox, 'sale')
    sandbox.setFault({ operation: 'status', kind: 'http-500-without-effect' })
    expect((await call(sandbox, 'status', { ...order })).http).toBe(500)
    expect((await call(sandbox, 'status', { ...order })).http).toBe(500)
    sandbox.clearFaults()
    expect((await call(sandbox, 'status', { ...order })).http).toBe(200)
  })

  it('times counts down, * means every operation', async () => {
    const order = await make(sandbox, 'sale')
    sandbox.setFault({ operation: '*', kind: 'http-503-without-effect', times: 2 })
    expect((await call(sandbox, 'status', { ...order })).http).toBe(503)
    expect((await give(order, { amount: '5.00' })).http).toBe(503)
    expect((await give(order, { amount: '5.00' })).http).toBe(200)
    expect(effectsOf(order)).toBe(1)
  })

  it('comes as older hosts answer: form-encoded, every value ending in a newline', async () => {
    const order = await make(sandbox, 'sale')
    sandbox.setFault({ operation: 'return', kind: 'form-encoded-after-effect', times: 1 })
    const answer = await give(order, { amount: '5.00' })
    expect(answer.type).toBe('text/html; charset=utf-8')
    expect(new URLSearchParams(answer.body).get('paynet-order-id')).toBe(`${order.orderid}\n`)
  })

  it.each([
    ['json', { type: 'async-response', 'serial-number': '7', 'merchant-order-id': 'mine' }],
    ['form-encoded', { type: 'async-response', 'serial-number': '7', status: 'approved' }],
    ['json', { type: 'status-response', 'serial-number': '7', 'paynet-order-id': '42' }],
  ] as const)('names twice, in %s, only what the answer names', (style, record) => {
    let body = ''
    const response = { writeHead: () => undefined, end: (text: string) => (body = text) }
    deliver(
      {} as IncomingMessage,
      response as unknown as ServerResponse,
      { record, http: 200, delivery: 'duplicate-keys' },
      style,
    )
    const names =
      style === 'json'
        ? [...body.matchAll(/"([^"]+)":/g)].map(([, name]) => name)
        : [...new URLSearchParams(body).keys()]
    expect(names.slice(3).toSorted()).toEqual(names.slice(1, 3).toSorted())
  })

  it.each([
    ['truncated-close-after-effect', 300, /connection: close/i, /\{"type":"status-response"[^}]*$/],
    ['drip-after-effect', 2500, /content-length: \d{3}/i, /\r\n\r\n\{"?.?$/],
  ] as const)('%s looks like this on the wire', async (kind, waitMs, head, tail) => {
    const order = await make(sandbox, 'sale')
    sandbox.setFault({ operation: 'status', kind, times: 1 })
    const fields = { login: sandbox.identity.login, ...order }
    const body = new URLSearchParams({
      ...fields,
      control: control(sandbox, 'status', fields),
    }).toString()
    const { hostname, port, pathname } = new URL(urlOf(sandbox, 'status'))
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: application/vnd.pay+json\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    socket.destroy()
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(text).toMatch(head)
    expect(text).not.toMatch(/transfer-encoding/i)
    if (kind === 'truncated-close-after-effect') expect(text).not.toMatch(/content-length/i)
    expect(text).toMatch(tail)
  })

  it('closing the sandbox ends answers that hang', async () => {
    const other = await startSandbox({ seedDays: 0 })
    other.setFault({ operation: 'sale', kind: 'hang-after-effect' })
    const hanging = make(other, 'sale').then(
      () => 'answered',
      () => 'ended',
    )
    while (other.requests().length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await other.close()
    expect(await hanging).toBe('ended')
  })

  it('an unknown fault or a wrong count is a mistake of the caller', () => {
    expect(() => sandbox.setFault({ operation: 'sale', kind: 'nonsense' as 'slow' })).toThrow(
      /no such fault/,
    )
    expect(() => sandbox.setFault({ operation: 'sale', kind: 'slow', times: 0 })).toThrow(/times/)
  })
})
