// Opens a tunnel through an HTTP proxy (CONNECT, RFC 9110 section 9.3.6) on a socket it is given.
// Called by transport.ts before TLS. It never sees a byte of the request: whatever fails here
// proves that nothing was sent.
import { say } from '#shared/message.ts'
import type net from 'node:net'
import type { Proxy } from './proxy.ts'
import { messageOf } from './wire-answer.ts'

export interface TunnelInput {
  target: { host: string; port: number }
  proxy: Proxy
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export interface TunnelRefusal {
  code: string
  detail: string
}

const mostHeadBytes = 16_384

/**
 * Calls exactly one of the two, once. At `onOpen` the carrier is paused, and what is written to it
 * reaches the target.
 */
export function openTunnel(
  carrier: net.Socket,
  { target, proxy, timeoutMs, signal }: TunnelInput,
  onRefused: (why: TunnelRefusal) => void,
  onOpen: () => void,
): void {
  const place = `${proxy.host}:${proxy.port}`
  let isFinished = false
  let head = Buffer.alloc(0)
  const finish = (): void => {
    isFinished = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    carrier.off('data', take)
    carrier.off('close', onClose)
  }
  const refuse = (code: string, detail: string): void => {
    if (isFinished) return
    finish()
    carrier.destroy()
    onRefused({ code, detail })
  }
  const onAbort = (): void => refuse('aborted', say('gateway.stopped-while-connecting'))
  const onClose = (): void => refuse('proxy-closed', say('gateway.proxy-silent', { place }))
  const take = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) {
      if (head.length > mostHeadBytes)
        refuse('proxy-answer', say('gateway.proxy-not-http', { place }))
      return
    }
    const status = /^HTTP\/1\.[01] (\d{3})(?: |\r\n)/.exec(head.toString('latin1', 0, end + 2))?.[1]
    if (status === undefined)
      return refuse('proxy-answer', say('gateway.proxy-not-http', { place }))
    if (!status.startsWith('2')) return refuse(`proxy-${status}`, statusMessage(status, place))
    // The target speaks only after it was spoken to: bytes behind the head would be somebody
    // else's.
    if (head.length > end + 4)
      return refuse('proxy-answer', say('gateway.proxy-sent-more', { place }))
    carrier.pause()
    finish()
    onOpen()
  }
  signal?.addEventListener('abort', onAbort)
  const timer = setTimeout(() => {
    refuse('connect-timeout', say('gateway.no-tunnel-in-time', { place, timeoutMs }))
  }, timeoutMs)
  // Stays for the socket's life: a late error without a listener would end the program.
  carrier.on('error', (error: NodeJS.ErrnoException) => {
    refuse(
      error.code ?? 'proxy-failed',
      say('gateway.the-proxy-failed', { place, why: messageOf(error) }),
    )
  })
  carrier.on('close', onClose)
  carrier.on('data', take)
  carrier.once('connect', () => carrier.write(connectBytes(target, proxy)))
}

function connectBytes({ host, port }: TunnelInput['target'], { authorization }: Proxy): Buffer {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const statusMessage = (status: string, place: string): string =>
  status === '407'
    ? say('gateway.proxy-asks-password', { place })
    : say('gateway.proxy-refused', { place, status })
