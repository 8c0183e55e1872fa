import { randomUUID } from 'node:crypto'
import { isTaken, refund, withKeys } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/saleor/apps/issues/2446',
  date: '2026-09-21',
  incident: 'key lost',
  story: `The provider's library makes a key for each call and keeps it over its own retries.
When the same refund webhook is delivered again, it is another call and gets another key:
nothing knows that the refund was submitted already.
The thread asks for more than one refund per action: safe when two run at once,
safe when only the answer was lost, and two refunds of one amount must both be possible
when both are meant.`,
  guard: {
    file: 'src/main/ledger/journal/journal.ts',
    does: 'the key is the review: the same one goes once, another one of the same amount may go too.',
  },
  meant: { refund: '40.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '60.00' },
    reported: { refund: '60.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const provider = withKeys(() => refund(place, order, '20.00'))
      let events: Sums = {}
      const onWebhook = async (): Promise<void> => {
        if (isTaken(await provider(randomUUID()))) events = add(events, 'refund', '20.00')
      }
      const [first, second] = [onWebhook, onWebhook]
      // The first action is delivered twice; the second is another one of the same amount.
      await first()
      await first()
      await second()
      return events
    },
  },
  paydesk: {
    books: { refund: '40.00' },
    reported: { refund: '40.00' },
    stops: ['already-confirmed'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const action = await driver.review(order, '20.00')
      await driver.confirm(action)
      await driver.confirm(action)
      await driver.until(order, 'SUCCEEDED')
      await driver.refund(order, '20.00')
      await driver.untilRefunded(order, '40.00')
    },
  },
}
