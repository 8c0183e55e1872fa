// A request that was refused, or that a person resolved, is looked at for a day more: it may have
// happened all the same.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import type { HandOutcome } from '#shared/attempt.ts'
import type { Fault } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { leftMs, watchDelayMs } from '../../../../../src/main/desk/payments/status/poll-schedule.ts'
import { startPoller } from '../../../../../src/main/desk/payments/watch/status-poller.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import {
  resolveByHand,
  newerAnswerFault,
} from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import {
  resolveAttempt,
  watchAttempt,
} from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import type { Outcome } from '../../../../../src/main/gateway/client.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, clocked, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const refused: Outcome = {
  kind: 'rejected',
  fault: { kind: 'rejected', sent: 'yes', message: 'Amount exceeds', code: '5', httpStatus: 400 },
  answer: {},
  ...clocked,
}
const notReached: Outcome = {
  kind: 'not-sent',
  fault: { kind: 'unreached', sent: 'no', message: 'Nothing was sent.', detail: 'ECONNREFUSED' },
}
const notFound: Fault = {
  kind: 'rejected',
  sent: 'yes',
  message: 'ORDER_NOT_FOUND: order not found',
  httpStatus: 400,
}
const reversal = (mark: string, status = 'approved') =>
  saleStatus('10.00', { status, 'transaction-type': 'reversal', 'processor-tx-id': mark })
const requests = {
  return: {
    ...{ client_orderid: 'inv-1', orderid: '7000001', amount: '10.00', currency: 'EUR' },
    comment: 'damaged',
  },
  payout: {
    ...{ amount: '10.50', currency: 'EUR', order_desc: 'Gift', ipaddress: '203.0.113.7' },
    ...{ account_number: 'DE89370400440532013000', account_name: 'Zoë Müller' },
  },
}

function openDesk() {
  const desk = createTestDesk()
  const ask = (operation: OperationId & keyof typeof requests = 'return') =>
    reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation,
      request: requests[operation],
    })
  const send = async (outcome: Outcome, operation: keyof typeof requests = 'return') => {
    const review = await ask(operation)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    desk.gateway.onSend = () => outcome
    await confirm(desk.ports, review.value)
    return review.value.attemptId
  }
  const row = (id: string) => desk.ports.journal.get(id)!
  const resolve = (attemptId: string, outcome: HandOutcome) => {
    const typed = { reason: 'asked the gateway’s support', override: 'the customer waits' }
    expect(resolveByHand(desk.ports, { attemptId, outcome, ...typed }).ok).toBe(true)
  }
  return {
    ...desk,
    ask,
    send,
    row,
    resolve,
    watch: (id: string) => watchAttempt(desk.ports, row(id)),
  }
}
/** How the gateway shows a payout of this computer as paid. */
const paid = (clientOrderid: string) =>
  saleStatus('10.50', {
    ...{ 'transaction-type': 'payout', 'order-stage': 'payout_approved' },
    ...{ 'paynet-order-id': '7000009', 'merchant-order-id': clientOrderid },
  })

