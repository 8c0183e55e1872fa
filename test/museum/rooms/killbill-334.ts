import { capture, isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'
import { leavesSums } from '../gateways.ts'

export const room: Room = {
  link: 'https://github.com/killbill/killbill/issues/334',
  date: '2015-06-14',
  incident: 'over-refund',
  story: `A query over the payments finds some where more was refunded than captured.
The reporter believes that those refunds should have failed.
An answer points to the thread beside it (333), about captures above the authorization:
the program does not check amounts, the gateway should, and some gateways allow it on purpose.`,
  gateway: leavesSums,
  guard: {
    file: 'src/main/desk/payments/plan/request-plan.ts',
    does: 'a refund is held against what was captured, not against what was held.',
  },
  meant: { refund: '100.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '300.00' },
    reported: { refund: '300.00' },
    async run(place) {
      const order = place.order(/hold of 300\.00 EUR/)
      await capture(place, order, '100.00')
      let transactions: Sums = {}
      if (await isTakenRefund(place, order, '300.00'))
        transactions = add(transactions, 'refund', '300.00')
      return transactions
    },
  },
  paydesk: {
    books: { refund: '100.00' },
    reported: { refund: '100.00' },
    stops: ['over-remainder'],
    async run(driver) {
      const order = driver.place.order(/hold of 300\.00 EUR/)
      await driver.lookUp(order)
      await capture(driver.place, order, '100.00')
      await driver.refund(order, '300.00')
      await driver.refund(order, '100.00')
      await driver.untilRefunded(order, '100.00')
    },
  },
}
