// The main job on screen, step by step: each step acts as an operator does and ends in the
// sandbox's own books where money moved.
import { effectsInBooks } from './books.ts'
import type { Fixture } from './fixture.ts'

export const must = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message)
}

const effects = (fixture: Fixture, orderid: string, operation: string): Promise<number> =>
  effectsInBooks(fixture.page, orderid, operation)

async function fillReturn(fixture: Fixture, amount: string, reason: string): Promise<void> {
  const { page } = fixture
  await page.getByTestId('action-return').click()
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel('Reason', { exact: true }).fill(reason)
}

export async function firstLook(fixture: Fixture): Promise<void> {
  await fixture.page.getByTestId('practice-orders').waitFor()
  await fixture.shot('orders-first-run')
  fixture.say(
    'The first start shows the sandbox and orders to practise on; nothing had to be set up',
  )
}

export async function captureAPart(fixture: Fixture): Promise<void> {
  const { page } = fixture
  const hold = await fixture.practiceOrder(/hold of 300\.00 EUR/)
  await fixture.lookUp(hold.orderid)
  await fixture.expectText('phase', /on hold/i)
  await fixture.shot('order-hold')
  fixture.say(`Looked up the hold ${hold.orderid} by its order id`)

  await page.getByTestId('action-capture').click()
  await page.getByLabel('Amount', { exact: true }).fill('1,205')
  await page.getByTestId('review-open').click()
  await fixture.expectText('amount-reading', 'could mean')
  await fixture.shot('capture-amount-refused')
  fixture.say('“1,205” is refused with its readings and not guessed')

  await page.getByLabel('Amount', { exact: true }).fill('120,50')
  await fixture.expectText('amount-reading', '120.50')
  await page.getByTestId('review-open').click()
  await fixture.expectText('review-amount', '120.50')
  await page.getByTestId('review-technical').locator('summary').first().click()
  await page.getByText('How it is signed').click()
  await fixture.shot('capture-review')
  await page.getByTestId('send').click()
  await fixture.expectText('phase', /partly captured/i)
  must(
    (await effects(fixture, hold.orderid, 'capture')) === 1,
    'the capture is not in the books once',
  )
  await fixture.shot('order-partly-captured')
  fixture.say('Captured 120.50 EUR of 300.00; the sandbox’s books show it once')
}

export async function returnAPart(fixture: Fixture): Promise<void> {
  const { page } = fixture
  const sale = await fixture.practiceOrder(/paid sale of 120\.00 EUR/)
  await fixture.lookUp(sale.clientOrderid)
  await fixture.shot('order-sale')
  fixture.say(`Looked up the sale ${sale.orderid} by the merchant’s own id`)

  await fillReturn(fixture, '20.00', 'Box arrived damaged')
  await fixture.shot('return-form')
  await page.getByTestId('review-open').click()
  await fixture.expectText('review-amount', '20.00')
  await fixture.shot('return-review')
  await page.getByTestId('send').dblclick()
  await fixture.expectText('phase', /partly refunded/i)
  const sent = await effects(fixture, sale.orderid, 'return')
  must(sent === 1, `the double click sent ${sent} returns`)
  await fixture.expectText('money-facts', '100.00')
  await fixture.shot('order-partly-returned')
  fixture.say(
    'Returned 20.00 EUR with a double click on Send: one refund in the books, 100.00 remain',
  )
}

export async function anAnswerThatNeverComes(fixture: Fixture): Promise<void> {
  const { page } = fixture
  const sale = await fixture.practiceOrder(/5000\.00 EUR for test/)
  await fixture.lookUp(sale.orderid)
  await fillReturn(fixture, '1.11', 'Answer never comes')
  await page.getByTestId('review-open').click()
  await page.getByTestId('send').click()
  await page.getByTestId('sending').waitFor()
  await page.waitForTimeout(1_200)
  await fixture.shot('return-sending')
  await fixture.expectText('outcome', /unknown/i, 20_000)
  await fixture.shot('return-outcome-unknown')
  fixture.say('A refund whose answer never comes is shown as unknown, not as failed')

  await page.getByTestId('rail-open-requests').click()
  await page.getByTestId('open-request').or(page.getByTestId('empty')).first().waitFor()
  await fixture.shot('open-requests')
  await fixture.lookUp(sale.orderid)
  await fixture.expectText('phase', /partly refunded/i, 20_000)
  must((await effects(fixture, sale.orderid, 'return')) === 1, 'it was sent more than once')
  await fixture.shot('order-resolved-by-status')
  fixture.say('Its status resolved it: it happened, once, and was not sent again')
}

export async function aPulledPlug(fixture: Fixture): Promise<void> {
  const { page } = fixture
  const sale = await fixture.practiceOrder(/hold of 500\.00 EUR, 200\.00 captured/)
  await fixture.lookUp(sale.orderid)
  await fillReturn(fixture, '3.11', 'Plug pulled while sending')
  await page.getByTestId('review-open').click()
  await page.getByTestId('send').click()
  const limit = Date.now() + 5_000
  while ((await effects(fixture, sale.orderid, 'return')) === 0 && Date.now() < limit)
    await page.waitForTimeout(20)
  await fixture.crash()
  await fixture.page.getByTestId('rail-orders').waitFor()
  await fixture.go(`/orders/sandbox/${sale.orderid}`)
  await fixture.page.getByTestId('timeline').waitFor()
  await fixture.page.getByTestId('timeline-steps').first().click()
  await fixture.expectText('timeline', /Outcome unknown/)
  await fixture.shot('after-crash')
  fixture.say('Killed right after a return was sent; at the next start it is shown as unknown')
  await fixture.expectText('timeline', /refunded/i, 20_000)
  must(
    (await effects(fixture, sale.orderid, 'return')) === 1,
    'it was sent again after the restart',
  )
  await fixture.shot('after-crash-resolved')
  fixture.say('Status resolved it as done; the books show one return')
}

export async function aDecline(fixture: Fixture): Promise<void> {
  const { page } = fixture
  const sale = await fixture.practiceOrder(/5000\.00 EUR for test/)
  await fixture.lookUp(sale.orderid)
  await fillReturn(fixture, '1.01', 'Will be declined')
  await page.getByTestId('review-open').click()
  await page.getByTestId('send').click()
  await fixture.expectText('failed-action', /declined/i, 20_000)
  await fixture.shot('order-return-declined')
  fixture.say(
    'A declined return stands beside the status with its reason; the payment stays returnable',
  )
}
