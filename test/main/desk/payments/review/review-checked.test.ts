// The pay step of a checked payout, asked for with every difference there can be between what was
// checked and what would be paid.
import { beforeEach, describe, expect, it } from 'vitest'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { createTestDesk, placeOf } from '../../../../fakes/desk.ts'
import { accepted, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const payout = {
  amount: '30.00',
  currency: 'EUR',
  order_desc: 'Prize',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}

let desk: ReturnType<typeof createTestDesk>
let ids: { client_orderid: string; orderid: string }

const ask = (operation: 'payout-check' | 'payout-pay', request: Record<string, string>) =>
  reviewRequest(desk.ports, { connectionId: 'test-1', operation, request })
const reported = (type: string, more: Record<string, string> = {}) =>
  saleStatus('30.00', {
    'transaction-type': type,
    'order-stage': `${type.replaceAll(' ', '_')}_approved`,
    'paynet-order-id': '9000001',
    'merchant-order-id': ids.client_orderid,
    'processor-tx-id': `tx-${type}`,
    ...more,
  })
const sent = () => desk.gateway.sent.filter(({ id }) => id === 'payout-pay')

beforeEach(async () => {
  desk = createTestDesk()
  const review = await ask('payout-check', payout)
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  const minted = review.value.fields.find(({ name }) => name === 'client_orderid')!.value
  ids = { client_orderid: minted, orderid: '9000001' }
  desk.gateway.onSend = () => ({
    ...(accepted() as Extract<ReturnType<typeof accepted>, { kind: 'accepted' }>),
    answer: { type: 'async-response', 'paynet-order-id': '9000001', 'serial-number': 'sn-1' },
  })
  await confirm(desk.ports, review.value)
  desk.gateway.status = reported('payout check')
})

const settleCheck = async () => {
  const [row] = desk.ports.journal.ofOrder(placeOf('9000001'))
  await resolveAttempt(desk.ports, row!)
  expect(desk.ports.journal.get(row!.id)?.state).toBe('SUCCEEDED')
}

describe('paying what was checked', () => {
  it('is reviewed with the amount of the check, and sent once', async () => {
    await settleCheck()
    const review = await ask('payout-pay', ids)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    expect(review.value.amount).toEqual({ amount: '30.00', currency: 'EUR' })
    expect((await confirm(desk.ports, review.value)).ok).toBe(true)
    expect(sent()).toHaveLength(1)
    expect(formatMessages(await ask('payout-pay', ids))).toMatchObject({
      fault: {
        reason: 'not-possible',
        message: expect.stringContaining('For another payout, make a new check.'),
      },
    })
  })

  it('is reviewed where the gateway writes its words in capitals', async () => {
    desk.gateway.status = reported('payout check', { status: 'APPROVED' })
    await settleCheck()
    expect((await ask('payout-pay', ids)).ok).toBe(true)
  })

  it('names who was checked, and warns of a changed recipient and of an unchecked account', async () => {
    await settleCheck()
    const { account_number } = payout
    const other = 'GB82WEST12345698765432'
    const saved = { connectionId: 'test-1', name: 'Zoë', way: 'account' as const, id: 'r-1' }
    const { recipients } = desk.ports
    recipients.save({ ...saved, fields: { account_number: other } }, 'anna')
    const earlier = await reviewRequest(desk.ports, {
      ...{ connectionId: 'test-1', operation: 'payout' },
      request: { ...payout, account_number: other },
    })
    if (!earlier.ok) throw new Error(JSON.stringify(earlier.fault))
    await confirm(desk.ports, earlier.value)
    recipients.save({ ...saved, fields: { account_number } }, 'maria')
    const review = formatMessages(await ask('payout-pay', ids))
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    expect(review.value.payTo).toEqual([{ name: 'account_number', value: account_number }])
    expect(review.value.changedRecipients).toMatchObject([
      {
        ...{ name: 'Zoë', changedBy: 'maria' },
        changes: [{ name: 'account_number', was: other, is: account_number }],
      },
    ])
  })

  it('is preceded by a check whose review names the recipient, and repeats no payment', async () => {
    const named = { ...payout, account_name: 'Zoë Größe' }
    const review = await ask('payout-check', named)
    expect(review).toMatchObject({
      value: {
        payTo: [
          { name: 'account_number', value: payout.account_number },
          { name: 'account_name', value: 'Zoë Größe' },
        ],
        twins: [],
      },
    })
  })

  it.each([
    ['DE89370400440532013001', 'check digits of the account number (IBAN) are wrong'],
    ['DE8937040044053201300', 'has 21 characters, and an IBAN of DE has 22'],
    ['12', 'not an IBAN, so Paydesk can’t check it'],
  ])('is preceded by a check whose review says what is wrong with %s', async (typed, said) => {
    const review = formatMessages(await ask('payout-check', { ...payout, account_number: typed }))
    expect(review).toMatchObject({ value: { warnings: [expect.stringContaining(said)] } })
  })

  it('is refused while the answers about the check contradict each other', async () => {
    await settleCheck()
    const [row] = desk.ports.journal.ofOrder(placeOf('9000001'))
    desk.ports.journal.noteConflict(row!.id, 'two amounts')
    expect(formatMessages(await ask('payout-pay', ids))).toMatchObject({
      fault: {
        message: expect.stringMatching(
          /contradict each other \(two amounts\).*clear the contradiction under Open requests/,
        ),
      },
    })
    expect(sent()).toEqual([])
  })

  it('is refused while the check is not final, and for an order Paydesk never checked', async () => {
    const early = await ask('payout-pay', ids)
    expect(formatMessages(early)).toMatchObject({
      fault: { message: expect.stringMatching(/did not succeed.*Check the payout here/) },
    })
    const foreign = await ask('payout-pay', { ...ids, orderid: '9000002' })
    expect(formatMessages(foreign)).toMatchObject({
      fault: { message: expect.stringMatching(/no check.*Check the payout here/) },
    })
    expect(sent()).toEqual([])
  })

  it('is refused under another merchant order id than that of the check', async () => {
    await settleCheck()
    expect(await ask('payout-pay', { ...ids, client_orderid: 'another' })).toMatchObject({
      fault: { kind: 'input', field: 'client_orderid' },
    })
  })

  const differences: [string, () => Record<string, string>, RegExp][] = [
    [
      'another amount',
      () => reported('payout check', { amount: '300.00', 'processor-tx-id': 'x' }),
      /30\.00 EUR was checked, but the gateway shows 300\.00 EUR/u,
    ],
    [
      'another currency',
      () => reported('payout check', { currency: 'USD' }),
      /EUR was checked, but the gateway shows 30\.00 USD/u,
    ],
    [
      'an amount that can’t be read',
      () => reported('payout check', { amount: '30,0' }),
      /“30,0 EUR”, which can’t be read exactly/u,
    ],
    ['a payout that left already', () => reported('payout'), /no longer only checked/],
    [
      'a check that is declined now',
      () => reported('payout check', { status: 'declined' }),
      /declined/,
    ],
    [
      'another merchant order id',
      () => reported('payout check', { 'merchant-order-id': 'someone-else' }),
      /someone-else/,
    ],
  ]
  it.each(differences)('stops when the gateway tells %s', async (_what, status, pattern) => {
    await settleCheck()
    desk.gateway.status = status()
    const review = await ask('payout-pay', ids)
    const message =
      review.ok || !('message' in review.fault) ? '' : formatMessage(review.fault.message)
    expect(message.replaceAll(/\s/gu, ' ')).toMatch(pattern)
    expect(message).toContain('Nothing was sent')
    expect(sent()).toEqual([])
  })

  it('stops when it changes between the review and the confirmation', async () => {
    await settleCheck()
    const review = await ask('payout-pay', ids)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    desk.gateway.status = reported('payout')
    expect(await confirm(desk.ports, review.value)).toMatchObject({
      fault: { reason: 'order-moved' },
    })
    expect(sent()).toEqual([])
  })

  it('stays closed after an unknown outcome, and is settled by the payout’s own status', async () => {
    await settleCheck()
    const review = await ask('payout-pay', ids)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    desk.gateway.onSend = () => timedOut
    expect((await confirm(desk.ports, review.value)).ok).toBe(false)
    expect(await ask('payout-pay', ids)).toMatchObject({ fault: { reason: 'not-possible' } })
    desk.gateway.status = reported('payout')
    await resolveAttempt(desk.ports, desk.ports.journal.get(review.value.attemptId)!)
    expect(desk.ports.journal.get(review.value.attemptId)?.state).toBe('SUCCEEDED')
    expect(desk.ports.orders.facts(placeOf('9000001')).phase).toBe('paid-out')
  })
})

describe('a gateway that names the check otherwise', () => {
  /** Settles the check as a status of this type tells it. */
  const checkedAs = async (type: string, mark: Record<string, string>) => {
    desk.gateway.status = reported(type, { 'order-stage': '', ...mark })
    const [row] = desk.ports.journal.ofOrder(placeOf('9000001'))
    await resolveAttempt(desk.ports, row!)
    expect(desk.ports.journal.get(row!.id)?.state).toBe('SUCCEEDED')
  }

  it.each(['payout', 'payout-check', ''])(
    'as “%s” is paid while it tells the same',
    async (type) => {
      await checkedAs(type, { 'processor-tx-id': 'tx-7' })
      const review = await ask('payout-pay', ids)
      expect(review).toMatchObject({ ok: true, value: { warnings: [] } })
    },
  )

  it('is not paid once another transaction shows under the same name', async () => {
    await checkedAs('payout', { 'processor-tx-id': 'tx-7' })
    desk.gateway.status = reported('payout', { 'order-stage': '', 'processor-tx-id': 'tx-8' })
    expect(formatMessages(await ask('payout-pay', ids))).toMatchObject({
      ok: false,
      fault: { reason: 'order-moved', message: expect.stringMatching(/no longer only/) as unknown },
    })
  })

  it('warns where neither name nor id tells a payout from its check', async () => {
    await checkedAs('payout', { 'processor-tx-id': '' })
    const review = await ask('payout-pay', ids)
    expect(formatMessages(review)).toMatchObject({
      ok: true,
      value: { warnings: [expect.stringMatching(/does not tell a payout from its check/)] },
    })
  })

  it('MONEY: a payment whose answer is lost is not proven by the check itself', async () => {
    await checkedAs('payout', { 'processor-tx-id': 'tx-7' })
    const review = await ask('payout-pay', ids)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    desk.gateway.onSend = () => timedOut
    await confirm(desk.ports, review.value)
    const paying = () => desk.ports.journal.get(review.value.attemptId)!
    await resolveAttempt(desk.ports, paying())
    expect(paying().state).toBe('UNKNOWN')
    desk.gateway.status = reported('payout', { 'order-stage': '', 'processor-tx-id': 'tx-8' })
    await resolveAttempt(desk.ports, paying())
    expect(paying().state).toBe('SUCCEEDED')
  })

  it('can be paid when a person found that the check is there', async () => {
    const [row] = desk.ports.journal.ofOrder(placeOf('9000001'))
    resolveByHand(desk.ports, {
      attemptId: row!.id,
      outcome: 'happened',
      reason: 'asked the support',
      override: 'it has to go out today',
    })
    desk.gateway.status = reported('payout', { 'order-stage': '' })
    expect(await ask('payout-pay', ids)).toMatchObject({ ok: true })
  })
})
