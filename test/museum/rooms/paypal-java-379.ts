import { isTaken, payout } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/paypal/PayPal-Java-SDK/issues/379',
  date: '2019-03-31',
  incident: 'key lost',
  story: `A payout is sent twice with the same id of the request in its header.
Two payouts are made, where the second should have been refused as a duplicate:
this operation does not look at the header.
A client that builds on the key has no guard of its own left.`,
  gateway: {
    is: 'resets the first answer, and takes an id of the merchant more than once.',
    set: (sandbox) => {
      sandbox.setSwitch('unique-client-orderid', false)
      sandbox.setFault({ operation: 'payout', kind: 'reset-after-effect', times: 1 })
    },
  },
  guard: {
    file: 'src/main/desk/payments/plan/twins.ts',
    does: 'no key of the gateway is built on: an unknown payout is in the way of one like it.',
  },
  meant: { payouts: '25.00' },
  old: {
    fails: 'pays too much',
    books: { payouts: '50.00' },
    reported: { payouts: '25.00' },
    async run(place) {
      const requestId = '18ae9f8f'
      const isDone = await payout(place, requestId, '25.00').then(isTaken, async () =>
        isTaken(await payout(place, requestId, '25.00')),
      )
      return { payouts: isDone ? '25.00' : '0.00' }
    },
  },
  paydesk: {
    books: { payouts: '25.00' },
    reported: { payouts: '25.00' },
    stops: ['outcome-unknown', 'already-confirmed', 'twin'],
    async run(driver) {
      const review = await driver.reviewPayout('25.00')
      await driver.confirm(review)
      await driver.confirm(review)
      await driver.confirm(await driver.reviewPayout('25.00'))
      await driver.untilPayout('SUCCEEDED')
    },
  },
}
