import { destinationKeys } from '#shared/gateway/twins.ts'
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { connectionRecord, moneySettings } from '#shared/connections/connection.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { lastSentCount } from '../../../../../src/main/ledger/journal/attempt-lists.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { connection, createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, clocked, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const iban = 'DE89370400440532013000'
const payout = {
  amount: '30.00',
  currency: 'EUR',
  order_desc: 'Deposit back',
  ipaddress: '203.0.113.7',
  account_number: iban,
}
const charge = { 'recurring-payment-id': 'rp-1', amount: '9.90', currency: 'EUR', order_desc: 'x' }
const rebill = {
  amount: '5.00',
  currency: 'EUR',
  order_desc: 'Lamp',
  cardrefid: '2045101',
  ipaddress: '203.0.113.7',
}
const transfer = {
  deposit2card: 'true',
  amount: '7.00',
  currency: 'EUR',
  order_desc: 'x',
  ipaddress: '203.0.113.7',
  destination_card_recurring_payment_id: 'rp-9',
}
const subscription = {
  amount: '9.90',
  currency: 'EUR',
  order_desc: 'Lamp club',
  period: 'monthly',
  interval: '1',
  type: 'auto',
  cardrefid: '2045101',
  email: 'zoe@example.org',
  'customer-ip': '203.0.113.7',
}
const link = { ...payout, email: 'zoe@example.org' }

function openDesk(undoMs = 0) {
  const settings = {
    ...connection.settings,
    money: moneySettings.parse({ undoMs }),
    extensions: ['process-recurring-payment', 'transfer'],
  }
  const other = connectionRecord.parse({ ...connection, id: 'test-2', name: 'By group', settings })
  const elsewhere = { ...other, id: 'test-3', name: 'Elsewhere', login: 'other-shop' }
  const desk = createTestDesk({ settings, others: [other, elsewhere] })
  const review = async (
    operation: OperationId,
    request: Record<string, string>,
    connectionId = 'test-1',
  ) => {
    const made = await reviewRequest(desk.ports, { connectionId, operation, request })
    if (!made.ok) throw new Error(JSON.stringify(made.fault))
    return made.value
  }
  const send = ({ attemptId, token }: { attemptId: string; token: string }, twinsSeen?: string[]) =>
    confirm(desk.ports, { attemptId, token, twinsSeen })
  const twinsOf = async (...asked: Parameters<typeof review>) =>
    (await review(...asked)).twins.map(({ id }) => id)
  return { ...desk, review, send, twinsOf }
}
const hours = 3_600_000
const refused = {
  kind: 'rejected',
  fault: { kind: 'rejected', sent: 'yes', message: 'Not possible', httpStatus: 400 },
  answer: { type: 'error', 'serial-number': 'sn-1' },
  ...clocked,
} as const

/** So many requests that nobody takes for the first one. */
async function sendOthers(desk: ReturnType<typeof openDesk>, count = lastSentCount): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const other = await desk.review('make-rebill', { ...rebill, amount: `${at + 100}.01` })
    await desk.send(other)
    close(desk, other.attemptId, 'SUCCEEDED')
  }
}
const close = (
  desk: ReturnType<typeof openDesk>,
  id: string,
  to: 'SUCCEEDED' | 'DECLINED' | 'FAILED',
) =>
  desk.ports.journal.move({
    id,
    from: ['ACCEPTED', 'UNKNOWN'],
    to,
    patch: { message: to },
    actor: 'paydesk',
    origin: 'service',
  })

