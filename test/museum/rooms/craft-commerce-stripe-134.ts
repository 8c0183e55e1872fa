import { call } from '../../sandbox/merchant.ts'
import { refund } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/craftcms/commerce-stripe/issues/134',
  date: '2020-12-08',
  incident: 'outcome guessed',
  story: `A merchant makes many refunds some days after the sale.
The provider has paid the sale out by then and collects the money first,
so it answers that the refund is pending. The shop marks it as failed.
The thread asks for it to be shown as pending, with the reason,
and for a way to look at the refund's status again later.`,
  gateway: {
    is: 'takes the refund and keeps it in processing for ten minutes.',
    set: (sandbox) => sandbox.setFault({ operation: 'return', kind: 'stays-processing', times: 1 }),
  },
  guard: {
    file: 'src/shared/gateway/status/status.ts',
    does: 'processing is no outcome: the request stays accepted, and its order shut, until it is final.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'guesses',
    books: { refund: '20.00' },
    reported: { refund: '0.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      await refund(place, order, '20.00')
      const { orderid, clientOrderid: client_orderid } = order
      const { record } = await call(place.sandbox, 'status', { client_orderid, orderid })
      const transaction = { status: record['status'] === 'approved' ? 'success' : 'failed' }
      return { refund: transaction.status === 'success' ? '20.00' : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['not-possible'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      await driver.until(order, 'ACCEPTED')
      await driver.refund(order, '20.00')
      driver.place.passTime(11)
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
