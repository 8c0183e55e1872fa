import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/csob/paymentgateway/issues/659',
  date: '2023-01-16',
  incident: 'outcome guessed',
  story: `Two refunds of one payment are sent in the same second. Both are answered OK.
One alone was processed: the other is not to be seen, and the customer gets no money.
It happens now and then since a new version of the interface.`,
  gateway: {
    is: 'takes both refunds, and declines the first of them a moment later.',
    set: (sandbox) => sandbox.setFault({ operation: 'return', kind: 'declined', times: 1 }),
  },
  guard: {
    file: 'src/shared/gateway/status/status.ts',
    does: 'OK means accepted; refunded is what status says when it is final.',
  },
  meant: { refund: '243.00' },
  old: {
    fails: 'loses',
    books: { refund: '166.00' },
    reported: { refund: '243.00' },
    async run(place) {
      const order = place.order(/5000\.00 EUR/)
      let refunds: Sums = {}
      for (const amount of ['77.00', '166.00'])
        if (await isTakenRefund(place, order, amount)) refunds = add(refunds, 'refund', amount)
      return refunds
    },
  },
  paydesk: {
    books: { refund: '243.00' },
    reported: { refund: '243.00' },
    stops: ['not-possible'],
    async run(driver) {
      const order = driver.place.order(/5000\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '77.00')
      // At once: the first one has no outcome yet.
      await driver.refund(order, '166.00')
      await driver.until(order, 'DECLINED')
      // The operator sees that it was declined, and refunds both.
      await driver.refund(order, '77.00')
      await driver.untilRefunded(order, '77.00')
      await driver.refund(order, '166.00')
      await driver.untilRefunded(order, '243.00')
    },
  },
}