describe('a twin of a payment', () => {
  it.each([
    ['payout', payout],
    ['payout-form', { ...link, account_number: undefined as never }],
    ['transfer', transfer],
    ['make-rebill', rebill],
    ['create-recurring-payment', subscription],
    ['process-recurring-payment', charge],
  ] as const)(
    '%s is named in the review, and sent only when it is said to be meant',
    async (id, fields) => {
      const desk = openDesk()
      const request = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      )
      desk.gateway.onSend = () => timedOut
      const first = await desk.review(id, request)
      expect(first.twins).toEqual([])
      await desk.send(first)
      desk.gateway.onSend = () => accepted()

      const second = await desk.review(id, request)
      expect(second.twins).toMatchObject([
        { id: first.attemptId, operation: id, state: 'UNKNOWN', sentAt: desk.time.now },
      ])
      for (const seen of [undefined, [], ['another'], [second.attemptId]])
        expect(formatMessages(await desk.send(second, seen))).toMatchObject({
          fault: {
            kind: 'denied',
            sent: 'no',
            reason: 'twin',
            message: expect.stringMatching(/same destination was sent by anna already.*second/),
          },
        })
      expect(desk.gateway.sent).toHaveLength(1)
      expect(await desk.send(second, [first.attemptId])).toMatchObject({ ok: true })
      expect(desk.gateway.sent).toHaveLength(2)
    },
  )

  it('is found although the clock was put a day ahead after it was sent', async () => {
    const desk = openDesk()
    const first = await desk.review('make-rebill', rebill)
    await desk.send(first)
    close(desk, first.attemptId, 'SUCCEEDED')
    desk.time.now += 25 * 3_600_000
    const second = await desk.review('make-rebill', rebill)
    expect(second.twins).toMatchObject([{ id: first.attemptId }])
  })

  it('is kept in the log with who it stands beside', async () => {
    const desk = openDesk()
    const first = await desk.review('payout', payout)
    await desk.send(first)
    const second = await desk.review('payout', payout)
    await desk.send(second, [first.attemptId])
    const sending = desk.ports.audit
      .timeline(`request/test-1/${desk.ports.journal.get(second.attemptId)!.clientOrderid}`)
      .find((entry) => entry.kind === 'attempt:sending')
    expect(sending?.details['twinsSeen']).toEqual([first.attemptId])
  })

  it('is found however its destination was typed, and over another record of the gateway', async () => {
    const desk = openDesk()
    const first = await desk.review('payout', payout)
    await desk.send(first)
    const spaced = { ...payout, account_number: 'de89 3704 0044 0532 0130 00' }
    expect(await desk.twinsOf('payout', spaced, 'test-2')).toEqual([first.attemptId])
    const byPhone = { ...payout, account_number: undefined as never, phone: '+49 151 555-01' }
    const { account_number: _account, ...phoned } = byPhone
    await desk.send(await desk.review('payout', phoned))
    expect(await desk.twinsOf('payout', { ...phoned, phone: '004915155501' })).toHaveLength(1)
  })

  it.each([
    ['an account number that looks like a card number', 'account_number', '4111 1111 1111 1111'],
    ['a phone number that looks like one', 'phone', '6011 0000 0007'],
  ])('is found where the ledger masks the destination: %s', async (_which, name, typed) => {
    const desk = openDesk()
    const { account_number: _account, ...rest } = payout
    const first = await desk.review('payout', { ...rest, [name]: typed })
    await desk.send(first)
    for (const again of [typed, typed.replaceAll(' ', '')])
      expect(await desk.twinsOf('payout', { ...rest, [name]: again })).toEqual([first.attemptId])
  })

  it('is found for the pay step of a checked payout, and of it', async () => {
    const desk = openDesk()
    const direct = await desk.review('payout', payout)
    await desk.send(direct)
    const check = await desk.review('payout-check', payout)
    expect(check.twins).toEqual([])
    desk.gateway.onSend = () => ({
      ...(accepted() as Extract<ReturnType<typeof accepted>, { kind: 'accepted' }>),
      answer: { type: 'async-response', 'paynet-order-id': '9000001' },
    })
    await desk.send(check)
    const { clientOrderid } = desk.ports.journal.get(check.attemptId)!
    const ids = { client_orderid: clientOrderid, orderid: '9000001' }
    desk.gateway.status = saleStatus('30.00', {
      'transaction-type': 'payout check',
      'paynet-order-id': ids.orderid,
      'merchant-order-id': ids.client_orderid,
    })
    await resolveAttempt(desk.ports, desk.ports.journal.get(check.attemptId)!)
    const pay = await desk.review('payout-pay', ids)
    expect(pay.twins).toMatchObject([{ id: direct.attemptId, operation: 'payout' }])
    expect(await desk.send(pay)).toMatchObject({ fault: { reason: 'twin' } })
    expect(await desk.send(pay, [direct.attemptId])).toMatchObject({ ok: true })
    const both = [pay.attemptId, direct.attemptId].sort()
    expect((await desk.twinsOf('payout', payout)).sort()).toEqual(both)
  })

  it('is none with another amount, currency, destination, operation or gateway account', async () => {
    const desk = openDesk()
    await desk.send(await desk.review('payout', payout))
    expect(await desk.twinsOf('payout', { ...payout, amount: '30.01' })).toEqual([])
    expect(await desk.twinsOf('payout', { ...payout, currency: 'USD' })).toEqual([])
    expect(
      await desk.twinsOf('payout', { ...payout, account_number: 'GB82WEST12345698765432' }),
    ).toEqual([])
    expect(await desk.twinsOf('payout', payout, 'test-3')).toEqual([])
    expect(await desk.twinsOf('payout-check', payout)).toEqual([])
    expect(await desk.twinsOf('payout', payout)).toHaveLength(1)
  })

  it('is none once it is known to have failed, or a day old and done; an open one stays', async () => {
    const desk = openDesk()
    for (const end of ['DECLINED', 'FAILED'] as const) {
      const first = await desk.review('make-rebill', rebill)
      await desk.send(first)
      close(desk, first.attemptId, end)
    }
    desk.gateway.onSend = () => timedOut
    const lost = await desk.review('make-rebill', rebill)
    await desk.send(lost)
    desk.gateway.onSend = () => accepted()
    await sendOthers(desk)
    desk.time.pass(23.9 * hours)
    expect(await desk.twinsOf('make-rebill', rebill)).toEqual([lost.attemptId])
    desk.time.pass(6.1 * hours)
    expect(await desk.twinsOf('make-rebill', rebill)).toEqual([lost.attemptId])
    close(desk, lost.attemptId, 'SUCCEEDED')
    expect(await desk.twinsOf('make-rebill', rebill)).toEqual([])
    // A clock that was put back leaves it in the future.
    desk.time.now -= 40 * hours
    expect(await desk.twinsOf('make-rebill', rebill)).toEqual([lost.attemptId])
  })

  it('that is done is asked about for a whole day, and a payout for 31 days', async () => {
    for (const [operation, request, lasts] of [
      ['make-rebill', rebill, 24 * hours],
      ['payout', payout, 31 * 24 * hours],
    ] as const) {
      const desk = openDesk()
      const first = await desk.review(operation, request)
      await desk.send(first)
      close(desk, first.attemptId, 'SUCCEEDED')
      await sendOthers(desk)
      desk.time.pass(lasts - 60_000)
      expect(await desk.twinsOf(operation, request)).toEqual([first.attemptId])
      desk.time.pass(120_000)
      expect(await desk.twinsOf(operation, request)).toEqual([])
    }
  })

  it('is found among the requests that were sent last, however the clocks were moved', async () => {
    const desk = openDesk()
    const first = await desk.review('make-rebill', rebill)
    await desk.send(first)
    close(desk, first.attemptId, 'SUCCEEDED')
    // The clock is put right in between, and the run is another one.
    desk.time.pass(48 * hours)
    expect(await desk.twinsOf('make-rebill', rebill)).toEqual([first.attemptId])
    await sendOthers(desk, lastSentCount - 1)
    expect(await desk.twinsOf('make-rebill', rebill)).toEqual([first.attemptId])
  })

  it('that was refused counts until the gateway was asked about it once more', async () => {
    const desk = openDesk()
    desk.gateway.onSend = () => refused
    const first = await desk.review('payout', payout)
    await desk.send(first)
    expect(desk.ports.journal.get(first.attemptId)?.state).toBe('REJECTED')
    expect(await desk.twinsOf('payout', payout)).toEqual([first.attemptId])
    desk.ports.journal.noteWatch(first.attemptId, 1, desk.time.now)
    expect(await desk.twinsOf('payout', payout)).toEqual([])
  })

  it('is found where another connection counts the digits of the currency otherwise', async () => {
    const desk = openDesk()
    const first = await desk.review('payout', payout)
    await desk.send(first)
    const amount = { minor: 300_000n, currency: 'EUR', digits: 4 }
    const keys = destinationKeys('payout', payout)
    const asked = { service: first.url, operations: ['payout'], keys, since: 0, countsRun: false }
    const { service } = desk.ports.journal.get(first.attemptId)!
    const found = desk.ports.journal.sentLately({ ...asked, service, amounts: [amount] })
    expect(found.map(({ id }) => id)).toEqual([first.attemptId])
    const other = { ...amount, minor: 300_001n }
    expect(desk.ports.journal.sentLately({ ...asked, service, amounts: [other] })).toEqual([])
  })

  it('that was refused counts once the gateway shows that it happened all the same', async () => {
    const desk = openDesk()
    const first = await desk.review('payout', payout)
    await desk.send(first)
    close(desk, first.attemptId, 'DECLINED')
    expect(await desk.twinsOf('payout', payout)).toEqual([])
    desk.ports.journal.noteConflict(first.attemptId, 'the payout was refused, but it is there')
    expect(await desk.twinsOf('payout', payout)).toEqual([first.attemptId])
  })

  it('resolved by hand counts when it happened only', async () => {
    for (const outcome of ['happened', 'did-not-happen'] as const) {
      const desk = openDesk()
      desk.gateway.onSend = () => timedOut
      const first = await desk.review('payout', payout)
      await desk.send(first)
      resolveByHand(desk.ports, {
        attemptId: first.attemptId,
        outcome,
        reason: 'asked the gateway’s support',
        override: 'the customer waits',
      })
      expect(await desk.twinsOf('payout', payout)).toHaveLength(outcome === 'happened' ? 1 : 0)
    }
  })

  it('that waits to be sent is named when the next one is confirmed', async () => {
    const desk = openDesk(150)
    const [one, two] = [await desk.review('payout', payout), await desk.review('payout', payout)]
    expect([one.twins, two.twins]).toEqual([[], []])
    const first = desk.send(one)
    expect(await desk.send(two)).toMatchObject({ fault: { reason: 'twin' } })
    expect(await desk.twinsOf('payout', payout)).toEqual([one.attemptId])
    const second = desk.send(two, [one.attemptId])
    expect([await first, await second]).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('that left after the confirmation stops the later one inside its SENDING transaction', async () => {
    const desk = openDesk(150)
    const [one, two] = [await desk.review('payout', payout), await desk.review('payout', payout)]
    const leaving = desk.send(two)
    const step = { id: one.attemptId, actor: 'maria', origin: 'operator' } as const
    const { journal, clock } = desk.ports
    journal.move({ ...step, from: ['DRAFT'], to: 'APPROVED', patch: { message: 'elsewhere' } })
    journal.move({
      ...step,
      from: ['APPROVED'],
      to: 'SENDING',
      patch: { message: 'elsewhere', sentAt: clock() },
    })
    expect(await leaving).toMatchObject({ fault: { reason: 'twin', sent: 'no' } })
    expect(desk.gateway.sent).toEqual([])
    expect(journal.get(two.attemptId)?.state).toBe('UNDONE')
  })
})
