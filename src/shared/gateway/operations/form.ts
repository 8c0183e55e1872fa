// Hosted forms: interface.md, operation table, rows *-form, PAYMENTFORM, PAYOUTFORM. The service collects card or destination
// data on its own page; none of these rows has a card field.
import { z } from 'zod'
import { formRedirect } from '../answers.ts'
import * as f from '../fields.ts'
import { operation } from '../operation.ts'

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
    about: 'Sale on the service’s own page',
    auth: formControl,
    request: z.strictObject(formPayment),
    response: formRedirect,
    settledBy: 'status',
  }),
  'preauth-form': operation({
    path: '/api/v2/preauth-form',
    wire: 'PREAUTHFORM',
    risk: 'money',
    about: 'Hold funds through the service’s own page',
    auth: formControl,
    request: z.strictObject(formPayment),
    response: formRedirect,
    settledBy: 'status',
  }),
  'account-verification-form': operation({
    path: '/api/v2/account-verification-form',
    wire: 'ACCOUNT_VERIFICATION_FORM',
    risk: 'write',
    about: 'Check on the service’s own page that a card is in good standing',
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
    settledBy: 'status',
  }),
  'payment-form': operation({
    path: '/api/v2/payment-form',
    wire: 'PAYMENTFORM',
    risk: 'money',
    about: 'Universal payment page, where neither sale form nor preauth form fits',
    auth: { scheme: 'configurable', default: formControl, choices: [formControl, hmac, rsa] },
    request: z.strictObject(formPayment),
    response: formRedirect,
    settledBy: 'status',
  }),
  'payout-form': operation({
    path: '/api/v2/payout-form',
    wire: 'PAYOUTFORM',
    risk: 'money',
    about: 'Payout whose destination is entered on the service’s own page',
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
    settledBy: 'status',
  }),
}
