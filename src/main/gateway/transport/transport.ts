// The only socket of the program: connects first, then writes one request on that connection, once,
// and reads one answer. Called by client.ts with complete headers and body. It never follows,
// retries or reuses a connection.
import { say } from '#shared/message.ts'
import http from 'node:http'
import net from 'node:net'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import { NO_NAMES } from './certificate.ts'
import { connect } from './connect.ts'
import type { Answered, Exchange, SendInput, SendLimits } from './exchange.ts'
import type { Proxy } from './proxy.ts'
import { openTunnel } from './transport-proxy.ts'
import { endOfAnswer, framingOf, headersOf, messageOf } from './wire-answer.ts'
import { addressOf, requestBytes, type Address } from './wire-request.ts'

/**
 * Resolves always; rejects only for a bug of the caller (a header that can't be written), before
 * anything is connected.
 */
export async function sendOnce(input: SendInput): Promise<Exchange> {
  const address = addressOf(input.url)
  if ('refusal' in address) return { kind: 'unreached', ...address.refusal }
  const bytes = requestBytes(address, input.headers, input.body)
  if (input.signal?.aborted === true)
    return { kind: 'unreached', code: 'aborted', detail: say('gateway.stopped-before-connecting') }
  return new Promise((resolve) => {
    const { proxy } = input
    if (proxy !== undefined && address.isSecure)
      return goThrough(proxy, address, bytes, input, resolve)
    const socket = address.isSecure
      ? openSecure(address, input.ca ?? '')
      : net.connect(placeOf(address))
    // Writing starts in the very event that says the connection stands, so that nothing can come
    // between; a team's last look comes between, and starts the writing itself.
    connect(socket, address, input, resolve, () => exchange(socket, bytes, input, resolve))
  })
}

/**
 * MONEY: the same rule: until TLS with the gateway itself stands, through the tunnel, nothing of
 * the request is written.
 */
function goThrough(
  proxy: Proxy,
  address: Address,
  bytes: Buffer,
  input: SendInput,
  onDone: (outcome: Exchange) => void,
): void {
  const { limits, signal } = input
  const startedAt = performance.now()
  const carrier = net.connect(placeOf(proxy))
  openTunnel(
    carrier,
    { target: address, proxy, timeoutMs: limits.connectTimeoutMs, signal },
    (why) => onDone({ kind: 'unreached', ...why }),
    () => {
      const socket = openSecure(address, input.ca ?? '', carrier)
      socket.once('close', () => carrier.destroy())
      const spentMs = Math.ceil(performance.now() - startedAt)
      const connectTimeoutMs = Math.max(1, limits.connectTimeoutMs - spentMs)
      connect(socket, address, { ...input, limits: { ...limits, connectTimeoutMs } }, onDone, () =>
        exchange(socket, bytes, input, onDone),
      )
    },
  )
}

const placeOf = ({ host, port }: Pick<Address, 'host' | 'port'>) => ({
  host,
  port,
  // Node's 250 ms a try gives up on slow networks that need one full handshake.
  autoSelectFamilyAttemptTimeout: 2_500,
})

/** Over a connection of its own, or over a tunnel that stands already. */
function openSecure(address: Address, ca: string, carrier?: net.Socket): tls.TLSSocket {
  return tls.connect({
    ...(carrier === undefined ? placeOf(address) : { socket: carrier }),
    // Spelled out, so that no environment variable can switch it off.
    rejectUnauthorized: true,
    secureContext: contextOf(ca),
    ALPNProtocols: ['http/1.1'],
    // MONEY: over a tunnel Node would take the proxy's name for the gateway's.
    host: address.host,
    checkServerIdentity: (_name, certificate) => nameFault(address.host, certificate),
    ...(net.isIP(address.host) === 0 ? { servername: address.host } : {}),
  })
}

/**
 * Node believes the common name of a certificate that has no other name; RFC 9525 section 2 takes
 * the subject alternative names alone.
 */
function nameFault(host: string, certificate: tls.PeerCertificate): Error | undefined {
  // The types have it always there; node leaves it out.
  const { subjectaltname = '' } = certificate as { subjectaltname?: string }
  if (subjectaltname !== '') return tls.checkServerIdentity(host, certificate)
  return Object.assign(new Error(say('gateway.the-certificate-names-no-host')), { code: NO_NAMES })
}

/**
 * Authenticated encryption with a fresh key for each connection, and nothing else (RFC 9325 section
 * 4.2).
 */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

// Reading several hundred authorities blocks the program for 30 ms, which is too long for every
// request.
let lastContext: { ca: string; context: tls.SecureContext } | null = null

