// The only socket of the program: connects first, then writes one request on that connection, once, and reads one answer.
// Called by client.ts with complete headers and body. It never follows, retries, reuses a connection or goes through a proxy.
import http from 'node:http'
import net from 'node:net'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import { describeCertificate } from './certificate.ts'
import { framingOf, headersOf, wordsOf } from './wire-answer.ts'
import { addressOf, isLoopbackAddress, requestBytes, type Address } from './wire-request.ts'

export interface SendLimits {
  /** DNS, TCP and TLS together. */
  connectTimeoutMs: number
  /** From writing the request to the last byte of the answer. */
  answerTimeoutMs: number
  maxBodyBytes: number
  maxHeaderBytes: number
}

export interface SendInput {
  /** https, or http for loopback hosts only. */
  url: string
  /** Host, Content-Length, Connection and Accept-Encoding are added here and may not be given. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  limits: SendLimits
  /** PEM text of certificate authorities trusted in addition to the bundled and the system's. */
  ca?: string
  signal?: AbortSignal
  /** Wall clock in milliseconds; the system's when absent. */
  clock?: () => number
}

/** What became of one sending. MONEY: only 'unreached' proves that nothing was sent. */
export type Exchange =
  /** `code` is Node's error code, or policy, bad-address, connect-timeout, aborted. */
  | { kind: 'unreached'; code: string; detail: string }
  /** `code` is Node's error code, or answer-timeout, truncated, too-large, unreadable-framing, aborted, closed. */
  | { kind: 'no-answer'; code: string; detail: string }
  | Answered

export interface Answered {
  kind: 'answered'
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  body: Buffer
  /** False when only the closing of the connection marked the end: a truncated body looks the same. */
  complete: boolean
  at: number
  /** The Date header as it came. */
  date: string | null
}

/** Resolves always; rejects only for a bug of the caller (a header that can't be written), before anything is connected. */
export async function sendOnce(input: SendInput): Promise<Exchange> {
  const address = addressOf(input.url)
  if ('refusal' in address) return { kind: 'unreached', ...address.refusal }
  const bytes = requestBytes(address, input.headers, input.body)
  if (input.signal?.aborted === true)
    return { kind: 'unreached', code: 'aborted', detail: 'Stopped before connecting.' }
  return new Promise((resolve) => {
    const socket = address.isSecure
      ? openSecure(address, input.ca ?? '')
      : net.connect(placeOf(address))
    // Writing starts in the very event that says the connection stands: nothing can come between.
    connect(socket, address, input, resolve, () => exchange(socket, bytes, input, resolve))
  })
}

type Unreached = Extract<Exchange, { kind: 'unreached' }>

