import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/saleor/saleor-dashboard/issues/4474',
  date: '2023-11-20',
  incident: 'two people',
  story: `"Refund" of a transaction can be clicked twice, and two staff users can do it at once.
A key that tells the second request from the first does not exist yet on the server.
Until then the page could switch the button off for some seconds, the thread says:
that helps against a second click, and not against a second person.`,
  guard: {
    file: 'src/main/desk/payments/plan/plan.ts',
    does: 'while a confirmed request waits to be sent, nothing else of that order is taken.',
  },
  meant: { refund: '30.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '60.00' },
    reported: { refund: '60.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let events: Sums = {}
      const page = () => {
        let isOff = false
        return async (): Promise<void> => {
          if (isOff) return
          isOff = true
          if (await isTakenRefund(place, order, '30.00')) events = add(events, 'refund', '30.00')
        }
      }
      const [ana, ben] = [page(), page()]
      await Promise.all([ana(), ana(), ben()])
      return events
    },
  },
  paydesk: {
    books: { refund: '30.00' },
    reported: { refund: '30.00' },
    stops: ['order-busy'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      // The first one waits to be sent for as long as it can be undone.
      await driver.restart({ undoMs: 30_000 })
      await driver.lookUp(order)
      const ana = await driver.review(order, '30.00')
      const ben = await driver.review(order, '30.00')
      const waiting = driver.confirm(ana)
      await driver.until(order, 'APPROVED')
      await driver.confirm(ben)
      await driver.sendNow(ana)
      await waiting
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
