import { isTakenRefund } from '../old.ts'
import { add, type Sums } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/angelleye/paypal-woocommerce/issues/955',
  date: '2017-12-08',
  incident: 'reload',
  story: `A merchant refunds an order, then refreshes the order's page: the refund is made again.
One developer reloads and sees no duplicate with one of the payment methods.
A month later somebody finds the refund's total doubled with other methods as well,
for as long as the plugin is switched on.`,
  guard: {
    file: 'src/main/ledger/journal/journal.ts',
    does: 'a page that is loaded again holds a used confirmation; main does not take it.',
  },
  meant: { refund: '15.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '30.00' },
    reported: { refund: '30.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let refunds: Sums = {}
      // The page is the answer to a POST; to load it again is to post again.
      const post = async (form: { amount: string }): Promise<{ reload(): Promise<unknown> }> => {
        if (await isTakenRefund(place, order, form.amount))
          refunds = add(refunds, 'refund', form.amount)
        return { reload: () => post(form) }
      }
      const page = await post({ amount: '15.00' })
      await page.reload()
      return refunds
    },
  },
  paydesk: {
    books: { refund: '15.00' },
    reported: { refund: '15.00' },
    stops: ['already-confirmed', 'already-confirmed'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const review = await driver.review(order, '15.00')
      const first = driver.confirm(review)
      // Once while the first is under way, once when all is done.
      await driver.confirm(review)
      await first
      await driver.until(order, 'SUCCEEDED')
      await driver.confirm(review)
    },
  },
}
