// A right request for every operation, made against a running sandbox: what comes before it (an
// order, a reference) is made first.
import type { Sandbox } from '../../src/sandbox/start.ts'
import { call, type Fields, type Made, make, newId, payment, status } from './merchant.ts'

export const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

export const cardNames = [
  'card_printed_name',
  'credit_card_number',
  'expire_month',
  'expire_year',
  'cvv2',
]

export const payout = (more: Fields = {}): Fields => ({
  client_orderid: newId(),
  amount: '25.00',
  currency: 'EUR',
  order_desc: 'Gift für Zoë & co %/=+',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë Müller',
  ...more,
})

const subscription = (more: Fields = {}): Fields => ({
  'client-orderid': newId(),
  amount: '9.90',
  currency: 'EUR',
  order_desc: 'Magazine',
  period: 'monthly',
  interval: '1',
  type: 'manual',
  email: 'zoe@example.org',
  'customer-ip': '203.0.113.7',
  credit_card_number: '4111111111111111',
  card_printed_name: 'ZOE MULLER',
  expire_month: '12',
  expire_year: '2031',
  ...more,
})

/** A result no step gave out: good enough where the request is refused earlier. */
export const someResult = 'eyJtZXNzYWdlVHlwZSI6IkNSZXMifQ=='

export function openWorkshop(sandbox: () => Sandbox) {
  const settled = async (kind: 'sale' | 'preauth', more: Fields = {}): Promise<Made> => {
    const order = await make(sandbox(), kind, more)
    await status(sandbox(), order)
    return order
  }
  const made = async (operation: string, fields: Fields): Promise<Made> => {
    const { http, body, record } = await call(sandbox(), operation, fields)
    if (http !== 200) throw new Error(`${operation} was refused: ${body}`)
    return {
      client_orderid: fields['client_orderid'] ?? fields['client-orderid'] ?? '',
      orderid: record['paynet-order-id'] ?? '',
    }
  }
  const newRef = async (more: Fields = {}): Promise<string> => {
    const { record } = await call(sandbox(), 'create-card-ref', {
      ...(await settled('sale', more)),
    })
    return record['card-ref-id'] ?? ''
  }
  const in3ds = async (number: string): Promise<Fields> => {
    const order = await make(sandbox(), 'sale', { credit_card_number: number })
    return { 'client-order-id': order.client_orderid, orderid: order.orderid }
  }
  const newSubscription = async (more: Fields = {}): Promise<string> =>
    (await call(sandbox(), 'create-recurring-payment', subscription(more))).record[
      'recurring-payment-id'
    ] ?? ''
  const requests: Record<string, () => Promise<Fields>> = {
    sale: async () => payment(),
    preauth: async () => payment(),
    'sale-form': async () => without(payment(), ...cardNames),
    'preauth-form': async () => without(payment(), ...cardNames),
    'payment-form': async () => without(payment(), ...cardNames),
    'account-verification': async () => without(payment(), 'amount', 'currency'),
    'account-verification-form': async () => without(payment(), 'amount', 'currency', ...cardNames),
    capture: async () => ({ ...(await settled('preauth')), amount: '19.99', currency: 'EUR' }),
    return: async () => ({
      ...(await settled('sale')),
      amount: '19.99',
      currency: 'EUR',
      comment: 'damaged',
    }),
    void: async () => ({ ...(await settled('preauth')) }),
    status: async () => ({ ...(await settled('sale')) }),
    'create-card-ref': async () => ({ ...(await settled('sale')) }),
    'create-card-ref-v4': async () => ({ ...(await settled('sale')) }),
    'get-card-info': async () => ({ cardrefid: await newRef() }),
    'make-rebill': async () => ({
      client_orderid: newId(),
      cardrefid: await newRef(),
      amount: '19.99',
      currency: 'EUR',
      order_desc: 'Second month',
      ipaddress: '203.0.113.7',
    }),
    payout: async () => payout(),
    'payout-check': async () => payout(),
    'payout-form': async () => without(payout(), 'account_number', 'account_name'),
    'payout-pay': async () => ({ ...(await made('payout-check', payout())) }),
    transfer: async () => ({
      ...without(payment(), 'email', 'first_name', 'last_name'),
      'destination-card-no': '5555555555554444',
    }),
    'pan-eligibility-send': async () => ({
      'client-order-id': newId(),
      'sending-card-ref-id': await newRef(),
    }),
    'create-recurring-payment': async () => subscription(),
    'process-recurring-payment': async () => ({
      'client-orderid': newId(),
      'recurring-payment-id': await newSubscription(),
    }),
    'update-recurring-payment': async () => ({
      'recurring-payment-id': await newSubscription(),
      amount: '12.50',
      currency: 'EUR',
    }),
    'upload-method-url-result': async () => ({
      ...(await in3ds('4000000000003220')),
      threeDSCompInd: 'Y',
    }),
    'upload-cres-result': async () => ({ ...(await in3ds('4000000000003063')), cres: someResult }),
    'upload-pares-result': async () => ({
      ...(await in3ds('4000000000003089')),
      pares: someResult,
    }),
  }
  const requestOf = (operation: string): Promise<Fields> => {
    const build = requests[operation]
    if (build === undefined) throw new Error(`no request for ${operation}`)
    return build()
  }
  return { settled, made, newRef, in3ds, newSubscription, requestOf }
}
