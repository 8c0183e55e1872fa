import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/coopcycle/coopcycle-web/issues/4608',
  date: '2024-09-08',
  incident: 'clicked twice',
  story: `Refunds of a customer's order are often made twice, "with just one click".
The traces show one POST from the browser: the second refund begins behind it.
An earlier thread of the same program (4341) lists orders with refunds one second apart,
in the shop and at the provider, and asks whether a loop over the forms of the page is the cause.`,
  guard: {
    file: 'src/main/ledger/journal/journal.ts',
    does: 'what was confirmed once stays used up, however often the same call comes again.',
  },
  meant: { refund: '5.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '10.00' },
    reported: { refund: '10.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const request = { refund: '5.00' }
      const forms = [{ field: 'refund' as const }, { field: 'refund' as const }]
      let refunds: Sums = {}
      // One request; every form of the page that finds its field in it takes it for its own.
      for (const { field } of forms) {
        if (await isTakenRefund(place, order, request[field]))
          refunds = add(refunds, 'refund', request[field])
      }
      return refunds
    },
  },
  paydesk: {
    books: { refund: '5.00' },
    reported: { refund: '5.00' },
    stops: ['already-confirmed'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const review = await driver.review(order, '5.00')
      for (let form = 0; form < 2; form += 1) {
        await driver.confirm(review)
        await driver.until(order, 'SUCCEEDED')
      }
    },
  },
}
