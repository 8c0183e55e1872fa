// The request of each operation the campaign uses, and by what one of them is known again at the
// gateway. Pure.
import type { Colleague } from './colleague.ts'
import type { Action } from './oracle/check.ts'
import type { Fields } from './oracle/witness.ts'

export interface Order {
  orderid: string
  clientOrderid: string
  kind: 'sale' | 'preauth' | 'none'
  currency: string
}

/** On an order's money, or something new. */
const orderOperations = ['return', 'capture', 'void'] as const
const newOperations = [
  'payout',
  'payout-check',
  'transfer',
  'make-rebill',
  'create-recurring-payment',
  'process-recurring-payment',
] as const
/** payout-pay is about an order that a payout-check has made before. */
export const operations = [...orderOperations, ...newOperations, 'payout-pay'] as const
export type Operation = (typeof operations)[number]
/** Not a question: what changes something at the gateway. */
export const isRequest = (operation: string): boolean =>
  (operations as readonly string[]).includes(operation)
export const isOnOrder = (operation: string): boolean =>
  (orderOperations as readonly string[]).includes(operation)

const digitsOf = (currency: string): number => ({ JPY: 0, KWD: 3 })[currency] ?? 2
export const amountText = (minor: number, currency: string): string =>
  (minor / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))

export function requestOf(
  { cardrefid, subscriptions }: Colleague,
  action: Action,
  order: Order | null,
): Record<string, string> {
  const { operation, amountMinor, currency, name, tries } = action
  const money = { amount: amountText(amountMinor, currency), currency }
  const ids = { client_orderid: order?.clientOrderid ?? '', orderid: action.orderid }
  const comment = { comment: `${name} try ${tries.length}` }
  switch (operation) {
    case 'return':
      return { ...ids, ...money, ...comment }
    case 'capture':
      return { ...ids, ...money }
    case 'void':
      return { ...ids, ...comment }
    case 'payout':
    case 'payout-check':
      return {
        ...money,
        order_desc: name,
        ipaddress: '203.0.113.7',
        account_number: 'DE89370400440532013000',
        account_name: 'Zoe Muller',
      }
    case 'payout-pay':
      return ids
    case 'transfer':
      return {
        ...money,
        order_desc: name,
        ipaddress: '203.0.113.7',
        card_recurring_payment_id: subscriptions[0],
        destination_card_recurring_payment_id: subscriptions[1],
      }
    case 'make-rebill':
      return { ...money, cardrefid, order_desc: name, ipaddress: '203.0.113.7' }
    case 'create-recurring-payment':
      return {
        ...money,
        cardrefid,
        order_desc: name,
        period: 'monthly',
        interval: '1',
        type: 'manual',
        email: 'zoe@example.org',
        'customer-ip': '203.0.113.7',
      }
    case 'process-recurring-payment':
      return { ...money, 'recurring-payment-id': subscriptions[0], order_desc: name }
  }
  throw new Error(`no request for ${operation}`)
}

const fieldOf = (fields: readonly { name: string; value: string }[], name: string): string =>
  fields.find((field) => field.name === name)?.value ?? ''

/** Of a reviewed request. */
export const keyOf = (
  { operation }: Pick<Action, 'operation'>,
  fields: readonly { name: string; value: string }[],
): string =>
  keyOfFields(
    operation,
    Object.fromEntries(fields.map(({ name }) => [name, fieldOf(fields, name)])),
  )

/** Of a request as it passed the wire. */
export function keyOfFields(operation: string, fields: Fields): string {
  switch (operation) {
    case 'return':
    case 'void':
      return fields['comment'] ?? ''
    case 'capture':
      return `${fields['orderid']} ${fields['amount'] ?? 'all'}`
    case 'payout-pay':
      return `${fields['orderid']} paid`
    default:
      return fields['client_orderid'] ?? fields['client-orderid'] ?? ''
  }
}
