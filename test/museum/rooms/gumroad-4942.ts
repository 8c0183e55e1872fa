import { leavesSums } from '../gateways.ts'
import { isTakenRefund, sale } from '../old.ts'
import type { Order } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/antiwork/gumroad/pull/4942',
  date: '2026-05-04',
  incident: 'run twice',
  story: `Purchases are selected and refunded together when they look like fraud.
A proposed change keeps such a run from refunding a purchase twice:
it skips purchases that have a date of refund, and gives each call a key at the provider.
It was closed without being merged.`,
  gateway: leavesSums,
  guard: {
    file: 'src/shared/gateway/orders/order-facts.ts',
    does: 'what was refunded is taken from what is left, also by the status that is read for each review.',
  },
  meant: { one: '40.00', two: '60.00' },
  old: {
    fails: 'pays too much',
    books: { one: '80.00', two: '60.00' },
    reported: { one: '40.00', two: '60.00' },
    async run(place) {
      const purchases = [
        {
          name: 'one',
          amount: '40.00',
          order: await sale(place, '40.00', {}, 'one'),
          isRefunded: false,
        },
        {
          name: 'two',
          amount: '60.00',
          order: await sale(place, '60.00', {}, 'two'),
          isRefunded: false,
        },
      ]
      // The job dies after the first of its list, and its queue runs it again from the beginning.
      const job = async (diesAfter: number): Promise<void> => {
        for (const [at, one] of purchases.entries()) {
          one.isRefunded = await isTakenRefund(place, one.order, one.amount)
          if (at + 1 === diesAfter) return
        }
      }
      await job(1)
      await job(Infinity)
      return Object.fromEntries(
        purchases.map(({ name, amount, isRefunded }) => [name, isRefunded ? amount : '0.00']),
      )
    },
  },
  paydesk: {
    books: { one: '40.00', two: '60.00' },
    reported: { one: '40.00', two: '60.00' },
    stops: ['not-possible'],
    async run(driver) {
      const list: [Order, string][] = [
        [await sale(driver.place, '40.00', {}, 'one'), '40.00'],
        [await sale(driver.place, '60.00', {}, 'two'), '60.00'],
      ]
      for (const [order] of list) await driver.lookUp(order)
      const run = async (diesAfter: number): Promise<void> => {
        for (const [at, [order, amount]] of list.entries()) {
          const state = await driver.refund(order, amount)
          if (state !== null) await driver.until(order, 'SUCCEEDED')
          if (at + 1 === diesAfter) return
        }
      }
      await run(1)
      await driver.restart()
      await run(Infinity)
    },
  },
}
