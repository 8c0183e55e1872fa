// What a person found not to have happened is sent again under the SAME merchant order id, once,
// and only while the gateway knows no such order.
import { describe, expect, it } from 'vitest'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'
import type { Fault } from '#shared/fault.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import type { Outcome } from '../../../../../src/main/gateway/client.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import { connection, createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, clocked, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const notFound: Fault = {
  kind: 'rejected',
  sent: 'yes',
  message: 'ORDER_NOT_FOUND: order not found',
  httpStatus: 400,
}
const request = {
  ...{ amount: '10.50', currency: 'EUR', order_desc: 'Gift', ipaddress: '203.0.113.7' },
  ...{ account_number: 'DE89370400440532013000', account_name: 'Zoë Müller' },
}

/**
 * A desk with a payout of which nobody has a trace, resolved as not done unless it is said
 * otherwise.
 */
async function lost(outcome: 'happened' | 'did-not-happen' | null = 'did-not-happen') {
  const elsewhere = connectionRecord.parse({ ...connection, id: 'test-2', login: 'other-shop' })
  const desk = createTestDesk({ others: [elsewhere] })
  desk.gateway.statusFault = notFound
  const ask = async (
    again?: string,
    fields: Record<string, string> = request,
    connectionId = 'test-1',
  ) =>
    formatMessages(
      await reviewRequest(desk.ports, {
        ...{ connectionId, operation: 'payout', request: fields, again },
      }),
    )
  const review = async (again?: string) => {
    const made = await ask(again)
    if (!made.ok) throw new Error(JSON.stringify(made.fault))
    return made.value
  }
  const send = async (made: { attemptId: string; token: string }, onSend: Outcome = accepted()) => {
    desk.gateway.onSend = () => onSend
    return formatMessages(await confirm(desk.ports, made))
  }
  const row = (id: string) => desk.ports.journal.get(id)!
  const resolve = (attemptId: string, said: 'happened' | 'did-not-happen') =>
    resolveByHand(desk.ports, {
      ...{ attemptId, outcome: said, reason: 'support says so', override: 'it is urgent' },
    })
  const first = await review()
  await send(first, timedOut)
  const id = first.attemptId
  if (outcome !== null) resolve(id, outcome)
  /** The gateway shows the payout from now on. */
  const show = (): void => {
    desk.gateway.statusFault = null
    desk.gateway.status = saleStatus('10.50', {
      ...{ 'transaction-type': 'payout', 'paynet-order-id': '7000009' },
      'merchant-order-id': row(id).clientOrderid,
    })
  }
  return { ...desk, id, row, ask, review, send, resolve, show }
}
const refusedWith = (message: RegExp) => ({
  ok: false,
  fault: { sent: 'no', message: expect.stringMatching(message) as string },
})

describe('a request that was resolved as not done', () => {
  it('is sent again under the same merchant order id, and names what it replaces', async () => {
    const desk = await lost()
    const again = await desk.review(desk.id)
    expect(formatMessage(again.warnings.join())).toContain('sent again under the merchant order ID')
    expect(await desk.send(again)).toMatchObject({ ok: true, value: { state: 'ACCEPTED' } })
    const [first, second] = desk.gateway.sent
    expect(second?.fields['client_orderid']).toBe(first?.fields['client_orderid'])
    expect(desk.row(again.attemptId)).toMatchObject({ replaces: desk.id, id: again.attemptId })
    const subject = `request/test-1/${desk.row(desk.id).clientOrderid}`
    const drafts = desk.ports.audit.timeline(subject).filter(({ kind }) => kind === 'attempt:draft')
    expect(drafts.map(({ details }) => details['replaces'])).toEqual([undefined, desk.id])
  })
  it('and is done then, is one order with one outcome', async () => {
    const desk = await lost()
    const again = await desk.review(desk.id)
    await desk.send(again)
    desk.show()
    for (let looks = 0; looks < 2; looks += 1) {
      await resolveAttempt(desk.ports, desk.row(again.attemptId))
      expect(desk.row(again.attemptId)).toMatchObject({ state: 'SUCCEEDED', orderid: '7000009' })
      expect(desk.row(desk.id)).toMatchObject({ orderid: '7000009', conflict: null })
    }
  })
  it('is not sent again over a connection that leads to another gateway account', async () => {
    const desk = await lost()
    expect(await desk.ask(desk.id, request, 'test-2')).toMatchObject(
      refusedWith(/can’t be sent again here/),
    )
  })
  it('is reviewed with a word that a gateway may take its ID twice', async () => {
    const desk = await lost()
    expect((await desk.review(desk.id)).warnings.join()).toMatch(
      /safe only if this gateway refuses an ID that it knows/,
    )
  })
  it('is not sent again with another field', async () => {
    const desk = await lost()
    for (const [field, value] of [
      ['amount', '10.51'],
      ['account_number', 'EE382200221020145685'],
      ['order_desc', 'Present'],
    ] as const)
      expect(await desk.ask(desk.id, { ...request, [field]: value })).toMatchObject({
        fault: { kind: 'input', field },
      })
  })
  it('is not sent again when the gateway shows it by now, and that is a contradiction', async () => {
    const desk = await lost()
    desk.show()
    expect(await desk.ask(desk.id)).toMatchObject(refusedWith(/now shows an order with/))
    expect(formatMessages(desk.row(desk.id).conflict)).toContain('was resolved by hand as not done')
    desk.gateway.statusFault = notFound
    expect(await desk.ask(desk.id)).toMatchObject(refusedWith(/now shows an order with/))
  })
  it('is not sent again when it shows up after the review', async () => {
    const desk = await lost()
    const again = await desk.review(desk.id)
    desk.show()
    expect(await desk.send(again)).toMatchObject(refusedWith(/now shows an order with/))
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('is not sent again when another look-up finds it while the request is signed', async () => {
    const desk = await lost()
    const again = await desk.review(desk.id)
    const { client } = desk.gateway
    const { build } = client
    client.build = (...asked) => {
      desk.ports.journal.learnOrderid(desk.id, '7000009')
      return build(...asked)
    }
    expect(await desk.send(again)).toMatchObject(refusedWith(/now shows an order with/))
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('is not sent again while the gateway gives no answer', async () => {
    const desk = await lost()
    desk.gateway.statusFault = timedOut.fault
    expect((await desk.ask(desk.id)).ok).toBe(false)
    desk.gateway.statusFault = notFound
    const again = await desk.review(desk.id)
    desk.gateway.statusFault = timedOut.fault
    expect(await desk.send(again)).toMatchObject({ ok: false, fault: { sent: 'no' } })
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('is sent again once, however many reviews were made', async () => {
    const desk = await lost()
    const [one, two] = [await desk.review(desk.id), await desk.review(desk.id)]
    await desk.send(one, timedOut)
    expect(await desk.send(two)).toMatchObject({ ok: false, fault: { sent: 'no' } })
    desk.resolve(one.attemptId, 'did-not-happen')
    expect(await desk.ask(desk.id)).toMatchObject(refusedWith(/sent again already/))
    expect((await desk.ask(one.attemptId)).ok).toBe(true)
    expect(desk.gateway.sent).toHaveLength(2)
  })
  it('may be sent again when the second one never left', async () => {
    const desk = await lost()
    const unreached: Outcome = {
      kind: 'not-sent',
      fault: { kind: 'unreached', sent: 'no', message: 'down', detail: '' },
    }
    await desk.send(await desk.review(desk.id), unreached)
    expect((await desk.ask(desk.id)).ok).toBe(true)
  })
})

it.each([
  ['unknown', null],
  ['resolved as done', 'happened'],
] as const)('a request that is %s is not sent again', async (_how, outcome) => {
  const desk = await lost(outcome)
  expect(await desk.ask(desk.id)).toMatchObject(refusedWith(/resolved as not done/))
})

it('a request that was refused, or is about an order, is not sent again', async () => {
  const desk = await lost()
  const refused: Outcome = {
    kind: 'rejected',
    fault: { kind: 'rejected', sent: 'yes', message: 'No', httpStatus: 400 },
    answer: {},
    ...clocked,
  }
  const other = await desk.review()
  await desk.send(other, refused)
  expect(await desk.ask(other.attemptId)).toMatchObject(refusedWith(/resolved as not done/))
  expect(await desk.ask('nothing')).toMatchObject(refusedWith(/no such request/))
})
