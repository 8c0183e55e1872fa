// Money out: interface.md, operation table, rows PAYOUT, PAYOUT_V4_CHECK and payout-pay, and the two operations seen only in its
// signing examples (transfer, pan-eligibility send), with exactly the parameters those examples show.
import { z } from 'zod'
import { asyncResponse, openResponse } from '../answers.ts'
import * as f from '../fields.ts'
import { operation } from '../operation.ts'

const rsa = { scheme: 'rsa-sha256' } as const
const hmac = { scheme: 'hmac-sha1' } as const

const payoutFields = {
  client_orderid: f.client_orderid,
  amount: f.amount,
  currency: f.currency,
  order_desc: f.freeText('a description of the payout', 64),
  ipaddress: f.ipaddress,
  account_number: f.accountNumber,
  account_name: f.optionalText('the name of the account', 128),
  bank_name: f.optionalText('the name of the bank', 128),
  bank_branch: f.optionalText('the branch of the bank', 128),
  bank_city: f.optionalText('the city of the bank', 50),
  routing_number: f.optionalId('the routing number', 34),
  cardrefid: f.cardrefid.optional(),
  credit_card_number: f.credit_card_number.optional(),
  card_printed_name: f.card_printed_name.optional(),
  expire_month: f.expire_month.optional(),
  expire_year: f.expire_year.optional(),
  first_name: f.optionalText('the first name', 50),
  last_name: f.optionalText('the last name', 50),
  phone: f.phone.optional(),
  purpose: f.optionalText('the purpose', 128),
  ...f.returnAddresses,
}
const payoutRules = {
  together: [['expire_month', 'expire_year']],
  atLeastOne: [['account_number', 'credit_card_number', 'cardrefid', 'phone']],
} as const

export const payout = {
  payout: operation({
    path: '/api/v2/payout',
    wire: 'PAYOUT',
    risk: 'money',
    about: 'Send money to a card, bank account, wallet or phone number',
    auth: hmac,
    request: z.strictObject(payoutFields),
    ...payoutRules,
    response: asyncResponse,
    settledBy: 'status',
  }),
  'payout-check': operation({
    path: '/api/v4/payout-check',
    wire: 'PAYOUT_V4_CHECK',
    risk: 'write',
    about: 'Register a payout and check its recipient; releases no funds',
    auth: rsa,
    request: z.strictObject(payoutFields),
    ...payoutRules,
    response: asyncResponse,
    settledBy: 'status',
  }),
  'payout-pay': operation({
    path: '/api/v4/payout-pay',
    wire: 'unnamed',
    risk: 'money',
    about: 'Execute a payout that was registered by its check',
    auth: { scheme: 'configurable', default: rsa, choices: [rsa, hmac] },
    request: z.strictObject({ client_orderid: f.client_orderid, orderid: f.orderid }),
    sends: ['@login'],
    response: openResponse,
    settledBy: 'status',
  }),
  transfer: operation({
    path: '/api/v4/transfer',
    wire: 'unnamed',
    risk: 'money',
    about: 'Move money from card to card, or deposit it to a card',
    auth: rsa,
    request: z.strictObject({
      client_orderid: f.client_orderid,
      amount: f.amount,
      currency: f.currency,
      order_desc: f.order_desc,
      ipaddress: f.ipaddress,
      deposit2card: z.enum(['true', 'false'], { error: 'Use true or false.' }).optional(),
      credit_card_number: f.credit_card_number.optional(),
      card_printed_name: f.card_printed_name.optional(),
      expire_month: f.expire_month.optional(),
      expire_year: f.expire_year.optional(),
      cvv2: f.cvv2.optional(),
      card_recurring_payment_id: f.optionalId('the source card’s recurring payment id', 64),
      'destination-card-no': f.credit_card_number.optional(),
      destination_card_recurring_payment_id: f.optionalId(
        'the destination card’s recurring payment id',
        64,
      ),
      redirect_url: f.httpsUrl.optional(),
    }),
    together: [['credit_card_number', 'expire_month', 'expire_year']],
    atLeastOne: [['destination-card-no', 'destination_card_recurring_payment_id']],
    response: openResponse,
    settledBy: 'status',
  }),
  'pan-eligibility-send': operation({
    path: '/api/v2/pan-eligibility/send',
    wire: 'unnamed',
    risk: 'write',
    about: 'Ask whether a card may send money',
    auth: hmac,
    request: z.strictObject({
      'client-order-id': f.client_orderid,
      'sending-card-ref-id': f.requiredId('the card reference id', 64),
    }),
    response: openResponse,
    settledBy: 'answer',
    gives: 'anything',
  }),
}
