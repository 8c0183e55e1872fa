// Orders in the tour beyond the main job: notes and tags on an order, its evidence pack, a confirmed request taken back
// before it is sent, and money given back by the guided chooser.
import { askDesk, effectsInBooks } from './books.ts'
import { handsOn } from './hands.ts'
import { must } from './main-job.ts'
import type { Stage } from './stage.ts'

export async function aPastedList(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  const { connections } = await askDesk(stage.page, 'desk:state', {})
  const [sandbox] = connections as { trainingOrders: { orderid: string }[] }[]
  const ids = (sandbox?.trainingOrders ?? []).map(({ orderid }) => orderid).slice(0, 6)
  await stage.go('/orders/pasted')
  await hands.at('pasted').fill([...ids, '999999'].join('\n'))
  await hands.at('pasted-start').click()
  await stage.expectText('pasted-counts', /6 of 7 found/, 30_000)
  await stage.expectText('pasted-state', /Done/)
  await stage.shot('look-up-list')
  stage.say('A pasted list is looked up at once; the id that is unknown says so')
}

export async function notesOnAnOrder(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  const sale = await stage.practiceOrder(/paid sale of 120\.00 EUR/)
  await stage.lookUp(sale.orderid)
  await hands.at('note-new').fill('Customer sent pictures of the box.')
  await hands.at('note-add').click()
  await hands.at('note').first().waitFor()
  await hands.at('tag-new').fill('damaged')
  await hands.at('tag-add').click()
  await hands.at('tag').first().waitFor()
  await stage.shot('order-with-notes')
  stage.say('A note and a tag on the order, kept here and in the audit log')
  await hands.at('evidence-make').click()
  await hands.at('evidence-report').waitFor({ timeout: 30_000 })
  await hands.at('evidence').scrollIntoViewIfNeeded()
  await stage.shot('evidence-pack')
  stage.say('An evidence pack of the order: one file that others can read and check')
}

/** Main holds a confirmed request back for a while: within it, taking it back is free. */
export async function takenBack(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  const hold = await stage.practiceOrder(/80\.00 GBP/)
  await stage.lookUp(hold.orderid)
  await stage.holdBack(10_000)
  await hands.at('give-back').click()
  await hands.review()
  await hands.at('send').click()
  await hands.at('waiting').waitFor()
  await stage.shot('undo')
  await hands.at('undo').click()
  await hands.at('waiting').waitFor({ state: 'detached' })
  await stage.holdBack(0)
  must(
    (await effectsInBooks(stage.page, hold.orderid, 'void')) === 0,
    'it was sent although it was taken back',
  )
  stage.say('Confirmed, and taken back within ten seconds: nothing is in the sandbox’s books')
}

export async function givenBack(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  const hold = await stage.practiceOrder(/80\.00 GBP/)
  await stage.lookUp(hold.orderid)
  await hands.at('give-back').click()
  await stage.expectText('way-void', /only held, not taken/)
  await stage.shot('give-back')
  await hands.review()
  await stage.shot('give-back-review')
  await hands.at('send').click()
  await stage.expectText('phase', /void/i, 20_000)
  must(
    (await effectsInBooks(stage.page, hold.orderid, 'void')) === 1,
    'the void is not in the books once',
  )
  await stage.shot('order-voided')
  stage.say('Voided by the chooser, which says why that way; the books show it once')
}
