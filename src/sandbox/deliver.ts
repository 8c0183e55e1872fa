// Puts an answer on the wire: honestly, or spoilt in the way a fault asks for. What is booked is booked already.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { AnswerRecord } from './answers.ts'
import { jsonWithNumbers } from './hosts/voice.ts'
import { MEDIA_TYPE, type Performed } from './perform.ts'
import type { Switches } from './switches.ts'

const SLOW_MS = 3000

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

export function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  performed: Performed,
  style: Style = 'json',
  heldBackMs = 0,
): void {
  if (heldBackMs > 0)
    return void setTimeout(() => deliver(request, response, performed, style), heldBackMs).unref()
  const { http, record, delivery } = performed
  const isForm = style.startsWith('form-encoded')
  const mediaType = isForm ? 'text/html' : MEDIA_TYPE
  const write = writers[style]
  const body = write(record)
  /** More fields of the same name and kind, behind the others. */
  const padded = (more: readonly [string, string][]): string =>
    isForm
      ? `${body}&${more.map(([name, value]) => `${name}=${value}`).join('&')}\n`
      : body.replace(/\}$/, `${more.map(([name, value]) => `,"${name}":"${value}"`).join('')}}`)
  const send = (
    status: number,
    type: string,
    text: string | Buffer,
    headers: Record<string, string> = {},
  ): void => {
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    response.end(text)
  }
  const spoilt = (status: number): void => send(status, mediaType, write(errorFor(record, status)))
  switch (delivery) {
    case 'normal':
      return send(http, mediaType, body)
    case 'hang':
      return
    case 'reset':
      return void request.socket.resetAndDestroy()
    case 'http-500':
      return spoilt(500)
    case 'http-503':
      return spoilt(503)
    case 'http-400':
      return spoilt(400)
    case 'http-401':
      return spoilt(401)
    case 'http-404':
      return spoilt(404)
    case 'http-409':
      return spoilt(409)
    case 'http-429':
      return spoilt(429)
    case 'http-400-html':
      return send(400, 'text/html', page)
    case 'redirect':
      return send(307, MEDIA_TYPE, '', { location: request.url ?? '/' })
    case 'truncated':
      response.writeHead(200, {
        'content-type': mediaType,
        'content-length': Buffer.byteLength(body),
      })
      return void response.write(body.slice(0, Math.floor(body.length / 2)), () =>
        request.socket.destroy(),
      )
    case 'truncated-close':
      response.shouldKeepAlive = false
      response.useChunkedEncodingByDefault = false
      response.writeHead(200, { 'content-type': mediaType, connection: 'close' })
      return void response.end(body.slice(0, Math.floor(body.length / 2)))
    case 'html':
      return send(200, 'text/html', page)
    case 'foreign-order':
      return send(200, mediaType, write(foreign(record)))
    case 'error-under-200':
      return send(200, mediaType, write(errorFor(record, 200)))
    case 'form-encoded':
      return send(200, 'text/html', formEncoded(record))
    case 'wrong-content-type':
      return send(200, 'text/plain', body)
    case 'malformed-json':
      return send(200, mediaType, isForm ? `${body}&%E0%A4%A` : body.replace(/.$/, ',}'))
    case 'duplicate-keys':
      return send(
        200,
        mediaType,
        padded([
          ['paynet-order-id', '1'],
          ['status', 'declined'],
        ]),
      )
    case 'deep-json':
      return send(200, MEDIA_TYPE, '['.repeat(10_000) + ']'.repeat(10_000))
    case 'empty':
      return send(200, MEDIA_TYPE, '')
    case 'huge-body':
      return send(200, mediaType, padded([['padding', 'x'.repeat(8 * 1_048_576)]]))
    case 'huge-headers':
      return send(200, mediaType, body, { 'x-padding': 'x'.repeat(200 * 1024) })
    case 'gzip':
      return send(200, mediaType, gzipSync(body), { 'content-encoding': 'gzip' })
    case 'drip':
      return drip(response, mediaType, body)
    case 'slow':
      setTimeout(() => send(http, mediaType, body), SLOW_MS).unref()
  }
}

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

/** As hosts answer that don't know the JSON media type: every value ends in a newline, as it is and not encoded. */
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
