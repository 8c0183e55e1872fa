// A server of bare bytes: a script says what happens after each whole request, and it counts what
// reached it. The oracle of every transport test is here: how often did the request arrive?
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import tls from 'node:tls'

export interface RawService {
  url: (path?: string) => string
  port: number
  connections: number
  /** Whole or begun requests, over all connections. */
  requests: () => number
  /** Everything received, a text per connection. */
  received: string[]
  /** How many pieces the first connection's bytes came in. */
  pieces: number
  close: () => Promise<void>
}

export type Script = (socket: net.Socket, request: string) => void

export interface RawOptions {
  secure?: tls.TlsOptions
  onConnection?: (socket: net.Socket) => void
}

export async function startRaw(script: Script, options: RawOptions = {}): Promise<RawService> {
  const open = new Set<net.Socket>()
  const service: RawService = {
    url: (path = '/paynet/api/v2/return/1') =>
      `${options.secure === undefined ? 'http' : 'https'}://127.0.0.1:${service.port}${path}`,
    port: 0,
    connections: 0,
    received: [],
    pieces: 0,
    requests: () =>
      service.received.reduce((sum, text) => sum + text.split('POST /').length - 1, 0),
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  const take = (socket: net.Socket): void => {
    const index = service.received.push('') - 1
    service.connections += 1
    socket.on('error', () => socket.destroy())
    options.onConnection?.(socket)
    socket.on('data', (chunk) => {
      if (index === 0) service.pieces += 1
      const before = service.received[index]!
      const now = before + chunk.toString('latin1')
      service.received[index] = now
      if (!isWhole(before) && isWhole(now)) script(socket, now)
    })
  }
  const server =
    options.secure === undefined ? net.createServer(take) : tls.createServer(options.secure, take)
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket: net.Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.port = (server.address() as net.AddressInfo).port
  return service
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return text.length - end - 4 >= length
}

/** The request as it arrived, after time enough for a second one to arrive as well. */
export async function arrivals(
  service: RawService,
): Promise<{ connections: number; requests: number }> {
  await pause(60)
  return { connections: service.connections, requests: service.requests() }
}

/** A complete answer with a marked length. */
export const answer = (
  status: string,
  body: string,
  headers: Record<string, string> = {},
): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries({
      'Content-Type': 'application/vnd.pay+json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

export const accepted = '{"type":"async-response","serial-number":"sn-1"}'
