// Server callbacks: signed, repeated until answered 200, sent to loopback only.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLoopback, waitAfter } from '../../../src/sandbox/events/callback.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, make, sha1, status } from '../merchant.ts'

let sandbox: Sandbox
let received: URLSearchParams[]
let answers: number[]
let hook: string
let close: () => void
beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
  received = []
  answers = []
  const server = createServer((request: IncomingMessage, response) => {
    received.push(new URL(request.url ?? '', 'http://x').searchParams)
    response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?shop=1`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(async () => {
  close()
  await sandbox.close()
})

async function until(condition: () => boolean): Promise<void> {
  for (let left = 300; left > 0 && !condition(); left--)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(condition()).toBe(true)
}

describe('a callback', () => {
  it('tells the outcome with a control, once it is final', async () => {
    const order = await make(sandbox, 'sale', { server_callback_url: hook, amount: '12.50' })
    await until(() => received.length === 1)
    const reported = Object.fromEntries(received[0] ?? [])
    expect(reported).toMatchObject({
      shop: '1',
      status: 'approved',
      type: 'sale',
      orderid: order.orderid,
      client_orderid: order.client_orderid,
      merchant_order: order.client_orderid,
      amount: '12.50',
      currency: 'EUR',
      control: sha1(
        `approved${order.orderid}${order.client_orderid}${sandbox.identity.merchantControlKey}`,
      ),
    })
    await until(() => sandbox.callbacks()[0]?.outcome === 'delivered')
    await status(sandbox, order)
    sandbox.advance(86_400_000)
    expect(received).toHaveLength(1)
  })

  it('comes for later stages, too, and for a decline', async () => {
    const order = await make(sandbox, 'sale', { server_callback_url: hook })
    await until(() => received.length === 1)
    await call(sandbox, 'return', { ...order, amount: '5.01', currency: 'EUR', comment: 'x' })
    await until(() => received.length === 2)
    expect(Object.fromEntries(received[1] ?? [])).toMatchObject({
      status: 'declined',
      type: 'reversal',
      error_code: '107',
    })
  })

  it('is repeated until it is answered 200; a redirect is not followed', async () => {
    answers = [500, 302, 200]
    await make(sandbox, 'sale', { server_callback_url: hook })
    await until(() => sandbox.callbacks()[0]?.tries === 1)
    expect(sandbox.callbacks()[0]?.outcome).toBe('HTTP 500')
    sandbox.advance(1000)
    await until(() => sandbox.callbacks()[0]?.tries === 2)
    sandbox.advance(2000)
    await until(() => sandbox.callbacks()[0]?.outcome === 'delivered')
    expect(received).toHaveLength(3)
    expect(received.every((one) => one.toString() === received[0]?.toString())).toBe(true)
  })

  it('is given up after thirty tries', async () => {
    answers = Array.from({ length: 40 }, () => 503)
    await make(sandbox, 'sale', { server_callback_url: hook })
    for (let tries = 1; tries < 30; tries++) {
      await until(() => sandbox.callbacks()[0]?.tries === tries)
      sandbox.advance(waitAfter(tries))
    }
    await until(() => sandbox.callbacks()[0]?.outcome === 'given up: HTTP 503')
    expect(received).toHaveLength(30)
  })

  it('goes to loopback addresses only', async () => {
    for (const [address, mayCall] of [
      ['http://127.0.0.1:1/x', true],
      ['http://localhost/x', true],
      ['http://[::1]:8080/x', true],
      ['https://127.0.0.1/x', false],
      ['http://127.0.0.1.example.com/x', false],
      ['http://localhost@example.com/x', false],
      ['http://10.0.0.1/x', false],
      ['http://example.com/x', false],
    ] as const)
      expect(isLoopback(address), address).toBe(mayCall)
    await make(sandbox, 'sale', { server_callback_url: 'https://shop.example.test/hook' })
    await until(() => sandbox.callbacks().length === 1)
    expect(sandbox.callbacks()[0]).toMatchObject({
      tries: 0,
      dueAt: null,
      outcome: 'not sent: only loopback addresses are called',
    })
  })
})
