// A run in the tour: three orders are selected, checked, reviewed and refunded together, and the
// sandbox's books have each of them once.
import { must, timesInBooks } from './main-job.ts'
import type { Fixture } from './fixture.ts'

export async function aRun(fixture: Fixture): Promise<void> {
  const orderids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const fresh = await fixture.freshPractice()
    const { orderid } = fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!
    await fixture.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value: orderid })
    orderids.push(orderid)
  }
  await fixture.go('/orders')
  for (const orderid of orderids)
    await fixture.page
      .locator(`[data-testid=order-row][data-orderid="${orderid}"] [data-testid=row-tick]`)
      .click()
  await fixture.at('run-start').click()
  await fixture.at('run-start-reason').fill('damaged in transit')
  await fixture.shot('run-new')
  await fixture.at('run-check').click()
  await fixture.sees('run-state', /Checked/)
  await fixture.shot('run-check')
  await fixture.at('run-to-review').click()
  await fixture.sees('run-sums', '360.00 EUR')
  await fixture.shot('run-review')
  await fixture.at('run-confirm').click()
  await fixture.sees('run-state', /All sent|Finished/, 30_000)
  await fixture.sees('run-moved', /360\.00 EUR/, 30_000)
  await fixture.shot('run-result')
  for (const orderid of orderids)
    must((await timesInBooks(fixture, orderid, 'return')) === 1, 'an order was not refunded once')
  fixture.say('A run: three orders checked, confirmed at once and refunded, each once')
}
