import { isTakenRefund, sale } from '../old.ts'
import type { Place } from '../place.ts'
import type { Room } from '../room.ts'

const order145 = (place: Place) => sale(place, '145.05')

export const room: Room = {
  link: 'https://github.com/ovh/manager/pull/7326',
  date: '2022-06-09',
  incident: 'rounding',
  story: `The refund that is asked for is the amount times one hundred, as a float:
145.05 * 100 is 14505.000000000002, which is more than what is left.
A full refund of such an amount is an error.`,
  gateway: {
    is: 'takes 145.05 as any other amount.',
    set: (sandbox) => sandbox.setSwitch('test-amounts', false),
  },
  guard: {
    file: 'src/shared/money.ts',
    does: 'amounts are whole minor units from text to signature; no float is made of them.',
  },
  meant: { refund: '145.05' },
  old: {
    fails: 'loses',
    books: { refund: '0.00' },
    reported: { refund: '0.00' },
    async run(place) {
      const order = await order145(place)
      const available = 14505
      const asked = 145.05 * 100
      const isDone = asked <= available && (await isTakenRefund(place, order, '145.05'))
      return { refund: isDone ? '145.05' : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '145.05' },
    reported: { refund: '145.05' },
    stops: [],
    async run(driver) {
      const order = await order145(driver.place)
      await driver.lookUp(order)
      await driver.refund(order, '145.05')
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
