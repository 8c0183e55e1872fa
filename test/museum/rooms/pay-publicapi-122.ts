import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/govuk-pay/pay-publicapi/pull/122',
  date: '2016-09-28',
  incident: 'two people',
  story: `Two members of staff can submit the same refund for the same payment,
and one can press the form's button twice in quick succession.
The refund is then attempted twice; of a partial one double the amount may leave.
The change makes every refund say how much it believes can still be refunded,
and refuses it when the books say something else.`,
  guard: {
    file: 'src/main/desk/payments/send/confirm.ts',
    does: 'the order is asked for again just before sending, and must be as it was reviewed.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '40.00' },
    reported: { refund: '40.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let refunds: Sums = {}
      // Each computer shows the payment, then its person decides.
      const computer = (): (() => Promise<void>) => {
        const shown = { refundable: 120 - Number(refunds['refund'] ?? 0) }
        return async () => {
          if (shown.refundable < 20) return
          if (await isTakenRefund(place, order, '20.00')) refunds = add(refunds, 'refund', '20.00')
        }
      }
      const [first, second] = [computer(), computer()]
      await first()
      await second()
      return refunds
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['order-moved'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      const colleague = await driver.colleague()
      await driver.lookUp(order)
      await colleague.lookUp(order)
      const mine = await driver.review(order, '20.00')
      const theirs = await colleague.review(order, '20.00')
      await driver.confirm(mine)
      await driver.until(order, 'SUCCEEDED')
      await colleague.confirm(theirs)
    },
  },
}
