// Money out: payout, the two-step payout-check and payout-pay, and transfer. MONEY: a registered
// payout is executed once.
import { cardFacts } from '../book/card.ts'
import { type FieldRule, may, must } from '../http/fields.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { Call, RouteResult, Route } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import { payRule, type TransactionType } from '../book/rules.ts'
import type { OrderFacts } from '../book/book.ts'
import {
  accepted,
  bookTransaction,
  factsFrom,
  findOrder,
  refuseDuplicate,
  sent,
  wholeMoney,
} from './booking.ts'
import { cardOfRef } from './card.ts'
import { recurringOf } from '../events/subscription.ts'

const payoutFields: FieldRule[] = [
  must('client_orderid'),
  must('amount'),
  must('currency'),
  must('order_desc', { longest: 64 }),
  must('ipaddress'),
  may('account_number'),
  may('account_name'),
  may('bank_name'),
  may('bank_branch'),
  may('bank_city'),
  may('routing_number'),
  may('cardrefid'),
  may('credit_card_number'),
  may('card_printed_name'),
  may('expire_month'),
  may('expire_year'),
  may('first_name'),
  may('last_name'),
  may('phone'),
  may('purpose'),
  may('redirect_url'),
  may('server_callback_url'),
]
const payoutBonds = {
  together: [['expire_month', 'expire_year']],
  anyOf: [['account_number', 'credit_card_number', 'cardrefid', 'phone']],
}

/** Where the money goes, said without a full card number. */
function destinationOf(call: Call): Checked<Partial<OrderFacts>> {
  const { fields } = call
  const ref = fields.get('cardrefid')
  if (ref !== undefined) {
    const card = cardOfRef(call.context, ref, 'cardrefid')
    if (!card.ok) return card
    return accept({
      card: card.value,
      cardRefId: ref,
      destination: `card **** ${card.value.last4}`,
    })
  }
  const account = fields.get('account_number')
  if (account !== undefined) {
    // "...000" stands for a recipient that can't be reached, so that a tester can see the refusal.
    return /0{6}$/.test(account)
      ? refuse(
          'DESTINATION_REFUSED',
          'account_number names an account that takes no payouts',
          'account_number',
        )
      : accept({ destination: `account ${account}` })
  }
  const card = cardFacts(fields)
  if (card !== null) return accept({ card, destination: `card **** ${card.last4}` })
  return accept({ destination: `phone ${fields.get('phone') ?? ''}` })
}

const newPayout =
  (type: 'payout' | 'payout check') =>
  (call: Call): Checked<RouteResult> => {
    const clientOrderid = sent(call.fields, 'client_orderid')
    const fresh = refuseDuplicate(call, clientOrderid)
    if (!fresh.ok) return fresh
    const destination = destinationOf(call)
    if (!destination.ok) return destination
    const { amountMinor, currency } = wholeMoney(call.fields)
    const isCheck = type === 'payout check'
    return accept({
      kind: 'plan',
      // The check moves no funds, so test amounts take effect in the pay step.
      amountMinor: isCheck ? null : amountMinor,
      apply(outcome) {
        const facts = { ...factsFrom(call), ...destination.value }
        const kind = 'payout'
        const created = { clientOrderid, kind, amountMinor, currency, createdAt: call.now, facts }
        const order = call.context.book.addOrder(created)
        bookTransaction(call, order, {
          type,
          amountMinor,
          outcome: outcome ?? plainOutcome,
          movesNothing: isCheck,
        })
        return accepted(call, order)
      },
    })
  }

function payoutPay(call: Call): Checked<RouteResult> {
  const found = findOrder(call)
  if (!found.ok) return found
  const order = found.value
  const allowed = payRule(order, call.context.book.transactions(order.orderid))
  if (!allowed.ok) return allowed
  const { type, amountMinor } = allowed.value
  return accept({
    kind: 'plan',
    amountMinor,
    apply(outcome) {
      bookTransaction(call, order, { type, amountMinor, outcome: outcome ?? plainOutcome })
      return accepted(call, order)
    },
  })
}

function transfer(call: Call): Checked<RouteResult> {
  const { fields, context } = call
  const clientOrderid = sent(fields, 'client_orderid')
  const fresh = refuseDuplicate(call, clientOrderid)
  if (!fresh.ok) return fresh
  for (const name of ['card_recurring_payment_id', 'destination_card_recurring_payment_id']) {
    const id = fields.get(name)
    const known = id === undefined ? accept(null) : recurringOf(context, id, name)
    if (!known.ok) return known
  }
  const { amountMinor, currency } = wholeMoney(fields)
  const to = fields.get('destination-card-no')
  const destination =
    to === undefined
      ? `recurring payment ${fields.get('destination_card_recurring_payment_id') ?? ''}`
      : `card **** ${to.slice(-4)}`
  const type: TransactionType = 'transfer'
  return accept({
    kind: 'plan',
    amountMinor,
    apply(outcome) {
      const facts = { ...factsFrom(call), destination }
      const created = {
        clientOrderid,
        kind: type,
        amountMinor,
        currency,
        createdAt: call.now,
        facts,
      }
      const order = context.book.addOrder(created)
      bookTransaction(call, order, { type, amountMinor, outcome: outcome ?? plainOutcome })
      return accepted(call, order)
    },
  })
}

export const payoutRoutes: Route[] = [
  {
    id: 'payout',
    path: '/api/v2/payout',
    auth: [{ scheme: 'hmac-sha1' }],
    fields: payoutFields,
    ...payoutBonds,
    run: newPayout('payout'),
  },
  {
    id: 'payout-check',
    path: '/api/v4/payout-check',
    auth: [{ scheme: 'rsa-sha256' }],
    fields: payoutFields,
    ...payoutBonds,
    run: newPayout('payout check'),
  },
  {
    id: 'payout-pay',
    path: '/api/v4/payout-pay',
    auth: [{ scheme: 'rsa-sha256' }, { scheme: 'hmac-sha1' }],
    fields: [must('login'), must('client_orderid'), must('orderid')],
    run: payoutPay,
  },
  {
    id: 'transfer',
    path: '/api/v4/transfer',
    auth: [{ scheme: 'rsa-sha256' }],
    fields: [
      must('client_orderid'),
      must('amount'),
      must('currency'),
      must('order_desc'),
      must('ipaddress'),
      may('deposit2card'),
      may('credit_card_number'),
      may('card_printed_name'),
      may('expire_month'),
      may('expire_year'),
      may('cvv2'),
      may('card_recurring_payment_id'),
      may('destination-card-no'),
      may('destination_card_recurring_payment_id'),
      may('redirect_url'),
    ],
    together: [['credit_card_number', 'expire_month', 'expire_year']],
    anyOf: [
      ['destination-card-no', 'destination_card_recurring_payment_id'],
      ['credit_card_number', 'card_recurring_payment_id', 'deposit2card=true'],
    ],
    run: transfer,
  },
]
