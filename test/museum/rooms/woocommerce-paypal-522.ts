import type { Fields } from '../../sandbox/merchant.ts'
import { isTakenRefund, listenForCallbacks, sale, untilToldOf } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/woocommerce/woocommerce-paypal-payments/issues/522',
  date: '2022-03-01',
  incident: 'booked twice',
  story: `A partial refund is made in the shop's back end, and entered there.
The provider refunds the customer, rightly, once, and sends its webhook about it.
The plugin makes a second refund entry of that, instead of finding the first.
The order now shows two refunds where one was made.`,
  gateway: { is: 'tells refunds by callback.', set: () => undefined },
  guard: {
    file: 'src/main/desk/callbacks/callback-checks.ts',
    does: 'a callback enters nothing: it is checked against what status has told.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'guesses',
    books: { refund: '20.00' },
    reported: { refund: '40.00' },
    async run(place) {
      let entries: Sums = {}
      const reported: Fields[] = []
      const shop = await listenForCallbacks((fields) => {
        const { type, status, amount } = fields
        reported.push(fields)
        if (type === 'reversal' && status === 'approved')
          entries = add(entries, 'refund', amount ?? '0.00')
      })
      const order = await sale(place, '120.00', { server_callback_url: shop.address })
      if (await isTakenRefund(place, order, '20.00')) entries = add(entries, 'refund', '20.00')
      await untilToldOf(place, reported)
      shop.close()
      return entries
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: [],
    async run(driver) {
      const reported: Fields[] = []
      let text = ''
      const shop = await listenForCallbacks((fields, address) => {
        reported.push(fields)
        text = address
      })
      const order = await sale(driver.place, '120.00', { server_callback_url: shop.address })
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      await driver.until(order, 'SUCCEEDED')
      await untilToldOf(driver.place, reported)
      shop.close()
      driver.take(await driver.desk['callback:check']({ connectionId: 'sandbox', text }))
      await driver.check(order)
    },
  },
}
