// Subscriptions: create, process now, change. No call reads, lists, pauses or cancels one; an auto
// subscription is charged by the gateway itself (subscription.ts).
import { cardFacts, type CardFacts } from '../book/card.ts'
import { toMajor } from '../http/currency.ts'
import { type Fields, may, must } from '../http/fields.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { Call, RouteResult, Route } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import {
  addCharge,
  FIRST_RECURRING_ID,
  recurringOf,
  type SubscriptionFacts,
} from '../events/subscription.ts'
import {
  accepted,
  askedMoney,
  bookTransaction,
  refuseDuplicate,
  sent,
  wholeMoney,
} from './booking.ts'
import { cardOfRef } from './card.ts'

function cardFor(call: Call): Checked<CardFacts> {
  const ref = call.fields.get('cardrefid')
  if (ref !== undefined) return cardOfRef(call.context, ref, 'cardrefid')
  const card = cardFacts(call.fields)
  if (card === null) throw new Error('card fields were not checked before use')
  return accept(card)
}

function wrongDates(fields: Fields): Checked<null> {
  const [start, finish] = [fields.get('start-date'), fields.get('finish-date')]
  return start !== undefined && finish !== undefined && finish < start
    ? refuse('INVALID_FIELD', 'finish-date must not be before start-date', 'finish-date')
    : accept(null)
}

function create(call: Call): Checked<RouteResult> {
  const { fields, context } = call
  const clientOrderid = sent(fields, 'client-orderid')
  const fresh = refuseDuplicate(call, clientOrderid, 'client-orderid')
  if (!fresh.ok) return fresh
  const twin = context.store.first(
    'SELECT 1 FROM recurring WHERE client_orderid = ?',
    clientOrderid,
  )
  if (twin !== undefined && context.switches.isOn('unique-client-orderid'))
    return refuse(
      'DUPLICATE_ORDER',
      'client-orderid was used for another subscription already',
      'client-orderid',
    )
  const dates = wrongDates(fields)
  if (!dates.ok) return dates
  const card = cardFor(call)
  if (!card.ok) return card
  const { amountMinor, currency } = wholeMoney(fields)
  const start = fields.get('start-date')
  const begin = start === undefined ? call.now : Math.max(call.now, Date.parse(start))
  const facts: SubscriptionFacts = {
    amountMinor,
    currency,
    period: sent(fields, 'period'),
    interval: Number(sent(fields, 'interval')),
    type: sent(fields, 'type'),
    orderDesc: sent(fields, 'order_desc'),
    email: sent(fields, 'email'),
    name: [fields.get('first-name'), fields.get('last-name')]
      .filter((part) => part !== undefined)
      .join(' '),
    card: card.value,
    finishDate: fields.get('finish-date') ?? null,
    charges: 0,
    day: new Date(begin).getUTCDate(),
  }
  return accept({
    kind: 'plan',
    amountMinor: null,
    apply() {
      const id = context.store.run(
        'INSERT INTO recurring (client_orderid, facts, charge_at) VALUES (?, ?, ?)',
        clientOrderid,
        JSON.stringify(facts),
        facts.type === 'auto' ? begin : null,
      )
      return answer(call, clientOrderid, String(id + FIRST_RECURRING_ID))
    },
  })
}

const answer = (call: Call, clientOrderid: string, id: string): Record<string, string> => ({
  type: 'create-recurring-payment-response',
  'serial-number': call.serial,
  'merchant-order-id': clientOrderid,
  'end-point-id': call.context.identity.endpointId,
  status: 'approved',
  'recurring-payment-id': id,
})

