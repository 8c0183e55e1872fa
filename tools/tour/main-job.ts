// The main job on screen, step by step: each step acts as a clerk does and ends in the sandbox's own books where money moved.
import { effectsInBooks } from './books.ts'
import type { Stage } from './stage.ts'

export const must = (holds: boolean, words: string): void => {
  if (!holds) throw new Error(words)
}

const effects = (stage: Stage, orderid: string, operation: string): Promise<number> =>
  effectsInBooks(stage.page, orderid, operation)

async function fillReturn(stage: Stage, amount: string, reason: string): Promise<void> {
  const { page } = stage
  await page.getByTestId('action-return').click()
  await page.getByTestId('partial').check()
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel('Reason', { exact: true }).fill(reason)
}

export async function firstLook(stage: Stage): Promise<void> {
  await stage.page.getByTestId('practice-orders').waitFor()
  await stage.shot('orders-first-run')
  stage.say('The first start shows the sandbox and orders to practise on; nothing had to be set up')
}

export async function captureAPart(stage: Stage): Promise<void> {
  const { page } = stage
  const hold = await stage.practiceOrder(/hold of 300\.00 EUR/)
  await stage.lookUp(hold.orderid)
  await stage.expectText('phase', /on hold/i)
  await stage.shot('order-hold')
  stage.say(`Looked up the hold ${hold.orderid} by its order id`)

  await page.getByTestId('action-capture').click()
  await page.getByTestId('partial').check()
  await page.getByLabel('Amount', { exact: true }).fill('120,50')
  await page.getByTestId('review-open').click()
  await stage.expectText('amount-reading', '120.50')
  await stage.shot('capture-amount-refused')
  stage.say('“120,50” is refused with its readings and not guessed')

  await page.getByTestId('amount-choice').first().click()
  await page.getByTestId('review-open').click()
  await stage.expectText('review-amount', '120.50')
  await page.getByText('How it is signed').click()
  await stage.shot('capture-review')
  await page.getByTestId('send').click()
  await stage.expectText('phase', /partly captured/i)
  must(
    (await effects(stage, hold.orderid, 'capture')) === 1,
    'the capture is not in the books once',
  )
  await stage.shot('order-partly-captured')
  stage.say('Captured 120.50 EUR of 300.00; the sandbox’s books show it once')
}

export async function returnAPart(stage: Stage): Promise<void> {
  const { page } = stage
  const sale = await stage.practiceOrder(/paid sale of 120\.00 EUR/)
  await stage.lookUp(sale.clientOrderid)
  await stage.shot('order-sale')
  stage.say(`Looked up the sale ${sale.orderid} by the merchant’s own id`)

  await fillReturn(stage, '20.00', 'Box arrived damaged')
  await stage.shot('return-form')
  await page.getByTestId('review-open').click()
  await stage.expectText('review-amount', '20.00')
  await stage.shot('return-review')
  await page.getByTestId('send').dblclick()
  await stage.expectText('phase', /partly refunded/i)
  const sent = await effects(stage, sale.orderid, 'return')
  must(sent === 1, `the double click sent ${sent} returns`)
  await stage.expectText('money-facts', '100.00')
  await stage.shot('order-partly-returned')
  stage.say(
    'Returned 20.00 EUR with a double click on Send: one return in the books, 100.00 remain',
  )
}

export async function anAnswerThatNeverComes(stage: Stage): Promise<void> {
  const { page } = stage
  const sale = await stage.practiceOrder(/5000\.00 EUR for magic/)
  await stage.lookUp(sale.orderid)
  await fillReturn(stage, '1.11', 'Answer never comes')
  await page.getByTestId('review-open').click()
  await page.getByTestId('send').click()
  await page.getByTestId('sending').waitFor()
  await page.waitForTimeout(1_200)
  await stage.shot('return-sending')
  await stage.expectText('outcome', /unknown/i, 20_000)
  await stage.shot('return-outcome-unknown')
  stage.say('A return whose answer never comes is shown as unknown, not as failed')

  await page.getByTestId('rail-unsettled').click()
  await page.getByTestId('unsettled-row').or(page.getByTestId('empty')).first().waitFor()
  await stage.shot('unsettled')
  await stage.lookUp(sale.orderid)
  await stage.expectText('phase', /partly refunded/i, 20_000)
  must((await effects(stage, sale.orderid, 'return')) === 1, 'it was sent more than once')
  await stage.shot('order-settled-by-status')
  stage.say('Its status settled it: it happened, once, and was not sent again')
}

export async function aPulledPlug(stage: Stage): Promise<void> {
  const { page } = stage
  const sale = await stage.practiceOrder(/hold of 500\.00 EUR, 200\.00 captured/)
  await stage.lookUp(sale.orderid)
  await fillReturn(stage, '3.11', 'Plug pulled while sending')
  await page.getByTestId('review-open').click()
  await page.getByTestId('send').click()
  const limit = Date.now() + 5_000
  while ((await effects(stage, sale.orderid, 'return')) === 0 && Date.now() < limit)
    await page.waitForTimeout(20)
  await stage.crash()
  await stage.page.getByTestId('rail-orders').waitFor()
  await stage.go(`/orders/sandbox/${sale.orderid}`)
  await stage.page.getByTestId('timeline').waitFor()
  await stage.expectText('timeline', /Outcome unknown/)
  await stage.shot('after-crash')
  stage.say('Killed right after a return was sent; at the next start it is shown as unknown')
  await stage.expectText('timeline', /Done/, 20_000)
  must((await effects(stage, sale.orderid, 'return')) === 1, 'it was sent again after the restart')
  await stage.shot('after-crash-settled')
  stage.say('Status settled it as done; the books show one return')
}

export async function aDecline(stage: Stage): Promise<void> {
  const { page } = stage
  const sale = await stage.practiceOrder(/5000\.00 EUR for magic/)
  await stage.lookUp(sale.orderid)
  await fillReturn(stage, '1.01', 'Will be declined')
  await page.getByTestId('review-open').click()
  await page.getByTestId('send').click()
  await stage.expectText('failed-action', /declined/i, 20_000)
  await stage.shot('order-return-declined')
  stage.say(
    'A declined return stands beside the status with its reason; the payment stays returnable',
  )
}