describe('a request that was refused', () => {
  it('and shows up as a paid payout is a contradiction that the poll sees', async () => {
    const desk = openDesk()
    const id = await desk.send(refused, 'payout')
    expect(desk.row(id)).toMatchObject({ state: 'REJECTED', orderid: '' })
    desk.gateway.status = paid(desk.row(id).clientOrderid)
    await desk.watch(id)
    expect(desk.row(id)).toMatchObject({ state: 'REJECTED', orderid: '7000009', nextCheckAt: null })
    expect(formatMessages(desk.row(id).conflict)).toMatch(
      /payout was refused, but the gateway shows a payout/,
    )
    expect(desk.ports.journal.contradicted().map((one) => one.id)).toEqual([id])
  })
  it('and shows up as a paid payout is a contradiction that any look-up sees', async () => {
    for (const by of ['client_orderid', 'orderid'] as const) {
      const desk = openDesk()
      const id = await desk.send(refused, 'payout')
      const { clientOrderid } = desk.row(id)
      desk.gateway.status = paid(clientOrderid)
      const value = by === 'orderid' ? '7000009' : clientOrderid
      await lookUp(desk.ports, { connectionId: 'test-1', by, value })
      expect(formatMessages(desk.row(id).conflict)).toContain('was refused')
    }
  })
  it('blocks nothing while it is looked at, keeps its words, and is let go after a day', async () => {
    const desk = openDesk()
    const id = await desk.send(refused, 'payout')
    const { message } = desk.row(id)
    desk.gateway.statusFault = notFound
    let ms = 0
    for (let next = watchDelayMs(0); next !== null; next = watchDelayMs(desk.row(id).watched)) {
      expect(desk.row(id).nextCheckAt).toBe(desk.time.now + next)
      ms += next
      desk.time.pass(next)
      await desk.watch(id)
    }
    expect(ms).toBe(24 * 3_600_000)
    expect(desk.row(id)).toMatchObject({ nextCheckAt: null, conflict: null, message, checks: 0 })
    desk.gateway.statusFault = null
    expect((await desk.ask()).ok).toBe(true)
  })
  it('is not counted as looked at when nobody answered', async () => {
    const desk = openDesk()
    const id = await desk.send(refused)
    desk.gateway.statusFault = timedOut.fault
    await desk.watch(id)
    expect(desk.row(id)).toMatchObject({ watched: 0, nextCheckAt: desk.time.now + 60_000 })
  })
  it('and is done late, after another one was sent and done, is a contradiction', async () => {
    const desk = openDesk()
    const first = await desk.send(refused)
    const second = await desk.send(accepted())
    // While the second is under way, what shows up is taken for the second.
    desk.gateway.status = reversal('tx-2', 'processing')
    await resolveAttempt(desk.ports, desk.row(second))
    expect(desk.row(first).conflict).toBeNull()
    desk.gateway.status = reversal('tx-2')
    await resolveAttempt(desk.ports, desk.row(second))
    expect(desk.row(second).state).toBe('SUCCEEDED')
    expect(desk.row(first).conflict).toBeNull()
    desk.gateway.status = reversal('tx-3')
    await desk.watch(first)
    expect(formatMessages(desk.row(first).conflict)).toContain('was refused')
  })
})

describe('a request that the gateway ended with an error', () => {
  async function failed() {
    const desk = openDesk()
    const id = await desk.send(accepted())
    desk.gateway.status = reversal('tx-2', 'error')
    await resolveAttempt(desk.ports, desk.row(id))
    expect(desk.row(id)).toMatchObject({
      ...{ state: 'FAILED', nextCheckAt: desk.time.now + 60_000 },
    })
    return { ...desk, id }
  }

  it('and then approves is a contradiction that the poll sees', async () => {
    const desk = await failed()
    desk.gateway.status = reversal('tx-2')
    await desk.watch(desk.id)
    expect(desk.row(desk.id)).toMatchObject({ state: 'FAILED', nextCheckAt: null })
    expect(formatMessages(desk.row(desk.id).conflict)).toContain('is now “approved”')
    expect(await desk.ask()).toMatchObject({ ok: false, fault: { sent: 'no' } })
  })
  it('and then approves under another transaction ID is a contradiction as well', async () => {
    const desk = await failed()
    desk.gateway.status = reversal('tx-3')
    await desk.watch(desk.id)
    expect(formatMessages(desk.row(desk.id).conflict)).toContain('was closed as not done')
  })
  it('blocks nothing while it is looked at, and an older word says nothing new', async () => {
    const desk = await failed()
    desk.gateway.status = reversal('tx-2', 'processing')
    await desk.watch(desk.id)
    expect(desk.row(desk.id)).toMatchObject({ conflict: null, watched: 1 })
    desk.gateway.status = reversal('tx-2', 'error')
    expect((await desk.ask()).ok).toBe(true)
  })
  it('and a decline of the bank is looked at no more', async () => {
    const desk = openDesk()
    const id = await desk.send(accepted())
    desk.gateway.status = reversal('tx-2', 'declined')
    await resolveAttempt(desk.ports, desk.row(id))
    expect(desk.row(id)).toMatchObject({ state: 'DECLINED', nextCheckAt: null })
  })
})

