import { refund } from '../old.ts'
import type { Order } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/csob/paymentgateway/issues/705',
  date: '2025-08-18',
  incident: 'time-out',
  story: `A merchant asks how refunds can be made idempotent, or how a refund can be verified.
Say that ten per cent of a payment are refunded, and the connection times out,
or another error leaves no answer: how does one learn, without waiting for the report,
whether that refund was processed?
The thread is open and has no answer.`,
  guard: {
    file: 'src/main/desk/payments/status/match-status.ts',
    does: 'a refund not seen before, of that amount, in a status asked for afterwards is the proof.',
  },
  meant: { carried: '12.00', dropped: '30.00' },
  old: {
    fails: 'pays too much',
    books: { carried: '24.00', dropped: '30.00' },
    reported: { carried: '12.00', dropped: '30.00' },
    async run(place) {
      const { sandbox } = place
      const untilAnswered = async (order: Order, amount: string): Promise<void> => {
        await refund(place, order, amount).catch(() => refund(place, order, amount))
      }
      sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
      await untilAnswered(place.order(/120\.00 EUR/, 'carried'), '12.00')
      sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
      await untilAnswered(place.order(/5000\.00 EUR/, 'dropped'), '30.00')
      return { carried: '12.00', dropped: '30.00' }
    },
  },
  paydesk: {
    books: { carried: '12.00', dropped: '0.00' },
    reported: { carried: '12.00', dropped: 'unknown' },
    stops: ['outcome-unknown', 'outcome-unknown', 'not-possible'],
    async run(driver) {
      const { sandbox } = driver.place
      const carried = driver.place.order(/120\.00 EUR/, 'carried')
      const dropped = driver.place.order(/5000\.00 EUR/, 'dropped')
      await driver.lookUp(carried)
      await driver.lookUp(dropped)
      sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
      await driver.refund(carried, '12.00')
      await driver.until(carried, 'SUCCEEDED')
      sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
      await driver.refund(dropped, '30.00')
      await driver.until(dropped, 'UNKNOWN')
      await driver.refund(dropped, '30.00')
    },
  },
}
