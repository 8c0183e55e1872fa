// What this gateway demands of each request field: present or not, length, form. The first thing
// wrong is refused by its name.
import { knowsCurrency, MOST_MINOR, toMinor } from './currency.ts'
import { accept, type Checked, type RefusalName, refuse } from './refusal.ts'

/** Request fields by name; a field sent empty counts as not sent. */
export type Fields = ReadonlyMap<string, string>

export interface FieldRule {
  name: string
  isRequired: boolean
  longest: number
  /** Null when the value is good. */
  problem?: (value: string) => string | null
  refusal?: RefusalName
  form?: FieldForm
}

/**
 * What a value looks like, for the gateway's description: regular expression, list of words, or
 * well-known formats.
 */
export interface FieldForm {
  pattern?: string
  values?: readonly string[]
  formats?: readonly string[]
}

type Checking = Required<Pick<FieldRule, 'problem' | 'form'>>

const matching = (pattern: RegExp, message: string): Checking => ({
  problem: (value) => (pattern.test(value) ? null : message),
  form: { pattern: pattern.source },
})
const oneOf = (...values: string[]): Checking => ({
  problem: (value) => (values.includes(value) ? null : `must be one of ${values.join(', ')}`),
  form: { values },
})
function passesLuhn(number: string): boolean {
  let sum = 0
  ;[...number].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  })
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}

const cardNumber: Checking = {
  problem: (value) => (passesLuhn(value) ? null : 'is not a card number'),
  form: { pattern: '^\\d{12,19}$' },
}
const address: Checking = { problem: ipProblem, form: { formats: ['ipv4', 'ipv6'] } }
const webAddress: Checking = { problem: urlProblem, form: { formats: ['uri'] } }
const day: Checking = { problem: dayProblem, form: { formats: ['date'] } }
const base64 = matching(/^[A-Za-z0-9+/_-]+={0,2}$/, 'must be Base64')
const whole = matching(/^\d+$/, 'must be a whole number')

