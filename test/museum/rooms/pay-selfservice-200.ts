import { isTakenRefund } from '../old.ts'
import { toMajor } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/govuk-pay/pay-selfservice/pull/200',
  date: '2016-09-22',
  incident: 'rounding',
  story: `A refund of the wrong amount: the typed amount was multiplied as a float.
The change takes every such multiplication away and adds tests.
Amounts that can be misread are refused from then on.`,
  guard: {
    file: 'src/shared/money.ts',
    does: 'what was typed is read digit by digit; what has two readings is refused with both.',
  },
  meant: { refund: '19.99' },
  old: {
    fails: 'loses',
    books: { refund: '19.98' },
    reported: { refund: '19.99' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const typed = '19.99'
      const pence = Math.trunc(parseFloat(typed) * 100)
      const isDone = await isTakenRefund(place, order, toMajor(BigInt(pence)))
      return { refund: isDone ? typed : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '19.99' },
    reported: { refund: '19.99' },
    stops: ['input'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '1.999')
      await driver.refund(order, '19.99')
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
