// The flows that are played at every host; docs/hosts.md has their names. Each acts on an order of
// its own and throws when the desk does not end where it should; verdict.ts then looks into the
// sandbox's books.
import { lacksMerchantOrderId } from '../../src/renderer/messages/faults.ts'
import { fillIn, passChallenge } from '../journeys/customer.ts'
import { call as callAs, payment } from '../sandbox/merchant.ts'
import {
  attemptOf,
  done,
  expectState,
  type Fields,
  must,
  type Fixture,
  resolve,
  send,
  settled,
  succeeded,
} from './fixture.ts'

export type Flow = (fixture: Fixture) => Promise<void>

interface Ids {
  client_orderid: string
  orderid: string
}

const customer: Fields = {
  email: 'zoe@example.org',
  ipaddress: '203.0.113.7',
  redirect_url: 'https://shop.example/back',
  first_name: 'Zoë',
  last_name: 'Müller',
  address1: '1 High Street',
  city: 'Berlin',
  zip_code: '10115',
  country: 'DE',
  phone: '+4930123456',
}
const price = (amount: string): Fields => ({ amount, currency: 'EUR' })
const lamp = (amount: string): Fields => ({ ...price(amount), order_desc: 'A lamp', ...customer })

/** A link that its customer pays: the way to an order of this computer's own, whatever the host. */
async function paid(fixture: Fixture, operation: 'sale-form' | 'preauth-form', amount: string) {
  const { id } = await send(fixture, operation, lamp(amount))
  const link = await attemptOf(fixture, id)
  await fillIn(link.answer['redirect-url'] ?? '', 'card')
  const row = expectState(await settled(fixture, id), 'SUCCEEDED')
  return { client_orderid: row.clientOrderid, orderid: row.orderid }
}
const sold = (fixture: Fixture, amount = '50.00'): Promise<Ids> =>
  paid(fixture, 'sale-form', amount)
const held = (fixture: Fixture, amount = '50.00'): Promise<Ids> =>
  paid(fixture, 'preauth-form', amount)

const back = (order: Ids, amount?: string): Fields => ({
  ...order,
  ...(amount === undefined ? {} : price(amount)),
  comment: 'damaged',
})
const account: Fields = {
  order_desc: 'Gift for Zoë',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë Müller',
}

const keptCard = async (fixture: Fixture): Promise<string> => {
  const order = await sold(fixture)
  const row = await succeeded(fixture, 'create-card-ref', { ...order })
  return row.answer['card-ref-id'] ?? ''
}
const subscribed = async (fixture: Fixture): Promise<string> => {
  const row = await succeeded(fixture, 'create-recurring-payment', {
    ...price('9.90'),
    order_desc: 'A paper',
    period: 'monthly',
    interval: '1',
    type: 'manual',
    cardrefid: await keptCard(fixture),
    email: 'zoe@example.org',
    'customer-ip': '203.0.113.7',
  })
  const id = row.answer['recurring-payment-id'] ?? ''
  if (id === '') throw new Error('the subscription has no id')
  return id
}

