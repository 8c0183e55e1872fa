// New payments in the tour: a link with its QR code that a customer pays, the card kept from it and charged again, a subscription, money
// between cards, and a card typed by hand whose bank wants to see the customer. Each ends in the sandbox's books.
import { askDesk, effectsInBooks } from './books.ts'
import { agreeAtTheBank, payByCard } from './customer.ts'
import { handsOn, ip } from './hands.ts'
import { must } from './main-job.ts'
import type { Stage } from './stage.ts'

export async function aLink(stage: Stage): Promise<{ orderid: string; clientOrderid: string }> {
  const hands = handsOn(stage)
  await hands.open('links', 'link-new')
  await hands.fill({ order_desc: 'Lamp no. 7', email: 'zoe@example.org', ipaddress: ip })
  await hands.fill({ amount: '42.00', currency: 'EUR' })
  await stage.shot('link-form')
  await hands.review()
  await hands.send()
  await hands.at('qr').waitFor()
  await stage.shot('link-with-qr')
  await payByCard(await hands.result('redirect-url'))
  await hands.settle()
  await hands.isInBooksOnce('sale-form')
  await stage.shot('link-paid')
  stage.say(
    'A payment link with its QR code; the customer paid on the service’s page, no card here',
  )
  return { orderid: await hands.orderid(), clientOrderid: await hands.result('client-orderid') }
}

export async function aKeptCard(
  stage: Stage,
  paid: { orderid: string },
): Promise<{ cardrefid: string }> {
  const hands = handsOn(stage)
  await stage.lookUp(paid.orderid)
  await hands.at('keep-card').click()
  await hands.at('operation-form').waitFor()
  await hands.review()
  await hands.send()
  await stage.expectText('outcome', /Done/)
  const cardrefid = await hands.result('card-ref-id')
  await stage.shot('card-kept')
  await hands.at('rail-cards').click()
  await hands.at('card-facts').click()
  await hands.field('cardrefid').fill(cardrefid)
  await hands.at('facts-read').click()
  await stage.expectText('facts', /•••••• \d{4}/)
  await stage.shot('card-facts')
  await hands.open('cards', 'card-rebill')
  await hands.fill({ cardrefid, order_desc: 'Monthly lamp', ipaddress: ip })
  await hands.fill({ amount: '9.90', currency: 'EUR' })
  await hands.review()
  await stage.shot('rebill-review')
  await hands.send()
  await hands.settle()
  await hands.isInBooksOnce('make-rebill')
  stage.say('The card is kept as a reference, its facts are read, and it is charged again once')
  return { cardrefid }
}

async function subscribe(stage: Stage, cardrefid: string, amount: string): Promise<string> {
  const hands = handsOn(stage)
  await hands.open('subscriptions', 'subscription-new')
  await hands.fill({
    cardrefid,
    amount,
    currency: 'EUR',
    order_desc: 'Lamp club',
    email: 'zoe@example.org',
    'customer-ip': ip,
    'start-date': '2030-01-31',
  })
  await stage.expectText('charge-days', /2030-01-31\s+2030-02-28\s+2030-03-31/)
  await hands.review()
  await hands.send()
  await stage.expectText('outcome', /Done/)
  return hands.result('recurring-payment-id')
}

export async function aSubscription(stage: Stage, cardrefid: string): Promise<void> {
  const hands = handsOn(stage)
  const from = await subscribe(stage, cardrefid, '9.90')
  await hands.at('leave').click()
  await stage.expectText('register-row', from)
  await stage.shot('subscriptions')
  stage.say('A subscription with its days in view, the short months too')
  const to = await subscribe(stage, cardrefid, '6.00')
  await hands.open('transfers', 'transfer-new')
  await hands.fill({
    card_recurring_payment_id: from,
    destination_card_recurring_payment_id: to,
    order_desc: 'Share',
    ipaddress: ip,
    amount: '7.70',
    currency: 'EUR',
  })
  await hands.review()
  await hands.send()
  await hands.settle()
  await hands.isInBooksOnce('transfer')
  await stage.shot('transfer-done')
  stage.say('Money moved from card to card; the books show it once')
}

/** Switched on with its warning, used once, and the bank's question answered at the bench. */
export async function aTypedCard(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  await stage.go('/terminal/sale')
  await hands.at('card-entry-off').waitFor()
  await stage.shot('card-entry-off')
  await hands.at('card-entry-where').click()
  await hands.at('card-entry-on').click()
  await hands.at('card-entry-dialog').waitFor()
  await stage.shot('card-entry-warning')
  await hands.at('card-entry-confirm').click()
  await stage.expectText('card-entry-state', /Switched on/)
  await stage.go('/terminal/sale')
  await hands.at('card-entry').waitFor()
  await hands.fill({ amount: '31.00', currency: 'EUR', order_desc: 'Two lamps, by telephone' })
  await hands.fill({ email: 'zoe@example.org', ipaddress: ip })
  // The picture is taken before there is a card to see.
  await stage.shot('card-entry')
  await hands.fill({ credit_card_number: '4000000000003063', expiry: '12/31', cvv2: '123' })
  await hands.fill({ card_printed_name: 'ZOE MULLER' })
  await hands.review()
  await hands.send()
  const orderid = await hands.orderid()
  await stage.expectText('to-secure3d', /bank may want to see the customer/)
  stage.say(
    'Typing a card is off until it is switched on; it is sealed on its way and shown masked',
  )

  const checked = await askDesk(stage.page, 'order:check', { connectionId: 'sandbox', orderid })
  const page = (checked['answer'] as Record<string, string>)['redirect-to'] ?? ''
  await hands.at('rail-secure3d').click()
  await hands.field('orderid').fill(orderid)
  await hands.at('secure-read').click()
  await stage.expectText('secure-step', /challenge response/)
  await stage.shot('secure3d-bench')
  await hands.at('secure-cres').click()
  await hands.field('cres').fill(await agreeAtTheBank(page))
  await hands.review()
  await hands.send()
  await stage.expectText('outcome', /Done/, 20_000)
  must(
    (await effectsInBooks(stage.page, orderid, 'sale')) === 1,
    'the sale is not in the books once',
  )
  await stage.shot('secure3d-done')
  stage.say(
    'The bank’s question is answered at the 3-D Secure bench; the sale is in the books once',
  )
}
