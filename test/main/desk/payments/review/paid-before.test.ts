// What a review says of the account that it pays, over a real ledger.
import { describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { connection, createTestDesk } from '../../../../fakes/desk.ts'

const iban = 'DE89370400440532013000'
const payout = {
  ...{ amount: '30.00', currency: 'EUR', order_desc: 'Deposit back', ipaddress: '203.0.113.7' },
  ...{ account_number: iban, account_name: 'Ann Smith' },
}
const transfer = {
  ...{ deposit2card: 'true', amount: '7.00', currency: 'EUR', order_desc: 'x' },
  ipaddress: '203.0.113.7',
}

function open() {
  const settings = { ...connection.settings, extensions: ['transfer'] as OperationId[] }
  const desk = createTestDesk({ settings })
  const review = async (request: Record<string, string>, operation: OperationId = 'payout') => {
    const made = await reviewRequest(desk.ports, { connectionId: 'test-1', operation, request })
    if (!made.ok) throw new Error(JSON.stringify(made.fault))
    return made.value
  }
  /** Sent, and its outcome found by hand. */
  const pay = async (
    request: Record<string, string>,
    outcome: 'happened' | 'did-not-happen' | null = 'happened',
    operation: OperationId = 'payout',
  ): Promise<number> => {
    const { attemptId, token, twins } = await review(request, operation)
    desk.time.now += 60_000
    const twinsSeen = twins.map(({ id }) => id)
    const sent = await confirm(desk.ports, { attemptId, token, twinsSeen, hasCalledPayee: true })
    if (!sent.ok) throw new Error(JSON.stringify(sent.fault))
    const { sentAt } = desk.ports.journal.get(attemptId)!
    if (outcome !== null)
      desk.ports.journal.move({
        ...{ id: attemptId, from: ['ACCEPTED'], to: 'RESOLVED_BY_HAND', actor: 'anna' },
        ...{ origin: 'operator', patch: { message: '', handOutcome: outcome } },
      })
    return sentAt!
  }
  return { ...desk, review, pay }
}

describe('the account that a payout names', () => {
  it('was never paid, or so many times, however its number is typed', async () => {
    const { review, pay } = open()
    expect((await review(payout)).paidBefore).toEqual({
      ...{ count: 0, open: 0, lastAt: null, otherName: null },
    })
    await pay(payout)
    await pay({ ...payout, amount: '31.00' }, 'did-not-happen')
    const lastAt = await pay({ ...payout, amount: '32.00' })
    const typed = { ...payout, account_number: 'DE89 3704 0044 0532 0130 00' }
    const known = { count: 2, open: 0, lastAt, otherName: null }
    expect(await review(typed)).toMatchObject({ paidBefore: known, asksCall: false })
    expect((await review(typed, 'payout-check')).paidBefore).toEqual(known)
  })

  it('is not known by its last characters, nor by a number of another bank', async () => {
    const { review, pay } = open()
    await pay({ ...payout, account_number: '12345678', routing_number: '021000021' })
    for (const other of [
      { account_number: '99995678', routing_number: '021000021' },
      { account_number: '12345678', routing_number: '011000015' },
    ])
      expect((await review({ ...payout, ...other })).paidBefore?.count).toBe(0)
  })

  it('is told to have been paid under another name, and asks for a call', async () => {
    const { review, pay } = open()
    const at = await pay(payout, null)
    const other = { ...payout, account_name: 'Bob Jones', amount: '31.00' }
    const told = { count: 0, open: 1, lastAt: null, otherName: { name: 'Ann Smith', at } }
    expect(await review(other)).toMatchObject({ paidBefore: told, asksCall: true })
    // Money does not leave by a check.
    expect(await review(other, 'payout-check')).toMatchObject({ paidBefore: told, asksCall: false })
    await pay(other)
    expect(await review(other)).toMatchObject({ paidBefore: { otherName: null }, asksCall: false })
  })

  it('has the same name in another order, case or without its accents', async () => {
    const { review, pay } = open()
    await pay({ ...payout, account_name: 'Zoë Müller' })
    for (const account_name of ['MULLER, Zoe', 'zoë  müller'])
      expect((await review({ ...payout, account_name })).paidBefore?.otherName).toBeNull()
  })
})

it('a link names no account, whatever is known of its recipient', async () => {
  const { review } = open()
  const { account_number: _account, account_name: _name, ...link } = payout
  const asked = { ...link, email: 'zoe@example.org', phone: '+372 5550123' }
  expect((await review(asked, 'payout-form')).paidBefore).toBeNull()
})

it('a card that a transfer names is known by its reference, and not by its last four', async () => {
  const { review, pay } = open()
  const named = { ...transfer, destination_card_recurring_payment_id: 'rp-9' }
  await pay(named, 'happened', 'transfer')
  expect((await review(named, 'transfer')).paidBefore?.count).toBe(1)
})
