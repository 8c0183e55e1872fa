// A merchant for the sandbox's tests: signs by formulas written out here and posts with node:http.
// No product code but the start.
import { createHash, createHmac, createSign } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Identity } from '../../src/sandbox/start.ts'

export interface Place {
  baseUrl: string
  identity: Identity
}

export type Fields = Record<string, string>

export interface Answer {
  http: number
  type: string
  body: string
  record: Record<string, string>
}

export const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('hex')

type Plain = (fields: Fields, place: Place, minor: string) => string
type Scheme = 'control' | 'HMAC-SHA1' | 'RSA-SHA256'

/**
 * Where an operation is and how it is signed; the plain string of its control has the key left out.
 */
export interface Way {
  path: string
  scheme: Scheme
  plain?: Plain
  /** login is sent as a parameter. */
  hasLogin?: true
}

const text = (fields: Fields, ...names: string[]): string =>
  names.map((name) => fields[name] ?? '').join('')
const payment_: Plain = (f, p, minor) =>
  `${p.identity.endpointId}${text(f, 'client_orderid')}${minor}${text(f, 'email')}`
const verification: Plain = (f, p) => p.identity.endpointId + text(f, 'client_orderid', 'email')
const onOrder: Plain = (f, p) => p.identity.login + text(f, 'client_orderid', 'orderid')
const onOrderWithMoney: Plain = (f, p, minor) => onOrder(f, p, '') + minor + text(f, 'currency')
const secure3d: Plain = (f, p) => p.identity.login + text(f, 'client-order-id', 'orderid')
const rebill: Plain = (f, p, minor) =>
  p.identity.login + text(f, 'client_orderid', 'cardrefid') + minor + text(f, 'currency')
const cardFacts: Plain = (f, p) => p.identity.login + text(f, 'cardrefid')

const control_ = (path: string, plain: Plain, hasLogin?: true): Way => ({
  path,
  scheme: 'control',
  plain,
  ...(hasLogin === undefined ? {} : { hasLogin }),
})

export const ways: Record<string, Way> = {
  sale: control_('v2/sale', payment_),
  preauth: control_('v2/preauth', payment_),
  'sale-form': control_('v2/sale-form', payment_),
  'preauth-form': control_('v2/preauth-form', payment_),
  'payment-form': control_('v2/payment-form', payment_),
  'account-verification': control_('v2/account-verification', verification),
  'account-verification-form': control_('v2/account-verification-form', verification),
  capture: control_('v2/capture', onOrderWithMoney, true),
  return: control_('v2/return', onOrderWithMoney, true),
  void: control_('v2/void', onOrder, true),
  status: control_('v2/status', onOrder, true),
  'create-card-ref': control_('v2/create-card-ref', onOrder, true),
  'get-card-info': control_('v2/get-card-info', cardFacts, true),
  'make-rebill': control_('v2/make-rebill', rebill, true),
  'upload-cres-result': control_('3ds/v1/upload-cres-result', secure3d, true),
  'upload-method-url-result': control_('3ds/v1/upload-method-url-result', secure3d, true),
  'upload-pares-result': control_('3ds/v1/upload-pares-result', secure3d, true),
  payout: { path: 'v2/payout', scheme: 'HMAC-SHA1' },
  'payout-form': { path: 'v2/payout-form', scheme: 'HMAC-SHA1' },
  'pan-eligibility-send': { path: 'v2/pan-eligibility/send', scheme: 'HMAC-SHA1' },
  'create-card-ref-v4': { path: 'v4/create-card-ref', scheme: 'RSA-SHA256', hasLogin: true },
  'payout-check': { path: 'v4/payout-check', scheme: 'RSA-SHA256' },
  'payout-pay': { path: 'v4/payout-pay', scheme: 'RSA-SHA256', hasLogin: true },
  transfer: { path: 'v4/transfer', scheme: 'RSA-SHA256' },
  'create-recurring-payment': { path: 'v4/create-recurring-payment', scheme: 'RSA-SHA256' },
  'process-recurring-payment': { path: 'v4/process-recurring-payment', scheme: 'RSA-SHA256' },
  'update-recurring-payment': { path: 'v4/update-recurring-payment', scheme: 'RSA-SHA256' },
}

export function wayOf(operation: string): Way {
  const way = ways[operation]
  if (way === undefined) throw new Error(`no way to ${operation} here`)
  return way
}

export const urlOf = (place: Place, operation: string): string =>
  `${place.baseUrl}/api/${wayOf(operation).path}/${place.identity.endpointId}`

/**
 * Minor units by text, so that a test never depends on float arithmetic: "12.50" with 2 digits is
 * "1250".
 */
export function minorText(amount: string, digits = 2): string {
  const [whole = '', decimals = ''] = amount.split('.')
  return (whole + decimals.padEnd(digits, '0')).replace(/^0+(?=\d)/, '')
}

