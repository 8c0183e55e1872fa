import { isTakenRefund } from '../old.ts'
import type { Room } from '../room.ts'

const DAY = 86_400_000

export const room: Room = {
  link: 'https://github.com/own-pay/OwnPay/issues/222',
  date: '2026-08-12',
  incident: 'outcome guessed',
  story: `A job marks every refund that was pending for more than 24 hours as failed.
It asks no gateway, since its adapters have no question about a refund.
Where the program died between the gateway's call and its own entry,
the customer has the money, and the merchant's balance is as if nothing had left.
The merchant retries, as the job's own text suggests, and the customer is refunded twice.
The 24 hours have nothing to do with how long a gateway takes.`,
  guard: {
    file: 'src/main/desk/payments/watch/recover.ts',
    does: 'what was being sent as the program died is unknown at the next start, whenever that is, until evidence comes.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '40.00' },
    reported: { refund: '20.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      interface Row {
        state: 'pending' | 'completed' | 'failed'
        since: number
      }
      const rows: Row[] = []
      const create = async ({ dies }: { dies: boolean }): Promise<void> => {
        const row: Row = { state: 'pending', since: Date.now() }
        rows.push(row)
        const isTaken = await isTakenRefund(place, order, '20.00')
        if (!dies) row.state = isTaken ? 'completed' : 'failed'
      }
      const reconcile = (now: number): void => {
        for (const row of rows)
          if (row.state === 'pending' && now - row.since > DAY) row.state = 'failed'
      }
      await create({ dies: true })
      reconcile(Date.now() + 1.04 * DAY)
      if (rows[0]?.state === 'failed') await create({ dies: false })
      const done = rows.filter(({ state }) => state === 'completed')
      return { refund: done.length === 1 ? '20.00' : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['not-possible'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      // The gateway carries it out; Paydesk is killed while it waits, and opened a day later at a
      // gateway whose status still has no answer.
      driver.place.sandbox.setFault({ operation: 'return', kind: 'hang-after-effect', times: 1 })
      await driver.killed(order, '20.00')
      driver.place.sandbox.setFault({ operation: 'status', kind: 'http-503-without-effect' })
      await driver.restart({ clock: () => Date.now() + 1.04 * DAY })
      const { hasUnknown, actions } = await driver.shown(order)
      if (hasUnknown && !actions.return.isPossible) driver.stops.push('not-possible')
      driver.place.sandbox.clearFaults()
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
