// Money sent out, each time asked for in its own screen, from the first click to the sandbox's
// books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillIn } from '../journeys/customer.ts'
import { axeFindings } from './axe.ts'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'
import { account, ip, operationHands } from './operation-hands.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())
const { field, open, fill, review, send, settle, ...hands } = operationHands(() => clerk)

describe('a payout', () => {
  flow('payout-to-an-account', async () => {
    await open('payouts', 'payout-new')
    await clerk.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Deposit back', ipaddress: ip })
    await fill({ amount: '2.614', currency: 'eur' })
    await clerk.at('review-open').click()
    await clerk.at('amount-choice').first().waitFor()
    await field('amount').fill('12.50')
    await review(account, '12.50')
    await send()
    await settle()
    expect(await hands.effectsOfResult()).toEqual([
      { operation: 'payout', amountMinor: 1250, currency: 'EUR' },
    ])
    await clerk.at('leave').click()
    await clerk.sees('register-row', /Paid out.*Payout.*12\.50 EUR/s)
  })

  it('that was left half-way is there again', async () => {
    await open('payouts', 'payout-new')
    await clerk.at('way-phone').check()
    await fill({ phone: '+372 5550123', order_desc: 'Left half way' })
    await clerk.at('rail-audit').click()
    await open('payouts', 'payout-new')
    expect(await clerk.at('way-phone').isChecked()).toBe(true)
    expect(await field('phone').inputValue()).toBe('+372 5550123')
    expect(await field('order_desc').inputValue()).toBe('Left half way')
  })

  flow('payout-with-a-lost-answer', async () => {
    await open('payouts', 'payout-new')
    await clerk.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Lost', ipaddress: ip })
    await fill({ amount: '12.13', currency: 'EUR' })
    await review('12.13')
    await send()
    await clerk.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    expect(await clerk.at('again').count()).toBe(0)
    await clerk.at('rail-open-requests').click()
    await clerk.sees('open-request', /Payout.*12\.13 EUR/s)
    await clerk.console('advance', { ms: '60000' })
    await clerk.at('open-request-check').click()
    await clerk.at('empty').waitFor()
    await clerk.at('rail-payouts').click()
    await clerk.sees('register-row', /Paid out.*12\.13 EUR/s)
    const orderid = await clerk.at('register-row').first().getByRole('link').innerText()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'payout', amountMinor: 1213, currency: 'EUR' },
    ])
    await clerk.at('payout-new').click()
    expect(await field('amount').inputValue()).toBe('')
  })

  flow('payout-sent-twice-on-purpose', async () => {
    const pay = async (): Promise<void> => {
      await open('payouts', 'payout-new')
      await clerk.at('way-account').check()
      await fill({ account_number: account, order_desc: 'Twice', ipaddress: ip })
      await fill({ amount: '34.00', currency: 'EUR' })
      await review('34.00')
    }
    await pay()
    expect(await clerk.at('twins').count()).toBe(0)
    await send()
    const first = await hands.orderOfResult()
    await clerk.at('leave').click()

    await pay()
    await clerk.sees('twin', /Payout 34\.00 EUR · sent .* by .* over Sandbox.*Show it/s)
    expect(await axeFindings(clerk)).toEqual([])
    const isIntended = clerk.at('twin-intended')
    expect(await isIntended.isChecked()).toBe(false)
    expect(await clerk.at('send').isDisabled()).toBe(true)
    await clerk.sees('send-why-not', 'Say above that this is a second, intended payment')
    await clerk.at('twin-open').click()
    await expect.poll(() => clerk.page.url()).toContain(first)
    expect(await clerk.effects(first)).toMatchObject([{ operation: 'payout', amountMinor: 3400 }])

    await pay()
    await isIntended.check()
    expect(await clerk.at('send-why-not').count()).toBe(0)
    await send()
    await settle()
    expect(await hands.orderOfResult()).not.toBe(first)
    expect(await hands.effectsOfResult()).toEqual([
      { operation: 'payout', amountMinor: 3400, currency: 'EUR' },
    ])
    await clerk.at('leave').click()
  })

  flow('payout-checked-then-paid', async () => {
    await open('payouts', 'payout-check')
    await clerk.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Checked', ipaddress: ip })
    await fill({ amount: '80.00', currency: 'EUR' })
    await review(account)
    await send()
    await settle()
    const orderid = await hands.orderOfResult()
    expect(await clerk.effects(orderid)).toEqual([])
    await clerk.at('pay').click()
    await clerk.at('review').waitFor()
    expect(await clerk.at('send').innerText()).toMatch(/^Pay 80\.00\sEUR$/)
    await send()
    await settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'payout-pay', amountMinor: 8000, currency: 'EUR' },
    ])
    await clerk.at('leave').click()
    await clerk.at('register-row').first().waitFor()
    expect(await clerk.at('payout-pay').count()).toBe(0)
  })

  flow('payout-by-link', async () => {
    await open('payouts', 'payout-link')
    await fill({ order_desc: 'Prize', ipaddress: ip, amount: '15.00', currency: 'EUR' })
    await review('15.00')
    await send()
    await clerk.at('qr').waitFor()
    await fillIn(await hands.result('redirect-url'), 'account')
    await settle()
    expect(await hands.effectsOfResult()).toMatchObject([{ amountMinor: 1500, currency: 'EUR' }])
  })
})
