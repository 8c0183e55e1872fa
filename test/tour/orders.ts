// Orders in the tour beyond the main job: notes and tags on an order, its evidence pack, a
// confirmed request undone before it is sent, and a refund by the guided chooser.
import { driverOf } from './form-driver.ts'
import { must, timesInBooks } from './main-job.ts'
import type { Fixture } from './fixture.ts'

export async function aPastedList(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  const { trainingOrders } = await fixture.books()
  const ids = trainingOrders.map(({ orderid }) => orderid).slice(0, 6)
  await fixture.go('/orders/pasted')
  await driver.at('pasted').fill([...ids, '999999'].join('\n'))
  await driver.at('pasted-start').click()
  await fixture.sees('pasted-counts', /6 of 7 found/, 30_000)
  await fixture.sees('pasted-state', /Done/)
  await fixture.shot('look-up-list')
  fixture.say('A pasted list is looked up at once; the id that is unknown says so')
}

export async function notesOnAnOrder(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  const sale = await fixture.practice(/paid sale of 120\.00 EUR/)
  await fixture.lookUp(sale.orderid)
  await driver.at('note-new').fill('Customer sent pictures of the box.')
  await driver.at('note-add').click()
  await driver.at('note').first().waitFor()
  await driver.at('tag-new').fill('damaged')
  await driver.at('tag-add').click()
  await driver.at('tag').first().waitFor()
  await fixture.shot('order-with-notes')
  fixture.say('A note and a tag on the order, kept here and in the audit log')
  await driver.at('evidence-make').click()
  await driver.at('evidence-report').waitFor({ timeout: 30_000 })
  await driver.at('evidence-report').scrollIntoViewIfNeeded()
  await fixture.shot('evidence-pack')
  fixture.say('An evidence pack of the order: one file that others can read and check')
}

const holdBack = (fixture: Fixture, undoMs: number) =>
  fixture.call('connection:set-money', { connectionId: 'sandbox', money: { undoMs } })

/** Main holds a confirmed request back for a while: within it, taking it back is free. */
export async function undone(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  const hold = await fixture.practice(/80\.00 GBP/)
  await fixture.lookUp(hold.orderid)
  await holdBack(fixture, 10_000)
  await driver.at('action-void').click()
  await driver.review()
  await driver.at('send').click()
  await driver.at('banner-waiting').waitFor()
  await fixture.sees('why-all', /about to be sent/)
  await fixture.shot('undo')
  await driver.at('banner-undo').click()
  await driver.at('banner-waiting').waitFor({ state: 'detached' })
  await holdBack(fixture, 0)
  must(
    (await timesInBooks(fixture, hold.orderid, 'void')) === 0,
    'it was sent although it was undone',
  )
  fixture.say('Confirmed, and undone within ten seconds: nothing is in the sandbox’s books')
}

export async function givenBack(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  const hold = await fixture.practice(/80\.00 GBP/)
  await fixture.lookUp(hold.orderid)
  await driver.at('action-void').click()
  await fixture.sees('action-form', /on hold/)
  await driver.at('reason-pick').first().click()
  await fixture.shot('give-back')
  await driver.review()
  await fixture.shot('give-back-review')
  await driver.at('send').click()
  await fixture.sees('phase', /void/i, 20_000)
  must(
    (await timesInBooks(fixture, hold.orderid, 'void')) === 1,
    'the void is not in the books once',
  )
  await fixture.shot('order-voided')
  fixture.say('Voided by the chooser, which says why that way; the books show it once')
}
