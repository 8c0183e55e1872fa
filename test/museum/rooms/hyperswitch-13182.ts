import { addShop } from '../../journeys/story.ts'
import { isTakenRefund, wait } from '../old.ts'
import { add, type Sums, toMinor } from '../place.ts'
import type { Room } from '../room.ts'
import { leavesSums } from '../gateways.ts'

export const room: Room = {
  link: 'https://github.com/juspay/hyperswitch/issues/13182',
  date: '2026-07-06',
  incident: 'race',
  story: `Two refunds of 60 each are sent for one payment of 100, at once. Both succeed.
Each read the list of earlier refunds before the other had written its own.
The check stands in one layer, before any provider is called, and has no lock;
an id that is left out is made anew for each, so the database's unique key does not help either.
The table shows 120 refunded of 100 captured.`,
  gateway: leavesSums,
  guard: {
    file: 'src/shared/order-place.ts',
    does: 'an order belongs to a gateway account: two records of one account share its locks and sums.',
  },
  meant: { refund: '120.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '140.00' },
    reported: { refund: '140.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let refunds: Sums = {}
      const merchantAccount = () => async (amount: string) => {
        const earlier = toMinor(refunds['refund'] ?? '0.00')
        await wait(1)
        if (toMinor(amount) + earlier > toMinor('120.00')) throw new Error('exceeds the payment')
        if (await isTakenRefund(place, order, amount)) refunds = add(refunds, 'refund', amount)
      }
      await Promise.all([merchantAccount()('70.00'), merchantAccount()('70.00')])
      return refunds
    },
  },
  paydesk: {
    books: { refund: '70.00' },
    reported: { refund: '70.00' },
    stops: ['order-moved', 'over-remainder'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      const shop = await addShop(driver.open, driver.place.sandbox)
      await driver.lookUp(order)
      const one = await driver.review(order, '70.00')
      const other = await driver.review(order, '70.00', shop)
      await Promise.all([driver.confirm(one), driver.confirm(other)])
      await driver.until(order, 'SUCCEEDED')
      await driver.confirm(await driver.review(order, '70.00', shop))
    },
  },
}