function processNow(call: Call): Checked<RouteResult> {
  const { fields, context } = call
  const clientOrderid = sent(fields, 'client-orderid')
  const fresh = refuseDuplicate(call, clientOrderid, 'client-orderid')
  if (!fresh.ok) return fresh
  const found = recurringOf(context, sent(fields, 'recurring-payment-id'), 'recurring-payment-id')
  if (!found.ok) return found
  const { facts } = found.value
  const asked = askedMoney(fields)
  if (asked.currency !== null && asked.currency !== facts.currency)
    return refuse(
      'CURRENCY_MISMATCH',
      `currency must be ${facts.currency}, as in the subscription`,
      'currency',
    )
  const amountMinor = asked.amountMinor ?? facts.amountMinor
  return accept({
    kind: 'plan',
    amountMinor,
    apply(outcome) {
      const orderDesc = fields.get('order_desc') ?? facts.orderDesc
      const order = addCharge(
        context,
        { ...facts, orderDesc },
        clientOrderid,
        amountMinor,
        call.now,
      )
      bookTransaction(call, order, { type: 'sale', amountMinor, outcome: outcome ?? plainOutcome })
      return accepted(call, order)
    },
  })
}

function update(call: Call): Checked<RouteResult> {
  const { fields, context } = call
  const found = recurringOf(context, sent(fields, 'recurring-payment-id'), 'recurring-payment-id')
  if (!found.ok) return found
  const { id, clientOrderid, facts } = found.value
  const { amountMinor, currency } = askedMoney(fields)
  if (currency !== null && currency !== facts.currency)
    return refuse(
      'CURRENCY_MISMATCH',
      `currency must be ${facts.currency}, as in the subscription`,
      'currency',
    )
  const interval = fields.get('interval')
  const changed: SubscriptionFacts = {
    ...facts,
    amountMinor: amountMinor ?? facts.amountMinor,
    period: fields.get('period') ?? facts.period,
    interval: interval === undefined ? facts.interval : Number(interval),
    finishDate: fields.get('finish-date') ?? facts.finishDate,
  }
  return accept({
    kind: 'plan',
    amountMinor: null,
    apply() {
      context.store.run('UPDATE recurring SET facts = ? WHERE id = ?', JSON.stringify(changed), id)
      return {
        ...answer(call, clientOrderid, String(id + FIRST_RECURRING_ID)),
        amount: toMajor(changed.amountMinor, changed.currency),
        currency: changed.currency,
      }
    },
  })
}

const rsa = [{ scheme: 'rsa-sha256' }] as const

export const recurringRoutes: Route[] = [
  {
    id: 'create-recurring-payment',
    path: '/api/v4/create-recurring-payment',
    auth: rsa,
    fields: [
      must('client-orderid'),
      must('amount'),
      must('currency'),
      must('order_desc'),
      must('period'),
      must('interval'),
      must('type'),
      may('start-date'),
      may('finish-date'),
      may('cardrefid'),
      may('credit_card_number'),
      may('card_printed_name'),
      may('expire_month'),
      may('expire_year'),
      may('cvv2'),
      may('first-name'),
      may('last-name'),
      may('address1'),
      may('city'),
      may('zip-code'),
      may('country'),
      may('state'),
      may('phone'),
      must('email'),
      must('customer-ip'),
    ],
    together: [['credit_card_number', 'card_printed_name', 'expire_month', 'expire_year']],
    anyOf: [['cardrefid', 'credit_card_number']],
    run: create,
  },
  {
    id: 'process-recurring-payment',
    path: '/api/v4/process-recurring-payment',
    auth: rsa,
    fields: [
      must('client-orderid'),
      must('recurring-payment-id'),
      may('amount'),
      may('currency'),
      may('order_desc'),
    ],
    run: processNow,
  },
  {
    id: 'update-recurring-payment',
    path: '/api/v4/update-recurring-payment',
    auth: rsa,
    fields: [
      must('recurring-payment-id'),
      may('amount'),
      may('currency'),
      may('period'),
      may('interval'),
      may('finish-date'),
    ],
    together: [['period', 'interval']],
    anyOf: [['amount', 'period', 'finish-date']],
    run: update,
  },
]
