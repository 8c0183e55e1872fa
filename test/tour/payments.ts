// New payments in the tour: a link with its QR code that a customer pays, the card kept from it and
// charged again, a subscription, money between cards, and a card typed by hand whose bank wants to
// see the customer. Each ends in the sandbox's books.
import { fillIn, passChallenge } from '../journeys/customer.ts'
import { ip } from '../screens/operation-form-driver.ts'
import { driverOf } from './form-driver.ts'
import { must, timesInBooks } from './main-job.ts'
import type { Fixture } from './fixture.ts'

export async function aLink(fixture: Fixture): Promise<{ orderid: string; clientOrderid: string }> {
  const driver = driverOf(fixture)
  await driver.open('links', 'link-new')
  await driver.fill({ order_desc: 'Lamp no. 7', email: 'zoe@example.org', ipaddress: ip })
  await driver.fill({ amount: '42.00', currency: 'EUR' })
  await fixture.shot('link-form')
  await driver.review()
  await driver.send()
  await driver.at('qr').waitFor()
  await fixture.shot('link-with-qr')
  await fillIn(await driver.result('redirect-url'), 'card')
  await driver.untilFinal()
  await driver.isInBooksOnce('sale-form')
  await fixture.shot('link-paid')
  fixture.say(
    'A payment link with its QR code; the customer paid on the gateway’s page, no card here',
  )
  return {
    orderid: await driver.orderOfResult(),
    clientOrderid: await driver.result('client-orderid'),
  }
}

export async function aKeptCard(
  fixture: Fixture,
  paid: { orderid: string },
): Promise<{ cardrefid: string }> {
  const driver = driverOf(fixture)
  await fixture.lookUp(paid.orderid)
  await driver.at('keep-card').click()
  await driver.at('operation-form').waitFor()
  await driver.review()
  await driver.send()
  await fixture.isDone()
  const cardrefid = await driver.result('card-ref-id')
  await fixture.shot('card-kept')
  await driver.at('rail-cards').click()
  await driver.at('card-facts').click()
  await driver.field('cardrefid').fill(cardrefid)
  await driver.at('read-send').click()
  await fixture.sees('answer', /•••••• \d{4}/)
  await fixture.shot('card-facts')
  await driver.open('cards', 'card-rebill')
  await driver.fill({ cardrefid, order_desc: 'Monthly lamp', ipaddress: ip })
  await driver.fill({ amount: '9.90', currency: 'EUR' })
  await driver.review()
  await fixture.shot('rebill-review')
  await driver.send()
  await driver.untilFinal()
  await driver.isInBooksOnce('make-rebill')
  fixture.say('The card is kept as a reference, its facts are read, and it is charged again once')
  return { cardrefid }
}

/** From its January on, the days show what becomes of a short month. */
const nextYear = new Date().getUTCFullYear() + 1

async function subscribe(fixture: Fixture, cardrefid: string, amount: string): Promise<string> {
  const driver = driverOf(fixture)
  await driver.open('subscriptions', 'subscription-new')
  await driver.fill({
    cardrefid,
    amount,
    currency: 'EUR',
    order_desc: 'Lamp club',
    email: 'zoe@example.org',
    'customer-ip': ip,
    'start-date': `${nextYear}-01-31`,
  })
  await fixture.sees(
    'charge-days',
    new RegExp(`31 Jan ${nextYear}\\s+2[89] Feb ${nextYear}\\s+31 Mar ${nextYear}`),
  )
  await driver.review()
  await driver.send()
  await fixture.isDone()
  return driver.result('recurring-payment-id')
}

export async function aSubscription(fixture: Fixture, cardrefid: string): Promise<void> {
  const driver = driverOf(fixture)
  const from = await subscribe(fixture, cardrefid, '9.90')
  await driver.at('leave').click()
  await fixture.sees('register-row', from)
  await fixture.shot('subscriptions')
  fixture.say('A subscription with its days in view, the short months too')
  const to = await subscribe(fixture, cardrefid, '6.00')
  await driver.open('transfers', 'transfer-new')
  await driver.fill({
    card_recurring_payment_id: from,
    destination_card_recurring_payment_id: to,
    order_desc: 'Share',
    ipaddress: ip,
    amount: '7.70',
    currency: 'EUR',
  })
  await driver.review()
  await driver.send()
  await driver.untilFinal()
  await driver.isInBooksOnce('transfer')
  await fixture.shot('transfer-done')
  fixture.say('Money moved from card to card; the books show it once')
}

/** Switched on with its warning, used once, and the bank's question answered at the bench. */
export async function aTypedCard(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  await fixture.go('/terminal/sale')
  await driver.at('card-entry-off').waitFor()
  await fixture.shot('card-entry-off')
  await driver.at('card-entry-where').click()
  await driver.at('card-entry-on').click()
  await driver.at('card-entry-dialog').waitFor()
  await fixture.shot('card-entry-warning')
  await driver.at('card-entry-confirm').click()
  await fixture.sees('card-entry-state', /Switched on/)
  await fixture.go('/terminal/sale')
  await driver.at('card-entry').waitFor()
  await driver.fill({ amount: '31.00', currency: 'EUR', order_desc: 'Two lamps, by telephone' })
  await driver.fill({ email: 'zoe@example.org', ipaddress: ip })
  // The picture is taken before there is a card to see.
  await fixture.shot('card-entry')
  await driver.fill({ credit_card_number: '4000000000003063', expiry: '12/31', cvv2: '123' })
  await driver.fill({ card_printed_name: 'ZOE MULLER' })
  await driver.review()
  await driver.send()
  const orderid = await driver.orderOfResult()
  await fixture.sees('to-secure3d', /bank may want to authenticate the customer/)
  fixture.say(
    'Typing a card is off until it is switched on; it is sealed on its way and shown masked',
  )

  const checked = await fixture.call('order:check', { connectionId: 'sandbox', orderid })
  const page = checked.ok ? (checked.value.answer['redirect-to'] ?? '') : checked.fault.message
  await driver.at('rail-secure3d').click()
  await driver.field('orderid').fill(orderid)
  await driver.at('secure-read').click()
  await fixture.sees('secure-step', /challenge response/)
  await fixture.shot('secure3d-bench')
  await driver.at('secure-cres').click()
  await driver.field('cres').fill(await passChallenge(page))
  await driver.review()
  await driver.send()
  await fixture.isDone()
  must((await timesInBooks(fixture, orderid, 'sale')) === 1, 'the sale is not in the books once')
  await fixture.shot('secure3d-done')
  fixture.say(
    'The bank’s question is answered at the 3-D Secure bench; the sale is in the books once',
  )
}
