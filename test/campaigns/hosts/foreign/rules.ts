// What the foreign gateway does with a request whose signature is good: its own reading of the
// rules of interface.md ("States and transitions").
import type { Books, End, Order, Transaction } from './books.ts'
import type { Ask, Ways } from './trait.ts'
import { centsOf } from './signatures.ts'

/** What an answer says beside its envelope, or why there is none. */
export type Done =
  | { order: Order; transaction: Transaction | null; more: Record<string, string> }
  | { refusal: string; code?: string }

export const isQuestion = (operation: string): boolean =>
  operation === 'status' || operation === 'get-card-info'

/** Amounts that end in .01 are declined; this account can't be paid. */
const endFor = (minor: bigint): End => (minor % 100n === 1n ? 'declined' : 'approved')
export const nobodysAccount = 'DE000000000000'

export const amountText = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

/** The amount of a request in minor units, or null. */
export const readAmount = ({ takesMinor }: Ways, text: string): bigint | null =>
  takesMinor !== true ? centsOf(text) : /^\d+$/.test(text) ? BigInt(text) : null

/** By what the desk signs, an order and its transaction. */
export function carryOut(books: Books, ways: Ways, ask: Ask, origin: string): Done {
  const { operation, fields } = ask
  const { orderid = '', client_orderid: clientOrderid = '', amount } = fields
  const minor = amount === undefined ? null : readAmount(ways, amount)
  if (amount !== undefined && minor === null) return { refusal: 'Wrong amount' }
  if (operation === 'get-card-info') return cardOf(books, fields['cardrefid'])
  if (['sale-form', 'payout', 'payout-check'].includes(operation))
    return fields['account_number'] === nobodysAccount
      ? { refusal: 'Account is closed' }
      : open(books, operation, clientOrderid, minor ?? 0n, origin)
  const order = books.find(orderid, clientOrderid)
  if (order === undefined || (clientOrderid !== '' && order.clientOrderid !== clientOrderid))
    return notFound
  if (operation === 'status') return statusOf(books, ways, order, ask)
  if (operation !== 'create-card-ref') return move(books, order, operation, minor)
  order.cardRef = `card-${order.orderid}`
  return { order, transaction: null, more: { 'card-ref-id': order.cardRef } }
}

const notFound: Done = { refusal: 'Order not found', code: '6' }

function cardOf(books: Books, cardrefid: string | undefined): Done {
  const order = books.orders.find(({ cardRef }) => cardRef === cardrefid)
  const more = { bin: '411111', 'last-four-digits': '1111', 'card-ref-id': order?.cardRef ?? '' }
  return order === undefined
    ? { refusal: 'Card reference not found' }
    : { order, transaction: null, more }
}

const book = (books: Books, order: Order, type: string, minor: bigint): Transaction =>
  books.add(order, type, minor, endFor(minor), books.serial())

function open(
  books: Books,
  operation: string,
  clientOrderid: string,
  minor: bigint,
  origin: string,
): Done {
  if (books.find('', clientOrderid) !== undefined) return { refusal: 'Order exists already' }
  const order = books.open(clientOrderid)
  if (operation !== 'sale-form') {
    const type = operation === 'payout' ? 'payout' : 'payout check'
    return { order, transaction: book(books, order, type, minor), more: {} }
  }
  const transaction = book(books, order, 'sale', minor)
  // Until its customer pays.
  transaction.endsAt = Number.MAX_SAFE_INTEGER
  return { order, transaction, more: { 'redirect-url': `${origin}/page/${order.orderid}` } }
}

function move(books: Books, order: Order, operation: string, minor: bigint | null): Done {
  const { held, captured, returned } = books.sums(order, true)
  const done = (type: string, most: bigint): Done =>
    most <= 0n || (minor ?? most) > most
      ? { refusal: `More than ${amountText(most)} is not possible` }
      : { order, transaction: book(books, order, type, minor ?? most), more: {} }
  const [check, paid] = order.transactions
  const isToPay = check?.type === 'payout check' && paid === undefined
  switch (operation) {
    case 'payout-pay':
      return done('payout', isToPay ? check.minor : 0n)
    case 'capture':
      return done('capture', held)
    case 'void':
      return done('void', captured > 0n ? 0n : held)
    default:
      return captured > 0n ? done('reversal', captured - returned) : done('cancel', held)
  }
}

function statusOf(books: Books, ways: Ways, order: Order, ask: Ask): Done {
  const { transactions } = order
  const { orderid = '', 'by-request-sn': named } = ask.fields
  const ofOwnId = (): Transaction | undefined =>
    transactions.find(({ alias }) => alias === orderid) ?? transactions[0]
  const picked = (): Transaction | null | undefined =>
    ways.picks === undefined ? transactions.at(-1) : ways.picks(order, ask)
  const shown =
    transactions.find(({ serial }) => serial === named) ??
    (ways.hasOwnIds === true ? ofOwnId() : picked())
  order.asks += 1
  if (shown === undefined || shown === null) return notFound
  const end = books.endOf(shown)
  if (end !== 'processing') shown.wasTold = true
  const startedAt = new Date(shown.startedAt).toISOString().slice(0, 19).replace('T', ' ')
  const more = {
    status: end,
    'transaction-type': shown.type,
    'order-stage': `${shown.type.replace(' ', '_')}_${end}`,
    amount: amountText(shown.minor),
    currency: 'EUR',
    'processor-tx-id': shown.id,
    'paynet-processing-date': `${startedAt} UTC`,
    name: 'Zoe Muller',
    'bank-name': 'A BANK',
    'last-four-digits': '1111',
    ...(end === 'declined' ? { 'error-code': '105', 'error-message': 'Do not honour' } : {}),
  }
  return { order, transaction: shown, more }
}