describe('a request that a person resolved', () => {
  it('as not done, and that the gateway shows after another one could not leave, stops its order', async () => {
    const desk = openDesk()
    const id = await desk.send(timedOut)
    desk.resolve(id, 'did-not-happen')
    const later = await desk.send(notReached)
    expect(desk.row(later).state).toBe('NOT_SENT')
    desk.gateway.status = reversal('tx-2')
    await desk.watch(id)
    expect(formatMessages(desk.row(id).conflict)).toContain('was resolved by hand as not done')
  })
  it('as not done, and that the gateway then shows, stops its order', async () => {
    const desk = openDesk()
    const id = await desk.send(timedOut)
    desk.resolve(id, 'did-not-happen')
    expect((await desk.ask()).ok).toBe(true)
    desk.gateway.status = reversal('tx-2')
    await desk.watch(id)
    expect(desk.row(id)).toMatchObject({ state: 'RESOLVED_BY_HAND', nextCheckAt: null })
    expect(formatMessages(desk.row(id).conflict)).toContain(
      'was resolved by hand as not done, but the gateway shows',
    )
    expect(await desk.ask()).toMatchObject({ ok: false, fault: { sent: 'no' } })
  })
  it('as not done is contradicted by the re-read of a review as well', async () => {
    const desk = openDesk()
    const id = await desk.send(timedOut)
    desk.resolve(id, 'did-not-happen')
    desk.gateway.status = reversal('tx-2')
    expect(await desk.ask()).toMatchObject({ ok: false, fault: { sent: 'no' } })
    expect(formatMessages(desk.row(id).conflict)).toContain('was resolved by hand as not done')
  })
  it('as not done, against what the gateway showed already, is that person’s word', async () => {
    const desk = openDesk()
    const id = await desk.send(accepted())
    desk.gateway.status = reversal('tx-2', 'processing')
    await resolveAttempt(desk.ports, desk.row(id))
    desk.resolve(id, 'did-not-happen')
    await desk.watch(id)
    expect(desk.row(id).conflict).toBeNull()
    desk.gateway.status = reversal('tx-2')
    await desk.watch(id)
    expect(formatMessages(desk.row(id).conflict)).toContain('was resolved by hand as not done')
  })
  it('as done, and that the gateway then shows as declined, stops its order', async () => {
    const desk = openDesk()
    const id = await desk.send(timedOut)
    desk.resolve(id, 'happened')
    desk.gateway.status = reversal('tx-2')
    await desk.watch(id)
    expect(desk.row(id)).toMatchObject({ conflict: null, watched: 1 })
    const other = openDesk()
    const lost = await other.send(timedOut)
    other.resolve(lost, 'happened')
    other.gateway.status = reversal('tx-2', 'declined')
    await other.watch(lost)
    expect(formatMessages(other.row(lost).conflict)).toContain(
      'was resolved by hand as done, but the gateway shows',
    )
  })
})

describe('the poller and what is watched', () => {
  afterEach(() => vi.useRealTimers())
  it('looks a minute after a refusal, and at once where the due time came from another clock', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const desk = openDesk()
    desk.ports.monotonic = () => performance.now()
    const poller = startPoller(desk.ports)
    desk.moved.push(() => poller.wake())
    const id = await desk.send(refused)
    desk.gateway.statusReads = 0
    await vi.advanceTimersByTimeAsync(59_000)
    expect(desk.gateway.statusReads).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([desk.gateway.statusReads, desk.row(id).watched]).toEqual([1, 1])
    poller.stop()
    const year = 365 * 86_400_000
    expect(leftMs(desk.time.now + 10 * year, desk.time.now)).toBe(0)
    expect(leftMs(desk.time.now - 10 * year, desk.time.now)).toBe(0)
    expect(leftMs(desk.time.now + 60_000, desk.time.now)).toBe(60_000)
  })
})

