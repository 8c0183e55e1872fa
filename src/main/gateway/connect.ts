// Waits until a socket's connection stands, or says why it never did. Called by transport.ts, which opens the socket. MONEY: while
// this waits not one byte of the request is written, so what it refuses was not sent.
import type net from 'node:net'
import type tls from 'node:tls'
import { describeCertificate } from './certificate.ts'
import type { Exchange, SendInput } from './transport.ts'
import { wordsOf } from './wire-answer.ts'
import { type Address, isLoopbackAddress } from './wire-request.ts'

type Unreached = Extract<Exchange, { kind: 'unreached' }>

/** Calls exactly one of the two, once: `onConnected` while not one byte of the request is written yet. */
export function connect(
  socket: net.Socket,
  address: Address,
  { limits, signal }: SendInput,
  onRefused: (why: Unreached) => void,
  onConnected: () => void,
): void {
  let isSettled = false
  let certificate = ''
  const settle = (): void => {
    isSettled = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const refuse = (code: string, detail: string): void => {
    if (isSettled) return
    settle()
    socket.destroy()
    onRefused({ kind: 'unreached', code, detail })
  }
  const onAbort = (): void => refuse('aborted', 'Stopped while connecting.')
  signal?.addEventListener('abort', onAbort)
  const timer = setTimeout(() => {
    refuse('connect-timeout', `No connection within ${limits.connectTimeoutMs} ms.`)
  }, limits.connectTimeoutMs)
  if (isTls(socket))
    // At 'error' the certificate is gone already; node emits 'secure' after the handshake and before it judges.
    socket.prependOnceListener('secure', () => {
      certificate = describeCertificate(socket.getPeerCertificate())
    })
  // Stays for the socket's life: a late error without a listener would end the program.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    refuse(error.code ?? 'connect-failed', [wordsOf(error), certificate].filter(Boolean).join('. '))
  })
  socket.once('close', () => refuse('closed', 'The connection was closed while it was made.'))
  socket.once(address.isSecure ? 'secureConnect' : 'connect', () => {
    if (isSettled) return
    if (!address.isSecure && !isLoopbackAddress(socket.remoteAddress ?? ''))
      return refuse('policy', `${address.host} is not this computer; plain http goes no further.`)
    settle()
    onConnected()
  })
}

const isTls = (socket: net.Socket): socket is tls.TLSSocket => 'getPeerCertificate' in socket
