import { refund } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/awesomemotive/easy-digital-downloads/issues/9013',
  date: '2021-12-06',
  incident: 'outcome guessed',
  story: `A refund fails at the payment provider, for whatever reason.
The payment's status is set to "Refunded" in some cases all the same; no money has left.
A developer says why it is hard to mend: the entry does not depend on the request's success,
they are two things that happen to run together,
and a payment may be marked as refunded without any request on purpose.`,
  gateway: {
    is: 'refuses the refund with an error record.',
    set: (sandbox) => sandbox.setFault({ operation: 'return', kind: 'error-under-200', times: 1 }),
  },
  guard: {
    file: 'src/main/gateway/answers/answer.ts',
    does: 'an error record is a refusal, also under HTTP 200, and counts for nothing.',
  },
  meant: { refund: '120.00' },
  old: {
    fails: 'loses',
    books: { refund: '0.00' },
    reported: { refund: '120.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const payment = { total: '120.00', status: 'complete' }
      const onRefundButton = [
        () => refund(place, order, payment.total),
        () => Promise.resolve((payment.status = 'refunded')),
      ]
      await Promise.all(onRefundButton.map((act) => act()))
      return { refund: payment.status === 'refunded' ? payment.total : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '120.00' },
    reported: { refund: '120.00' },
    stops: ['rejected'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order)
      await driver.refund(order)
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
