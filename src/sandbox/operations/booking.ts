// What the money operations have in common: reading asked amounts, finding the order, booking a
// transaction with its effect.
import { asyncResponse, type AnswerRecord } from '../http/answers.ts'
import type { Order, OrderFacts } from '../book/book.ts'
import { cardFacts, type CardFacts, type Check3ds, outcomeOfCard, testCard } from '../book/card.ts'
import { toMinor } from '../http/currency.ts'
import { orderNamed, reportedOrderid } from '../hosts/own-orders.ts'
import type { Fields } from '../http/fields.ts'
import { type Outcome, plainOutcome } from '../book/test-amounts.ts'
import type { Call } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import type { Asked, TransactionType } from '../book/rules.ts'
import { abandoned, beginStep, PATIENCE_MS, type Stage, type Step } from './steps.ts'

/** A field that checkFields has found present. */
export function sent(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw new Error(`field ${name} was not checked before use`)
  return value
}

export function askedMoney(fields: Fields): Asked {
  const currency = fields.get('currency') ?? null
  const amount = fields.get('amount')
  if (amount === undefined || currency === null) return { amountMinor: null, currency }
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined) throw new Error('amount was not checked before use')
  return { amountMinor, currency }
}

export function wholeMoney(fields: Fields): { amountMinor: number; currency: string } {
  const { amountMinor, currency } = askedMoney(fields)
  if (amountMinor === null || currency === null)
    throw new Error('amount was not checked before use')
  return { amountMinor, currency }
}

/** The order that orderid names, if client_orderid names it as well. */
export function findOrder(call: Call, clientField = 'client_orderid'): Checked<Order> {
  const orderid = sent(call.fields, 'orderid')
  const order = orderNamed(call.context, Number(orderid))
  if (order === undefined)
    return refuse('ORDER_NOT_FOUND', `order not found: orderid ${orderid}`, 'orderid')
  if (order.clientOrderid !== sent(call.fields, clientField))
    return refuse(
      'ORDER_MISMATCH',
      `${clientField} is not the one of orderid ${orderid}`,
      clientField,
    )
  return accept(order)
}

export function refuseDuplicate(
  call: Call,
  clientOrderid: string,
  field = 'client_orderid',
): Checked<null> {
  return call.context.switches.isOn('unique-client-orderid') &&
    call.context.book.orderByClient(clientOrderid) !== undefined
    ? refuse('DUPLICATE_ORDER', `${field} was used for another order already`, field)
    : accept(null)
}

/** What the request tells about the customer and the order. */
export function factsFrom(call: Call): OrderFacts {
  const { fields } = call
  const name = [fields.get('first_name'), fields.get('last_name')]
    .filter((part) => part !== undefined)
    .join(' ')
  const card = cardFacts(fields)
  const shown = name === '' ? card?.printedName : name
  return {
    endpointId: call.context.identity.endpointId,
    ...(shown === undefined || shown === '' ? {} : { name: shown }),
    ...optional('email', fields.get('email')),
    ...optional('phone', fields.get('phone')),
    ...optional('orderDesc', fields.get('order_desc')),
    ...optional('redirectUrl', fields.get('redirect_url')),
    ...optional('callbackUrl', fields.get('server_callback_url')),
    ...(card === null ? {} : { card }),
  }
}

function optional<Name extends keyof OrderFacts>(
  name: Name,
  value: string | undefined,
): Partial<OrderFacts> {
  return value === undefined ? {} : { [name]: value }
}

export interface Booking {
  type: TransactionType
  amountMinor: number
  outcome: Outcome
  comment?: string | undefined
  /** Registers something without moving money. */
  movesNothing?: boolean
}

/**
 * Books one transaction and, unless its outcome is to fail, its effect. The caller is inside
 * store.atomically. MONEY: an outcome other than approved moves nothing and leaves no effect.
 */
export function bookTransaction(call: Call, order: Order, booking: Booking): number {
  const { book, switches } = call.context
  const processingMs = switches.isOn('final-at-once') ? 0 : call.context.processingMs
  const { type, amountMinor, outcome } = booking
  const transactionId = book.addTransaction({
    orderid: order.orderid,
    type,
    amountMinor,
    currency: order.currency,
    status: outcome.first,
    outcome: outcome.final,
    finalAt: call.now + processingMs + outcome.extraMs,
    at: call.now,
    errorCode: outcome.errorCode ?? null,
    errorMessage: outcome.errorMessage ?? null,
    comment: booking.comment ?? null,
    requestSerial: call.serial,
  })
  if (outcome.final !== 'approved' || amountMinor === 0 || booking.movesNothing === true)
    return transactionId
  book.addEffect({
    at: call.now,
    operation: call.operation,
    orderid: order.orderid,
    clientOrderid: order.clientOrderid,
    amountMinor,
    currency: order.currency,
    requestSerial: call.serial,
    transactionId,
  })
  return transactionId
}

/** Books a transaction that waits for a person; without them it is declined when patience ends. */
export function bookWaiting(
  call: Call,
  order: Order,
  waiting: {
    type: TransactionType
    stage: Stage
    outcome: Outcome | null
    check: Check3ds
    isHosted: boolean
  },
): Step {
  const { book, store } = call.context
  const transactionId = book.addTransaction({
    orderid: order.orderid,
    type: waiting.type,
    amountMinor: order.amountMinor,
    currency: order.currency,
    status: 'processing',
    outcome: abandoned.final,
    finalAt: call.now + PATIENCE_MS,
    at: call.now,
    errorCode: abandoned.errorCode ?? null,
    errorMessage: abandoned.errorMessage ?? null,
    requestSerial: call.serial,
  })
  const { outcome, check, isHosted, stage } = waiting
  const { operation, serial } = call
  return beginStep(store, order.orderid, stage, {
    operation,
    serial,
    transactionId,
    outcome,
    check,
    isHosted,
  })
}

export const accepted = (call: Call, order: Order, more: AnswerRecord = {}): AnswerRecord =>
  asyncResponse({ serial: call.serial, endpointId: call.context.identity.endpointId }, order, more)

/** The answer to a capture, a void or a return, which some hosts give an order id of its own. */
export function acceptedOnOrder(call: Call, order: Order, transactionId: number): AnswerRecord {
  const stage = call.context.book.transaction(transactionId)
  if (stage === undefined) throw new Error(`transaction ${transactionId} was not booked`)
  return accepted(call, order, { 'paynet-order-id': reportedOrderid(call.context, stage) })
}

const firstStage = {
  'method-then-challenge': 'method',
  'method-frictionless': 'method',
  challenge: 'challenge',
  pares: 'pares',
} as const

/**
 * A new order paid by card: becomes final by itself, or waits for 3-D Secure where the card asks
 * for it.
 */
export function bookCardPayment(
  call: Call,
  order: Order,
  payment: { type: TransactionType; card: CardFacts; number: string; outcome: Outcome | null },
): void {
  const { type, card, number, outcome } = payment
  const check = testCard(number)?.check ?? 'none'
  if (check !== 'none') {
    bookWaiting(call, order, { type, stage: firstStage[check], outcome, check, isHosted: false })
    return
  }
  const final = outcome ?? outcomeOfCard(card, number, call.now) ?? plainOutcome
  bookTransaction(call, order, { type, amountMinor: order.amountMinor, outcome: final })
}
