// Puts an answer on the wire, honestly or spoilt as a fault asks. The booking was made before.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type AnswerRecord, MEDIA_TYPE } from './http/answers.ts'
import { jsonWithNumbers } from './hosts/voice.ts'
import type { Dispatched } from './dispatch.ts'
import type { Switches } from './context/switches.ts'

const SLOW_MS = 3000
const FORM_TYPE = 'text/html; charset=utf-8'

/** How this host writes its answers. */
export type Style = 'json' | 'json-numbers' | 'form-encoded' | 'form-encoded-plus'

export const styleOf = ({ isOn }: Switches): Style =>
  isOn('answers-form-encoded')
    ? isOn('plus-for-space')
      ? 'form-encoded-plus'
      : 'form-encoded'
    : isOn('json-numbers')
      ? 'json-numbers'
      : 'json'

const writers: Record<Style, (record: AnswerRecord) => string> = {
  json: JSON.stringify,
  'json-numbers': jsonWithNumbers,
  'form-encoded': formEncoded,
  'form-encoded-plus': (record) => formEncoded(record).replaceAll('%20', '+'),
}

/** One answer on its way out. */
interface Sending {
  request: IncomingMessage
  response: ServerResponse
  performed: Dispatched
  write: (record: AnswerRecord) => string
  isForm: boolean
  mediaType: string
  body: string
}

export function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  performed: Dispatched,
  style: Style = 'json',
  heldBackMs = 0,
): void {
  if (heldBackMs > 0)
    return void setTimeout(() => deliver(request, response, performed, style), heldBackMs).unref()
  const isForm = style.startsWith('form-encoded')
  const write = writers[style]
  const sending: Sending = {
    ...{ request, response, performed, write, isForm },
    mediaType: isForm ? FORM_TYPE : MEDIA_TYPE,
    body: write(performed.record),
  }
  ways[performed.delivery](sending)
}

function send(
  { response }: Sending,
  status: number,
  type: string,
  text: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** The answer is an error of the server or of what stands before it. */
const spoilt =
  (status: number, headers: Record<string, string> = {}) =>
  (one: Sending): void =>
    send(one, status, one.mediaType, one.write(errorFor(one.performed.record, status)), headers)

/** More fields of the same name and kind, behind the others. */
const padded = ({ isForm, body }: Sending, more: readonly [string, string][]): string =>
  isForm
    ? `${body}&${more.map(([name, value]) => `${name}=${value}`).join('&')}\n`
    : body.replace(/\}$/, `${more.map(([name, value]) => `,"${name}":"${value}"`).join('')}}`)

const ways: Record<Dispatched['delivery'], (sending: Sending) => void> = {
  normal: (one) => send(one, one.performed.http, one.mediaType, one.body),
  hang: () => undefined,
  reset: ({ request }) => void request.socket.resetAndDestroy(),
  'http-500': spoilt(500),
  'http-503': spoilt(503),
  'http-400': spoilt(400),
  'http-401': spoilt(401),
  'http-404': spoilt(404),
  'http-409': spoilt(409),
  'http-429': spoilt(429, { 'retry-after': '1' }),
  'http-400-html': (one) => send(one, 400, 'text/html', page),
  redirect: (one) => send(one, 307, MEDIA_TYPE, '', { location: one.request.url ?? '/' }),
  truncated: ({ request, response, mediaType, body }) => {
    response.writeHead(200, {
      'content-type': mediaType,
      'content-length': Buffer.byteLength(body),
    })
    response.write(body.slice(0, Math.floor(body.length / 2)), () => request.socket.destroy())
  },
  'truncated-close': ({ response, mediaType, body }) => {
    response.shouldKeepAlive = false
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { 'content-type': mediaType, connection: 'close' })
    response.end(body.slice(0, Math.floor(body.length / 2)))
  },
  html: (one) => send(one, 200, 'text/html', page),
  'foreign-order': (one) => send(one, 200, one.mediaType, one.write(foreign(one.performed.record))),
  'error-under-200': spoilt(200),
  'form-encoded': (one) => send(one, 200, FORM_TYPE, formEncoded(one.performed.record)),
  'wrong-content-type': (one) => send(one, 200, 'text/plain', one.body),
  'malformed-json': (one) => {
    const text = one.isForm ? `${one.body}&%E0%A4%A` : one.body.replace(/.$/, ',}')
    send(one, 200, one.mediaType, text)
  },
  // Only names that are in the answer: one that is there once would say something else in plain
  // words.
  'duplicate-keys': (one) => {
    const doubled = others.filter(([name]) => name in one.performed.record)
    send(one, 200, one.mediaType, padded(one, doubled))
  },
  'deep-json': (one) => send(one, 200, MEDIA_TYPE, '['.repeat(10_000) + ']'.repeat(10_000)),
  empty: (one) => send(one, 200, MEDIA_TYPE, ''),
  'huge-body': (one) =>
    send(one, 200, one.mediaType, padded(one, [['padding', 'x'.repeat(8 * 1_048_576)]])),
  'huge-headers': (one) =>
    send(one, 200, one.mediaType, one.body, { 'x-padding': 'x'.repeat(200 * 1024) }),
  gzip: (one) => send(one, 200, one.mediaType, gzipSync(one.body), { 'content-encoding': 'gzip' }),
  drip: ({ response, mediaType, body }) => drip(response, mediaType, body),
  slow: (one) =>
    void setTimeout(() => send(one, one.performed.http, one.mediaType, one.body), SLOW_MS).unref(),
}

/** What fields of an answer say differently when they come twice. */
const others: readonly [string, string][] = [
  ['serial-number', '00000000-0000-0000-0000-000000000000'],
  ['merchant-order-id', 'another-merchants-order'],
  ['paynet-order-id', '1'],
  ['status', 'declined'],
]

const page =
  '<!doctype html><html><head><title>Maintenance</title></head><body><h1>Please come back later</h1></body></html>'

/** The same answer about an order that nobody asked for. */
const foreign = (record: AnswerRecord): AnswerRecord => ({
  ...record,
  'paynet-order-id': '1000001',
  'merchant-order-id': 'another-merchants-order',
})

function errorFor(record: AnswerRecord, http: number): AnswerRecord {
  const names =
    http === 400 || http === 200
      ? ['validation-error', 'The request was refused']
      : ['error', 'Internal error']
  return {
    type: names[0] ?? '',
    'serial-number': record['serial-number'] ?? '',
    'error-code': String(http),
    'error-message': names[1] ?? '',
  }
}

/**
 * As hosts answer that don't know the JSON media type: every value ends in a newline, as it is and
 * not encoded.
 */
function formEncoded(record: AnswerRecord): string {
  return Object.entries(record)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}\n`)
    .join('&')
}

function drip(response: ServerResponse, mediaType: string, body: string): void {
  response.writeHead(200, { 'content-type': mediaType, 'content-length': Buffer.byteLength(body) })
  const bytes = [...Buffer.from(body)]
  const timer = setInterval(() => {
    const byte = bytes.shift()
    if (byte === undefined || response.destroyed) {
      clearInterval(timer)
      response.end()
    } else response.write(Buffer.from([byte]))
  }, 1000)
  timer.unref()
}
