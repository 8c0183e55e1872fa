// Every kind of operation asked for in its own screen, from the first click to the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillIn } from '../journeys/customer.ts'
import { type Clerk, type Effect, openClerk } from './clerk.ts'

const account = 'DE89370400440532013000'
const ip = '203.0.113.7'
let clerk: Clerk
let cardrefid = ''
/** Paid through a link with a card of the sandbox that may do everything. */
let paid = { orderid: '', clientOrderid: '' }
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

type Fields = Readonly<Record<string, string>>
const field = (name: string) => clerk.at(`field-${name}`)

/** Opens an area by the rail and one of its forms by its button. */
async function open(area: string, button: string): Promise<void> {
  await clerk.at(`rail-${area}`).click()
  await clerk.at(button).click()
  await clerk.at('operation-form').waitFor()
}

async function fill(fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
}

async function choose(fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await field(name).selectOption(value)
}

/** Reviews what is on the form; the review shows each of these values. */
async function review(...shown: string[]): Promise<void> {
  await clerk.at('review-open').click()
  await clerk.at('review').waitFor()
  for (const words of shown) await clerk.sees('review', words)
}

async function send(): Promise<void> {
  await clerk.at('send').click()
  await clerk.at('outcome').waitFor()
}

/** Lets the sandbox's time pass until the screen says that the service confirms it. */
async function settle(): Promise<void> {
  await clerk.console('advance', { ms: '60000' })
  await clerk.sees('outcome', /Done: the service confirms it/, 20_000)
}

const orderOfResult = (): Promise<string> => clerk.at('result-order').innerText()
const result = (name: string): Promise<string> =>
  clerk.at(`result-${name}`).locator('bdi').innerText()
async function effectsOfResult(): Promise<Effect[]> {
  return clerk.effects(await orderOfResult())
}
const requestsOf = async (operation: string): Promise<number> =>
  (await clerk.books()).requests.filter((request) => request.operation === operation).length

/** Keeps the card of the sale that was paid by link and says its reference. */
async function keepCard(): Promise<string> {
  await clerk.lookUp(paid.orderid)
  await open('cards', 'card-new')
  await clerk.at('order-pick').selectOption(paid.orderid)
  expect(await field('client_orderid').inputValue()).toBe(paid.clientOrderid)
  await review(paid.orderid)
  await send()
  await clerk.sees('outcome', /Done/)
  return result('card-ref-id')
}

async function subscribe(amount: string): Promise<string> {
  await open('subscriptions', 'subscription-new')
  await fill({
    cardrefid,
    amount,
    currency: 'EUR',
    order_desc: 'Lamp club',
    email: 'zoe@example.org',
    'customer-ip': ip,
    'start-date': '2030-01-31',
  })
  await clerk.sees('charge-days', /2030-01-31\s+2030-02-28\s+2030-03-31/)
  await review('monthly', '2030-01-31')
  await send()
  await clerk.sees('outcome', /Done/)
  return result('recurring-payment-id')
}

