// Card payments: interface.md, operation table, rows SALE, PREAUTH, CAPTURE, VOID, RETURN, STATUS.
import { z } from 'zod'
import { asyncResponse, statusResponse } from '../answers.ts'
import * as f from '../fields.ts'
import { operation } from '../operation.ts'

const cardPayment = {
  client_orderid: f.client_orderid,
  order_desc: f.order_desc,
  amount: f.amount,
  currency: f.currency,
  ...f.customer,
  ...f.card,
  ...f.returnAddresses,
  purpose: f.optionalText('the purpose', 128),
}

const paymentControl = {
  scheme: 'control',
  parts: ['@endpointId', 'client_orderid', 'amount:minor', 'email', '#merchant_control_key'],
} as const

const byOrder = { client_orderid: f.client_orderid, orderid: f.orderid }

export const payment = {
  sale: operation({
    path: '/api/v2/sale',
    wire: 'SALE',
    risk: 'money',
    about: 'Authorise and capture in one request',
    auth: paymentControl,
    request: z.strictObject(cardPayment),
    response: asyncResponse,
    settledBy: 'status',
  }),
  preauth: operation({
    path: '/api/v2/preauth',
    wire: 'PREAUTH',
    risk: 'money',
    about: 'Hold funds without settling them',
    auth: paymentControl,
    request: z.strictObject(cardPayment),
    response: asyncResponse,
    settledBy: 'status',
  }),
  capture: operation({
    path: '/api/v2/capture',
    wire: 'CAPTURE',
    risk: 'money',
    about: 'Settle a held authorisation, fully or partly',
    auth: {
      scheme: 'control',
      parts: [
        '@login',
        'client_orderid',
        'orderid',
        'amount:minor?',
        'currency?',
        '#merchant_control_key',
      ],
    },
    request: z.strictObject({
      ...byOrder,
      amount: f.amount.optional(),
      currency: f.currency.optional(),
    }),
    together: [['amount', 'currency']],
    response: asyncResponse,
    settledBy: 'status',
  }),
  void: operation({
    path: '/api/v2/void',
    wire: 'VOID',
    risk: 'money',
    about: 'Cancel an authorised, unsettled transaction',
    auth: {
      scheme: 'control',
      parts: ['@login', 'client_orderid', 'orderid', '#merchant_control_key'],
    },
    request: z.strictObject({ ...byOrder, comment: f.comment.optional() }),
    response: asyncResponse,
    settledBy: 'status',
  }),
  return: operation({
    path: '/api/v2/return',
    wire: 'RETURN',
    risk: 'money',
    about: 'Give money back, fully or partly',
    auth: {
      scheme: 'control',
      parts: [
        '@login',
        'client_orderid',
        'orderid',
        'amount:minor?',
        'currency?',
        '#merchant_control_key',
      ],
    },
    request: z.strictObject({
      ...byOrder,
      amount: f.amount.optional(),
      currency: f.currency.optional(),
      comment: f.comment,
    }),
    together: [['amount', 'currency']],
    response: asyncResponse,
    settledBy: 'status',
  }),
  status: operation({
    path: '/api/v2/status',
    wire: 'STATUS',
    risk: 'read',
    about: 'Ask for the current status of a transaction',
    auth: {
      scheme: 'control',
      parts: ['@login', 'client_orderid?', 'orderid?', '#merchant_control_key'],
    },
    request: z.strictObject({
      client_orderid: f.client_orderid.optional(),
      orderid: f.orderid.optional(),
      // An extension (settings.statusBy), and no part of control.
      'by-request-sn': f.optionalId('the serial number of a request', 64),
    }),
    atLeastOne: [['orderid', 'client_orderid']],
    response: statusResponse,
  }),
}
