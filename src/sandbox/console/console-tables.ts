// The console's tables of what happened: training orders, orders, requests as received, effects,
// callbacks. Newest first.
import { dateText } from '../http/answers.ts'
import type { EffectRow, Order } from '../book/book.ts'
import { type CallbackRow, callbackRows, sentUrl } from '../events/callback.ts'
import { toMajor } from '../http/currency.ts'
import { cells, code, escapeHtml as e, table } from '../http/html.ts'
import type { SandboxContext } from '../context/context.ts'
import type { RequestRow } from '../context/request-log.ts'
import { trainingOrders } from '../events/seed.ts'
import { pathOfStep, stepOfOrder } from '../operations/steps.ts'

const SHOWN = 200

const money = (minor: number, currency: string): string => `${toMajor(minor, currency)} ${currency}`

export const trainingTable = (context: SandboxContext): string =>
  table(
    ['Order', 'Client order', 'What to try'],
    trainingOrders(context).map(({ orderid, clientOrderid, about }) =>
      cells(orderid, code(clientOrderid), e(about)),
    ),
    'There are none.',
  ) + '<form method="post" action="/console/training"><button>Make a fresh set</button></form>'

export const ordersTable = (context: SandboxContext): string =>
  table(
    ['Order', 'Client order', 'Created', 'Customer', 'Amount', 'Stages'],
    context.book.orders(SHOWN).map((order) => orderRow(context, order)),
    'No orders yet.',
  )

function orderRow({ book, store }: SandboxContext, order: Order): string {
  const stages = book
    .transactions(order.orderid)
    .map(
      ({ type, status, amountMinor, currency }) =>
        `${e(type)} ${toMajor(amountMinor, currency)}: ${status}`,
    )
  const step = stepOfOrder(store, order.orderid)
  const path = step === undefined ? null : pathOfStep(step)
  return cells(
    String(order.orderid),
    code(order.clientOrderid),
    dateText(order.createdAt),
    e(order.facts.name ?? ''),
    money(order.amountMinor, order.currency),
    [...stages, ...(path === null ? [] : [`<a href="${path}">waits for the customer</a>`])].join(
      '<br>',
    ),
  )
}

export const requestsTable = ({ log }: SandboxContext): string =>
  table(
    ['When', 'Request', 'Fields', 'Answer', 'Signature'],
    log.rows(SHOWN).reverse().map(requestRow),
    'No request has come in yet.',
  )

function requestRow(row: RequestRow): string {
  const spoilt =
    row.delivery === 'normal' ? '' : `<br><span class="bad">spoilt: ${row.delivery}</span>`
  return cells(
    dateText(row.at),
    `${e(row.method)} ${code(row.path)}`,
    row.fields.map(([name, value]) => `${code(name)} ${e(value)}`).join('<br>'),
    `${row.http} ${e(row.message)}${spoilt}<br>${code(row.serial)}`,
    verdict(row.signature),
  )
}

/** Expected against received, with the key masked already. */
function verdict(signature: RequestRow['signature']): string {
  if (signature === null) return ''
  if (signature.isGood) return `${signature.scheme}, good`
  return [
    `<span class="bad">${signature.scheme}: ${e(signature.hint)}</span>`,
    `expected ${code(signature.expectedPlain)}`,
    `which gives ${code(signature.expected)}`,
    `received ${code(signature.received)}`,
  ].join('<br>')
}

export const effectsTable = ({ book }: SandboxContext): string =>
  table(
    ['No.', 'When', 'Operation', 'Order', 'Amount', 'Status', 'Request'],
    book.effects().slice(-SHOWN).reverse().map(effectRow),
    'Nothing has moved yet.',
  )

const effectRow = (row: EffectRow): string =>
  cells(
    String(row.id),
    dateText(row.at),
    e(row.operation),
    `${row.orderid} ${code(row.clientOrderid)}`,
    money(row.amountMinor, row.currency),
    row.status,
    code(row.requestSerial),
  )

export const callbacksTable = (context: SandboxContext): string =>
  table(
    ['No.', 'As it is sent', 'Tries', 'Outcome'],
    callbackRows(context)
      .slice(-SHOWN)
      .reverse()
      .map((row) => callbackRow(row, sentUrl(context, row) ?? row.url)),
    'No order has asked for a callback yet.',
  )

const callbackRow = ({ id, tries, outcome }: CallbackRow, sent: string): string =>
  cells(String(id), code(sent), String(tries), e(outcome))
