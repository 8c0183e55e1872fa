import { Buffer } from 'node:buffer'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { sendOnce } from '../../../../src/main/gateway/transport/transport.ts'
import type { SendInput } from '../../../../src/main/gateway/transport/exchange.ts'
import { deadlineIn } from '../../../fakes/deadline.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import {
  accepted,
  answer,
  arrivals,
  type RawService,
  type Script,
  startRaw,
} from './raw-service.ts'

const limits = {
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 10_000,
  maxBodyBytes: 262_144,
  maxHeaderBytes: 65_536,
}
const body = Buffer.from('orderid=77&amount=1.00')
const established = 'HTTP/1.1 200 Connection established\r\n\r\n'

let certificates: Certificates
beforeAll(() => {
  certificates = makeCertificates()
})
afterAll(() => certificates.remove())

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

interface ProxyServer {
  port: number
  connections: number
  /** The heads it was asked with. */
  heads: string[]
  /** Every byte that went past the head, in both directions. */
  passed: Buffer
}
type Behaviour = (socket: net.Socket, tunnel: () => void, head: string) => void

/**
 * An HTTP proxy that does what `behave` says; `tunnel` connects to the place that was asked for.
 */
async function startProxy(behave: Behaviour): Promise<ProxyServer> {
  const open = new Set<net.Socket>()
  const proxy: ProxyServer = { port: 0, connections: 0, heads: [], passed: Buffer.alloc(0) }
  const keep = (socket: net.Socket): void => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
  }
  const server = net.createServer((socket) => {
    proxy.connections += 1
    keep(socket)
    let head = ''
    const take = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', take)
      proxy.heads.push(head)
      const [, host, port] = /^CONNECT (.+):(\d+) /.exec(head) ?? []
      const tunnel = (): void => {
        const upstream = net.connect(Number(port), host!)
        keep(upstream)
        upstream.on('connect', () => {
          socket.on('data', (bytes: Buffer) => {
            proxy.passed = Buffer.concat([proxy.passed, bytes])
            upstream.write(bytes)
          })
          upstream.on('data', (bytes: Buffer) => socket.write(bytes))
          upstream.on('close', () => socket.destroy())
          socket.on('close', () => upstream.destroy())
          socket.write(established)
        })
      }
      behave(socket, tunnel, head)
    }
    socket.on('data', take)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as net.AddressInfo).port
  closing.push(() => {
    for (const socket of open) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return proxy
}

async function service(script: Script = (socket) => socket.end(answer('200 OK', accepted))) {
  const made = await startRaw(script, { secure: certificates.good })
  closing.push(made.close)
  return made
}

const send = (to: RawService, proxy: { port: number }, more: Partial<SendInput> = {}) =>
  sendOnce({
    url: to.url(),
    headers: {},
    body,
    limits,
    ca: certificates.authority,
    proxy: { host: '127.0.0.1', port: proxy.port },
    ...more,
  })
const passThrough: Behaviour = (_socket, tunnel) => tunnel()

describe('through a proxy', () => {
  it('the request arrives once, in TLS with the gateway itself', async () => {
    const [to, proxy] = [await service(), await startProxy(passThrough)]
    expect(await send(to, proxy)).toMatchObject({ kind: 'answered', status: 200, complete: true })
    expect(await arrivals(to)).toEqual({ connections: 1, requests: 1 })
    expect(proxy.connections).toBe(1)
    expect(proxy.heads).toEqual([
      `CONNECT 127.0.0.1:${to.port} HTTP/1.1\r\nHost: 127.0.0.1:${to.port}\r\n\r\n`,
    ])
    // The proxy sees the handshake and nothing of the request.
    expect(proxy.passed.length).toBeGreaterThan(100)
    expect(proxy.passed.includes('orderid=77')).toBe(false)
  })

  it('the proxy’s password goes to the proxy alone', async () => {
    const [to, proxy] = [await service(), await startProxy(passThrough)]
    const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`
    await send(to, proxy, { proxy: { host: '127.0.0.1', port: proxy.port, authorization } })
    expect(proxy.heads[0]).toContain(`\r\nProxy-Authorization: ${authorization}\r\n`)
    expect(to.received.join()).not.toContain('Basic')
  })

  it('a connection to this computer by plain http ignores it', async () => {
    const to = await startRaw((socket) => socket.end(answer('200 OK', accepted)))
    closing.push(to.close)
    const proxy = await startProxy(passThrough)
    expect(await send(to, proxy)).toMatchObject({ kind: 'answered' })
    expect(proxy.connections).toBe(0)
  })
})

describe('a proxy that reads along', () => {
  type Only = keyof Certificates['only']
  /** Behind the proxy stands a server with this certificate, whatever place was asked for. */
  async function askThrough(host: string, only: Only, proxyHost: string) {
    const impostor = await startRaw((socket) => socket.end(answer('200 OK', accepted)), {
      secure: certificates.only[only],
    })
    closing.push(impostor.close)
    const proxy = await startProxy((socket) => {
      const upstream = net.connect(impostor.port, '127.0.0.1')
      upstream.on('connect', () => {
        socket.write(established)
        socket.pipe(upstream).pipe(socket)
      })
      for (const end of [socket, upstream]) end.on('error', () => upstream.destroy())
    })
    const exchange = await send(impostor, proxy, {
      url: `https://${host}/paynet/api/v2/sale/1`,
      proxy: { host: proxyHost, port: proxy.port },
    })
    return { exchange, ...(await arrivals(impostor)) }
  }

  const services: [host: string, right: Only][] = [
    ['192.0.2.10', 'address'],
    ['[2001:db8::10]', 'address6'],
    ['gate.example', 'name'],
  ]
  it.each(services)('is never taken for %s by another certificate', async (host, right) => {
    for (const only of Object.keys(certificates.only) as Only[])
      for (const proxyHost of ['127.0.0.1', 'localhost']) {
        const { exchange, requests } = await askThrough(host, only, proxyHost)
        const story = `${only} through ${proxyHost}`
        if (only === right) {
          expect(exchange, story).toMatchObject({ kind: 'answered', status: 200 })
          expect(requests, story).toBe(1)
        } else {
          expect(exchange, story).toMatchObject({
            kind: 'unreached',
            code: 'ERR_TLS_CERT_ALTNAME_INVALID',
          })
          expect(requests, story).toBe(0)
        }
      }
  })
})

