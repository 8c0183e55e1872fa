import { type Fields } from '../../sandbox/merchant.ts'
import { listenForCallbacks, refund, sale, untilToldOf } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/alphagov/pay-connector/pull/5911',
  date: '2025-08-06',
  incident: 'outcome guessed',
  story: `A connection time-out set a refund to failed.
Later the provider's notification said that it had been refunded.
The program had a block on that way from failed to refunded: it kept its first word,
wrote a line for support to look into, and an engineer had to correct the data.
The change lets such a notification through.`,
  gateway: {
    is: 'carries the refund out, resets the connection, and tells the outcome by callback.',
    set: (sandbox) =>
      sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 }),
  },
  guard: {
    file: 'src/main/desk/payments/status/apply-status.ts',
    does: 'an unknown outcome is open to evidence: it becomes done when status shows the refund.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'guesses',
    books: { refund: '20.00' },
    reported: { refund: '0.00' },
    async run(place) {
      const row = { amount: '20.00', state: 'created' }
      const allowed: Record<string, string[]> = {
        created: ['submitted', 'failed'],
        submitted: ['refunded', 'failed'],
        failed: [],
      }
      const move = (to: string): void => {
        if (allowed[row.state]?.includes(to) === true) row.state = to
      }
      const reported: Fields[] = []
      const shop = await listenForCallbacks((fields) => {
        const { type, status } = fields
        reported.push(fields)
        if (type === 'reversal' && status === 'approved') move('refunded')
      })
      const order = await sale(place, '120.00', { server_callback_url: shop.address })
      await refund(place, order, row.amount).then(
        () => move('submitted'),
        () => move('failed'),
      )
      await untilToldOf(place, reported)
      shop.close()
      return { refund: row.state === 'refunded' ? row.amount : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['outcome-unknown'],
    async run(driver) {
      const reported: Fields[] = []
      let text = ''
      const shop = await listenForCallbacks((fields, address) => {
        reported.push(fields)
        text = address
      })
      const order = await sale(driver.place, '120.00', { server_callback_url: shop.address })
      await driver.lookUp(order)
      await driver.refund(order, '20.00')
      await untilToldOf(driver.place, reported)
      shop.close()
      // The callback is looked at and proves nothing by itself; it leads the operator to the
      // status.
      driver.take(await driver.desk['callback:check']({ connectionId: 'sandbox', text }))
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
