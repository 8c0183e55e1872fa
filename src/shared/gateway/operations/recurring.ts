// Subscriptions: interface.md, operation table, row CREATE_RP_V4; its family's process and update
// calls are extensions. No call reads, lists, pauses or cancels a subscription.
import { z } from 'zod'
import { asyncResponse, recurringResponse } from './parts/answers.ts'
import * as f from './parts/fields.ts'
import { operation } from './parts/operation.ts'

const period = z.enum(['daily', 'weekly', 'monthly'], {
  error: 'Choose daily, weekly or monthly.',
})
const interval = z
  .string({ error: 'Enter the number of periods between two payments.' })
  .trim()
  .regex(/^[1-9]\d{0,2}$/, 'A whole number from 1 to 999.')
const recurringId = f.freeText('the recurring payment ID', 64)

export const recurring = {
  'create-recurring-payment': operation({
    path: '/api/v4/create-recurring-payment',
    wire: 'CREATE_RP_V4',
    risk: 'money',
    title: 'New subscription',
    noun: 'subscription',
    send: 'Create subscription',
    done: 'Created',
    about: 'Creates a subscription. The card is charged on its schedule.',
    place: '/subscriptions/new',
    parties: ['cardrefid', 'credit_card_number'],
    decides: ['period', 'interval', 'type', 'start-date', 'finish-date'],
    auth: { scheme: 'rsa-sha256' },
    request: z.strictObject({
      'client-orderid': f.client_orderid,
      amount: f.amount,
      currency: f.currency,
      order_desc: f.order_desc,
      period,
      interval,
      type: z.enum(['auto', 'manual'], { error: 'Choose auto or manual.' }),
      'start-date': f.isoDay.optional(),
      'finish-date': f.isoDay.optional(),
      cardrefid: f.cardrefid.optional(),
      credit_card_number: f.credit_card_number.optional(),
      card_printed_name: f.card_printed_name.optional(),
      expire_month: f.expire_month.optional(),
      expire_year: f.expire_year.optional(),
      cvv2: f.cvv2.optional(),
      'first-name': f.optionalText('the first name', 50),
      'last-name': f.optionalText('the last name', 50),
      address1: f.optionalText('the address', 50),
      city: f.optionalText('the city', 50),
      'zip-code': f.optionalText('the postal code', 10),
      country: f.country.optional(),
      state: f.optionalText('the state', 4),
      phone: f.phone.optional(),
      email: f.email,
      'customer-ip': f.ipaddress,
    }),
    together: [['credit_card_number', 'card_printed_name', 'expire_month', 'expire_year']],
    atLeastOne: [['cardrefid', 'credit_card_number']],
    response: recurringResponse,
    resolvedBy: 'answer',
    gives: 'recurring-payment-id',
  }),
  'process-recurring-payment': operation({
    path: '/api/v4/process-recurring-payment',
    wire: 'unnamed',
    risk: 'money',
    title: 'Subscription charge',
    form: 'Charge a subscription',
    noun: 'subscription charge',
    send: 'Charge',
    sendIsVerb: true,
    done: 'Captured',
    about: 'Charges the card of a subscription once, outside its schedule.',
    place: '/subscriptions/charge',
    moves: 'in',
    parties: ['recurring-payment-id'],
    statusTypes: ['sale'],
    auth: { scheme: 'rsa-sha256' },
    request: z.strictObject({
      'client-orderid': f.client_orderid,
      'recurring-payment-id': recurringId,
      amount: f.amount.optional(),
      currency: f.currency.optional(),
      order_desc: f.order_desc.optional(),
    }),
    together: [['amount', 'currency']],
    response: asyncResponse,
    resolvedBy: 'status',
    isExtension: true,
  }),
  'update-recurring-payment': operation({
    path: '/api/v4/update-recurring-payment',
    wire: 'unnamed',
    risk: 'money',
    title: 'Subscription change',
    form: 'Change a subscription',
    noun: 'subscription change',
    send: 'Change subscription',
    done: 'Changed',
    about: 'Changes the amount or the schedule of a subscription.',
    place: '/subscriptions/change',
    decides: ['recurring-payment-id', 'period', 'interval', 'finish-date'],
    auth: { scheme: 'rsa-sha256' },
    request: z.strictObject({
      'recurring-payment-id': recurringId,
      amount: f.amount.optional(),
      currency: f.currency.optional(),
      period: period.optional(),
      interval: interval.optional(),
      'finish-date': f.isoDay.optional(),
    }),
    together: [
      ['amount', 'currency'],
      ['period', 'interval'],
    ],
    atLeastOne: [['amount', 'period', 'finish-date']],
    response: recurringResponse,
    resolvedBy: 'answer',
    isExtension: true,
  }),
}
