// Examples of requests and answers for the gateway's description: one merchant, one order, values
// the gateway's own checks take. A control is the right one for the example it stands in.
import { verifyControl } from '../signing/verify-control.ts'
import type { Route } from '../context/context.ts'
import { type RefusalName, refusalCodes } from '../http/refusal.ts'
import type { RecordShape } from '../context/records.ts'

type Values = Readonly<Record<string, string>>

/** Whose requests the examples are. The key is nobody’s. */
export const exampleMerchant = {
  endpointId: '1144',
  groupId: '77',
  login: 'sandbox-merchant',
  key: 'example-merchant-control-key',
} as const

const merchantOrder = 'invoice-902B4FF5'
const customer = { email: 'zoe@example.org', address: '203.0.113.7' }
const card = { number: '4111111111111111', month: '12', year: '2031' }

/** Every field that any example sends. */
const requestValues: Values = {
  client_orderid: merchantOrder,
  'client-order-id': merchantOrder,
  'client-orderid': merchantOrder,
  orderid: '6768788',
  login: exampleMerchant.login,
  order_desc: 'Reading lamp, brass',
  amount: '12.50',
  currency: 'EUR',
  email: customer.email,
  ipaddress: customer.address,
  'customer-ip': customer.address,
  card_printed_name: 'ZOE MULLER',
  credit_card_number: card.number,
  'destination-card-no': '5555555555554444',
  expire_month: card.month,
  expire_year: card.year,
  cvv2: '123',
  comment: 'damaged in transit',
  cardrefid: '1058',
  'sending-card-ref-id': '1058',
  'recurring-payment-id': '3201',
  period: 'monthly',
  interval: '1',
  type: 'manual',
  account_number: 'DE89370400440532013000',
  threeDSCompInd: 'Y',
  cres: 'eyJtZXNzYWdlVHlwZSI6IkNSZXMifQ==',
  pares: 'eyJtZXNzYWdlVHlwZSI6IlBBUmVzIn0=',
}

const recordValues: Values = {
  'serial-number': '00000000-0000-0000-0000-000002d9b22a',
  'merchant-order-id': merchantOrder,
  'paynet-order-id': '6768788',
  'end-point-id': exampleMerchant.endpointId,
  status: 'approved',
  'transaction-type': 'sale',
  'order-stage': 'sale_approved',
  amount: '12.50',
  currency: 'EUR',
  descriptor: 'SANDBOX*MERCHANT',
  'gate-partial-reversal': 'enabled',
  'gate-partial-capture': 'enabled',
  'processor-tx-id': 'PTX-71000013',
  'paynet-processing-date': '2030-01-31 08:30:00 UTC',
  'redirect-url': 'https://pay.example.org/form/6768788',
  'card-ref-id': '1058',
  'last-four-digits': '1111',
  bin: '411111',
  brand: 'VISA',
  'recurring-payment-id': '3201',
}

const valueOf = (values: Values, name: string): string => {
  const value = values[name]
  if (value === undefined) throw new Error(`no example for ${name}`)
  return value
}

/** Required fields, those that one of them brings along, and one of each choice. */
function namesIn({ fields, together = [], anyOf = [] }: Route): string[] {
  const all = fields.map(({ name }) => name)
  const chosen = new Set(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name))
  for (const names of anyOf)
    if (!names.some((name) => chosen.has(name)))
      names.slice(0, 1).forEach((name) => chosen.add(name))
  if (all.includes('amount') && all.includes('currency')) chosen.add('amount').add('currency')
  for (const names of together)
    if (names.some((name) => chosen.has(name))) names.forEach((name) => chosen.add(name))
  // An order is best named by both of its ids.
  if (chosen.has('orderid') && all.includes('client_orderid')) chosen.add('client_orderid')
  return all.filter((name) => chosen.has(name))
}

export function exampleRequest(route: Route, place: 'endpoint' | 'group'): Values {
  const names = namesIn(route).filter((name) => name !== 'control')
  const values = Object.fromEntries(names.map((name) => [name, valueOf(requestValues, name)]))
  const way = route.auth.find(({ scheme }) => scheme === 'control')
  if (way?.scheme !== 'control') return values
  const { login, key, endpointId, groupId } = exampleMerchant
  const merchant = { login, key, endpointId: place === 'group' ? groupId : endpointId }
  const { finding } = verifyControl(way.formula, new Map(Object.entries(values)), merchant)
  return { ...values, control: finding.expected }
}

const refusedWith = (name: RefusalName, message: string): Values => ({
  'error-code': refusalCodes[name].code,
  'error-message': `${name}: ${message}`,
})

/** What a refusal says of itself, by the status it comes under. */
const refusalsBy: Readonly<Record<number, Values>> = {
  400: refusedWith('MISSING_FIELD', 'client_orderid is required'),
  403: refusedWith('OAUTH_SIGNATURE', 'the signature does not match the request'),
  413: refusedWith('BODY_TOO_LARGE', 'the body has more than one mebibyte'),
  500: refusedWith('INTERNAL', 'the gateway failed'),
}

export function exampleRecord({ required, forms }: RecordShape, status: number): Values {
  const values = { ...recordValues, ...refusalsBy[status] }
  const typeOf = (): string => forms['type']?.values?.[0] ?? ''
  return Object.fromEntries(
    required.map((name) => [name, name === 'type' ? typeOf() : valueOf(values, name)]),
  )
}
