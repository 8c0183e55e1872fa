// The gateway of a room: the real sandbox on 127.0.0.1, the orders of the story with their names,
// and the books that both halves are checked against.
import { minorText } from '../sandbox/merchant.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'

/** Money by the name of its order, in major units; payouts have none and go under 'payouts'. */
export type Sums = Record<string, string>

export interface Order {
  orderid: string
  clientOrderid: string
}

export interface Place {
  sandbox: Sandbox
  /** A training order by a word of its description; `name` is what the sums call it. */
  order(about: RegExp, name?: string): Order
  /** Gives an order a name that the story made itself. */
  name(order: Order, name?: string): Order
  /** The named orders. */
  orders(): ReadonlyMap<string, Order>
  /** Lets the gateway's time pass: in a minute what it accepted is final. */
  passTime(minutes?: number): void
  /** What has really left for good. */
  books(): Sums
  close(): Promise<void>
}

const moneyOut = new Set(['return', 'payout'])
const neverLeft = new Set(['declined', 'filtered', 'error'])

export const toMinor = (amount: string): bigint => BigInt(minorText(amount))
export const toMajor = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

/** Adds to one name of the sums. */
export const add = (sums: Sums, name: string, amount: string): Sums => ({
  ...sums,
  [name]: toMajor(toMinor(sums[name] ?? '0.00') + toMinor(amount)),
})

const MINUTE = 60_000

export async function openPlace(): Promise<Place> {
  // What was accepted stays open, however busy the machine, until somebody lets time pass.
  const sandbox = await startSandbox({ processingMs: MINUTE, seedDays: 0 })
  const named = new Map<string, Order>()
  const place: Place = {
    sandbox,
    order: (about, name) => {
      const found = sandbox.trainingOrders().find((order) => about.test(order.about))
      if (found === undefined) throw new Error(`no training order ${about}`)
      return place.name({ orderid: found.orderid, clientOrderid: found.clientOrderid }, name)
    },
    name: (order, name = 'refund') => {
      named.set(name, order)
      return order
    },
    orders: () => named,
    passTime: (minutes = 1) => sandbox.advance(minutes * MINUTE + 1),
    books() {
      // Time enough for everything accepted to become final.
      place.passTime(15)
      const nameOf = (orderid: string): string =>
        [...named].find(([, order]) => order.orderid === orderid)?.[0] ?? 'payouts'
      let sums: Sums = Object.fromEntries([...named.keys()].map((name) => [name, '0.00']))
      for (const { operation, orderid, amountMinor, status } of sandbox.effects())
        if (moneyOut.has(operation) && !neverLeft.has(status))
          sums = add(sums, nameOf(orderid), toMajor(BigInt(amountMinor)))
      return sums
    },
    close: () => sandbox.close(),
  }
  return place
}