export function control(place: Place, operation: string, fields: Fields, minor?: string): string {
  const cents = minor ?? (fields['amount'] === undefined ? '' : minorText(fields['amount']))
  const { plain } = wayOf(operation)
  if (plain === undefined) throw new Error(`${operation} has no control`)
  return sha1(plain(fields, place, cents) + place.identity.merchantControlKey)
}

const percent = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export interface Signing {
  scheme?: Exclude<Scheme, 'control'>
  nonce?: string
  timestamp?: number
  key?: string
  privateKeyPem?: string
  /** Overrides or, as null, leaves out parameters of the header after signing. */
  header?: Record<string, string | null>
  /** Signs another base string than the right one. */
  change?: (base: string) => string
}

let nonces = 0

/** An Authorization header for these fields, by RFC 5849. */
export function authorization(
  place: Place,
  url: string,
  fields: Fields,
  signing: Signing = {},
): string {
  const method = signing.scheme ?? 'HMAC-SHA1'
  const oauth: Record<string, string> = {
    oauth_consumer_key: place.identity.login,
    oauth_nonce: signing.nonce ?? `nonce-${process.pid}-${++nonces}`,
    oauth_signature_method: method,
    oauth_timestamp: String(signing.timestamp ?? Math.floor(Date.now() / 1000)),
    oauth_version: '1.0',
  }
  const { origin, pathname, searchParams } = new URL(url)
  const joined = [...Object.entries(fields), ...searchParams, ...Object.entries(oauth)]
    .map(([name, value]) => [percent(name), percent(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
  const right = ['POST', percent(origin + pathname), percent(joined)].join('&')
  const base = signing.change?.(right) ?? right
  const signature =
    method === 'HMAC-SHA1'
      ? createHmac('sha1', `${percent(signing.key ?? place.identity.merchantControlKey)}&`)
          .update(base)
          .digest('base64')
      : createSign('RSA-SHA256')
          .update(base)
          .sign(signing.privateKeyPem ?? place.identity.privateKeyPem, 'base64')
  const all = { ...oauth, oauth_signature: signature, ...signing.header }
  return `OAuth ${Object.entries(all)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}="${percent(value)}"`]))
    .join(', ')}`
}

export interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
}

export function post(url: string, fields: Fields, sending: Sending = {}): Promise<Answer> {
  const body = sending.body ?? new URLSearchParams(fields).toString()
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: sending.method ?? 'POST',
      agent: false,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/vnd.pay+json',
        ...sending.headers,
      },
      timeout: sending.timeoutMs ?? 5000,
    })
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const type = response.headers['content-type'] ?? ''
        resolve({
          http: response.statusCode ?? 0,
          type,
          body: text,
          record: readRecord(type, text),
        })
      })
    })
    request.end(body)
  })
}

/** Empty for an answer that is no record: spoilt answers are compared by their text. */
function readRecord(type: string, text: string): Record<string, string> {
  if (type !== 'application/vnd.pay+json' || !text.startsWith('{')) return {}
  try {
    return JSON.parse(text) as Record<string, string>
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Signs as the operation asks, unless a control is given, and sends to the endpoint. */
export function call(
  place: Place,
  operation: string,
  fields: Fields,
  sending: Sending & Signing = {},
): Promise<Answer> {
  const { scheme: usual, hasLogin } = wayOf(operation)
  const scheme = sending.scheme ?? usual
  const full: Fields = { ...(hasLogin === true ? { login: place.identity.login } : {}), ...fields }
  const url = urlOf(place, operation)
  if (scheme === 'control')
    return post(
      url,
      { ...full, control: full['control'] ?? control(place, operation, full) },
      sending,
    )
  const header = authorization(place, url, full, { ...sending, scheme })
  return post(url, full, { ...sending, headers: { authorization: header, ...sending.headers } })
}

let count = 0
export const newId = (): string => `test-${++count}`

/** A payment request of 100.00 EUR with everything in it. */
export const payment = (more: Fields = {}): Fields => ({
  client_orderid: newId(),
  order_desc: 'Gift für Zoë & co',
  amount: '100.00',
  currency: 'EUR',
  email: 'zoe@example.org',
  ipaddress: '203.0.113.7',
  first_name: 'Zoë',
  last_name: 'Müller',
  card_printed_name: 'ZOE MULLER',
  credit_card_number: '4111111111111111',
  expire_month: '12',
  expire_year: '2031',
  cvv2: '123',
  ...more,
})

export interface Made {
  client_orderid: string
  orderid: string
}

/** Makes an order and answers its two ids. */
export async function make(
  place: Place,
  operation: 'sale' | 'preauth',
  more: Fields = {},
): Promise<Made> {
  const fields = payment(more)
  const { http, body, record } = await call(place, operation, fields)
  if (http !== 200) throw new Error(`${operation} was refused: ${body}`)
  return {
    client_orderid: fields['client_orderid'] ?? '',
    orderid: record['paynet-order-id'] ?? '',
  }
}

export const status = async (
  place: Place,
  order: Made,
  more: Fields = {},
): Promise<Record<string, string>> => (await call(place, 'status', { ...order, ...more })).record