function contextOf(ca: string): tls.SecureContext {
  if (lastContext?.ca !== ca) {
    const trusted = [...trustedAuthorities(), ...(ca === '' ? [] : [ca])]
    const context = tls.createSecureContext({ ca: trusted, minVersion: 'TLSv1.2', ciphers })
    lastContext = { ca, context }
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
  let isFinished = false
  const received: Buffer[] = []
  let size = 0
  /** The answer that came whole, while the connection may still bring more. */
  let whole: Answered | null = null
  // Kept, not acted on: the answer may have been complete before the error, and the reader knows.
  let socketError: NodeJS.ErrnoException | null = null
  const finish = (outcome: Exchange): void => {
    if (isFinished) return
    isFinished = true
    clearTimeout(timer)
    clearTimeout(waiting)
    signal?.removeEventListener('abort', onAbort)
    socket.destroy()
    reader.destroy()
    // Nothing of it is sent any more: what is overwritten here can't leave with the next write.
    bytes.fill(0)
    onDone(outcome)
  }
  const giveUp: GiveUp = (code, detail) => {
    // The parser ends once its answer is whole.
    if (whole === null) finish(noAnswer(socketError, code, detail))
  }
  const onAbort = (): void => giveUp('aborted', say('gateway.stopped-waiting'))
  signal?.addEventListener('abort', onAbort)
  let waiting: NodeJS.Timeout | undefined
  const timer = setTimeout(() => {
    giveUp(
      'answer-timeout',
      say('gateway.no-complete-answer-in-time', {
        span: say('connections.a-span-of-seconds', { seconds: limits.answerTimeoutMs / 1000 }),
      }),
    )
  }, limits.answerTimeoutMs)
  const reader = readResponse(limits, giveUp, (answer) => {
    // Without a marked end a reset can't be told from the end.
    if (!answer.complete && socketError !== null) return giveUp('truncated', cutOff)
    if (!answer.complete) return finish({ ...answer, at: clock() })
    // MONEY: closing was asked for. Whatever comes behind the end belongs to another request: then
    // nobody can tell whose answer the first one is.
    if (endOfAnswer(Buffer.concat(received)) !== size) return finish(another)
    clearTimeout(timer)
    const answered = (whole = { ...answer, at: clock() })
    if (socket.readableEnded || socketError !== null) return finish(answered)
    waiting = setTimeout(() => finish(answered), closesWithinMs)
  })

  // Worst honest case: a body chunked byte by byte takes six bytes for each.
  const mostReceived = limits.maxHeaderBytes + 8 * limits.maxBodyBytes
  socket.on('data', (chunk: Buffer) => {
    if (whole !== null) return finish(another)
    received.push(chunk)
    size += chunk.length
    if (size > mostReceived) giveUp('too-large', say('gateway.received-too-much', { mostReceived }))
    if (!isFinished) reader.push(chunk)
  })
  socket.on('error', (error) => {
    socketError ??= error
  })
  for (const end of ['end', 'close'])
    socket.on(end, () => {
      if (whole !== null) finish(whole)
      else if (!isFinished) reader.push(null)
    })

  // MONEY: the one write. Nothing else gets the socket: the parser reads a copy of what came, and
  // its own writes go nowhere.
  socket.write(bytes)
}

const noAnswer = (
  socketError: NodeJS.ErrnoException | null,
  code: string,
  detail: string,
): Exchange =>
  socketError === null
    ? { kind: 'no-answer', code, detail }
    : { kind: 'no-answer', code: socketError.code ?? code, detail: messageOf(socketError) }

type GiveUp = (code: string, detail: string) => void
const cutOff = say('gateway.the-answer-was-cut-off')
const another: Exchange = {
  kind: 'no-answer',
  code: 'more-than-one-answer',
  detail: say('gateway.something-came-behind-the-answer'),
}
/** So long a gateway may take to close the connection behind its answer; many don't close it. */
const closesWithinMs = 150

/**
 * Node's strict HTTP parser over a stream that is not the socket: whatever node:http writes or asks
 * to write again ends here. The stream given back takes the received bytes.
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
      isCut ? say('gateway.closed-before-answer') : messageOf(error),
    )
  })
  let hasHead = false
  parser.on('close', () => {
    // After the head the response itself knows whether it is complete, and says so later than this.
    if (!hasHead) giveUp('closed', say('gateway.closed-before-answer'))
  })
  parser.on('response', (response) => {
    hasHead = true
    const framing = framingOf(response)
    if (framing === 'unreadable') return giveUp('unreadable-framing', say('gateway.length-unknown'))
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.maxBodyBytes)
        giveUp(
          'too-large',
          say('gateway.answer-too-long', {
            maxBodyBytes: limits.maxBodyBytes,
          }),
        )
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