describe('A contradiction that grows while somebody reads it', () => {
  async function contradicted(outcome: Outcome) {
    const desk = openDesk()
    const id = await desk.send(outcome)
    const tell = async (status: Record<string, string>) => {
      desk.gateway.status = status
      await resolveAttempt(desk.ports, desk.row(id))
    }
    const reported = () => desk.ports.orders.newest(desk.row(id))
    const unseen = (reportedSeq: number | null) =>
      newerAnswerFault(desk.ports, { attemptId: id, reportedSeq })
    return { ...desk, id, tell, reported, unseen }
  }

  it('is not cleared by who saw “processing” and not the “approved” that came meanwhile', async () => {
    const desk = await contradicted(refused)
    await desk.tell(reversal('tx-2', 'processing'))
    const shown = desk.reported()
    expect(formatMessages(desk.row(desk.id).conflict)).toContain('“processing”')
    await desk.tell(reversal('tx-2'))
    expect(desk.unseen(shown)).toMatchObject({ kind: 'denied', reason: 'told-since' })
    const conflict = formatMessages(desk.row(desk.id).conflict)
    expect(conflict).toContain('“processing”')
    expect(conflict).toContain('“approved”')
    expect(desk.unseen(desk.reported())).toBeNull()
  })

  it('is cleared although the gateway moves the date of what was shown with every answer', async () => {
    const desk = await contradicted(refused)
    const tellOn = (date: string) =>
      desk.tell({ ...reversal('tx-2'), 'paynet-processing-date': date })
    await tellOn('2026-11-20 09:00:00')
    const shown = desk.reported()
    await tellOn('2026-11-20 09:00:04')
    expect(desk.reported()).not.toBe(shown)
    expect(desk.unseen(shown)).toBeNull()
    await desk.tell(reversal('tx-3'))
    expect(desk.unseen(shown)).toMatchObject({ reason: 'told-since' })
  })

  it('says the same only once, however often the gateway goes to and fro', async () => {
    const desk = await contradicted(refused)
    for (const status of ['processing', 'approved', 'processing', 'approved'])
      await desk.tell(reversal('tx-2', status))
    expect(formatMessages(desk.row(desk.id).conflict)?.match(/was refused/g)).toHaveLength(2)
  })

  it('names the transaction, so that a second one is another contradiction', async () => {
    const desk = await contradicted(refused)
    await desk.tell(reversal('tx-2'))
    await desk.tell(reversal('tx-3'))
    expect(desk.row(desk.id).conflict).toMatch(/^\[.*tx-2.*tx-3/)
  })

  it('is raised again by a later, different word, and the request is watched on', async () => {
    const desk = await contradicted(refused)
    await desk.tell(reversal('tx-2', 'processing'))
    await watchAttempt(desk.ports, desk.row(desk.id))
    expect(desk.row(desk.id).nextCheckAt).toBeNull()
    desk.resolve(desk.id, 'did-not-happen')
    expect(desk.row(desk.id)).toMatchObject({ state: 'REJECTED', conflict: null })
    expect(desk.row(desk.id).nextCheckAt).toBeGreaterThan(desk.ports.clock())
    await watchAttempt(desk.ports, desk.row(desk.id))
    expect(desk.row(desk.id).conflict).toBeNull()
    desk.gateway.status = reversal('tx-2')
    await watchAttempt(desk.ports, desk.row(desk.id))
    expect(formatMessages(desk.row(desk.id).conflict)).toContain('“approved”')
  })

  it('is raised again though another request was sent meanwhile, which knew of the transaction', async () => {
    const desk = await contradicted(refused)
    await desk.tell(reversal('tx-2', 'processing'))
    desk.resolve(desk.id, 'did-not-happen')
    desk.gateway.status = saleStatus('100.00')
    const later = await desk.send(refused)
    await desk.tell(reversal('tx-2'))
    expect(formatMessages(desk.row(desk.id).conflict)).toContain('“approved”')
    expect(desk.row(later).conflict).toBeNull()
  })

  it('nor is an open request resolved by who has not read the newest answer', async () => {
    const desk = await contradicted(timedOut)
    const shown = desk.reported()
    await desk.tell(saleStatus('10.00', { status: 'processing', 'transaction-type': 'reversal' }))
    expect(desk.unseen(shown)).toMatchObject({ reason: 'told-since' })
    expect(desk.row(desk.id).state).toBe('UNKNOWN')
  })
})
