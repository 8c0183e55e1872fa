import { isTaken, payout } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/sammy007/open-ethereum-pool/issues/216',
  date: '2017-10-19',
  incident: 'time-out',
  story: `A payout's request is cancelled by a time-out while the program waits for the answer.
The program stops and asks for the outgoing transactions to be checked.
The operator stops it and starts it with the switch that resolves locked payouts:
the balance of the address is credited back, "payouts unlocked".
It looks normal, but the address has the same balance to come, and the next run pays it again.`,
  gateway: {
    is: 'carries the payout out and resets the connection.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'payout', kind: 'reset-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/main/desk/payments/watch/resolve-by-hand.ts',
    does: 'nobody resolves by hand before the gateway was asked three times over thirty minutes.',
  },
  meant: { payouts: '25.00' },
  old: {
    fails: 'pays too much',
    books: { payouts: '50.00' },
    reported: { payouts: '25.00' },
    async run(place) {
      const pool = { pending: 25, locked: 0, paid: 0, isStopped: false }
      let runs = 0
      const run = async (): Promise<void> => {
        if (pool.pending === 0 || pool.isStopped) return
        pool.locked = pool.pending
        pool.pending = 0
        runs += 1
        try {
          if (isTaken(await payout(place, `run-${runs}`, '25.00'))) pool.paid += pool.locked
          pool.locked = 0
        } catch {
          pool.isStopped = true
        }
      }
      const resolveLocked = (): void => {
        pool.pending += pool.locked
        pool.locked = 0
        pool.isStopped = false
      }
      await run()
      resolveLocked()
      await run()
      return { payouts: pool.paid.toFixed(2) }
    },
  },
  paydesk: {
    books: { payouts: '25.00' },
    reported: { payouts: '25.00' },
    stops: ['outcome-unknown', 'input', 'twin'],
    async run(driver) {
      const review = await driver.reviewPayout('25.00')
      driver.place.sandbox.setFault({ operation: 'status', kind: 'http-503-without-effect' })
      await driver.confirm(review)
      const { id, reportedSeq } = await driver.untilPayout('UNKNOWN')
      const outcome = 'did-not-happen' as const
      const reason = 'the program said it was stopped'
      driver.take(
        await driver.desk['attempt:resolve']({ attemptId: id, reportedSeq, outcome, reason }),
      )
      await driver.confirm(await driver.reviewPayout('25.00'))
      driver.place.sandbox.clearFaults()
      await driver.untilPayout('SUCCEEDED')
    },
  },
}
