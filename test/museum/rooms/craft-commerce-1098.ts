import { isTakenRefund } from '../old.ts'
import { add, type Sums, toMinor } from '../place.ts'
import type { Room } from '../room.ts'
import { leavesSums } from '../gateways.ts'

export const room: Room = {
  link: 'https://github.com/craftcms/commerce/issues/1098',
  date: '2019-10-31',
  incident: 'over-refund',
  story: `More than the original purchase can be refunded, in two steps instead of one.
Refund the total less one. Then refund any amount between one and the total:
the shop says nothing. It was mended in the next minor version.`,
  gateway: leavesSums,
  guard: {
    file: 'src/shared/gateway/orders/order-facts.ts',
    does: 'what is left is what was captured less every refund that was told or sent.',
  },
  meant: { refund: '120.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '239.00' },
    reported: { refund: '239.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const total = toMinor('120.00')
      let refunds: Sums = {}
      const refundForm = async (amount: string): Promise<void> => {
        if (toMinor(amount) > total) return
        if (await isTakenRefund(place, order, amount)) refunds = add(refunds, 'refund', amount)
      }
      await refundForm('119.00')
      await refundForm('120.00')
      return refunds
    },
  },
  paydesk: {
    books: { refund: '119.00' },
    reported: { refund: '119.00' },
    stops: ['over-remainder'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '119.00')
      await driver.until(order, 'SUCCEEDED')
      await driver.refund(order, '120.00')
    },
  },
}
