// Cards on file: interface.md, operation table, rows ACCOUNT_VERIFICATION, CARDREF, CARDREF_V4,
// CARDINFO, REBILL.
import { z } from 'zod'
import { asyncResponse, cardFactsResponse, cardRefResponse } from './parts/answers.ts'
import * as f from './parts/fields.ts'
import { operation } from './parts/operation.ts'

const byOrder = { client_orderid: f.client_orderid, orderid: f.orderid }

const cardFactsControl = {
  scheme: 'control',
  parts: ['@login', 'cardrefid', '#merchant_control_key'],
} as const

export const card = {
  'account-verification': operation({
    path: '/api/v2/account-verification',
    wire: 'ACCOUNT_VERIFICATION',
    risk: 'write',
    title: 'Card check',
    noun: 'card check',
    done: 'Card checked',
    about: 'Asks the card’s bank whether the card is valid. Nothing is charged.',
    place: '/terminal/account-verification',
    statusTypes: ['account verification'],
    auth: {
      scheme: 'control',
      parts: ['@endpointId', 'client_orderid', 'email', '#merchant_control_key'],
    },
    request: z.strictObject({
      client_orderid: f.client_orderid,
      order_desc: f.order_desc,
      currency: f.currency.optional(),
      ...f.customer,
      ...f.card,
      ...f.returnAddresses,
      purpose: f.optionalText('the purpose', 128),
    }),
    response: asyncResponse,
    resolvedBy: 'status',
  }),
  'create-card-ref': operation({
    path: '/api/v2/create-card-ref',
    wire: 'CARDREF',
    risk: 'write',
    title: 'Card reference',
    noun: 'card reference',
    send: 'Save card',
    done: 'Card saved',
    about:
      'Creates a reference to the card that paid an order. The card number stays with the gateway.',
    place: '/cards/new',
    auth: {
      scheme: 'control',
      parts: ['@login', 'client_orderid', 'orderid', '#merchant_control_key'],
    },
    request: z.strictObject(byOrder),
    response: cardRefResponse,
    resolvedBy: 'answer',
    gives: 'card-ref-id',
  }),
  'create-card-ref-v4': operation({
    path: '/api/v4/create-card-ref',
    wire: 'CARDREF_V4',
    risk: 'write',
    title: 'Card reference (RSA)',
    noun: 'card reference',
    send: 'Save card',
    done: 'Card saved',
    about: 'Creates the same reference, signed with the RSA key, for gateways that require it.',
    place: '/cards/new-rsa',
    auth: { scheme: 'rsa-sha256' },
    request: z.strictObject(byOrder),
    sends: ['@login'],
    response: cardRefResponse,
    resolvedBy: 'answer',
    gives: 'card-ref-id',
  }),
  'get-card-info': operation({
    path: '/api/v2/get-card-info',
    wire: 'CARDINFO',
    risk: 'read',
    title: 'Card details',
    noun: 'card details request',
    send: 'Read card details',
    done: 'Answered',
    about: 'Reads the brand, last digits and expiry of the card behind a reference.',
    place: '/cards/facts',
    auth: {
      scheme: 'configurable',
      default: cardFactsControl,
      choices: [cardFactsControl, { scheme: 'hmac-sha1' }, { scheme: 'rsa-sha256' }],
    },
    request: z.strictObject({ cardrefid: f.cardrefid }),
    response: cardFactsResponse,
  }),
  'make-rebill': operation({
    path: '/api/v2/make-rebill',
    wire: 'REBILL',
    risk: 'money',
    title: 'Rebill',
    noun: 'rebill',
    done: 'Captured',
    about: 'Charges the card behind a reference without the cardholder present.',
    place: '/cards/rebill',
    moves: 'in',
    parties: ['cardrefid'],
    statusTypes: ['sale'],
    auth: {
      scheme: 'control',
      parts: [
        '@login',
        'client_orderid',
        'cardrefid',
        'amount:minor',
        'currency',
        '#merchant_control_key',
      ],
    },
    request: z.strictObject({
      client_orderid: f.client_orderid,
      cardrefid: f.cardrefid,
      amount: f.amount,
      currency: f.currency,
      order_desc: f.order_desc,
      ipaddress: f.ipaddress,
      comment: f.comment.optional(),
      cvv2: f.cvv2.optional(),
      server_callback_url: f.httpsUrl.optional(),
    }),
    response: asyncResponse,
    resolvedBy: 'status',
  }),
}
