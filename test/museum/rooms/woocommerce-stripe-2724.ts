import type { Fields } from '../../sandbox/merchant.ts'
import { listenForCallbacks, refund, sale, untilBooked, untilToldOf } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/woocommerce/woocommerce-gateway-stripe/issues/2724',
  date: '2023-10-05',
  incident: 'booked twice',
  story: `A mended double entry comes back in rare cases.
The webhook's handler compares the refund's id with those of the order, and drops what it finds.
But the id is saved when the answer to the refund's request is handled:
where that answer takes unusually long, the webhook comes first,
finds no such id, and enters the refund as one made elsewhere. Then the answer enters it again.
A pause of five seconds at the beginning of the handler is proposed.`,
  gateway: {
    is: 'answers a refund after three seconds, and calls back before.',
    set: (sandbox) => sandbox.setFault({ operation: 'return', kind: 'slow', times: 1 }),
  },
  guard: {
    file: 'src/shared/gateway/orders/order-events.ts',
    does: 'each event of the gateway counts once, by its own id, in whatever order it is told.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'guesses',
    books: { refund: '20.00' },
    reported: { refund: '40.00' },
    async run(place) {
      const known = new Set<string>()
      let entries: Sums = {}
      const enter = (id: string): void => {
        if (known.has(id)) return
        known.add(id)
        entries = add(entries, 'refund', '20.00')
      }
      const reported: Fields[] = []
      const shop = await listenForCallbacks((fields) => {
        const { type, status } = fields
        reported.push(fields)
        // The webhook has no id of the shop's own; it looks for one saved with the order.
        if (type === 'reversal' && status === 'approved' && known.size === 0)
          enter('made elsewhere')
      })
      const order = await sale(place, '120.00', { server_callback_url: shop.address })
      const answered = refund(place, order, '20.00')
      await untilBooked(place, order)
      await untilToldOf(place, reported)
      enter((await answered).record['serial-number'] ?? '')
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
      const answered = driver.refund(order, '20.00')
      await untilBooked(driver.place, order)
      await untilToldOf(driver.place, reported)
      shop.close()
      driver.take(await driver.desk['callback:check']({ connectionId: 'sandbox', text }))
      await driver.check(order)
      await answered
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
