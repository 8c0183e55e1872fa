// Subscriptions as kept, and the charges the gateway makes by itself when an auto subscription's
// day comes.
import type { Order } from '../book/book.ts'
import type { CardFacts } from '../book/card.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { SandboxContext } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'

/** Added to the row's number, so that an id looks like one. */
export const FIRST_RECURRING_ID = 880_000

export interface Subscription {
  id: number
  clientOrderid: string
  chargeAt: number | null
  facts: SubscriptionFacts
}

export interface SubscriptionFacts {
  amountMinor: number
  currency: string
  period: string
  interval: number
  type: string
  orderDesc: string
  email: string
  name: string
  card: CardFacts
  finishDate: string | null
  charges: number
  /** Day of the month of the first charge. */
  day: number
}

const DAY_MS = 86_400_000

type Row = Omit<Subscription, 'facts'> & { facts: string }
const columns = 'id, client_orderid AS clientOrderid, charge_at AS chargeAt, facts'
const toSubscription = (row: Row): Subscription => ({
  ...row,
  facts: JSON.parse(row.facts) as SubscriptionFacts,
})

export function recurringOf(
  { store }: SandboxContext,
  id: string,
  field: string,
): Checked<Subscription> {
  const place = /^\d{1,12}$/.test(id) ? Number(id) - FIRST_RECURRING_ID : -1
  const row = store.first<Row>(`SELECT ${columns} FROM recurring WHERE id = ?`, place)
  return row === undefined
    ? refuse('RECURRING_NOT_FOUND', `${field} names no recurring payment of this merchant`, field)
    : accept(toSubscription(row))
}

/** Every subscription there is, oldest first. */
export const subscriptions = ({ store }: SandboxContext): Subscription[] =>
  store.all<Row>(`SELECT ${columns} FROM recurring ORDER BY id`).map(toSubscription)

/**
 * The next time after `at`. Months keep the first charge's day of the month, or end with the month
 * where it has no such day.
 */
export function nextCharge(at: number, { period, interval, day }: SubscriptionFacts): number {
  if (period !== 'monthly') return at + interval * (period === 'weekly' ? 7 : 1) * DAY_MS
  const to = new Date(at)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + interval)
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, days))
  return to.getTime()
}

export function addCharge(
  { book, identity }: SandboxContext,
  facts: SubscriptionFacts,
  clientOrderid: string,
  amountMinor: number,
  at: number,
): Order {
  const { name, email, orderDesc, card, currency } = facts
  return book.addOrder({
    clientOrderid,
    kind: 'sale',
    amountMinor,
    currency,
    createdAt: at,
    facts: {
      endpointId: identity.endpointId,
      ...(name === '' ? {} : { name }),
      email,
      orderDesc,
      card,
    },
  })
}

/**
 * Charges every auto subscription that is due, once per due day. No request causes these charges,
 * so they leave no effect row.
 */
export function chargeDue(context: SandboxContext, now: number): void {
  const { store, book, processingMs } = context
  const due = (): Subscription | undefined => {
    const row = store.first<Row>(
      `SELECT ${columns} FROM recurring WHERE charge_at <= ? ORDER BY charge_at LIMIT 1`,
      now,
    )
    return row && toSubscription(row)
  }
  for (let one = due(); one !== undefined; one = due()) {
    const { id, facts, chargeAt, clientOrderid } = one
    const at = chargeAt ?? now
    const isOver = facts.finishDate !== null && at >= Date.parse(facts.finishDate) + DAY_MS
    const charges = facts.charges + (isOver ? 0 : 1)
    const next = isOver ? null : nextCharge(at, facts)
    store.atomically(() => {
      store.run(
        'UPDATE recurring SET facts = ?, charge_at = ? WHERE id = ?',
        JSON.stringify({ ...facts, charges }),
        next,
        id,
      )
      if (isOver) return
      const { amountMinor, currency } = facts
      const order = addCharge(context, facts, `${clientOrderid}-${charges}`, amountMinor, at)
      const { first, final } = plainOutcome
      const finalAt = at + processingMs
      book.addTransaction({
        orderid: order.orderid,
        type: 'sale',
        amountMinor,
        currency,
        status: first,
        outcome: final,
        finalAt,
        at,
      })
    })
  }
}
