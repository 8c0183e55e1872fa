import { isTakenRefund } from '../old.ts'
import type { Order, Place } from '../place.ts'
import type { Room } from '../room.ts'

const twoOrders = (place: Place): { meant: Order; other: Order } => ({
  meant: place.order(/120\.00 EUR/, 'meant'),
  other: place.order(/5000\.00 EUR/, 'other'),
})

export const room: Room = {
  link: 'https://github.com/bcgov/entity/issues/8074',
  date: '2021-06-29',
  incident: 'wrong order',
  story: `Refunds by hand take the invoice number as the only sign of what is refunded.
When staff type a wrong number, another payment is refunded.
The thread asks for a second field that is checked against the first;
later a screen takes the typing away.`,
  guard: {
    file: 'src/main/desk/payments/review/review-action.ts',
    does: 'both ids of the order are held against what the gateway says before anything is reviewed.',
  },
  meant: { meant: '20.00', other: '0.00' },
  old: {
    fails: 'pays too much',
    books: { meant: '0.00', other: '20.00' },
    reported: { meant: '20.00', other: '0.00' },
    async run(place) {
      const { other } = twoOrders(place)
      const invoices = new Map(place.sandbox.trainingOrders().map((one) => [one.orderid, one]))
      const refundByHand = async (typed: string): Promise<boolean> => {
        const invoice = invoices.get(typed)
        return invoice !== undefined && isTakenRefund(place, invoice, '20.00')
      }
      const isDone = await refundByHand(other.orderid)
      return { meant: isDone ? '20.00' : '0.00', other: '0.00' }
    },
  },
  paydesk: {
    books: { meant: '20.00', other: '0.00' },
    reported: { meant: '20.00', other: '0.00' },
    stops: ['input'],
    async run(driver) {
      const { meant, other } = twoOrders(driver.place)
      await driver.lookUp(meant)
      await driver.lookUp(other)
      await driver.refund({ orderid: other.orderid, clientOrderid: meant.clientOrderid }, '20.00')
      await driver.refund(meant, '20.00')
      await driver.until(meant, 'SUCCEEDED')
    },
  },
}
