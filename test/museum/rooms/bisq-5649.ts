import { isTaken, payout } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/bisq-network/bisq/pull/5649',
  date: '2021-08-02',
  incident: 'restart',
  story: `A refund agent of a desktop program reports a refund that was paid twice.
One way to get there is a double click on the button that closes the ticket.
The fix remembers that the payout is done, for as long as the program runs:
after a restart another refund of the same dispute can be made, which is left so on purpose.
Two support threads of that month ask receivers of a second payout to send it back.`,
  guard: {
    file: 'src/main/desk/payments/plan/twins.ts',
    does: 'the ledger knows after a restart what was paid; the same again needs a second look.',
  },
  meant: { payouts: '25.00' },
  old: {
    fails: 'pays too much',
    books: { payouts: '50.00' },
    reported: { payouts: '25.00' },
    async run(place) {
      const start = () => {
        const done = new Map<string, Sums>()
        return {
          done,
          async closeTicket(dispute: string, transaction: string): Promise<void> {
            if (done.has(dispute)) return
            done.set(dispute, {})
            if (isTaken(await payout(place, transaction, '25.00')))
              done.set(dispute, add({}, 'payouts', '25.00'))
          },
        }
      }
      const session = start()
      await Promise.all([
        session.closeTicket('dispute', 'tx-1'),
        session.closeTicket('dispute', 'tx-2'),
      ])
      const afterRestart = start()
      await afterRestart.closeTicket('dispute', 'tx-3')
      return afterRestart.done.get('dispute') ?? {}
    },
  },
  paydesk: {
    books: { payouts: '25.00' },
    reported: { payouts: '25.00' },
    stops: ['already-confirmed', 'already-confirmed', 'twin'],
    async run(driver) {
      const review = await driver.reviewPayout('25.00')
      await Promise.all([driver.confirm(review), driver.confirm(review)])
      await driver.untilPayout('SUCCEEDED')
      await driver.restart()
      await driver.confirm(review)
      await driver.confirm(await driver.reviewPayout('25.00'))
    },
  },
}