describe('from a form to the sandbox’s books', () => {
  it('a payout to an account is sent once and followed to its end', async () => {
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
    expect(await effectsOfResult()).toEqual([
      { operation: 'payout', amountMinor: 1250, currency: 'EUR' },
    ])
    await clerk.at('leave').click()
    await clerk.sees('register-row', /Done.*Payout.*12\.50 EUR/s)
  })

  it('what was typed is there again after leaving the form', async () => {
    await open('payouts', 'payout-new')
    await clerk.at('way-phone').check()
    await fill({ phone: '+372 5550123', order_desc: 'Left half way' })
    await clerk.at('rail-audit').click()
    await open('payouts', 'payout-new')
    expect(await clerk.at('way-phone').isChecked()).toBe(true)
    expect(await field('phone').inputValue()).toBe('+372 5550123')
    expect(await field('order_desc').inputValue()).toBe('Left half way')
  })

  it('an order chosen on the way to a form wins over one that was typed there before', async () => {
    await clerk.go('#/cards/new')
    await fill({ orderid: '1111', client_orderid: 'typed-before' })
    await clerk.at('rail-orders').click()
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(sale.orderid)
    await clerk.at('keep-card').click()
    await clerk.at('operation-form').waitFor()
    expect(await field('orderid').inputValue()).toBe(sale.orderid)
    expect(await field('client_orderid').inputValue()).toBe(sale.clientOrderid)
  })

  it('a payout whose answer is lost is called unknown, is not offered again, and is settled', async () => {
    await open('payouts', 'payout-new')
    await clerk.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Lost', ipaddress: ip })
    await fill({ amount: '12.13', currency: 'EUR' })
    await review('12.13')
    await send()
    await clerk.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    expect(await clerk.at('again').count()).toBe(0)
    await clerk.at('rail-unsettled').click()
    await clerk.sees('unsettled-row', /Payout.*12\.13 EUR/s)
    await clerk.at('rail-payouts').click()
    await clerk.console('advance', { ms: '60000' })
    await clerk.sees('register-row', /Done.*12\.13 EUR/s, 20_000)
    const orderid = await clerk.at('register-row').first().getByRole('link').innerText()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'payout', amountMinor: 1213, currency: 'EUR' },
    ])
    await clerk.at('payout-new').click()
    expect(await field('amount').inputValue()).toBe('')
  })

  it('a payout is checked, then exactly what was checked is paid', async () => {
    await open('payouts', 'payout-check')
    await clerk.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Checked', ipaddress: ip })
    await fill({ amount: '80.00', currency: 'EUR' })
    await review(account)
    await send()
    await settle()
    const orderid = await orderOfResult()
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

  it('a payout link is made, and the recipient’s account ends it', async () => {
    await open('payouts', 'payout-link')
    await fill({ order_desc: 'Prize', ipaddress: ip, amount: '15.00', currency: 'EUR' })
    await review('15.00')
    await send()
    await clerk.at('qr').waitFor()
    await fillIn(await result('redirect-url'), 'account')
    await settle()
    expect(await effectsOfResult()).toMatchObject([{ amountMinor: 1500, currency: 'EUR' }])
  })

  it.each([
    ['sale-form', 4200],
    ['preauth-form', 4200],
    ['payment-form', 4200],
    ['account-verification-form', null],
  ] as const)('a %s link is made, handed over and used', async (operation, minor) => {
    await open('links', 'link-new')
    await clerk.go(`#/links/${operation}`)
    await fill({ order_desc: 'Lamp no. 7', email: 'zoe@example.org', ipaddress: ip })
    if (minor !== null) await fill({ amount: '42.00', currency: 'EUR' })
    await review('Lamp no. 7')
    await send()
    await clerk.at('qr').waitFor()
    const link = await result('redirect-url')
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    await fillIn(link, 'card')
    await settle()
    await clerk.sees('link-next', 'It was used')
    if (operation === 'sale-form')
      paid = { orderid: await orderOfResult(), clientOrderid: await result('client-orderid') }
    const effects = await effectsOfResult()
    expect(effects.map(({ amountMinor }) => amountMinor)).toEqual(minor === null ? [] : [minor])
  })

  it('a card is kept, its facts are read, and it is charged again', async () => {
    cardrefid = await keepCard()
    expect(cardrefid).toMatch(/^\d+$/)
    await clerk.at('rail-cards').click()
    await clerk.at('card-facts').click()
    await field('cardrefid').fill(cardrefid)
    await clerk.at('facts-read').click()
    await clerk.sees('facts', /•••••• \d{4}/)
    await open('cards', 'card-rebill')
    await fill({ cardrefid, order_desc: 'Monthly lamp', ipaddress: ip })
    await fill({ amount: '9.90', currency: 'EUR' })
    await review(cardrefid, '9.90')
    await send()
    await settle()
    expect(await effectsOfResult()).toEqual([
      { operation: 'make-rebill', amountMinor: 990, currency: 'EUR' },
    ])
  })

  it('a subscription is created with its days in view, and stands in the register', async () => {
    const created = await subscribe('9.90')
    expect(created).toMatch(/^\d+$/)
    expect(await requestsOf('create-recurring-payment')).toBe(1)
    await clerk.at('leave').click()
    await clerk.sees('register-row', created)
    await clerk.sees('subscription-limits', /can’t list, show, pause or cancel/)
  })

  it('money is moved from one card to another, and a card is asked whether it may send', async () => {
    const [from, to] = [await subscribe('5.00'), await subscribe('6.00')]
    await open('transfers', 'transfer-new')
    await fill({
      card_recurring_payment_id: from,
      destination_card_recurring_payment_id: to,
      order_desc: 'Share',
      ipaddress: ip,
      amount: '7.70',
      currency: 'EUR',
    })
    await review(from, to)
    await send()
    await settle()
    expect(await effectsOfResult()).toEqual([
      { operation: 'transfer', amountMinor: 770, currency: 'EUR' },
    ])
    await open('transfers', 'eligibility-new')
    await fill({ 'sending-card-ref-id': cardrefid })
    await review(cardrefid)
    await send()
    await clerk.sees('result-sending-eligible', 'Yes')
    expect(await requestsOf('pan-eligibility-send')).toBe(1)
  })

  it.each([
    ['method', 'upload-method-url-result'],
    ['cres', 'upload-cres-result'],
    ['pares', 'upload-pares-result'],
  ])(
    'a 3-D Secure result (%s) reaches the service, whose refusal is shown word for word',
    async (step, operation) => {
      const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
      if (step === 'method') await clerk.lookUp(sale.orderid)
      await clerk.at('rail-secure3d').click()
      await clerk.at('order-pick').selectOption(sale.orderid)
      await clerk.sees('secure-step', 'Nothing is to be handed in')
      await clerk.at(`secure-${step}`).click()
      expect(await field('orderid').inputValue()).toBe(sale.orderid)
      if (step === 'method') await choose({ threeDSCompInd: 'N' })
      else await field(step).fill('eyJ0cmFuc1N0YXR1cyI6IlkifQ==')
      await review(sale.orderid)
      if (step !== 'method')
        expect(await clerk.at('review').innerText()).not.toContain('eyJ0cmFuc1N0YXR1cyI6IlkifQ')
      await send()
      await clerk.sees('outcome', /does not wait for this 3-D Secure step/)
      expect(await requestsOf(operation)).toBe(1)
      await clerk.at('leave').click()
      await clerk.sees('register-row', /Refused/)
    },
  )
})
