import { randomUUID } from 'node:crypto'
import { isTaken, refund, withKeys } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/medusajs/medusa/issues/16681',
  date: '2026-09-02',
  incident: 'key lost',
  story: `A refund is written as a row, and the row's id is the key the provider knows it by.
When the provider's call fails, the row is deleted.
A retry writes a new row, and so sends another key.
A time-out never says whether the work was done: where only the answer was lost,
the provider can't know the retry for the same refund, and the customer is refunded twice:
"money out the door with no reversal path".`,
  gateway: {
    is: 'carries the first refund out and resets the connection.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/shared/gateway/actions.ts',
    does: 'an order with an unknown request, or with a status that is not final, takes no other.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '40.00' },
    reported: { refund: '20.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const provider = withKeys(() => refund(place, order, '20.00'))
      const rows = new Map<string, string>()
      const refundPayment = async (): Promise<boolean> => {
        const id = randomUUID()
        rows.set(id, '20.00')
        try {
          return isTaken(await provider(id))
        } catch {
          rows.delete(id)
          return false
        }
      }
      if (!(await refundPayment())) await refundPayment()
      return [...rows.values()].reduce<Sums>((sums, amount) => add(sums, 'refund', amount), {})
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['outcome-unknown', 'not-possible'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      await driver.refund(order, '20.00')
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