/** Calls exactly one of the two, once: `onConnected` while not one byte of the request is written yet. */
function connect(
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
  if (socket instanceof tls.TLSSocket)
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

const placeOf = (address: Address) => ({
  host: address.host,
  port: address.port,
  // Node's 250 ms a try gives up on slow networks that need one full handshake.
  autoSelectFamilyAttemptTimeout: 2_500,
})

function openSecure(address: Address, ca: string): tls.TLSSocket {
  return tls.connect({
    ...placeOf(address),
    // Spelled out, so that no environment variable can switch it off.
    rejectUnauthorized: true,
    secureContext: contextOf(ca),
    ALPNProtocols: ['http/1.1'],
    ...(net.isIP(address.host) === 0 ? { servername: address.host } : {}),
  })
}

// Reading several hundred authorities blocks the program for 30 ms, which is too long for every request.
let lastContext: { ca: string; context: tls.SecureContext } | null = null

function contextOf(ca: string): tls.SecureContext {
  if (lastContext?.ca !== ca) {
    const trusted = [...trustedAuthorities(), ...(ca === '' ? [] : [ca])]
    lastContext = { ca, context: tls.createSecureContext({ ca: trusted, minVersion: 'TLSv1.2' }) }
  }
  return lastContext.context
}

/** Bundled and system authorities: those a program in a company network is expected to honour. */
function trustedAuthorities(): string[] {
  return typeof tls.getCACertificates === 'function'
    ? [...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')]
    : [...tls.rootCertificates]
}

/** Writes the request and calls `onDone` once: 'no-answer' or 'answered', never 'unreached'. */
function exchange(
  socket: net.Socket,
  bytes: Buffer,
  { limits, signal, clock = Date.now }: SendInput,
  onDone: (outcome: Exchange) => void,
): void {
  let isSettled = false
  let received = 0
  // Kept, not acted on: the answer may have been complete before the error, and the reader knows.
  let socketError: NodeJS.ErrnoException | null = null
  const settle = (outcome: Exchange): void => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    socket.destroy()
    reader.destroy()
    onDone(outcome)
  }
  const giveUp: GiveUp = (code, detail) =>
    settle(
      socketError === null
        ? { kind: 'no-answer', code, detail }
        : { kind: 'no-answer', code: socketError.code ?? code, detail: wordsOf(socketError) },
    )
  const onAbort = (): void => giveUp('aborted', 'Stopped while waiting for the answer.')
  signal?.addEventListener('abort', onAbort)
  const timer = setTimeout(() => {
    giveUp('answer-timeout', `No complete answer within ${limits.answerTimeoutMs} ms.`)
  }, limits.answerTimeoutMs)
  const reader = readResponse(limits, giveUp, (answer) => {
    // Without a marked end a reset can't be told from the end.
    if (!answer.complete && socketError !== null) giveUp('truncated', cutOff)
    else settle({ ...answer, at: clock() })
  })

  // Worst honest case: a body chunked byte by byte takes six bytes for each.
  const mostReceived = limits.maxHeaderBytes + 8 * limits.maxBodyBytes
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > mostReceived) giveUp('too-large', `More than ${mostReceived} bytes came.`)
    if (!isSettled) reader.push(chunk)
  })
  socket.on('error', (error) => {
    socketError ??= error
  })
  for (const end of ['end', 'close'])
    socket.on(end, () => {
      if (!isSettled) reader.push(null)
    })

  // MONEY: the one write. Nothing else gets the socket: the parser reads a copy of what came, and its own writes go nowhere.
  socket.write(bytes)
}

type GiveUp = (code: string, detail: string) => void
const cutOff = 'The answer was cut off.'

/**
 * Node's strict HTTP parser over a stream that is not the socket: whatever node:http writes or asks to write again ends here.
 * The stream given back takes the received bytes.
 */
function readResponse(
  limits: SendLimits,
  giveUp: GiveUp,
  onAnswer: (answer: Omit<Answered, 'at'>) => void,
): Duplex {
  const stream = new Duplex({
    read() {
      // Bytes are pushed as they arrive; the caps above bound what may pile up.
    },
    write(_chunk, _encoding, done) {
      done()
    },
  })
  stream.on('error', (error) => giveUp('unreadable', error.message))
  const parser = http.request({
    method: 'POST',
    createConnection: () => stream,
    maxHeaderSize: limits.maxHeaderBytes,
    insecureHTTPParser: false,
  })
  parser.on('error', (error: NodeJS.ErrnoException) => {
    const isCut = error.code === 'ECONNRESET'
    giveUp(
      isCut ? 'closed' : (error.code ?? 'unreadable'),
      isCut ? 'The connection closed before an answer came.' : wordsOf(error),
    )
  })
  let hasHead = false
  parser.on('close', () => {
    // After the head the response itself knows whether it is complete, and says so later than this.
    if (!hasHead) giveUp('closed', 'The connection closed before an answer came.')
  })
  parser.on('response', (response) => {
    hasHead = true
    const framing = framingOf(response)
    if (framing === 'unreadable')
      return giveUp('unreadable-framing', 'The answer’s length is marked in an unknown way.')
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.maxBodyBytes)
        giveUp('too-large', `The answer is longer than ${limits.maxBodyBytes} bytes.`)
      else chunks.push(chunk)
    })
    response.on('error', () => giveUp('truncated', cutOff))
    response.on('close', () => giveUp('truncated', cutOff))
    response.on('end', () => {
      if (!response.complete) return giveUp('truncated', cutOff)
      onAnswer({
        kind: 'answered',
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: Buffer.concat(chunks),
        complete: framing === 'marked',
        date: response.headers.date ?? null,
      })
    })
  })
  parser.end()
  return stream
}
