import { isTakenRefund } from '../old.ts'
import { toMinor } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/own-pay/OwnPay/issues/185',
  date: '2026-08-12',
  incident: 'restart',
  story: `A refund is written as pending, then the gateway is called, then the outcome is written.
Where the program dies in between, the row stays pending for ever.
Pending refunds count against what can still be refunded,
so one crash locks the amount: later refunds of it are refused though nothing was sent.
No job was found that looks at such rows.`,
  guard: {
    file: 'src/main/desk/payments/send/undo-window.ts',
    does: 'what was confirmed and not sent as the program ends is closed as undone; it is never sent and shuts nothing.',
  },
  meant: { refund: '120.00' },
  old: {
    fails: 'loses',
    books: { refund: '0.00' },
    reported: { refund: '0.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      const rows: { amount: string; state: 'pending' | 'completed' | 'failed' }[] = []
      const create = async (amount: string, { dies }: { dies: boolean }): Promise<void> => {
        const spent = rows.filter(({ state }) => state !== 'failed')
        const left = spent.reduce((sum, row) => sum - toMinor(row.amount), toMinor('120.00'))
        if (toMinor(amount) > left) return
        const row: (typeof rows)[number] = { amount, state: 'pending' }
        rows.push(row)
        if (dies) return
        row.state = (await isTakenRefund(place, order, amount)) ? 'completed' : 'failed'
      }
      await create('120.00', { dies: true })
      await create('120.00', { dies: false })
      return { refund: rows.some(({ state }) => state === 'completed') ? '120.00' : '0.00' }
    },
  },
  paydesk: {
    books: { refund: '120.00' },
    reported: { refund: '120.00' },
    stops: ['undone'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.restart({ undoMs: 30_000 })
      await driver.lookUp(order)
      // Confirmed and not yet sent when the program ends.
      const confirmed = driver.confirm(await driver.review(order, '120.00'))
      await driver.until(order, 'APPROVED')
      await driver.restart()
      await confirmed
      await driver.refund(order, '120.00')
      await driver.until(order, 'SUCCEEDED')
    },
  },
}
