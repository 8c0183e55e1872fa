// Verifies the `control` parameter from this service's own copy of the formulas (interface.md, "Scheme 1"). It shares no code
// and no data with the client, and it explains a mismatch without ever showing the key.
import { createHash, timingSafeEqual } from 'node:crypto'
import { toMinor } from './currency.ts'
import type { Fields } from './fields.ts'
import { accept, type Checked, refuse } from './refusal.ts'

/** What a formula may draw on besides the request's fields. */
export interface Merchant {
  /** As addressed: the endpoint's id, or the group's. */
  endpointId: string
  login: string
  key: string
}

type Piece = (fields: Fields, merchant: Merchant) => string
type Formula = readonly Piece[]

const endpoint: Piece = (_fields, merchant) => merchant.endpointId
const login: Piece = (_fields, merchant) => merchant.login
const sent =
  (name: string): Piece =>
  (fields) =>
    fields.get(name) ?? ''
const cents: Piece = (fields) => {
  const amount = fields.get('amount')
  if (amount === undefined) return ''
  return String(toMinor(amount, fields.get('currency') ?? '') ?? '')
}
const client = sent('client_orderid')

/** One row per line of interface.md's formula table; the key always ends it. */
export const formulas = {
  payment: [endpoint, client, cents, sent('email')],
  'account-verification': [endpoint, client, sent('email')],
  'capture-return': [login, client, sent('orderid'), cents, sent('currency')],
  rebill: [login, client, sent('cardrefid'), cents, sent('currency')],
  'card-ref-void-status': [login, client, sent('orderid')],
  '3ds': [login, sent('client-order-id'), sent('orderid')],
  'card-info': [login, sent('cardrefid')],
} as const satisfies Record<string, Formula>

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
  const plain = plainOf(formulas[name], fields, merchant)
  const expected = controlOf(plain + merchant.key)
  const isGood = isSame(received, expected)
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

const plainOf = (formula: Formula, fields: Fields, merchant: Merchant): string =>
  formula.map((piece) => piece(fields, merchant)).join('')

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Tries the mistakes clients are known to make and names the one that gives the received value. */
function hintFor(received: string, name: FormulaName, fields: Fields, merchant: Merchant): string {
  if (received === '') return 'no control was sent'
  const plain = plainOf(formulas[name], fields, merchant)
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
      plainOf(formulas[name], without('amount', 'currency'), merchant),
    ],
    ['orderid is left out', plainOf(formulas[name], without('orderid'), merchant)],
    [
      'client_orderid is left out',
      plainOf(formulas[name], without('client_orderid', 'client-order-id'), merchant),
    ],
    ['currency is left out', plainWithoutCurrency(name, fields, merchant)],
    ...(Object.keys(formulas) as FormulaName[])
      .filter((other) => other !== name)
      .map((other): [string, string] => [
        `signed with the formula of ${other}`,
        plainOf(formulas[other], fields, merchant),
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
    .map((piece: Piece) => (piece === cents ? text : piece(fields, merchant)))
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
