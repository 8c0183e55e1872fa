// Money out: interface.md, operation table, rows PAYOUT, PAYOUT_V4_CHECK and payout-pay, and the
// two operations seen only in its signing examples (transfer, pan-eligibility send), with exactly
// the parameters those examples show.
import { z } from 'zod'
import { asyncResponse, openResponse } from './parts/answers.ts'
import * as f from './parts/fields.ts'
import { operation } from './parts/operation.ts'

const rsa = { scheme: 'rsa-sha256' } as const
const hmac = { scheme: 'hmac-sha1' } as const

/** MONEY: fields of which one in common may make two payouts the same one. */
export const payoutParties = [
  ...['account_number', 'cardrefid', 'credit_card_number', 'phone', 'email'],
] as const

/** MONEY: an account number alone names no account: it is one of this bank. */
const payoutBank = ['routing_number', 'bank_name', 'bank_branch', 'bank_city'] as const

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
  routing_number: f.optionalText('the routing number', 34),
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
    title: 'Payout',
    form: 'New payout',
    noun: 'payout',
    done: 'Paid out',
    about: 'Pays out at once to the account you enter.',
    place: '/payouts/new',
    moves: 'out',
    parties: payoutParties,
    decides: payoutBank,
    statusTypes: ['payout'],
    auth: hmac,
    request: z.strictObject(payoutFields),
    ...payoutRules,
    response: asyncResponse,
    resolvedBy: 'status',
  }),
  'payout-check': operation({
    path: '/api/v4/payout-check',
    wire: 'PAYOUT_V4_CHECK',
    risk: 'write',
    title: 'Account check',
    form: 'Checked payout',
    noun: 'account check',
    done: 'Account checked',
    about: 'Registers the payout and checks its account. No money leaves yet.',
    place: '/payouts/check',
    // Gateways name the check as they like, also as the payout it only prepares, or not at all.
    statusTypes: ['payout check', 'payout-check', 'payout', ''],
    auth: rsa,
    request: z.strictObject(payoutFields),
    ...payoutRules,
    response: asyncResponse,
    resolvedBy: 'status',
  }),
  'payout-pay': operation({
    path: '/api/v4/payout-pay',
    wire: 'unnamed',
    risk: 'money',
    title: 'Checked payout',
    form: 'Checked payout',
    noun: 'payout',
    send: 'Pay',
    sendIsVerb: true,
    done: 'Paid out',
    about: 'Pays out after an account check. Each check can be used once.',
    place: '/payouts/check',
    moves: 'out',
    parties: payoutParties,
    decides: payoutBank,
    statusTypes: ['payout'],
    auth: { scheme: 'configurable', default: rsa, choices: [rsa, hmac] },
    request: z.strictObject({ client_orderid: f.client_orderid, orderid: f.orderid }),
    sends: ['@login'],
    response: openResponse,
    resolvedBy: 'status',
  }),
  transfer: operation({
    path: '/api/v4/transfer',
    wire: 'unnamed',
    risk: 'money',
    title: 'Transfer',
    form: 'New transfer',
    noun: 'transfer',
    done: 'Transferred',
    about: 'Moves money from card to card, or deposits it to one card.',
    place: '/transfers/new',
    moves: 'between-cards',
    parties: ['destination-card-no', 'destination_card_recurring_payment_id'],
    decides: ['credit_card_number', 'card_recurring_payment_id', 'deposit2card'],
    statusTypes: ['transfer'],
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
      card_recurring_payment_id: f.optionalText('the source card’s recurring payment ID', 64),
      'destination-card-no': f.credit_card_number.optional(),
      destination_card_recurring_payment_id: f.optionalText(
        'the destination card’s recurring payment ID',
        64,
      ),
      redirect_url: f.httpsUrl.optional(),
    }),
    together: [['credit_card_number', 'expire_month', 'expire_year']],
    atLeastOne: [
      ['destination-card-no', 'destination_card_recurring_payment_id'],
      ['credit_card_number', 'card_recurring_payment_id', 'deposit2card'],
    ],
    response: openResponse,
    resolvedBy: 'status',
  }),
  'pan-eligibility-send': operation({
    path: '/api/v2/pan-eligibility/send',
    wire: 'unnamed',
    risk: 'write',
    title: 'Eligibility',
    form: 'Check eligibility',
    noun: 'eligibility check',
    send: 'Check eligibility',
    done: 'Answered',
    about: 'Checks whether the card behind a reference may send money.',
    place: '/transfers/eligibility',
    auth: hmac,
    request: z.strictObject({
      'client-order-id': f.client_orderid,
      'sending-card-ref-id': f.freeText('the card reference ID', 64),
    }),
    response: openResponse,
    resolvedBy: 'answer',
    gives: 'anything',
  }),
}
