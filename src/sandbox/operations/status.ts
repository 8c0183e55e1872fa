// status: tells the latest stage of an order, or the stage of one request (by-request-sn). Reads
// only.
import { type AnswerRecord, dateText } from '../http/answers.ts'
import type { Order, Transaction } from '../book/book.ts'
import type { CardFacts } from '../book/card.ts'
import { toMajor } from '../http/currency.ts'
import { may, must } from '../http/fields.ts'
import type { Call, RouteResult, Route } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import type { Status } from '../book/rules.ts'
import { pathOfStep, stepOfOrder } from './steps.ts'
import { laterStatus } from '../hosts/later.ts'
import { orderNamed, stageNamed, reportedOrderid } from '../hosts/own-orders.ts'
import { processorIdInVoice, stageInVoice } from '../hosts/voice.ts'
import { findOrder, sent } from './booking.ts'

const stageWord: Record<Status, string> = {
  approved: 'approved',
  processing: 'processing',
  unknown: 'unknown',
  declined: 'failed',
  filtered: 'failed',
  error: 'failed',
}

function findForStatus(call: Call): Checked<Order> {
  const { fields, context } = call
  const orderid = fields.get('orderid')
  if (orderid === undefined) {
    const clientOrderid = sent(fields, 'client_orderid')
    const order = context.book.orderByClient(clientOrderid)
    return order === undefined
      ? refuse(
          'ORDER_NOT_FOUND',
          `order not found: client_orderid ${clientOrderid}`,
          'client_orderid',
        )
      : accept(order)
  }
  if (fields.has('client_orderid')) return findOrder(call)
  if (context.switches.isOn('status-needs-client-orderid'))
    return refuse('MISSING_FIELD', 'client_orderid is required', 'client_orderid')
  const order = orderNamed(context, Number(orderid))
  return order === undefined
    ? refuse('ORDER_NOT_FOUND', `order not found: orderid ${orderid}`, 'orderid')
    : accept(order)
}

function run(call: Call): Checked<RouteResult> {
  const merchantId = call.fields.get('client_orderid') ?? ''
  const later = call.fields.has('orderid')
    ? null
    : laterStatus(call.context, merchantId, call.serial)
  if (later !== null) return accept({ kind: 'answer', record: later })
  const found = findForStatus(call)
  if (!found.ok) return found
  const order = found.value
  const { book } = call.context
  const serial = call.fields.get('by-request-sn')
  const orderid = call.fields.has('orderid') ? Number(call.fields.get('orderid')) : null
  const stage =
    serial === undefined
      ? stageNamed(call.context, order, orderid)
      : book.transactionByRequest(order.orderid, serial)
  if (stage === undefined)
    return refuse(
      'ORDER_NOT_FOUND',
      'by-request-sn names no request of this order',
      'by-request-sn',
    )
  call.context.onTold(call.serial, stage)
  return accept({ kind: 'answer', record: statusRecord(call, order, stage) })
}

/** The same for the same card, as far as the books know a card. */
const hashIdOf = ({ bin, last4, expireMonth, expireYear }: CardFacts): string =>
  String(Number(bin) * 10_000 + Number(last4) + Number(expireMonth) + Number(expireYear))

const chainedMessage = 'Declined by the first gate'

function statusRecord(call: Call, order: Order, stage: Transaction): AnswerRecord {
  const { switches, identity } = call.context
  const { card, name, email, phone, cardRefId, verified3d } = order.facts
  const step = stepOfOrder(call.context.store, order.orderid)
  const isWaiting =
    step !== undefined && stage.status === 'processing' && step.facts.transactionId === stage.id
  const page = isWaiting ? pathOfStep(step) : null
  const isIn3ds = page?.startsWith('/3ds/') === true && step?.facts.isHosted === false
  const isFinal = stage.status !== 'processing' && stage.status !== 'unknown'
  const reported = isWaiting
    ? { type: stage.type, status: stage.status, stageWord: null, isChained: false }
    : stageInVoice(switches, stage, order, call.now)
  const ending = reported.stageWord ?? (isIn3ds ? '3d_validating' : stageWord[stage.status])
  const record: Record<string, string | undefined | null> = {
    type: 'status-response',
    'serial-number': call.serial,
    'merchant-order-id': order.clientOrderid,
    'paynet-order-id': reportedOrderid(call.context, stage),
    'end-point-id': identity.endpointId,
    status: reported.status,
    'transaction-type': reported.type,
    'order-stage': reported.type === '' ? '' : `${reported.type.replaceAll(' ', '_')}_${ending}`,
    'redirect-to': isIn3ds ? `${call.context.origin}${page}` : null,
    html: isIn3ds
      ? `<form action="${call.context.origin}${page}" method="get"><button>Continue</button></form>`
      : null,
    amount: toMajor(stage.amountMinor, stage.currency),
    'initial-amount': switches.isOn('tells-initial-amount')
      ? toMajor(order.amountMinor, order.currency)
      : null,
    currency: stage.currency,
    descriptor: 'SANDBOX*MERCHANT',
    'gate-partial-reversal': switches.isOn('partial-reversal') ? 'enabled' : 'disabled',
    'gate-partial-capture': switches.isOn('partial-capture') ? 'enabled' : 'disabled',
    'processor-tx-id': processorIdInVoice(switches, stage),
    'paynet-processing-date': dateText(stage.changedAt),
    'approval-code':
      stage.status === 'approved' ? String(100_000 + ((stage.id * 7919) % 900_000)) : null,
    'processor-rrn': isFinal ? String(600_000_000_000 + stage.id * 104_729) : null,
    'error-code': reported.isChained ? '110' : isFinal ? stage.errorCode : null,
    'error-message': reported.isChained ? chainedMessage : isFinal ? stage.errorMessage : null,
    'last-four-digits': card?.last4,
    bin: card?.bin,
    'card-type': card?.brand,
    'receipt-id': stage.status === 'approved' ? String(3_000_000 + stage.id) : null,
    'bank-name': card === undefined ? null : 'SANDBOX BANK',
    'card-hash-id': card === undefined ? null : hashIdOf(card),
    'card-exp-month': card?.expireMonth,
    'card-exp-year': card?.expireYear,
    'cardholder-name': card?.printedName,
    'card-ref-id': cardRefId,
    'verified-3d-status': verified3d,
    name,
    email,
    phone,
  }
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  )
}

export const statusRoute: Route = {
  id: 'status',
  path: '/api/v2/status',
  auth: [{ scheme: 'control', formula: 'card-ref-void-status' }],
  fields: [
    must('login'),
    may('client_orderid'),
    may('orderid'),
    may('by-request-sn'),
    must('control'),
  ],
  anyOf: [['orderid', 'client_orderid']],
  run,
}
