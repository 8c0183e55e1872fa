// Card references: create-card-ref (v2, v4), get-card-info, make-rebill; pan-eligibility/send. A
// reference stands for the card of an approved order; the number itself was never stored.
import type { AnswerRecord } from '../http/answers.ts'
import type { CardFacts } from '../book/card.ts'
import { may, must } from '../http/fields.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { Call, RouteResult, SandboxContext, Route } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import {
  accepted,
  bookTransaction,
  findOrder,
  refuseDuplicate,
  sent,
  wholeMoney,
} from './booking.ts'

const FIRST_REF = 1_020_300

/** The card a reference stands for, or the refusal that names the field it came in. */
export function cardOfRef(
  { store }: SandboxContext,
  ref: string,
  field: string,
): Checked<CardFacts> {
  const place = /^\d{1,12}$/.test(ref) ? Number(ref) - FIRST_REF : -1
  const row = store.first<{ facts: string }>('SELECT facts FROM cards WHERE ref = ?', place)
  return row === undefined
    ? refuse('CARD_REF_NOT_FOUND', `${field} names no card reference of this merchant`, field)
    : accept(JSON.parse(row.facts) as CardFacts)
}

function createCardRef(call: Call): Checked<RouteResult> {
  const found = findOrder(call)
  if (!found.ok) return found
  const order = found.value
  const { book, store, identity } = call.context
  const status = book.transactions(order.orderid)[0]?.status ?? 'error'
  const { card } = order.facts
  if (card === undefined)
    return refuse('NOT_APPROVED', 'orderid names an order that was not paid by card', 'orderid')
  if (status !== 'approved')
    return refuse(
      'NOT_APPROVED',
      `orderid names a ${order.kind} whose status is ${status}`,
      'orderid',
    )
  return accept({
    kind: 'plan',
    amountMinor: null,
    apply() {
      // The same order always gives the same reference.
      const known = store.first<{ ref: number }>(
        'SELECT ref FROM cards WHERE orderid = ?',
        order.orderid,
      )
      const ref =
        known?.ref ??
        store.run(
          'INSERT INTO cards (orderid, facts) VALUES (?, ?)',
          order.orderid,
          JSON.stringify(card),
        )
      const cardRefId = String(ref + FIRST_REF)
      book.changeFacts(order.orderid, { ...order.facts, cardRefId })
      return {
        type: 'create-card-ref-response',
        'serial-number': call.serial,
        'merchant-order-id': order.clientOrderid,
        'paynet-order-id': String(order.orderid),
        'end-point-id': identity.endpointId,
        status: 'approved',
        'card-ref-id': cardRefId,
        'last-four-digits': card.last4,
        bin: card.bin,
      }
    },
  })
}

function getCardFacts(call: Call): Checked<RouteResult> {
  const card = cardOfRef(call.context, sent(call.fields, 'cardrefid'), 'cardrefid')
  if (!card.ok) return card
  const { bin, last4, brand, printedName, expireMonth, expireYear } = card.value
  const record: AnswerRecord = {
    type: 'get-card-info-response',
    'serial-number': call.serial,
    'card-printed-name': printedName,
    bin,
    'last-four-digits': last4,
    brand,
    'expire-month': expireMonth,
    'expire-year': expireYear,
  }
  return accept({ kind: 'answer', record })
}

function rebill(call: Call): Checked<RouteResult> {
  const clientOrderid = sent(call.fields, 'client_orderid')
  const fresh = refuseDuplicate(call, clientOrderid)
  if (!fresh.ok) return fresh
  const cardRefId = sent(call.fields, 'cardrefid')
  const card = cardOfRef(call.context, cardRefId, 'cardrefid')
  if (!card.ok) return card
  const { amountMinor, currency } = wholeMoney(call.fields)
  const callbackUrl = call.fields.get('server_callback_url')
  return accept({
    kind: 'plan',
    amountMinor,
    apply(outcome) {
      const order = call.context.book.addOrder({
        clientOrderid,
        kind: 'sale',
        amountMinor,
        currency,
        createdAt: call.now,
        facts: {
          endpointId: call.context.identity.endpointId,
          name: card.value.printedName,
          orderDesc: sent(call.fields, 'order_desc'),
          card: card.value,
          cardRefId,
          ...(callbackUrl === undefined ? {} : { callbackUrl }),
        },
      })
      const comment = call.fields.get('comment')
      bookTransaction(call, order, {
        type: 'sale',
        amountMinor,
        outcome: outcome ?? plainOutcome,
        comment,
      })
      return accepted(call, order)
    },
  })
}

/** Any card but those of one brand, so that both answers can be seen. */
function panEligibility(call: Call): Checked<RouteResult> {
  const card = cardOfRef(
    call.context,
    sent(call.fields, 'sending-card-ref-id'),
    'sending-card-ref-id',
  )
  if (!card.ok) return card
  const record: AnswerRecord = {
    type: 'async-response',
    'serial-number': call.serial,
    'merchant-order-id': sent(call.fields, 'client-order-id'),
    'end-point-id': call.context.identity.endpointId,
    status: 'approved',
    'sending-eligible': card.value.brand === 'AMEX' ? 'false' : 'true',
  }
  return accept({ kind: 'answer', record })
}

const refFields = [must('login'), must('client_orderid'), must('orderid')]

export const cardRoutes: Route[] = [
  {
    id: 'create-card-ref',
    path: '/api/v2/create-card-ref',
    auth: [{ scheme: 'control', formula: 'card-ref-void-status' }],
    fields: [...refFields, must('control')],
    run: createCardRef,
  },
  {
    id: 'create-card-ref-v4',
    path: '/api/v4/create-card-ref',
    auth: [{ scheme: 'rsa-sha256' }],
    fields: refFields,
    run: createCardRef,
  },
  {
    id: 'get-card-info',
    path: '/api/v2/get-card-info',
    auth: [
      { scheme: 'control', formula: 'card-info' },
      { scheme: 'hmac-sha1' },
      { scheme: 'rsa-sha256' },
    ],
    fields: [may('login'), must('cardrefid'), may('control')],
    run: getCardFacts,
  },
  {
    id: 'make-rebill',
    path: '/api/v2/make-rebill',
    auth: [{ scheme: 'control', formula: 'rebill' }],
    fields: [
      must('login'),
      must('client_orderid'),
      must('cardrefid'),
      must('amount'),
      must('currency'),
      must('order_desc'),
      must('ipaddress'),
      may('comment'),
      may('cvv2'),
      may('server_callback_url'),
      must('control'),
    ],
    run: rebill,
  },
  {
    id: 'pan-eligibility-send',
    path: '/api/v2/pan-eligibility/send',
    auth: [{ scheme: 'hmac-sha1' }],
    fields: [must('client-order-id'), must('sending-card-ref-id')],
    run: panEligibility,
  },
]
