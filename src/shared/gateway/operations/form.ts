// Hosted forms: interface.md, operation table, rows *-form, PAYMENTFORM, PAYOUTFORM. The gateway
// collects card or destination data on its own page; none of these rows has a card field.
import { z } from 'zod'
import { formRedirect } from './parts/answers.ts'
import * as f from './parts/fields.ts'
import { operation } from './parts/operation.ts'
import { payoutParties } from './payout.ts'

const order = { client_orderid: f.client_orderid, order_desc: f.order_desc }
const price = { amount: f.amount, currency: f.currency }
const purpose = f.optionalText('the purpose', 128)

const formPayment = { ...order, ...price, ...f.customer, ...f.returnAddresses, purpose }

const formControl = {
  scheme: 'control',
  parts: ['@endpointId', 'client_orderid', 'amount:minor', 'email', '#merchant_control_key'],
} as const
const hmac = { scheme: 'hmac-sha1' } as const
const rsa = { scheme: 'rsa-sha256' } as const

export const form = {
  'sale-form': operation({
    path: '/api/v2/sale-form',
    wire: 'SALEFORM',
    risk: 'money',
    title: 'Payment link',
    form: 'New payment link',
    noun: 'payment link',
    send: 'Create payment link',
    done: 'Captured',
    about: 'Creates a gateway page where the customer pays.',
    place: '/links/sale-form',
    moves: 'in',
    statusTypes: ['sale'],
    auth: formControl,
    request: z.strictObject(formPayment),
    response: formRedirect,
    resolvedBy: 'status',
  }),
  'preauth-form': operation({
    path: '/api/v2/preauth-form',
    wire: 'PREAUTHFORM',
    risk: 'money',
    title: 'Hold link',
    form: 'New hold link',
    noun: 'hold link',
    send: 'Create hold link',
    done: 'On hold',
    about: 'Creates a gateway page where the customer authorises a hold.',
    place: '/links/preauth-form',
    statusTypes: ['preauth'],
    auth: formControl,
    request: z.strictObject(formPayment),
    response: formRedirect,
    resolvedBy: 'status',
  }),
  'account-verification-form': operation({
    path: '/api/v2/account-verification-form',
    wire: 'ACCOUNT_VERIFICATION_FORM',
    risk: 'write',
    title: 'Card check link',
    form: 'New card check link',
    noun: 'card check link',
    send: 'Create card check link',
    done: 'Card checked',
    about: 'Creates a gateway page where the customer’s card is checked. Nothing is charged.',
    place: '/links/account-verification-form',
    statusTypes: ['account verification'],
    auth: {
      scheme: 'control',
      parts: ['@endpointId', 'client_orderid', 'email', '#merchant_control_key'],
    },
    request: z.strictObject({
      ...order,
      currency: f.currency.optional(),
      ...f.customer,
      ...f.returnAddresses,
      purpose,
    }),
    response: formRedirect,
    resolvedBy: 'status',
  }),
  'payment-form': operation({
    path: '/api/v2/payment-form',
    wire: 'PAYMENTFORM',
    risk: 'money',
    title: 'Universal payment link',
    form: 'New universal payment link',
    noun: 'universal payment link',
    send: 'Create universal payment link',
    done: 'Captured or held',
    about: 'Creates the gateway’s universal payment page, when no other page fits.',
    place: '/links/payment-form',
    moves: 'in',
    statusTypes: ['sale', 'preauth'],
    auth: { scheme: 'configurable', default: formControl, choices: [formControl, hmac, rsa] },
    request: z.strictObject(formPayment),
    response: formRedirect,
    resolvedBy: 'status',
  }),
  'payout-form': operation({
    path: '/api/v2/payout-form',
    wire: 'PAYOUTFORM',
    risk: 'money',
    title: 'Payout link',
    form: 'New payout link',
    noun: 'payout link',
    send: 'Create payout link',
    done: 'Paid out',
    about: 'Creates a gateway page where the recipient enters the destination.',
    place: '/payouts/link',
    moves: 'out',
    parties: payoutParties,
    statusTypes: ['payout'],
    auth: { scheme: 'configurable', default: hmac, choices: [hmac, rsa] },
    request: z.strictObject({
      client_orderid: f.client_orderid,
      ...price,
      order_desc: f.freeText('a description of the payout', 64),
      ipaddress: f.ipaddress,
      first_name: f.optionalText('the first name', 50),
      last_name: f.optionalText('the last name', 50),
      phone: f.phone.optional(),
      email: f.email.optional(),
      ...f.returnAddresses,
      purpose,
    }),
    response: formRedirect,
    resolvedBy: 'status',
  }),
}
