import type { Answer } from '../../sandbox/merchant.ts'
import { isTaken, payout } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/mollie/mollie-api-php/issues/642',
  date: '2022-10-19',
  incident: 'retried',
  story: `A merchant finds doubled payments, and beside them HTTP 500 from the provider.
The provider's own library retries a request by itself when it fails.
The answer: the platform should not have said 500 after it had created the payment;
the library did its job as expected and retried, and this then led to duplicates.`,
  gateway: {
    is: 'carries the payment out and answers HTTP 500.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'payout', kind: 'http-500-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/main/desk/payments/send/confirm.ts',
    does: 'one confirmation is one request: no error path leads back to a sending.',
  },
  meant: { payouts: '25.00' },
  old: {
    fails: 'pays too much',
    books: { payouts: '50.00' },
    reported: { payouts: '25.00' },
    async run(place) {
      let calls = 0
      const library = async (): Promise<Answer> => {
        for (;;) {
          calls += 1
          const answer = await payout(place, `payment-${calls}`, '25.00')
          if (answer.http < 500 || calls === 5) return answer
        }
      }
      return { payouts: isTaken(await library()) ? '25.00' : '0.00' }
    },
  },
  paydesk: {
    books: { payouts: '25.00' },
    reported: { payouts: '25.00' },
    stops: ['outcome-unknown'],
    async run(driver) {
      await driver.confirm(await driver.reviewPayout('25.00'))
      await driver.untilPayout('SUCCEEDED')
      const sent = driver.place.sandbox.requests().filter(({ operation }) => operation === 'payout')
      if (sent.length !== 1) driver.stops.push(`${sent.length} requests`)
    },
  },
}