export const flows = {
  'look up an order by its order ID and by its merchant order ID': async (fixture) => {
    const { desk, connectionId, sandbox } = fixture
    const order = sandbox.trainingOrders().find(({ about }) => about.includes('120.00 EUR'))
    if (order === undefined) throw new Error('there is no order to practise on')
    const look = (by: 'orderid' | 'client_orderid', value: string) =>
      desk['order:look-up']({ connectionId, by, value })
    const first = await look('orderid', order.orderid)
    if (!first.ok && !lacksMerchantOrderId(first.fault))
      throw new Error(`the screen does not say what to add: ${first.fault.message}`)
    must(await look('client_orderid', order.clientOrderid))
    // Once both ids are known, the order id is enough.
    must(await look('orderid', order.orderid))
  },
  'refund a sale in full': async (fixture) => {
    await succeeded(fixture, 'return', back(await sold(fixture)))
  },
  'refund two parts of a sale, one after the other': async (fixture) => {
    const order = await sold(fixture)
    await succeeded(fixture, 'return', back(order, '10.50'))
    await succeeded(fixture, 'return', back(order, '7.25'))
  },
  'refund the same amount twice': async (fixture) => {
    const order = await sold(fixture)
    await succeeded(fixture, 'return', back(order, '10.50'))
    const { id } = await send(fixture, 'return', back(order, '10.50'))
    const second = await settled(fixture, id)
    if (second.state === 'ACCEPTED') await resolve(fixture, id, 'happened')
    else expectState(second, 'SUCCEEDED')
  },
  'capture a part of a hold, then refund a part of that': async (fixture) => {
    const order = await held(fixture)
    await succeeded(fixture, 'capture', { ...order, ...price('30.50') })
    await succeeded(fixture, 'return', back(order, '5.50'))
  },
  'void a hold': async (fixture) => {
    await succeeded(fixture, 'void', { ...(await held(fixture)), comment: 'cancelled' })
  },
  'release a hold': async (fixture) => {
    await succeeded(fixture, 'return', back(await held(fixture)))
  },
  'see a refund declined': async (fixture) => {
    const order = await sold(fixture)
    expectState(await done(fixture, 'return', back(order, '10.01')), 'DECLINED')
    await succeeded(fixture, 'return', back(order, '10.50'))
  },
  'lose the answer to a refund that was carried out': async (fixture) => {
    const order = await sold(fixture)
    const { id, fault } = await send(fixture, 'return', back(order, '10.13'))
    if (fault?.kind !== 'outcome-unknown') throw new Error('the outcome is not unknown')
    expectState(await settled(fixture, id), 'SUCCEEDED')
  },
  'lose the answer to a refund that was not carried out': async (fixture) => {
    const order = await sold(fixture)
    const { id } = await send(fixture, 'return', back(order, '10.14'))
    expectState(await settled(fixture, id), 'UNKNOWN')
    await resolve(fixture, id, 'did-not-happen')
  },
  'pay out to an account': async (fixture) => {
    await succeeded(fixture, 'payout', { ...price('25.50'), ...account })
  },
  'see a payout refused': async (fixture) => {
    const nobody = { ...account, account_number: 'DE000000000000' }
    expectState(await done(fixture, 'payout', { ...price('25.50'), ...nobody }), 'REJECTED')
  },
  'lose the answer to a payout': async (fixture) => {
    const { id } = await send(fixture, 'payout', { ...price('25.13'), ...account })
    expectState(await settled(fixture, id), 'SUCCEEDED')
  },
  'check a payout, then pay it': async (fixture) => {
    const check = await succeeded(fixture, 'payout-check', { ...price('26.50'), ...account })
    const ids = { client_orderid: check.clientOrderid, orderid: check.orderid }
    await succeeded(fixture, 'payout-pay', ids)
    const { desk, connectionId } = fixture
    const request = { connectionId, operation: 'payout-pay' as const, request: ids }
    if ((await desk['attempt:review'](request)).ok) throw new Error('it can be paid twice')
  },
  'check a payout, then see its payment declined': async (fixture) => {
    const check = await succeeded(fixture, 'payout-check', { ...price('26.01'), ...account })
    const ids = { client_orderid: check.clientOrderid, orderid: check.orderid }
    expectState(await done(fixture, 'payout-pay', ids), 'DECLINED')
  },
  'pay out by a link': async (fixture) => {
    const form = { ...price('27.50'), order_desc: 'Gift for Zoë', ipaddress: '203.0.113.7' }
    const { id } = await send(fixture, 'payout-form', form)
    await fillIn((await attemptOf(fixture, id)).answer['redirect-url'] ?? '', 'account')
    expectState(await settled(fixture, id), 'SUCCEEDED')
  },
  'keep a card, read its facts, charge it again': async (fixture) => {
    const cardrefid = await keptCard(fixture)
    const { desk, connectionId } = fixture
    const facts = must(
      await desk['operation:read']({
        connectionId,
        operation: 'get-card-info',
        request: { cardrefid },
      }),
    )
    if (facts.answer['last-four-digits'] !== '1111') throw new Error('these are other facts')
    const again = { ...price('15.50'), cardrefid, ipaddress: '203.0.113.7', order_desc: 'Refill' }
    await succeeded(fixture, 'make-rebill', again)
  },
  'keep a card with the RSA key': async (fixture) => {
    const row = await succeeded(fixture, 'create-card-ref-v4', { ...(await sold(fixture)) })
    if ((row.answer['card-ref-id'] ?? '') === '') throw new Error('there is no reference')
  },
  'have a card reference declined': async (fixture) => {
    const order = await sold(fixture)
    fixture.sandbox.setFault({ operation: 'create-card-ref', kind: 'declined', times: 1 })
    const row = await done(fixture, 'create-card-ref', { ...order })
    // A host that knows no such decline just gives the reference.
    const hasReference = (row.answer['card-ref-id'] ?? '') !== ''
    expectState(row, hasReference ? 'SUCCEEDED' : 'DECLINED')
  },
  'ask whether a card may send money': async (fixture) => {
    const row = await succeeded(fixture, 'pan-eligibility-send', {
      'sending-card-ref-id': await keptCard(fixture),
    })
    if (row.answer['sending-eligible'] !== 'true') throw new Error('there is no answer')
  },
  'create a subscription, take a payment, change the subscription': async (fixture) => {
    const id = await subscribed(fixture)
    const process = { 'recurring-payment-id': id, ...price('9.90') }
    await succeeded(fixture, 'process-recurring-payment', process)
    await succeeded(fixture, 'update-recurring-payment', {
      'recurring-payment-id': id,
      ...price('11.90'),
    })
  },
  'have a subscription declined': async (fixture) => {
    const cardrefid = await keptCard(fixture)
    fixture.sandbox.setFault({
      operation: 'create-recurring-payment',
      kind: 'declined',
      times: 1,
    })
    const row = await done(fixture, 'create-recurring-payment', {
      ...price('9.90'),
      order_desc: 'A paper',
      period: 'monthly',
      interval: '1',
      type: 'manual',
      cardrefid,
      email: 'zoe@example.org',
      'customer-ip': '203.0.113.7',
    })
    const hasId = (row.answer['recurring-payment-id'] ?? '') !== ''
    expectState(row, hasId ? 'SUCCEEDED' : 'DECLINED')
  },
  'move money from card to card': async (fixture) => {
    await succeeded(fixture, 'transfer', {
      ...price('12.50'),
      order_desc: 'Rent',
      ipaddress: '203.0.113.7',
      card_recurring_payment_id: await subscribed(fixture),
      destination_card_recurring_payment_id: await subscribed(fixture),
    })
  },
  'check a card by a link': async (fixture) => {
    const { id } = await send(fixture, 'account-verification-form', {
      order_desc: 'A check',
      ...customer,
    })
    await fillIn((await attemptOf(fixture, id)).answer['redirect-url'] ?? '', 'card')
    expectState(await settled(fixture, id), 'SUCCEEDED')
  },
  'hand in a challenge response': async (fixture) => {
    const { sandbox, desk, connectionId } = fixture
    const { order, page } = await waitingChallenge(fixture)
    must(
      await desk['order:look-up']({
        connectionId,
        by: 'client_orderid',
        value: order.client_orderid,
      }),
    )
    const cres = await passChallenge(page)
    const { client_orderid, orderid } = order
    await succeeded(fixture, 'upload-cres-result', {
      'client-order-id': client_orderid,
      orderid,
      cres,
    })
    sandbox.advance(3_700_000)
    const view = must(await desk['order:check']({ connectionId, orderid }))
    if (view.status !== 'approved') throw new Error(`the order is ${view.status}`)
  },
  'look up an order whose transaction type the host adds': async (fixture) => {
    const { desk, connectionId, sandbox } = fixture
    const order = await sold(fixture, '50.31')
    sandbox.advance(120_000)
    const view = must(await desk['order:check']({ connectionId, orderid: order.orderid }))
    if (view.status !== 'approved') throw new Error(`the order is ${view.status}`)
  },
} satisfies Record<string, Flow>

export type FlowName = keyof typeof flows
export const flowNames = Object.keys(flows) as FlowName[]

/**
 * A shop's own sale that waits for its customer's bank; a desk without card entry makes none
 * itself.
 */
async function waitingChallenge({ sandbox }: Fixture): Promise<{ order: Ids; page: string }> {
  const person = { ...customer, credit_card_number: '4000000000003063', amount: '50.00' }
  const fields = payment(person)
  const client_orderid = fields['client_orderid'] ?? ''
  const made = await callAs(sandbox, 'sale', fields)
  const orderid = sandbox.orderidOf(client_orderid)
  if (orderid === null) throw new Error(`the shop's sale was refused: ${made.body}`)
  const order = { client_orderid, orderid }
  const reported = await callAs(sandbox, 'status', order)
  const page = /http:\/\/127\.0\.0\.1:\d+\/3ds\/[^"&\s\n]+/.exec(
    decodeURIComponent(reported.body),
  )?.[0]
  if (page === undefined) throw new Error(`no page to go to: ${reported.body}`)
  return { order, page }
}
