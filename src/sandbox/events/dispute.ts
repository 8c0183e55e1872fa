// Chargebacks and their reversals: the bank of the cardholder moves the money, and no request of
// the merchant asks for it. The console, a test amount or a practice order brings one about.
import type { Book, Order } from '../book/book.ts'
import { listCallbacks } from './callback.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import {
  type Allowed,
  capturedOf,
  chargedBackOf,
  type Held,
  type Moved,
  returnedOf,
} from '../book/rules.ts'
import type { SandboxContext } from '../context/context.ts'
import type { Store } from '../book/store.ts'

export const disputeTypes = ['chargeback', 'chargeback reversal'] as const
export type DisputeType = (typeof disputeTypes)[number]
export const isDisputeType = (text: string): text is DisputeType =>
  (disputeTypes as readonly string[]).includes(text)

/** The last two digits of an amount's minor units, as a fault's test amount has them. */
export const disputeEndings: readonly {
  ends: string
  follows: readonly DisputeType[]
  about: string
}[] = [
  {
    ends: '41',
    follows: ['chargeback'],
    about: 'approved, and charged back one minute later',
  },
  {
    ends: '42',
    follows: ['chargeback', 'chargeback reversal'],
    about: 'approved, charged back one minute later, and reversed after one more minute',
  },
]

const stepMs = 60_000

/** A chargeback takes what is captured and not returned; its reversal takes all of that back. */
export function disputeRule(
  order: Held,
  moves: readonly Moved[],
  type: DisputeType,
): Checked<Allowed> {
  const taken = chargedBackOf(moves)
  const left = capturedOf(order, moves) - returnedOf(moves) - taken
  const amountMinor = type === 'chargeback' ? left : taken
  if (amountMinor > 0) return accept({ type, amountMinor })
  return refuse(
    'NOTHING_LEFT',
    type === 'chargeback'
      ? 'orderid names an order of which nothing captured is left to charge back'
      : 'orderid names an order without a chargeback to reverse',
    'orderid',
  )
}

/** Books a chargeback or its reversal at once. The caller is inside store.atomically. */
function bookDispute(book: Book, order: Order, type: DisputeType, at: number): Checked<number> {
  const allowed = disputeRule(order, book.transactions(order.orderid), type)
  if (!allowed.ok) return allowed
  const { amountMinor } = allowed.value
  const { orderid, currency } = order
  return accept(
    book.addTransaction({
      ...{ orderid, type, amountMinor, currency, at },
      ...{ status: 'approved', outcome: 'approved', finalAt: null },
    }),
  )
}

/** A chargeback, or its reversal, that a person asks for now. */
export function dispute(
  context: SandboxContext,
  orderid: string,
  type: DisputeType,
): Checked<number> {
  const { store, book, clock } = context
  const now = clock.book()
  const order = book.order(Number(orderid))
  if (order === undefined)
    return refuse('ORDER_NOT_FOUND', `order not found: orderid ${orderid}`, 'orderid')
  const booked = store.atomically(() => {
    const made = bookDispute(book, order, type, now)
    if (made.ok) listCallbacks(context, [made.value], now)
    return made
  })
  context.wake()
  return booked
}

/** What the amounts of sales that were approved just now bring about later. */
export function scheduleDisputes(store: Store, book: Book, ended: readonly number[]): void {
  for (const id of ended) {
    const stage = book.transaction(id)
    if (stage?.status !== 'approved' || stage.type !== 'sale') continue
    const ending = String(stage.amountMinor % 100).padStart(2, '0')
    const follows = disputeEndings.find(({ ends }) => ends === ending)?.follows ?? []
    follows.forEach((type, place) =>
      store.run(
        'INSERT INTO disputes (orderid, type, due_at) VALUES (?, ?, ?)',
        stage.orderid,
        type,
        stage.changedAt + stepMs * (place + 1),
      ),
    )
  }
}

/** Books what is due, in order of time; one that is not possible any more is dropped. */
export function disputesDue(store: Store, book: Book, now: number): number[] {
  const due = store.all<{ id: number; orderid: number; type: DisputeType; at: number }>(
    'SELECT id, orderid, type, due_at AS at FROM disputes WHERE due_at <= ? ORDER BY due_at, id',
    now,
  )
  return due.flatMap(({ id, orderid, type, at }) => {
    store.run('DELETE FROM disputes WHERE id = ?', id)
    const order = book.order(orderid)
    const booked = order === undefined ? null : bookDispute(book, order, type, at)
    return booked?.ok === true ? [booked.value] : []
  })
}