const forms: Record<string, Omit<FieldRule, 'name' | 'isRequired'>> = {
  client_orderid: { longest: 128 },
  'client-order-id': { longest: 128 },
  'client-orderid': { longest: 128 },
  orderid: { longest: 20, ...matching(/^\d{1,20}$/, 'must be digits') },
  login: { longest: 128 },
  control: { longest: 64 },
  'by-request-sn': {
    longest: 36,
    ...matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a serial-number'),
  },
  amount: { longest: 16, form: { pattern: '^\\d{1,12}(\\.\\d{1,6})?$' } },
  currency: {
    longest: 3,
    ...matching(/^[A-Z]{3}$/, 'must be a three-letter code'),
    refusal: 'INVALID_CURRENCY',
  },
  email: { longest: 128, ...matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address') },
  order_desc: { longest: 65_000 },
  first_name: { longest: 50 },
  last_name: { longest: 50 },
  address1: { longest: 50 },
  city: { longest: 50 },
  zip_code: { longest: 10 },
  country: { longest: 2, ...matching(/^[A-Z]{2}$/, 'must be a two-letter code') },
  state: { longest: 4 },
  phone: { longest: 15, ...matching(/^\+?[0-9 ()-]{3,15}$/, 'must be a phone number') },
  ipaddress: { longest: 45, ...address },
  card_printed_name: { longest: 128 },
  credit_card_number: { longest: 19, ...cardNumber },
  'destination-card-no': { longest: 19, ...cardNumber },
  expire_month: { longest: 2, ...matching(/^(0?[1-9]|1[0-2])$/, 'must be 01 to 12') },
  expire_year: { longest: 4, ...matching(/^(20)?\d\d$/, 'must have four digits, or the last two') },
  cvv2: { longest: 4, ...matching(/^\d{3,4}$/, 'must have 3 or 4 digits') },
  redirect_url: { longest: 1024, ...webAddress },
  server_callback_url: { longest: 1024, ...webAddress },
  purpose: { longest: 128 },
  comment: { longest: 50 },
  cardrefid: { longest: 64 },
  'sending-card-ref-id': { longest: 64 },
  'recurring-payment-id': { longest: 64 },
  card_recurring_payment_id: { longest: 64 },
  destination_card_recurring_payment_id: { longest: 64 },
  'customer-ip': { longest: 45, ...address },
  'first-name': { longest: 50 },
  'last-name': { longest: 50 },
  'zip-code': { longest: 10 },
  period: { longest: 7, ...oneOf('daily', 'weekly', 'monthly') },
  interval: { longest: 3, ...matching(/^[1-9]\d{0,2}$/, 'must be 1 to 999') },
  type: { longest: 6, ...oneOf('auto', 'manual') },
  'start-date': { longest: 10, ...day },
  'finish-date': { longest: 10, ...day },
  deposit2card: { longest: 5, ...oneOf('true', 'false') },
  account_number: { longest: 64 },
  routing_number: { longest: 34 },
  bank_city: { longest: 50 },
  threeDSCompInd: { longest: 1, ...oneOf('Y', 'N', 'U') },
  cres: { longest: 65_536, ...base64 },
  pares: { longest: 65_536, ...base64 },
  browserAcceptHeader: { longest: 2048 },
  browserUserAgent: { longest: 2048 },
  browserLanguage: { longest: 35 },
  browserColorDepth: { longest: 2, ...whole },
  browserScreenHeight: { longest: 6, ...whole },
  browserScreenWidth: { longest: 6, ...whole },
  browserTZ: { longest: 5, ...matching(/^-?\d+$/, 'must be minutes') },
  browserJavaEnabled: { longest: 5, ...oneOf('true', 'false') },
  browserJavascriptEnabled: { longest: 5, ...oneOf('true', 'false') },
}

/** The rule of a field; `form` where two fields share one form. */
function rule(name: string, isRequired: boolean, more: Partial<FieldRule> = {}): FieldRule {
  return { ...(forms[name] ?? { longest: 128 }), name, isRequired, ...more }
}

export const must = (name: string, more: Partial<FieldRule> = {}): FieldRule =>
  rule(name, true, more)
export const may = (name: string, more: Partial<FieldRule> = {}): FieldRule =>
  rule(name, false, more)

export function checkFields(fields: Fields, rules: readonly FieldRule[]): Checked<null> {
  for (const { name, isRequired, longest, problem, refusal } of rules) {
    const value = fields.get(name)
    if (value === undefined) {
      if (isRequired) return refuse('MISSING_FIELD', `${name} is required`, name)
      continue
    }
    if ([...value].length > longest)
      return refuse('FIELD_TOO_LONG', `${name} may have ${longest} characters at most`, name)
    if (hasControlCharacter(value))
      return refuse('INVALID_FIELD', `${name} contains a control character`, name)
    const message = problem?.(value) ?? null
    if (message !== null) return refuse(refusal ?? 'INVALID_FIELD', `${name} ${message}`, name)
  }
  return checkMoney(fields, rules)
}

/** Amount and currency go together, and the amount fits the currency. */
function checkMoney(fields: Fields, rules: readonly FieldRule[]): Checked<null> {
  if (!rules.some(({ name }) => name === 'currency')) return accept(null)
  const amount = fields.get('amount')
  const currency = fields.get('currency')
  if (currency !== undefined && !knowsCurrency(currency))
    return refuse('INVALID_CURRENCY', `currency ${currency} is not accepted`, 'currency')
  const hasAmount = rules.some(({ name }) => name === 'amount')
  if (!hasAmount || (amount === undefined && currency === undefined)) return accept(null)
  if (currency === undefined)
    return refuse(
      'AMOUNT_WITHOUT_CURRENCY',
      'currency is required together with amount',
      'currency',
    )
  if (amount === undefined)
    return refuse('AMOUNT_WITHOUT_CURRENCY', 'amount is required together with currency', 'amount')
  const minor = toMinor(amount, currency)
  if (minor === undefined)
    return refuse(
      'INVALID_AMOUNT',
      `amount must be a decimal number that fits ${currency}, ${MOST_MINOR} minor units at most`,
      'amount',
    )
  if (minor === 0) return refuse('INVALID_AMOUNT', 'amount must be more than zero', 'amount')
  return accept(null)
}

export interface Bonds {
  /** All of them or none. */
  together?: readonly (readonly string[])[]
  /** At least one of them; “name=value” is a field with that value. */
  anyOf?: readonly (readonly string[])[]
  /** None of them, although other operations on an order take them. */
  never?: readonly string[]
}

export function checkBonds(
  fields: Fields,
  { together = [], anyOf = [], never = [] }: Bonds,
): Checked<null> {
  const unwanted = never.find((name) => fields.has(name))
  if (unwanted !== undefined)
    return refuse('INVALID_FIELD', `${unwanted} is not taken by this operation`, unwanted)
  for (const names of together) {
    const missing = names.find((name) => !fields.has(name))
    if (missing !== undefined && names.some((name) => fields.has(name)))
      return refuse(
        'MISSING_FIELD',
        `${missing} is required together with ${names.join(', ')}`,
        missing,
      )
  }
  for (const names of anyOf) {
    if (!names.some((name) => isThere(fields, name)))
      return refuse('MISSING_FIELD', `${names.join(' or ')} is required`, names[0] ?? null)
  }
  return accept(null)
}

/** What of `anyOf` asks for a field, or for one with a value. */
export const nameAndValue = (asked: string): [name: string, value: string | undefined] => {
  const [name = '', value] = asked.split('=')
  return [name, value]
}

function isThere(fields: Fields, asked: string): boolean {
  const [name, value] = nameAndValue(asked)
  return value === undefined ? fields.has(name) : fields.get(name) === value
}

function hasControlCharacter(value: string): boolean {
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}

function ipProblem(value: string): string | null {
  const isV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(value)
  const isV6 = /^[0-9A-Fa-f:]{2,39}$/.test(value) && value.split(':').length > 2
  return isV4 || isV6 ? null : 'must be an IP address'
}

function urlProblem(value: string): string | null {
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
    ? null
    : 'must be an http or https address'
}

function dayProblem(value: string): string | null {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  return isDay && new Date(value).toISOString().startsWith(value)
    ? null
    : 'must be a day like 2030-01-31'
}
