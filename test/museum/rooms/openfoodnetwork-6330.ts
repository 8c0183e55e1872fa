import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/openfoodfoundation/openfoodnetwork/issues/6330',
  date: '2020-11-06',
  incident: 'clicked twice',
  story: `A hub manager refunds 3.92 for missing products with one button.
The customer gets it twice, at the same minute, with no warning to anybody.
Both refunds are recorded, in the shop and at the provider.
The report suspects a double click; the fix (pull request 7759) names the cause:
staging and production run two workers, and each takes one of the clicks.
The fix switches the button off after the first click; a test is thought hard to write.`,
  guard: {
    file: 'src/main/ledger/journal/journal.ts',
    does: 'a confirmation is used up by one UPDATE of the ledger; of two clicks one gets past it.',
  },
  meant: { refund: '3.92' },
  old: {
    fails: 'pays too much',
    books: { refund: '7.84' },
    reported: { refund: '7.84' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let payments: Sums = {}
      const worker = async (): Promise<void> => {
        if (await isTakenRefund(place, order, '3.92')) payments = add(payments, 'refund', '3.92')
      }
      await Promise.all([worker(), worker()])
      return payments
    },
  },
  paydesk: {
    books: { refund: '3.92' },
    reported: { refund: '3.92' },
    stops: ['already-confirmed'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const review = await driver.review(order, '3.92')
      await Promise.all([driver.confirm(review), driver.confirm(review)])
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
