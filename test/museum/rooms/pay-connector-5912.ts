import { refund } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/alphagov/pay-connector/pull/5912',
  date: '2025-08-07',
  incident: 'time-out',
  story: `The provider did not answer a refund request in time.
The refund was set to failed, when in fact it had been submitted correctly.
The change sets such a refund to submitted instead, "optimistically",
since there is a way to deal with refunds that stay submitted,
and counts how often this happens.`,
  gateway: {
    is: 'carries the refund out and never answers it.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'return', kind: 'hang-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/main/gateway/transport/transport.ts',
    does: 'only a connection that was never made proves that nothing was sent; the rest is unknown.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'guesses',
    books: { refund: '20.00' },
    reported: { refund: '0.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const row = { amount: '20.00', state: 'created' }
      try {
        await refund(place, order, row.amount, { timeoutMs: 2_000 })
        row.state = 'submitted'
      } catch {
        row.state = 'failed'
      }
      return { refund: row.state === 'failed' ? '0.00' : row.amount }
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['outcome-unknown'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
