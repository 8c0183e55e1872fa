import { isTakenRefund, wait } from '../old.ts'
import { add, type Sums, toMinor } from '../place.ts'
import type { Room } from '../room.ts'
import { leavesSums } from '../gateways.ts'

export const room: Room = {
  link: 'https://github.com/fossasia/eventyay/issues/1405',
  date: '2025-12-01',
  incident: 'race',
  story: `Two refund requests for one payment are processed at the same moment.
Both pass the check against what is left, then both make a refund.
Together they are more than the payment was; the organiser of the event pays the difference.
A proposed fix takes a lock on the payment's row before it reads what is left.`,
  gateway: leavesSums,
  guard: {
    file: 'src/main/desk/payments/plan/request-plan.ts',
    does: 'requests under way count as spent, and one alone is under way on an order.',
  },
  meant: { refund: '120.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '160.00' },
    reported: { refund: '160.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let refunds: Sums = {}
      const request = async (amount: string): Promise<void> => {
        const left = toMinor('120.00') - toMinor(refunds['refund'] ?? '0.00')
        await wait(1)
        if (toMinor(amount) > left) return
        if (await isTakenRefund(place, order, amount)) refunds = add(refunds, 'refund', amount)
      }
      await Promise.all([request('80.00'), request('80.00')])
      return refunds
    },
  },
  paydesk: {
    books: { refund: '120.00' },
    reported: { refund: '120.00' },
    stops: ['order-moved', 'over-remainder'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const [one, other] = [
        await driver.review(order, '80.00'),
        await driver.review(order, '80.00'),
      ]
      await Promise.all([driver.confirm(one), driver.confirm(other)])
      await driver.until(order, 'SUCCEEDED')
      await driver.refund(order, '80.00')
      await driver.refund(order, '40.00')
      await driver.untilRefunded(order, '120.00')
    },
  },
}
