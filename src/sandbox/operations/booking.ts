// What the money operations have in common: reading asked amounts, finding the order, booking a transaction with its effect.
import { asyncResponse, type AnswerRecord } from '../answers.ts'
import type { Order, OrderFacts } from '../book.ts'
import { cardFacts, type CardFacts, type Check3ds, fateOfCard, testCard } from '../card.ts'
import { toMinor } from '../currency.ts'
import type { Fields } from '../fields.ts'
import { type Fate, plainFate } from '../magic.ts'
import type { Call } from '../premises.ts'
import { accept, type Checked, refuse } from '../refusal.ts'
import type { Asked, TransactionType } from '../rules.ts'
import { abandoned, beginStep, PATIENCE_MS, type Stage, type Step } from '../steps.ts'

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
  const order = call.premises.book.order(Number(orderid))
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
  return call.premises.switches.isOn('unique-client-orderid') &&
    call.premises.book.orderByClient(clientOrderid) !== undefined
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
    endpointId: call.premises.identity.endpointId,
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
  fate: Fate
  comment?: string | undefined
  /** Registers something without moving money. */
  movesNothing?: boolean
}

/**
 * Books one transaction and, unless its fate is to fail, its effect. The caller is inside store.atomically.
 * MONEY: a fate other than approved moves nothing and leaves no effect.
 */
export function bookTransaction(call: Call, order: Order, booking: Booking): void {
  const { book, switches } = call.premises
  const processingMs = switches.isOn('final-at-once') ? 0 : call.premises.processingMs
  const { type, amountMinor, fate } = booking
  const transactionId = book.addTransaction({
    orderid: order.orderid,
    type,
    amountMinor,
    currency: order.currency,
    status: fate.first,
    fate: fate.final,
    settleAt: call.now + processingMs + fate.extraMs,
    at: call.now,
    errorCode: fate.errorCode ?? null,
    errorMessage: fate.errorMessage ?? null,
    comment: booking.comment ?? null,
    requestSerial: call.serial,
  })
  if (fate.final !== 'approved' || amountMinor === 0 || booking.movesNothing === true) return
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
}

/** Books a transaction that waits for a person; without them it is declined when patience ends. */
export function bookWaiting(
  call: Call,
  order: Order,
  waiting: {
    type: TransactionType
    stage: Stage
    fate: Fate | null
    check: Check3ds
    isHosted: boolean
  },
): Step {
  const { book, store } = call.premises
  const transactionId = book.addTransaction({
    orderid: order.orderid,
    type: waiting.type,
    amountMinor: order.amountMinor,
    currency: order.currency,
    status: 'processing',
    fate: abandoned.final,
    settleAt: call.now + PATIENCE_MS,
    at: call.now,
    errorCode: abandoned.errorCode ?? null,
    errorMessage: abandoned.errorMessage ?? null,
    requestSerial: call.serial,
  })
  const { fate, check, isHosted, stage } = waiting
  const { operation, serial } = call
  return beginStep(store, order.orderid, stage, {
    operation,
    serial,
    transactionId,
    fate,
    check,
    isHosted,
  })
}

export const accepted = (call: Call, order: Order, more: AnswerRecord = {}): AnswerRecord =>
  asyncResponse({ serial: call.serial, endpointId: call.premises.identity.endpointId }, order, more)

const firstStage = {
  'method-then-challenge': 'method',
  'method-frictionless': 'method',
  challenge: 'challenge',
  pares: 'pares',
} as const

/** A new order paid by card: settles by itself, or waits for 3-D Secure where the card asks for it. */
export function bookCardPayment(
  call: Call,
  order: Order,
  payment: { type: TransactionType; card: CardFacts; number: string; fate: Fate | null },
): void {
  const { type, card, number, fate } = payment
  const check = testCard(number)?.check ?? 'none'
  if (check !== 'none') {
    bookWaiting(call, order, { type, stage: firstStage[check], fate, check, isHosted: false })
    return
  }
  const final = fate ?? fateOfCard(card, number, call.now) ?? plainFate
  bookTransaction(call, order, { type, amountMinor: order.amountMinor, fate: final })
}
