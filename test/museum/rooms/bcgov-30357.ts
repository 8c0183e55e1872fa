import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/bcgov/entity/issues/30357',
  date: '2025-11-18',
  incident: 'approval',
  story: `Refunds are asked for by one person and approved or rejected by another.
A tester finds that the program goes on creating refund requests
while an earlier one of the same payment is still pending approval.
The fix of the same day (sbc-pay 2155) looks for an existing request first.`,
  guard: {
    file: 'src/main/desk/payments/plan/plan.ts',
    does: 'while a confirmed request waits to be sent, its order takes no other.',
  },
  meant: { refund: '25.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '50.00' },
    reported: { refund: '50.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const requests: { amount: string; state: 'pending' | 'approved' }[] = []
      const ask = (amount: string) => requests.push({ amount, state: 'pending' })
      ask('25.00')
      ask('25.00')
      let refunds: Sums = {}
      for (const request of requests) {
        request.state = 'approved'
        if (await isTakenRefund(place, order, request.amount))
          refunds = add(refunds, 'refund', request.amount)
      }
      return refunds
    },
  },
  paydesk: {
    books: { refund: '25.00' },
    reported: { refund: '25.00' },
    stops: ['order-busy'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.restart({ undoMs: 30_000 })
      await driver.lookUp(order)
      const first = await driver.review(order, '25.00')
      const waiting = driver.confirm(first)
      await driver.until(order, 'APPROVED')
      await driver.confirm(await driver.review(order, '25.00'))
      await driver.sendNow(first)
      await waiting
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
