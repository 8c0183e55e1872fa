import { isTakenRefund } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/teesofttech/PayBridge/issues/115',
  date: '2026-07-18',
  incident: 'retried',
  story: `A provider can accept a refund, and writing down its outcome can fail after that.
A retry without a key that the provider honours can then make a second refund.
The thread asks for a key that stays the same for one attempt at a refund,
for uncertain outcomes to be kept, and for the provider to be asked before anything is retried.`,
  guard: {
    file: 'src/main/desk/payments/plan/repeats.ts',
    does: 'the review that finds the lost refund done stops, and says so instead of offering another.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '40.00' },
    reported: { refund: '20.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const rows: string[] = []
      let writes = 0
      const write = (amount: string): void => {
        writes += 1
        if (writes === 1) throw new Error('database is locked')
        rows.push(amount)
      }
      const refundPayment = async (): Promise<void> => {
        if (await isTakenRefund(place, order, '20.00')) write('20.00')
      }
      await refundPayment().catch(() => refundPayment())
      return { refund: rows.join() }
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['outcome-unknown', 'told-since'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      const { sandbox } = driver.place
      sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      // Final at the gateway before anybody has asked.
      driver.place.passTime()
      await driver.refund(order, '20.00')
    },
  },
}
