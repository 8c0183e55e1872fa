// Card payments: sale, preauth, account verification, capture, void, return (interface.md,
// operation table). Each run() checks and plans; apply() books.
import type { Order, Transaction } from '../book/book.ts'
import { type FieldRule, may, must } from '../http/fields.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { Call, RouteResult, Route } from '../context/context.ts'
import { accept, type Checked } from '../http/refusal.ts'
import {
  type Allowed,
  type Asked,
  captureRule,
  type Limits,
  returnRule,
  voidRule,
} from '../book/rules.ts'
import {
  accepted,
  acceptedOnOrder,
  askedMoney,
  bookCardPayment,
  bookTransaction,
  factsFrom,
  findOrder,
  refuseDuplicate,
  sent,
  wholeMoney,
} from './booking.ts'

export const personFields: FieldRule[] = [
  may('first_name'),
  may('last_name'),
  may('address1'),
  may('city'),
  may('zip_code'),
  may('country'),
  may('state'),
  may('phone'),
]
export const cardFieldRules: FieldRule[] = [
  must('card_printed_name'),
  must('credit_card_number'),
  must('expire_month'),
  must('expire_year'),
  must('cvv2'),
]
const verificationFields: FieldRule[] = [
  must('client_orderid'),
  must('order_desc'),
  must('email'),
  must('ipaddress'),
  may('currency'),
  ...personFields,
  ...cardFieldRules,
  may('redirect_url'),
  may('server_callback_url'),
  may('purpose'),
  must('control'),
]
const paymentFields: FieldRule[] = [
  must('client_orderid'),
  must('order_desc'),
  must('amount'),
  must('currency'),
  must('email'),
  must('ipaddress'),
  ...personFields,
  ...cardFieldRules,
  may('redirect_url'),
  may('server_callback_url'),
  may('purpose'),
  must('control'),
]
const orderFields: FieldRule[] = [
  must('login'),
  must('client_orderid'),
  must('orderid'),
  must('control'),
]
const moneyOnOrder: FieldRule[] = [...orderFields, may('amount'), may('currency')]

/** Sale, preauth and account verification (kind and transaction type carry the same name). */
const newPayment =
  (kind: 'sale' | 'preauth' | 'account verification') =>
  (call: Call): Checked<RouteResult> => {
    const clientOrderid = sent(call.fields, 'client_orderid')
    const fresh = refuseDuplicate(call, clientOrderid)
    if (!fresh.ok) return fresh
    const { amountMinor, currency } =
      kind === 'account verification'
        ? { amountMinor: 0, currency: call.fields.get('currency') ?? 'EUR' }
        : wholeMoney(call.fields)
    const facts = factsFrom(call)
    const { card } = facts
    if (card === undefined) throw new Error('card fields were not checked before use')
    const number = sent(call.fields, 'credit_card_number')
    return accept({
      kind: 'plan',
      amountMinor,
      apply(outcome) {
        const created = { clientOrderid, kind, amountMinor, currency, createdAt: call.now, facts }
        const order = call.context.book.addOrder(created)
        bookCardPayment(call, order, { type: kind, card, number, outcome })
        return accepted(call, order)
      },
    })
  }

type Rule = (
  call: Call,
  order: Order,
  moves: readonly Transaction[],
  asked: Asked,
) => Checked<Allowed>

const limitsOf = ({ context: { switches } }: Call): Limits => ({
  acceptsIdentical: switches.isOn('accepts-identical-return'),
  checksSums: switches.isOn('checks-sums'),
})

/** An operation on an order that exists: the rule says what moves, or why nothing may. */
const onOrder =
  (rule: Rule) =>
  (call: Call): Checked<RouteResult> => {
    const found = findOrder(call)
    if (!found.ok) return found
    const order = found.value
    const moves = call.context.book.transactions(order.orderid)
    const allowed = rule(call, order, moves, askedMoney(call.fields))
    if (!allowed.ok) return allowed
    const { type, amountMinor } = allowed.value
    return accept({
      kind: 'plan',
      amountMinor,
      apply(outcome) {
        const comment = call.fields.get('comment')
        const booking = { type, amountMinor, outcome: outcome ?? plainOutcome, comment }
        return acceptedOnOrder(call, order, bookTransaction(call, order, booking))
      },
    })
  }

export const paymentRoutes: Route[] = [
  {
    id: 'sale',
    path: '/api/v2/sale',
    auth: [{ scheme: 'control', formula: 'payment' }],
    fields: paymentFields,
    run: newPayment('sale'),
  },
  {
    id: 'preauth',
    path: '/api/v2/preauth',
    auth: [{ scheme: 'control', formula: 'payment' }],
    fields: paymentFields,
    run: newPayment('preauth'),
  },
  {
    id: 'account-verification',
    path: '/api/v2/account-verification',
    auth: [{ scheme: 'control', formula: 'account-verification' }],
    fields: verificationFields,
    run: newPayment('account verification'),
  },
  {
    id: 'capture',
    path: '/api/v2/capture',
    auth: [{ scheme: 'control', formula: 'capture-return' }],
    fields: moneyOnOrder,
    run: onOrder((call, order, moves, asked) => captureRule(order, moves, asked, limitsOf(call))),
  },
  {
    id: 'void',
    path: '/api/v2/void',
    auth: [{ scheme: 'control', formula: 'card-ref-void-status' }],
    fields: [...orderFields, may('comment')],
    never: ['amount', 'currency'],
    run: onOrder((_call, order, moves) => voidRule(order, moves)),
  },
  {
    id: 'return',
    path: '/api/v2/return',
    auth: [{ scheme: 'control', formula: 'capture-return' }],
    fields: [...moneyOnOrder, must('comment')],
    run: onOrder((call, order, moves, asked) => returnRule(order, moves, asked, limitsOf(call))),
  },
]
