// The main job on screen, step by step: each step acts as an operator does and ends in the
// sandbox's own books where money moved.
import { keepProcessing } from '../screens/keep-processing.ts'
import type { Fixture } from './fixture.ts'

export const must = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message)
}

/** How often the gateway carried an operation out on an order, by its own books. */
export const timesInBooks = async (
  fixture: Fixture,
  orderid: string,
  operation: string,
): Promise<number> =>
  (await fixture.effects(orderid)).filter((effect) => effect.operation === operation).length

export async function firstLook(fixture: Fixture): Promise<void> {
  await fixture.at('practice-orders').waitFor()
  await fixture.shot('orders-first-run')
  fixture.say(
    'The first start shows the sandbox and orders to practise on; nothing had to be set up',
  )
}

export async function captureAPart(fixture: Fixture): Promise<void> {
  const hold = await fixture.practice(/hold of 300\.00 EUR/)
  await fixture.lookUp(hold.orderid)
  await fixture.sees('phase', /on hold/i)
  await fixture.shot('order-hold')
  fixture.say(`Looked up the hold ${hold.orderid} by its order id`)

  await fixture.fill('capture', '1,205')
  await fixture.at('review-open').click()
  await fixture.sees('amount-reading', 'can be read as')
  await fixture.shot('capture-amount-refused')
  fixture.say('“1,205” is refused with what it can be and not guessed')

  await fixture.at('action-form').getByTestId('amount').fill('120,50')
  await fixture.sees('amount-reading', '120.50')
  await fixture.review()
  await fixture.sees('review-amount', '120.50')
  await fixture.at('review-technical').locator('summary').first().click()
  await fixture.page.getByText('How it is signed').click()
  await fixture.shot('capture-review')
  await fixture.at('send').click()
  await fixture.sees('phase', /partly captured/i)
  must(
    (await timesInBooks(fixture, hold.orderid, 'capture')) === 1,
    'the capture is not in the books once',
  )
  await fixture.shot('order-partly-captured')
  fixture.say('Captured 120.50 EUR of 300.00; the sandbox’s books show it once')
}

export async function returnAPart(fixture: Fixture): Promise<void> {
  const sale = await fixture.practice(/paid sale of 120\.00 EUR/)
  await fixture.lookUp(sale.clientOrderid)
  await fixture.shot('order-sale')
  fixture.say(`Looked up the sale ${sale.orderid} by the merchant’s own id`)

  await fixture.fill('return', '20.00', 'Box arrived damaged')
  await fixture.shot('return-form')
  await fixture.review()
  await fixture.sees('review-amount', '20.00')
  await fixture.shot('return-review')
  await fixture.at('send').dblclick()
  await fixture.sees('phase', /partly refunded/i)
  const sent = await timesInBooks(fixture, sale.orderid, 'return')
  must(sent === 1, `the double click sent ${sent} returns`)
  await fixture.sees('money-facts', '100.00')
  await fixture.shot('order-partly-returned')
  fixture.say(
    'Returned 20.00 EUR with a double click on Send: one refund in the books, 100.00 remain',
  )
}

export async function anAnswerThatNeverComes(fixture: Fixture): Promise<void> {
  const sale = await fixture.practice(/5000\.00 EUR for test/)
  await fixture.lookUp(sale.orderid)
  await fixture.fill('return', '1.11', 'Answer never comes')
  await fixture.review()
  await fixture.at('send').click()
  await fixture.at('sending').waitFor()
  // The clock of what is being sent has come so far that it is shown.
  await fixture.page.waitForTimeout(1_200)
  await fixture.shot('return-sending')
  await fixture.sees('outcome', /unknown/i, 20_000)
  await fixture.sees('open-attempt', 'Outcome unknown')
  await fixture.shot('return-outcome-unknown')
  fixture.say('A refund whose answer never comes is shown as unknown, not as failed')

  await fixture.at('rail-open-requests').click()
  await fixture.at('open-request').or(fixture.at('empty')).first().waitFor()
  await fixture.shot('open-requests')
  await fixture.lookUp(sale.orderid)
  await fixture.sees('phase', /partly refunded/i, 20_000)
  must((await timesInBooks(fixture, sale.orderid, 'return')) === 1, 'it was sent more than once')
  await fixture.shot('order-resolved-by-status')
  fixture.say('Its status resolved it: it happened, once, and was not sent again')
}

/** Today with what needs a person, and the omnibox empty, with a verb, and with an amount. */
async function needsAndOmnibox(fixture: Fixture): Promise<void> {
  await fixture.go('/today')
  await fixture.at('needs').waitFor()
  await fixture.shot('today-with-needs')
  for (const [name, text] of [
    ['omnibox-empty', ''],
    ['omnibox-verb', 'refund'],
    ['omnibox-amount', '120'],
  ] as const) {
    await fixture.page.keyboard.press('Control+k')
    await fixture.page.keyboard.type(text)
    await fixture.page.locator('.omnibox [role=option]').first().waitFor()
    // What is found here comes a moment after the typing.
    if (name === 'omnibox-amount')
      await fixture.page.getByText('This computer', { exact: true }).first().waitFor()
    await fixture.shot(name)
    await fixture.page.keyboard.press('Escape')
  }
  fixture.say('Today names what needs a person; the omnibox offers orders and commands')
}

/** Long enough to look at what is unknown. The sandbox's clock is not moved. */
const unknownMs = 40_000

export async function aPulledPlug(fixture: Fixture): Promise<void> {
  const sale = await fixture.practice(/hold of 500\.00 EUR, 200\.00 captured/)
  await fixture.lookUp(sale.orderid)
  await fixture.fill('return', '3.11', 'Plug pulled while sending')
  await fixture.review()
  await fixture.at('send').click()
  const limit = Date.now() + 30_000
  while ((await timesInBooks(fixture, sale.orderid, 'return')) === 0 && Date.now() < limit)
    await fixture.page.waitForTimeout(20)
  await fixture.kill()
  keepProcessing(fixture.userData, unknownMs)
  await fixture.start()
  await fixture.go(`/orders/sandbox/${sale.orderid}`)
  await fixture.sees('open-attempt', /Outcome unknown[^]*Don’t repeat it/)
  await fixture.at('timeline').waitFor()
  await fixture.shot('after-crash')
  await needsAndOmnibox(fixture)
  await fixture.go(`/orders/sandbox/${sale.orderid}`)
  fixture.say('Killed right after a return was sent; at the next start it is shown as unknown')
  await fixture.sees('timeline', /refunded/i, unknownMs + 20_000)
  await fixture.at('timeline-steps').first().click()
  await fixture.sees('timeline', /Outcome unknown/)
  must(
    (await timesInBooks(fixture, sale.orderid, 'return')) === 1,
    'it was sent again after the restart',
  )
  await fixture.shot('after-crash-resolved')
  fixture.say('Status resolved it as done; the books show one return')
}

export async function aDecline(fixture: Fixture): Promise<void> {
  const sale = await fixture.practice(/5000\.00 EUR for test/)
  await fixture.lookUp(sale.orderid)
  await fixture.fill('return', '1.01', 'Will be declined')
  await fixture.review()
  await fixture.at('send').click()
  await fixture.sees('outcome', /declined/i, 20_000)
  await fixture.shot('order-return-declined')
  fixture.say(
    'A declined return stands beside the status with its reason; the payment stays returnable',
  )
}
