// 3-D Secure results handed in at the bench for payments that the shop made: the payer's bank is
// the sandbox's own, and what the payer's browser would bring back is read off its page. A payment
// is in the books only once the right result was taken.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passChallenge } from '../journeys/customer.ts'
import { make, type Made, type Place, status } from '../sandbox/merchant.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver, settleIn } from './page-driver.ts'
import { flow } from './flow.ts'
import { driveOperationForm } from './operation-form-driver.ts'

let driver: PageDriver
let shop: Place
beforeAll(async () => {
  const userData = newFolder()
  const identity = await settleIn(userData)
  driver = await openPageDriver({ userData })
  shop = await driver.shop(identity)
})
afterAll(() => driver.close())
const { field, choose, review, send, settle } = driveOperationForm(() => driver)

const cards = {
  methodThenChallenge: '4000000000003220',
  methodAlone: '4000000000003055',
  challenge: '4000000000003063',
  firstVersion: '4000000000003089',
}
const paidSale = [{ operation: 'sale', amountMinor: 10000, currency: 'EUR' }]

/** A payment at the shop that now waits for 3-D Secure. */
const shopSells = (number: string): Promise<Made> =>
  make(shop, 'sale', {
    client_orderid: `shop-${Date.now()}-${number.slice(-4)}`,
    credit_card_number: number,
    redirect_url: 'https://shop.example/back',
  })

/** Opens the bench and reads there what the order waits for. */
async function atTheBench(order: Made, waitsFor: RegExp): Promise<void> {
  await driver.at('rail-secure3d').click()
  await field('orderid').fill(order.orderid)
  await driver.at('secure-read').click()
  await driver.sees('secure-step', waitsFor)
}

/** The payer says yes to their bank; what it gives their browser for the shop. */
const payerAgrees = async (order: Made): Promise<string> =>
  passChallenge((await status(shop, order))['redirect-to'] ?? '')

/** Hands the result in and sees that the payment is through. */
async function handInLast(order: Made, name: 'cres' | 'pares', proof: string): Promise<void> {
  await expect.poll(() => field('orderid').inputValue()).toBe(order.orderid)
  await field(name).fill(proof)
  await review(order.orderid)
  expect(await driver.at('review').textContent()).not.toContain(proof.slice(0, 24))
  expect(await driver.effects(order.orderid)).toEqual([])
  await send()
  await isApproved(order)
}

async function isApproved(order: Made): Promise<void> {
  await driver.isDone()
  await driver.console('advance', { ms: '60000' })
  await driver.at('secure-again').or(driver.at('secure-step')).first().waitFor()
  if ((await driver.at('secure-again').count()) > 0) await driver.at('secure-again').click()
  await driver.sees('secure-step', /The order is approved/)
  expect(await driver.effects(order.orderid)).toEqual(paidSale)
}

describe('a result of 3-D Secure', () => {
  flow('secure3d-method-then-challenge', async () => {
    const order = await shopSells(cards.methodThenChallenge)
    await atTheBench(order, /The gateway is waiting for the method result/)
    await driver.at('secure-method').click()
    await expect.poll(() => field('orderid').inputValue()).toBe(order.orderid)
    await driver.at('method-start').click()
    await driver.sees('method-clock', /\d+ s left/)
    await driver.at('method-finish').click()
    await expect.poll(() => field('threeDSCompInd').inputValue()).toBe('Y')
    await review(order.orderid)
    await send()
    await driver.sees('secure-next', /The gateway is waiting for the challenge response/)
    // What comes next is a part of the result, with the one primary button.
    await driver.page.locator('.result-card [data-testid=secure-next]').waitFor()
    const primaries = driver.page.locator('main .n-button--primary-type')
    await expect
      .poll(() => primaries.allInnerTexts())
      .toEqual(['3-D Secure challenge response (CRes)…'])
    expect(await driver.effects(order.orderid)).toEqual([])
    expect(await axeFindings(driver)).toEqual([])
    const cres = await payerAgrees(order)
    await driver.at('next-cres').click()
    await handInLast(order, 'cres', cres)
    await driver.page.keyboard.press('Escape')
    await expect
      .poll(async () =>
        (await driver.at('register-row').allInnerTexts()).filter((row) => /Submitted/.test(row)),
      )
      .toHaveLength(2)
  })

  flow('secure3d-method-alone', async () => {
    const order = await shopSells(cards.methodAlone)
    await atTheBench(order, /The gateway is waiting for the method result/)
    await driver.at('secure-method').click()
    await driver.at('method-none').click()
    await expect.poll(() => field('threeDSCompInd').inputValue()).toBe('U')
    await review(order.orderid)
    await send()
    await isApproved(order)
  })

  flow('secure3d-method-too-late', async () => {
    const order = await shopSells(cards.methodAlone)
    await driver.console('advance', { ms: '10500' })
    await atTheBench(order, /The gateway is waiting for the method result/)
    await driver.at('secure-method').click()
    await choose({ threeDSCompInd: 'Y' })
    await review(order.orderid)
    await send()
    await driver.sees('outcome', /threeDSCompInd must be N/)
    await driver.at('again').click()
    await choose({ threeDSCompInd: 'N' })
    await review(order.orderid)
    await send()
    await isApproved(order)
  })

  flow('secure3d-challenge', async () => {
    const order = await shopSells(cards.challenge)
    await atTheBench(order, /The gateway is waiting for the challenge response/)
    const cres = await payerAgrees(order)
    await driver.at('secure-cres').click()
    await handInLast(order, 'cres', cres)
  })

  flow('secure3d-first-version', async () => {
    const order = await shopSells(cards.firstVersion)
    await atTheBench(order, /The gateway is waiting for the PaRes/)
    const pares = await payerAgrees(order)
    await driver.at('secure-pares').click()
    await handInLast(order, 'pares', pares)
  })

  flow('secure3d-lost-answer', async () => {
    const order = await shopSells(cards.challenge)
    await atTheBench(order, /The gateway is waiting for the challenge response/)
    const cres = await payerAgrees(order)
    await driver.console('faults', {
      operation: 'upload-cres-result',
      kind: 'reset-after-effect',
      times: '1',
    })
    await driver.at('secure-cres').click()
    await field('cres').fill(cres)
    await review(order.orderid)
    await send()
    await driver.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    await settle()
    expect(await driver.effects(order.orderid)).toEqual(paidSale)
  })

  it.each([
    ['method', 'upload-method-url-result'],
    ['cres', 'upload-cres-result'],
    ['pares', 'upload-pares-result'],
  ])(
    '(%s) for an order that waits for none is refused, word for word as the gateway says',
    async (step, operation) => {
      const sale = await driver.practice(/paid sale of 120\.00 EUR/)
      if (step === 'method') await driver.lookUp(sale.orderid)
      const before = await driver.requests(operation)
      await driver.at('rail-secure3d').click()
      await driver.at('order-pick').selectOption(sale.orderid)
      await driver.sees('secure-step', 'Nothing to submit')
      await driver.at(`secure-${step}`).click()
      if (step === 'method') await choose({ threeDSCompInd: 'N' })
      else await field(step).fill('eyJ0cmFuc1N0YXR1cyI6IlkifQ==')
      await review(sale.orderid)
      await send()
      await driver.sees('outcome', /does not wait for this 3-D Secure step/)
      expect(await driver.requests(operation)).toBe(before + 1)
      expect(await driver.effects(sale.orderid)).toEqual([])
      await driver.at('leave').click()
      await driver.sees('register-row', /Refused/)
    },
  )
})
