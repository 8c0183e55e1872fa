// Verifies the `control` parameter from this gateway's own copy of the formulas (interface.md,
// "Scheme 1"). It shares no code and no data with the client, and it explains a mismatch without
// ever showing the key.
import { createHash, timingSafeEqual } from 'node:crypto'
import { hundredthsOf, toMinor } from '../http/currency.ts'
import type { Fields } from '../http/fields.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'

/** What a formula may draw on besides the request's fields. */
export interface Merchant {
  /** As addressed: the endpoint's id, or the group's. */
  endpointId: string
  login: string
  key: string
  /** Cents are hundredths in every currency. */
  hasTwoDecimals?: boolean
  /** Taken besides lower-case hexadecimal. */
  encodings?: readonly ControlEncoding[]
}

type ControlEncoding = 'hex-upper' | 'base64'

type Piece = (fields: Fields, merchant: Merchant) => string

const CENTS = 'amount (cents)'
const cents: Piece = (fields, { hasTwoDecimals }) => {
  const amount = fields.get('amount')
  if (amount === undefined) return ''
  if (hasTwoDecimals === true) return String(hundredthsOf(amount) ?? '')
  return String(toMinor(amount, fields.get('currency') ?? '') ?? '')
}

/** One row per line of interface.md's formula table, in its words; the key always ends it. */
export const formulas = {
  payment: ['endpointId', 'client_orderid', CENTS, 'email'],
  'account-verification': ['endpointId', 'client_orderid', 'email'],
  'capture-return': ['login', 'client_orderid', 'orderid', CENTS, 'currency'],
  rebill: ['login', 'client_orderid', 'cardrefid', CENTS, 'currency'],
  'card-ref-void-status': ['login', 'client_orderid', 'orderid'],
  '3ds': ['login', 'client-order-id', 'orderid'],
  'card-info': ['login', 'cardrefid'],
} as const satisfies Record<string, readonly string[]>

/** What a formula's word stands for: the merchant's own facts, or the field of that name. */
function pieceOf(word: string): Piece {
  if (word === 'endpointId') return (_fields, merchant) => merchant.endpointId
  if (word === 'login') return (_fields, merchant) => merchant.login
  return word === CENTS ? cents : (fields) => fields.get(word) ?? ''
}

export type FormulaName = keyof typeof formulas

/** What the request log and the console show of a signature. */
export interface SignatureFinding {
  isGood: boolean
  scheme: 'control' | 'oauth'
  /** The plain string as it should have been, the key masked. */
  expectedPlain: string
  expected: string
  received: string
  /** What the sender probably did, when one of the known mistakes reproduces the received value. */
  hint: string
}

export const controlOf = (plain: string): string =>
  createHash('sha1').update(plain, 'utf8').digest('hex')

export function verifyControl(
  name: FormulaName,
  fields: Fields,
  merchant: Merchant,
): { checked: Checked<null>; finding: SignatureFinding } {
  const received = fields.get('control') ?? ''
  const plain = plainOf(name, fields, merchant)
  const expected = controlOf(plain + merchant.key)
  const isGood =
    isSame(received, expected) ||
    (merchant.encodings ?? []).some((encoding) => isSame(received, encoded(expected, encoding)))
  const hint = isGood ? '' : hintFor(received, name, fields, merchant)
  const finding: SignatureFinding = {
    isGood,
    scheme: 'control',
    expectedPlain: `${plain}<merchant_control_key>`,
    expected,
    received,
    hint,
  }
  const checked = isGood
    ? accept(null)
    : refuse('INVALID_CONTROL_CODE', 'the control does not match the request', 'control')
  return { checked, finding }
}

const plainOf = (name: FormulaName, fields: Fields, merchant: Merchant): string =>
  formulas[name].map((word) => pieceOf(word)(fields, merchant)).join('')

const encoded = (hex: string, encoding: ControlEncoding): string =>
  encoding === 'hex-upper' ? hex.toUpperCase() : Buffer.from(hex, 'hex').toString('base64')

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Tries the mistakes clients are known to make and names the one that gives the received value. */
function hintFor(received: string, name: FormulaName, fields: Fields, merchant: Merchant): string {
  if (received === '') return 'no control was sent'
  const plain = plainOf(name, fields, merchant)
  const right = createHash('sha1').update(plain + merchant.key, 'utf8')
  const asText = right.copy().digest('hex')
  if (received === asText.toUpperCase()) return 'hexadecimal in upper case; lower case is expected'
  if (received === right.copy().digest('base64')) return 'Base64; hexadecimal is expected'
  if (received === controlOf(plain)) return 'the merchant_control_key is missing'
  if (received === controlOf(merchant.key + plain))
    return 'the merchant_control_key comes first; it must come last'
  const without = (...names: string[]): Fields =>
    new Map([...fields].filter(([field]) => !names.includes(field)))
  const tries: [string, string][] = [
    [
      'amount in major units; the formula takes minor units',
      plainWithAmount(name, fields, merchant, fields.get('amount') ?? ''),
    ],
    [
      'amount always times 100, whatever the currency',
      plainWithAmount(
        name,
        fields,
        merchant,
        String(Math.round(Number(fields.get('amount')) * 100)),
      ),
    ],
    [
      'amount cut to an integer after multiplying a float',
      plainWithAmount(
        name,
        fields,
        merchant,
        String(Math.trunc(Number(fields.get('amount')) * 100)),
      ),
    ],
    [
      'amount and currency are left out although they were sent',
      plainOf(name, without('amount', 'currency'), merchant),
    ],
    ['an amount is signed that was not sent', plainWithAmount(name, fields, merchant, '0')],
    [
      'signed with the formula of sale, with the amount 0 and no e-mail',
      plainWithAmount('payment', without('email'), merchant, '0'),
    ],
    ['orderid is left out', plainOf(name, without('orderid'), merchant)],
    [
      'client_orderid is left out',
      plainOf(name, without('client_orderid', 'client-order-id'), merchant),
    ],
    ['currency is left out', plainWithoutCurrency(name, fields, merchant)],
    ...(Object.keys(formulas) as FormulaName[])
      .filter((other) => other !== name)
      .map((other): [string, string] => [
        `signed with the formula of ${other}`,
        plainOf(other, fields, merchant),
      ]),
  ]
  const found = tries.find(([, text]) => controlOf(text + merchant.key) === received)
  return found?.[0] ?? 'another key, or other values than the ones sent'
}

function plainWithAmount(
  name: FormulaName,
  fields: Fields,
  merchant: Merchant,
  text: string,
): string {
  return formulas[name]
    .map((word) => (word === CENTS ? text : pieceOf(word)(fields, merchant)))
    .join('')
}

function plainWithoutCurrency(name: FormulaName, fields: Fields, merchant: Merchant): string {
  const keepsAmount = cents(fields, merchant)
  return plainWithAmount(
    name,
    new Map([...fields].filter(([field]) => field !== 'currency')),
    merchant,
    keepsAmount,
  )
}
