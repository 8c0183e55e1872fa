import { isTakenRefund } from '../old.ts'
import { add, type Sums, toMinor } from '../place.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/govuk-pay/pay-selfservice/pull/4985',
  date: '2026-07-27',
  incident: 'stale amount',
  story: `Several faults of the refund form could lead to duplicate refunds.
Its button lacked the attribute that stops a double click.
The form's handler read how much was left from the payment as it was by then,
not from what the person had in front of them. So the duplicate agreed with the books
and passed the very check that was there to stop it.`,
  guard: {
    file: 'src/main/desk/payments/send/confirm.ts',
    does: 'the order is read again before sending, and its requests counted as it leaves; either stops it.',
  },
  meant: { refund: '20.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '40.00' },
    reported: { refund: '40.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      let refunds: Sums = {}
      const available = (): bigint => toMinor('120.00') - toMinor(refunds['refund'] ?? '0.00')
      // The back end has the check; it is handed what the handler has just read from there.
      const backEnd = async (amount: string, believed: bigint): Promise<void> => {
        if (believed !== available()) throw new Error('precondition failed')
        if (await isTakenRefund(place, order, amount)) refunds = add(refunds, 'refund', amount)
      }
      const submit = (): Promise<void> => backEnd('20.00', available())
      await submit()
      await submit()
      return refunds
    },
  },
  paydesk: {
    books: { refund: '20.00' },
    reported: { refund: '20.00' },
    stops: ['order-moved'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const [form, duplicate] = [
        await driver.review(order, '20.00'),
        await driver.review(order, '20.00'),
      ]
      await driver.confirm(form)
      await driver.until(order, 'SUCCEEDED')
      await driver.confirm(duplicate)
    },
  },
}
