// Waits until a socket's connection stands, or says why it never did. Called by transport.ts, which
// opens the socket. MONEY: while this waits not one byte of the request is written, so what it
// refuses was not sent.
import { say } from '#shared/message.ts'
import type net from 'node:net'
import type tls from 'node:tls'
import { describeCertificate } from './certificate.ts'
import type { Exchange, SendInput } from './exchange.ts'
import { messageOf } from './wire-answer.ts'
import { type Address, isLoopbackAddress } from './wire-request.ts'

type Unreached = Extract<Exchange, { kind: 'unreached' }>

/**
 * Calls exactly one of the two, once: `onConnected` while not one byte of the request is written
 * yet.
 */
export function connect(
  socket: net.Socket,
  address: Address,
  { limits, signal, whyNotNow, lookAndWrite }: SendInput,
  onRefused: (why: Unreached) => void,
  onConnected: () => void,
): void {
  let isFinished = false
  let certificate = ''
  const finish = (): void => {
    isFinished = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const refuse = (code: string, detail: string): void => {
    if (isFinished) return
    finish()
    socket.destroy()
    onRefused({ kind: 'unreached', code, detail })
  }
  const onAbort = (): void => refuse('aborted', say('gateway.stopped-while-connecting'))
  signal?.addEventListener('abort', onAbort)
  const timer = setTimeout(() => {
    refuse(
      'connect-timeout',
      say('gateway.no-connection-in-time', {
        connectTimeoutMs: limits.connectTimeoutMs,
      }),
    )
  }, limits.connectTimeoutMs)
  if (isTls(socket))
    // At 'error' the certificate is gone already; node emits 'secure' after the handshake and
    // before the connection is accepted or refused.
    socket.prependOnceListener('secure', () => {
      certificate = describeCertificate(socket.getPeerCertificate())
    })
  // Stays for the socket's life: a late error without a listener would end the program.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    refuse(
      error.code ?? 'connect-failed',
      certificate === ''
        ? messageOf(error)
        : say('gateway.error-and-certificate', { error: messageOf(error), certificate }),
    )
  })
  socket.once('close', () => refuse('closed', say('gateway.closed-while-connecting')))
  socket.once(address.isSecure ? 'secureConnect' : 'connect', () => {
    if (isFinished) return
    if (!address.isSecure && !isLoopbackAddress(socket.remoteAddress ?? ''))
      return refuse('policy', say('gateway.host-is-not-this-computer', { host: address.host }))
    const go = (): void => {
      if (isFinished) return
      const held = whyNotNow === undefined ? null : askedSafely(whyNotNow)
      if (held !== null) return refuse('held-back', held)
      finish()
      onConnected()
    }
    if (lookAndWrite === undefined) return go()
    // The connection stands in time; whoever looks has a limit of their own.
    clearTimeout(timer)
    const looked = (): void => {
      // MONEY: what came while this looked answers another request.
      if (socket.readableLength > 0) refuse('early', say('gateway.answered-unasked'))
      go()
    }
    lookAndWrite(looked).then(
      (reason) => {
        if (reason !== null) refuse('held-back', reason)
      },
      (error: unknown) => refuse('held-back', unexpected(error)),
    )
  })
}

const unexpected = (error: unknown): string =>
  say('gateway.something-unexpected-happened', { why: messageOf(error as Error) })

/** MONEY: who can't say that it may leave holds it back. */
function askedSafely(whyNotNow: () => string | null): string | null {
  try {
    return whyNotNow()
  } catch (error) {
    return unexpected(error)
  }
}

const isTls = (socket: net.Socket): socket is tls.TLSSocket => 'getPeerCertificate' in socket
