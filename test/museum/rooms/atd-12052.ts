import { refund } from '../old.ts'
import type { Room } from '../room.ts'

export const room: Room = {
  link: 'https://github.com/cityofaustin/atd-data-tech/issues/12052',
  date: '2023-04-18',
  incident: 'no evidence',
  story: `A fee refund of one permit is credited three times, though it was due once.
Three months later it is asked whether it still happens, whether it was a mistake of the person,
and how to get rid of the two credits too many.
Another year on the thread is closed: the cause could not be determined,
and the matter will be looked at when it happens again.`,
  guard: {
    file: 'src/main/ledger/audit/audit.ts',
    does: 'every step is an entry of the signed log: who, when, what was sent, what was answered.',
  },
  meant: { refund: '10.00' },
  old: {
    fails: 'pays too much',
    books: { refund: '30.00' },
    reported: { refund: '10.00' },
    async run(place) {
      const order = place.order(/120\.00 EUR/)
      // One field, written over: that it was written three times can't be read from it.
      const fee = { credited: '0.00' }
      const credit = async (): Promise<void> => {
        await refund(place, order, '10.00')
        fee.credited = '10.00'
      }
      for (let times = 0; times < 3; times += 1) await credit()
      return { refund: fee.credited }
    },
  },
  paydesk: {
    books: { refund: '10.00' },
    reported: { refund: '10.00' },
    stops: ['already-confirmed', 'already-confirmed'],
    async run(driver) {
      const order = driver.place.order(/120\.00 EUR/)
      await driver.lookUp(order)
      const review = await driver.review(order, '10.00')
      for (let times = 0; times < 3; times += 1) await driver.confirm(review)
      await driver.until(order, 'SUCCEEDED')
      const log = driver.take(await driver.desk['audit:list']({ filter: {}, limit: 100 }))
      const steps = log?.rows.map(({ outcome }) => outcome) ?? []
      for (const step of ['DRAFT', 'APPROVED', 'SENDING', 'ACCEPTED', 'SUCCEEDED']) {
        const times = steps.filter((outcome) => outcome === step).length
        if (times !== 1) driver.stops.push(`${step} ${times} times in the log`)
      }
      const verified = driver.take(await driver.desk['audit:verify']({}))
      if (verified?.outcome !== 'intact') driver.stops.push('the log does not verify')
    },
  },
}
