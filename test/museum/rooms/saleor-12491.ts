import { isTaken, refund } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/saleor/saleor/issues/12491',
  date: '2023-04-05',
  incident: 'outcome guessed',
  story: `A requested action fails for some reason and there is no way to ask for it again
without asking for it twice by accident: a failure is reported of a refund
that the provider carried out, since the app in between answered wrongly.
The thread asks for a key that tells a retry from a new request,
and for one retry only when two members of staff ask for it at the same time.`,
  gateway: {
    is: 'carries the first refund out and answers that it was not valid.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'return', kind: 'http-400-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/main/desk/payments/status/contradiction.ts',
    does: 'a refusal that happened all the same is a contradiction, and stops the order.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '40.00' },
    reported: { refund: '20.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const events: string[] = []
      const request = async (): Promise<boolean> => {
        const isDone = isTaken(await refund(place, order, '20.00'))
        events.push(isDone ? 'success' : 'failure')
        return isDone
      }
      if (!(await request())) await request()
      return {
        refund: events.filter((event) => event === 'success').length === 1 ? '20.00' : '0.00',
      }
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['rejected', 'not-possible'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      // Done and final at the gateway that refused it.
      driver.place.passTime()
      await driver.refund(order, '20.00')
      await driver.untilRefunded(order, '20.00')
    },
  },
}