describe('a tunnel that never stood is proof that nothing was sent', () => {
  it.each<[string, Behaviour, string, RegExp]>([
    [
      'asks for a password',
      (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
      'proxy-407',
      /user name and password/,
    ],
    [
      'forbids the place',
      (socket) => socket.end('HTTP/1.1 403 Forbidden\r\nX: y\r\n\r\n<html>'),
      'proxy-403',
      /HTTP 403/,
    ],
    [
      'can’t reach it',
      (socket) => socket.end('HTTP/1.0 502 Bad Gateway\r\n\r\n'),
      'proxy-502',
      /HTTP 502/,
    ],
    [
      'points elsewhere',
      (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://x\r\n\r\n'),
      'proxy-302',
      /HTTP 302/,
    ],
    [
      'speaks another language',
      (socket) => socket.end('220 mail.example ESMTP\r\n\r\n'),
      'proxy-answer',
      /something other/,
    ],
    [
      'never ends its head',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(20_000)}`),
      'proxy-answer',
      /something other/,
    ],
    [
      'puts bytes of its own behind the head',
      (socket) => socket.write(`${established}hello`),
      'proxy-answer',
      /more than it was asked/,
    ],
    ['closes', (socket) => socket.end(), 'proxy-closed', /closed the connection/],
    ['resets', (socket) => void socket.resetAndDestroy(), 'ECONNRESET', /proxy/],
    ['is silent', () => undefined, 'connect-timeout', /within 300 ms/],
  ])('when the proxy %s', async (_story, behave, code, message) => {
    const [to, proxy] = [await service(), await startProxy(behave)]
    // Only what is never answered is to meet the limit, however busy the machine is.
    const connectTimeoutMs = code === 'connect-timeout' ? 300 : 10_000
    const exchange = await send(to, proxy, { limits: { ...limits, connectTimeoutMs } })
    expect(exchange).toMatchObject({ kind: 'unreached', code })
    expect(formatMessages('detail' in exchange && exchange.detail)).toMatch(message)
    expect(await arrivals(to)).toEqual({ connections: 0, requests: 0 })
  })

  it('when there is no proxy at its address', async () => {
    const [to, proxy] = [await service(), await startProxy(passThrough)]
    await closing.pop()!()
    expect(await send(to, proxy)).toMatchObject({ kind: 'unreached', code: 'ECONNREFUSED' })
    expect((await arrivals(to)).requests).toBe(0)
  })

  it('when TLS behind the tunnel is refused, or never comes about', async () => {
    const proxy = await startProxy(passThrough)
    const wrong = await startRaw(() => undefined, { secure: certificates.wrongHost })
    closing.push(wrong.close)
    expect(await send(wrong, proxy)).toMatchObject({
      kind: 'unreached',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      detail: expect.stringContaining('wrong-host'),
    })
    const silent = await startProxy((socket) => setTimeout(() => socket.write(established), 1_500))
    // One limit for proxy and TLS together: a limit for each would take 3,500 ms.
    const deadline = deadlineIn(3_300)
    expect(
      await send(wrong, silent, { limits: { ...limits, connectTimeoutMs: 2_000 } }),
    ).toMatchObject({ kind: 'unreached', code: 'connect-timeout' })
    expect(deadline.isPast()).toBe(false)
    deadline.end()
    const cut = await startProxy((socket) => {
      socket.write(established)
      setTimeout(() => socket.destroy(), 50)
    })
    expect(await send(wrong, cut)).toMatchObject({ kind: 'unreached' })
    expect((await arrivals(wrong)).requests).toBe(0)
  })

  it('when it is stopped while the tunnel is made', async () => {
    const [to, proxy] = [await service(), await startProxy(() => undefined)]
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    expect(await send(to, proxy, { signal: stop.signal })).toMatchObject({
      kind: 'unreached',
      code: 'aborted',
    })
  })
})

describe('after the tunnel stood, nothing is proof', () => {
  it('a proxy that dies while the answer is awaited leaves the outcome open', async () => {
    const to = await service(() => undefined)
    const proxy = await startProxy((socket, tunnel) => {
      tunnel()
      setTimeout(() => socket.resetAndDestroy(), 300)
    })
    expect(await send(to, proxy)).toMatchObject({ kind: 'no-answer' })
    expect(await arrivals(to)).toEqual({ connections: 1, requests: 1 })
  })
})
