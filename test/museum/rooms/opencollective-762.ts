import { isTaken, payout } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/opencollective/opencollective/issues/762',
  date: '2017-12-18',
  incident: 'approval',
  story: `One expense is paid out more than once; the table of transactions has four rows of it.
It should not be possible to pay an expense that is PAID.
Its history shows that it went from PAID back to APPROVED,
perhaps because somebody approved it by e-mail.
A second thread (768): it was paid twice, and the receiver was asked to send the money.`,
  guard: {
    file: 'src/main/desk/payments/plan/twins.ts',
    does: 'a payout like a fresh one is refused until a person says that both are meant.',
  },
  meant: { payouts: '25.00' },
  old: {
    fails: 'pays too much',
    books: { payouts: '50.00' },
    reported: { payouts: '50.00' },
    async run(place) {
      const expense = { id: 1737, status: 'PENDING' }
      let transactions: Sums = {}
      let count = 0
      const approve = (): void => void (expense.status = 'APPROVED')
      const pay = async (): Promise<void> => {
        if (expense.status !== 'APPROVED') return
        expense.status = 'PAID'
        count += 1
        if (isTaken(await payout(place, `expense-${expense.id}-${count}`, '25.00')))
          transactions = add(transactions, 'payouts', '25.00')
      }
      approve()
      await pay()
      await pay()
      // The link in the e-mail still works.
      approve()
      await pay()
      return transactions
    },
  },
  paydesk: {
    books: { payouts: '25.00' },
    reported: { payouts: '25.00' },
    stops: ['twin'],
    async run(driver) {
      await driver.confirm(await driver.reviewPayout('25.00'))
      await driver.untilPayout('SUCCEEDED')
      await driver.confirm(await driver.reviewPayout('25.00'))
    },
  },
}
