import { refund } from '../old.ts'
import { toMajor, toMinor } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/Adyen/adyen-commercetools/issues/930',
  date: '2022-02-21',
  incident: 'retried',
  story: `A shop asks how to keep refunds from being doubled, and tells how it can happen.
The first refund gets no answer, because of the network, and was created all the same.
A second refund of the payment is added: with it, all refunds in the state Initial
are sent to the provider again. The notification can be late.
"So finally we have 3 refunds."`,
  gateway: {
    is: 'carries the first refund out and resets the connection.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/main/desk/payments/send/confirm.ts',
    does: 'nothing goes over open requests and sends them again: one confirmation, one request.',
  },
  meant: { refund: '50.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '70.00' },
    reported: { refund: '50.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const transactions: { amount: string; state: 'Initial' | 'Pending' }[] = []
      const onUpdate = async (): Promise<void> => {
        for (const one of transactions.filter(({ state }) => state === 'Initial'))
          await refund(place, order, one.amount).then(
            () => (one.state = 'Pending'),
            () => undefined,
          )
      }
      for (const amount of ['20.00', '30.00']) {
        transactions.push({ amount, state: 'Initial' })
        await onUpdate()
      }
      const sum = transactions.reduce((total, { amount }) => total + toMinor(amount), 0n)
      return { refund: toMajor(sum) }
    },
  },
  paydesk: {
    books: { refund: '50.00' },
    reported: { refund: '50.00' },
    stops: ['outcome-unknown', 'not-possible'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      await driver.refund(order, '30.00')
      await driver.until(order, 'SUCCEEDED')
      await driver.refund(order, '30.00')
      await driver.untilRefunded(order, '50.00')
    },
  },
}
