import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import type { Outcome } from '../../../../../src/main/gateway/client.ts'
import { connection, createTestDesk, placeOf } from '../../../../fakes/desk.ts'
import { accepted, clocked, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const request = {
  client_orderid: 'inv-1',
  orderid: '7000001',
  amount: '10.00',
  currency: 'EUR',
  comment: 'damaged',
}
const reversal = (amount: string, mark: string, status = 'approved') =>
  saleStatus(amount, {
    status,
    'transaction-type': 'reversal',
    'order-stage': `reversal_${status}`,
    'processor-tx-id': mark,
  })

async function reviewed(desk = createTestDesk(), fields: Record<string, string> = request) {
  const review = await reviewRequest(desk.ports, {
    connectionId: 'test-1',
    operation: 'return',
    request: fields,
  })
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  const { attemptId, token } = review.value
  return { ...desk, review: review.value, attemptId, token }
}
type Reviewed = Awaited<ReturnType<typeof reviewed>>
const send = (desk: Reviewed) =>
  confirm(desk.ports, { attemptId: desk.attemptId, token: desk.token })
const stateOf = (desk: Reviewed) => desk.ports.journal.get(desk.attemptId)?.state

describe('prepare', () => {
  it('sends nothing but a status request and shows what would be sent', async () => {
    const desk = await reviewed()
    expect(desk.gateway.sent).toEqual([])
    expect(desk.review.amount).toEqual({ amount: '10.00', currency: 'EUR' })
    expect(desk.review.remainingAfter).toEqual({ amount: '90.00', currency: 'EUR' })
    expect(stateOf(desk)).toBe('DRAFT')
  })
  it('names the amount also for the full refund of an untouched order', async () => {
    const { amount: _amount, currency: _currency, ...full } = request
    const desk = await reviewed(createTestDesk(), full)
    expect(desk.review.fields).toEqual(
      expect.arrayContaining([
        { name: 'amount', value: '100.00' },
        { name: 'currency', value: 'EUR' },
      ]),
    )
    expect(desk.review.amount).toEqual({ amount: '100.00', currency: 'EUR' })
  })
  it.each([
    ['return', { ...request }],
    [
      'payout',
      {
        amount: '10.00',
        currency: 'EUR',
        order_desc: 'Deposit back',
        ipaddress: '203.0.113.7',
        account_number: 'DE89370400440532013000',
      },
    ],
  ] as const)(
    'refuses a %s in a currency the connection may not use',
    async (operation, fields) => {
      const reviewIn = (currencies: string[]) => {
        const { ports } = createTestDesk({ settings: { currencies } })
        return reviewRequest(ports, {
          connectionId: 'test-1',
          operation,
          request: { ...fields },
        })
      }
      expect(formatMessages(await reviewIn(['USD', 'KWD']))).toMatchObject({
        ok: false,
        fault: {
          kind: 'input',
          field: 'currency',
          message: expect.stringMatching(/USD and KWD, not EUR.*Nothing was sent/) as unknown,
        },
      })
      expect(await reviewIn(['USD', 'EUR'])).toMatchObject({ ok: true })
      expect(await reviewIn([])).toMatchObject({ ok: true })
    },
  )
  it('sends the remainder as an explicit amount once something was returned', async () => {
    const first = await reviewed()
    await send(first)
    first.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(first.ports, first.ports.journal.get(first.attemptId)!)
    const { amount: _amount, currency: _currency, ...full } = request
    const second = await reviewed(first, full)
    expect(second.review.fields).toContainEqual({ name: 'amount', value: '90.00' })
  })
  it('refuses more than remains, an ambiguous amount and a foreign currency', async () => {
    const desk = createTestDesk()
    const refuse = async (more: Record<string, string>) => {
      const review = await reviewRequest(desk.ports, {
        connectionId: 'test-1',
        operation: 'return',
        request: { ...request, ...more },
      })
      return review.ok ? 'ok' : review.fault
    }
    expect(await refuse({ amount: '100.01' })).toMatchObject({ reason: 'over-remainder' })
    expect(await refuse({ amount: '1,234' })).toMatchObject({ kind: 'input', field: 'amount' })
    expect(await refuse({ currency: 'USD' })).toMatchObject({ kind: 'input', field: 'currency' })
    expect(await refuse({ comment: '' })).toMatchObject({ kind: 'input', field: 'comment' })
    expect(desk.ports.journal.recent(10)).toEqual([])
  })
})

describe('confirm', () => {
  it('sends nothing when its witness can’t be written, and says why', async () => {
    const desk = await reviewed()
    desk.ports.witness = () => Promise.resolve('The lock file could not be written (disk full).')
    expect(formatMessages(await send(desk))).toMatchObject({
      ok: false,
      fault: { sent: 'no', message: expect.stringContaining('disk full') },
    })
    expect(desk.gateway.sent).toEqual([])
    expect(formatMessages(desk.ports.journal.get(desk.attemptId))).toMatchObject({
      state: 'NOT_SENT',
      message: expect.stringContaining('disk full'),
    })
  })
  it('asks for that after SENDING was committed and before anything leaves', async () => {
    const desk = await reviewed()
    const seen: unknown[] = []
    desk.ports.witness = () => {
      seen.push(stateOf(desk), desk.db.inTransaction, desk.gateway.sent.length)
      return Promise.resolve(null)
    }
    await send(desk)
    expect(seen).toEqual(['SENDING', false, 0])
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('sends nothing when money was stopped while the keychain kept its mark', async () => {
    const desk = await reviewed()
    desk.ports.witness = async () => {
      desk.ports.stopMoney('The ledger is damaged.')
      return Promise.resolve(null)
    }
    expect(await send(desk)).toMatchObject({ ok: false, fault: { reason: 'money-stopped' } })
    expect(desk.gateway.sent).toEqual([])
    expect(stateOf(desk)).toBe('NOT_SENT')
  })
  it('sends once for fifty confirms of the same review', async () => {
    const desk = await reviewed()
    const results = await Promise.all(Array.from({ length: 50 }, () => send(desk)))
    expect(desk.gateway.sent).toHaveLength(1)
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    for (const result of results)
      if (!result.ok) expect(result.fault).toMatchObject({ reason: 'already-confirmed' })
  })
  it('refuses a wrong token and leaves the review usable', async () => {
    const desk = await reviewed()
    const wrong = await confirm(desk.ports, {
      attemptId: desk.attemptId,
      token: 'guess',
    })
    expect(wrong).toMatchObject({ ok: false, fault: { reason: 'confirmation-mismatch' } })
    expect((await send(desk)).ok).toBe(true)
  })
  it('refuses a review that is too old', async () => {
    const desk = await reviewed()
    desk.time.now += 15 * 60_000
    expect(await send(desk)).toMatchObject({ fault: { reason: 'confirmation-expired' } })
    expect(desk.gateway.sent).toEqual([])
  })
  it('stops when the order moved since the review', async () => {
    const desk = await reviewed()
    desk.gateway.status = reversal('100.00', 'tx-9')
    expect(await send(desk)).toMatchObject({ fault: { kind: 'denied', reason: 'order-moved' } })
    expect(desk.gateway.sent).toEqual([])
    expect(stateOf(desk)).toBe('UNDONE')
  })
  it('sends nothing when what would be signed is not what was confirmed', async () => {
    const desk = await reviewed()
    const { client } = desk.gateway
    const { build } = client
    client.build = async (...asked) => {
      const built = await build(...asked)
      return built.ok ? { ok: true, value: { ...built.value, digest: 'another' } } : built
    }
    expect(await send(desk)).toMatchObject({
      fault: { reason: 'confirmation-mismatch', sent: 'no' },
    })
    expect(desk.gateway.sent).toEqual([])
    expect(stateOf(desk)).toBe('UNDONE')
  })
  it('sends nothing when the status can’t be re-read, and says so', async () => {
    const desk = await reviewed()
    desk.gateway.statusFault = timedOut.fault
    expect(await send(desk)).toMatchObject({ fault: { kind: 'unreached', sent: 'no' } })
    expect(desk.gateway.sent).toEqual([])
  })
  it('sends nothing while money is stopped', async () => {
    const desk = await reviewed()
    desk.ports.stopMoney('the log was rolled back.')
    expect(await send(desk)).toMatchObject({ fault: { reason: 'money-stopped' } })
    expect(desk.gateway.sent).toEqual([])
  })
  it('blocks a second request for the order until the first is settled', async () => {
    const first = await reviewed()
    const second = await reviewed(first)
    first.gateway.onSend = () => timedOut
    expect(await send(first)).toMatchObject({ fault: { kind: 'outcome-unknown' } })
    expect(stateOf(first)).toBe('UNKNOWN')
    expect(await send(second)).toMatchObject({ ok: false, fault: { kind: 'denied' } })
    expect(first.gateway.sent).toHaveLength(1)
  })
  it('refuses a review once another request for the order has left, even when that one is settled', async () => {
    const first = await reviewed()
    const second = await reviewed(first, { ...request, amount: '5.00' })
    first.gateway.onSend = () => timedOut
    await send(first)
    const settled = resolveByHand(first.ports, {
      attemptId: first.attemptId,
      outcome: 'happened',
      reason: 'seen in the gateway’s back office',
      override: 'the customer waits',
    })
    expect(settled.ok).toBe(true)
    // The status shows nothing of it yet: only the ledger knows that the order was touched.
    expect(await send(second)).toMatchObject({ fault: { kind: 'denied', reason: 'order-moved' } })
    expect(first.gateway.sent).toHaveLength(1)
  })
  it('journals SENDING before the socket is asked for anything', async () => {
    const desk = await reviewed()
    const states: unknown[] = []
    desk.gateway.onSend = () => {
      states.push(stateOf(desk), desk.db.inTransaction)
      return accepted()
    }
    await send(desk)
    expect(states).toEqual(['SENDING', false])
  })
  it('calls a thrown error after SENDING an unknown outcome, never a failure', async () => {
    const desk = await reviewed()
    desk.gateway.onSend = () => {
      throw new Error('a bug')
    }
    expect(await send(desk)).toMatchObject({ fault: { kind: 'outcome-unknown', sent: 'maybe' } })
    expect(stateOf(desk)).toBe('UNKNOWN')
    expect(desk.reports).toHaveLength(1)
  })
  it('keeps the gateway’s refusal verbatim with its serial number', async () => {
    const desk = await reviewed()
    desk.gateway.onSend = () => ({
      kind: 'rejected',
      fault: {
        kind: 'rejected',
        sent: 'yes',
        message: 'INVALID_CONTROL_CODE',
        code: '7',
        serialNumber: 'sn-7',
        httpStatus: 400,
      },
      answer: {},
      ...clocked,
    })
    expect(await send(desk)).toMatchObject({
      fault: { message: 'INVALID_CONTROL_CODE', serialNumber: 'sn-7' },
    })
    expect(desk.ports.journal.get(desk.attemptId)).toMatchObject({
      state: 'REJECTED',
      serialNumber: 'sn-7',
    })
  })
  it('allows the next request after one that provably never left', async () => {
    const desk = await reviewed()
    desk.gateway.onSend = () => ({
      kind: 'not-sent',
      fault: { kind: 'unreached', sent: 'no', message: 'Nothing was sent.', detail: 'refused' },
    })
    await send(desk)
    expect(stateOf(desk)).toBe('NOT_SENT')
    desk.gateway.onSend = () => accepted()
    const again = await reviewed(desk)
    expect((await send(again)).ok).toBe(true)
  })
  it('writes every arrow to the audit log in its own transaction', async () => {
    const desk = await reviewed()
    await send(desk)
    const kinds = desk.ports.audit
      .timeline('order/test-1/7000001')
      .map((entry) => entry.kind)
      .filter((kind) => kind.startsWith('attempt:'))
    expect(kinds).toEqual([
      'attempt:draft',
      'attempt:approved',
      'attempt:sending',
      'attempt:accepted',
    ])
  })
})

describe('resolving and recovery', () => {
  it('makes a request that was being sent unknown at start-up and never sends it again', async () => {
    const desk = await reviewed()
    let release = (): void => undefined
    desk.gateway.onSend = () => new Promise((resolve) => (release = () => resolve(timedOut)))
    const sending = send(desk)
    await expect.poll(() => stateOf(desk)).toBe('SENDING')
    expect(recover(desk.ports).cut).toBe(1)
    expect(stateOf(desk)).toBe('UNKNOWN')
    release()
    await sending
    expect(stateOf(desk)).toBe('UNKNOWN')
    desk.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    expect(stateOf(desk)).toBe('SUCCEEDED')
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('closes reviews at start-up, whose confirmation then finds nothing to send', async () => {
    const desk = await reviewed()
    recover(desk.ports)
    expect(stateOf(desk)).toBe('EXPIRED')
    expect(await send(desk)).toMatchObject({ fault: { reason: 'already-confirmed' } })
    expect(desk.gateway.sent).toEqual([])
  })
  it('counts an unknown refund as spent until it is resolved', async () => {
    const desk = await reviewed(createTestDesk(), { ...request, amount: '60.00' })
    desk.gateway.onSend = () => timedOut
    await send(desk)
    const facts = desk.ports.orders.facts(placeOf('7000001'))
    expect(facts.returnable?.minor).toBe(4_000n)
    expect(facts.inProgress?.minor).toBe(6_000n)
  })
  it('counts a settled refund once, though both the attempt and the status tell of it', async () => {
    const desk = await reviewed()
    await send(desk)
    desk.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    const facts = desk.ports.orders.facts(placeOf('7000001'))
    expect(facts.returned?.minor).toBe(1_000n)
    expect(facts.returnable?.minor).toBe(9_000n)
    expect(facts.phase).toBe('partly-returned')
  })
  it('keeps a final state and notes the contradiction when the gateway later says otherwise', async () => {
    const desk = await reviewed()
    await send(desk)
    desk.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    desk.gateway.status = reversal('10.00', 'tx-2', 'declined')
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    expect(desk.ports.journal.get(desk.attemptId)).toMatchObject({ state: 'SUCCEEDED' })
    expect(desk.ports.orders.facts(placeOf('7000001')).conflict).toContain('declined')
    const next = await reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'return',
      request,
    })
    expect(next).toMatchObject({ ok: false, fault: { reason: 'not-possible' } })
    const cleared = resolveByHand(desk.ports, {
      attemptId: desk.attemptId,
      outcome: 'happened',
      reason: 'confirmed by support, ticket 12',
    })
    expect(cleared).toMatchObject({ ok: true, value: { state: 'SUCCEEDED', conflict: null } })
  })
  it('frees the order when a person settles an unknown request by hand, and counts what was found', async () => {
    const desk = await reviewed()
    desk.gateway.onSend = () => timedOut
    await send(desk)
    const settle = (outcome: 'happened' | 'did-not-happen') =>
      resolveByHand(desk.ports, {
        attemptId: desk.attemptId,
        outcome,
        reason: 'seen in the gateway’s back office',
        override: 'the customer waits',
      })
    expect(settle('happened').ok).toBe(true)
    expect(settle('did-not-happen').ok).toBe(false)
    const facts = desk.ports.orders.facts(placeOf('7000001'))
    expect(facts.returned?.minor).toBe(1_000n)
    expect(facts.openAttempt).toBeNull()
  })
  it('does not close an unknown request by an older refund that the gateway shows again', async () => {
    const first = await reviewed()
    await send(first)
    first.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(first.ports, first.ports.journal.get(first.attemptId)!)
    const second = await reviewed(first, { ...request, amount: '5.00' })
    await send(second)
    second.gateway.status = reversal('5.00', 'tx-3')
    await resolveAttempt(second.ports, second.ports.journal.get(second.attemptId)!)
    const third = await reviewed(second)
    third.gateway.onSend = () => timedOut
    await send(third)
    third.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(third.ports, third.ports.journal.get(third.attemptId)!)
    expect(stateOf(third)).toBe('UNKNOWN')
    third.gateway.status = reversal('10.00', 'tx-4')
    await resolveAttempt(third.ports, third.ports.journal.get(third.attemptId)!)
    expect(stateOf(third)).toBe('SUCCEEDED')
  })
  it('stops the order when the gateway shows a refund that it had refused', async () => {
    const desk = await reviewed()
    desk.gateway.onSend = () => rejected
    await send(desk)
    expect(stateOf(desk)).toBe('REJECTED')
    desk.gateway.status = reversal('10.00', 'tx-2')
    const again = () =>
      reviewRequest(desk.ports, { connectionId: 'test-1', operation: 'return', request })
    expect(await again()).toMatchObject({ ok: false, fault: { reason: 'not-possible' } })
    expect(desk.ports.journal.get(desk.attemptId)?.conflict).toContain('refused')
    const cleared = resolveByHand(desk.ports, {
      attemptId: desk.attemptId,
      outcome: 'happened',
      reason: 'confirmed by support, ticket 12',
    })
    expect(cleared.ok).toBe(true)
    // The same answer again is no news: what a person cleared stays cleared.
    expect((await again()).ok).toBe(true)
  })
  it('does not call a refused refund contradicted by the one that was sent after it', async () => {
    const first = await reviewed()
    first.gateway.onSend = () => rejected
    await send(first)
    first.time.now += 1_000
    const second = await reviewed(first)
    second.gateway.onSend = () => accepted()
    await send(second)
    second.gateway.status = reversal('10.00', 'tx-2')
    await resolveAttempt(second.ports, second.ports.journal.get(second.attemptId)!)
    expect(stateOf(second)).toBe('SUCCEEDED')
    expect(first.ports.journal.get(first.attemptId)?.conflict).toBeNull()
  })
  it('sees a contradiction also when the gateway moves the processing date with the status', async () => {
    const desk = await reviewed()
    await send(desk)
    const dated = (date: string, status = 'approved') => ({
      ...reversal('10.00', 'tx-2', status),
      'paynet-processing-date': date,
    })
    desk.gateway.status = dated('2026-11-21 09:00:00 UTC')
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    desk.gateway.status = dated('2026-11-21 09:10:00 UTC', 'declined')
    await resolveAttempt(desk.ports, desk.ports.journal.get(desk.attemptId)!)
    expect(desk.ports.journal.get(desk.attemptId)?.conflict).toContain('declined')
  })
})

describe('a ledger that can’t be written', () => {
  const full = (): never => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  it('refuses before sending, closes the attempt and stops money', async () => {
    const desk = await reviewed()
    const { move } = desk.ports.journal
    desk.ports.journal.move = (step) => (step.to === 'SENDING' ? full() : move(step))
    expect(await send(desk)).toMatchObject({
      fault: { kind: 'denied', sent: 'no', reason: 'money-stopped' },
    })
    expect(desk.gateway.sent).toEqual([])
    expect(stateOf(desk)).toBe('UNDONE')
    expect(formatMessages(desk.ports.moneyStop(connection))).toContain('ledger')
  })
  it('keeps the outcome of a sent request and writes it when there is room again', async () => {
    const desk = await reviewed()
    const { move } = desk.ports.journal
    desk.ports.journal.move = (step) => (step.to === 'ACCEPTED' ? full() : move(step))
    expect((await send(desk)).ok).toBe(true)
    expect(stateOf(desk)).toBe('SENDING')
    expect(desk.ports.outcomes.flush()).toBe(1)
    desk.ports.journal.move = move
    expect(desk.ports.outcomes.flush()).toBe(0)
    expect(stateOf(desk)).toBe('ACCEPTED')
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('leaves it unknown at the next start when there was no room until the end', async () => {
    const desk = await reviewed()
    const { move } = desk.ports.journal
    desk.ports.journal.move = (step) => (step.to === 'ACCEPTED' ? full() : move(step))
    await send(desk)
    expect(desk.ports.outcomes.close()).toBe(1)
    desk.ports.journal.move = move
    recover(desk.ports)
    expect(stateOf(desk)).toBe('UNKNOWN')
    expect(desk.ports.outcomes.flush()).toBe(0)
    expect(stateOf(desk)).toBe('UNKNOWN')
  })
  it('calls an attempt not sent when the program fails between the commit and the socket', async () => {
    const desk = await reviewed()
    const { move } = desk.ports.journal
    desk.ports.journal.move = (step) => {
      const moved = move(step)
      if (step.to === 'SENDING') full()
      return moved
    }
    expect(await send(desk)).toMatchObject({ fault: { sent: 'no' } })
    expect(desk.gateway.sent).toEqual([])
    expect(stateOf(desk)).toBe('NOT_SENT')
  })
})

const rejected: Outcome = {
  kind: 'rejected',
  fault: { kind: 'rejected', sent: 'yes', message: 'no', httpStatus: 400 },
  answer: {},
  ...clocked,
}

describe('a capture resolved by hand', () => {
  it('is no second capture when the gateway shows it, and the full refund is of what was taken', async () => {
    const desk = createTestDesk()
    const ask = (operation: 'capture' | 'return', fields: Record<string, string>) =>
      reviewRequest(desk.ports, { connectionId: 'test-1', operation, request: fields })
    const hold = { 'transaction-type': 'preauth', 'order-stage': 'auth_approved' }
    desk.gateway.status = saleStatus('300.00', hold)
    const { comment: _comment, ...capture } = { ...request, amount: '100.00' }
    const review = await ask('capture', capture)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    desk.gateway.onSend = () => timedOut
    await confirm(desk.ports, review.value)
    resolveByHand(desk.ports, {
      attemptId: review.value.attemptId,
      outcome: 'happened',
      reason: 'seen in the gateway’s back office',
      override: 'the customer waits',
    })
    desk.gateway.status = saleStatus('100.00', {
      'transaction-type': 'capture',
      'order-stage': 'capture_approved',
      'processor-tx-id': 'tx-2',
      'paynet-processing-date': '2026-11-21 09:00:00',
    })
    const { amount: _amount, currency: _currency, ...full } = request
    expect(await ask('return', full)).toMatchObject({
      ok: true,
      value: { amount: { amount: '100.00', currency: 'EUR' } },
    })
    expect(desk.ports.orders.facts(placeOf('7000001'))).toMatchObject({
      captured: { minor: 10_000n },
      capturable: { minor: 20_000n },
    })
  })
})
