// The amount of a status answer: told, not told, or told so that it can't be read exactly.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { fingerprintOf } from '#shared/gateway/status/status.ts'
import {
  matchStatus,
  type MatchedAttempt,
} from '../../../../../src/main/desk/payments/status/match-status.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { connection, placeOf } from '../../../../fakes/desk.ts'
import { faultOf, must } from '../../../../journeys/story.ts'
import { openReturns, reversal, type Reported } from '../../return-rig.ts'

const settings = connection.settings
const unreadable: [string, Reported][] = [
  ['a comma before one digit', reversal('40,0', 'A')],
  ['a comma between any two digits', reversal('1,04.00', 'A')],
  ['an unknown currency', reversal('40.00', 'A', { currency: 'XQQ' })],
  ['a third decimal', reversal('40.005', 'A')],
]

describe('an amount that can’t be read proves nothing', () => {
  it.each(unreadable)('of a full refund, told with %s', async (_how, reported) => {
    for (const how of ['lost', 'accepted'] as const) {
      const desk = openReturns()
      const ours = await desk.send(null, how)
      const open = desk.state(ours)
      expect(desk.row(ours).isFull).toBe(true)
      expect(await desk.tell(ours, reported)).toBe(open)
      expect(formatMessages(desk.row(ours).message)).toContain('can’t be read exactly')
      expect(desk.row(ours).conflict).toBeNull()
      for (const status of ['declined', 'error', 'processing'])
        expect(await desk.tell(ours, { ...reported, status })).toBe(open)
    }
  })

  it('is none for want of a currency: the order’s own is known, told or asked for', async () => {
    const reported = reversal('40.00', 'A', { currency: '' })
    const desk = openReturns()
    expect(await desk.tell(await desk.send('40.00', 'accepted'), reported)).toBe('SUCCEEDED')
    const silent = openReturns()
    silent.gateway.status = { ...silent.gateway.status, currency: '' }
    const ours = await silent.send('40.00', 'accepted')
    expect(await silent.tell(ours, reported)).toBe('SUCCEEDED')
    const lost = openReturns()
    lost.gateway.status = { ...lost.gateway.status, currency: '' }
    expect(await lost.tell(await lost.send('40.00'), reported)).toBe('UNKNOWN')
  })

  it('is kept as it was told, and said at the next review', async () => {
    const desk = openReturns()
    desk.gateway.status = { ...desk.gateway.status, amount: '100,0' }
    await desk.review('10.00')
    const [seen] = desk.ports.orders.snapshots(placeOf('7000001'))
    expect(seen).toMatchObject({ amount: null, unreadableAmount: '100,0 EUR' })
    const { reviewed } = await desk.review('10.00')
    expect(formatMessages(must(reviewed).warnings).join()).toContain(
      '“100,0 EUR”, which can’t be read exactly',
    )
  })

  it('is another answer than one with another unreadable amount, or with none', () => {
    const prints = [reversal('40,0', 'A'), reversal('41,0', 'A'), reversal('', 'A')].map(
      (reported) => fingerprintOf(snapshotOf(reported, settings)),
    )
    expect(new Set(prints).size).toBe(3)
  })

  it('nor does any answer prove a request about an order that named no amount', () => {
    const seen = snapshotOf(reversal('50.00', 'A'), settings)
    const snapshot = snapshotOf(reversal('100.00', 'S', { 'transaction-type': 'sale' }), settings)
    for (const state of ['UNKNOWN', 'ACCEPTED'] as const) {
      const attempt: MatchedAttempt = {
        operation: 'return',
        state,
        amount: null,
        isFull: true,
        snapshot,
        known: [snapshot],
      }
      expect(formatMessages(matchStatus(attempt, seen, fingerprintOf))).toMatchObject({
        kind: 'no-proof',
        message: expect.stringContaining('Resolve it by hand') as unknown,
      })
    }
  })
})

describe('A gateway that tells no amount in status', () => {
  it.each([
    ['a full refund, lost', null, 'lost'],
    ['a full refund, accepted', null, 'accepted'],
    ['a partial refund, lost', '40.00', 'lost'],
    ['a partial refund, accepted', '40.00', 'accepted'],
  ] as const)('closes no request by it: %s', async (_which, amount, how) => {
    const desk = openReturns()
    const ours = await desk.send(amount, how)
    const open = desk.state(ours)
    for (const status of ['processing', 'declined', 'error', 'approved'])
      expect(await desk.tell(ours, reversal('', 'A', { status }))).toBe(open)
    expect(formatMessages(desk.row(ours).message)).toContain('without its amount')
    expect(desk.row(ours).conflict).toBeNull()
  })

  it('leaves the request to a person, after which the order can be used on', async () => {
    const desk = openReturns()
    const ours = await desk.send('40.00', 'accepted')
    await desk.tell(ours, reversal('', 'A'))
    const input = { attemptId: ours, reason: 'seen in the gateway’s own records', override: 'now' }
    must(resolveByHand(desk.ports, { ...input, outcome: 'happened' }))
    const next = await desk.send('60.00', 'accepted')
    expect(desk.state(next)).toBe('ACCEPTED')
    // The first one's event, told again, is the first one's.
    expect(await desk.tell(next, reversal('', 'A', { 'paynet-processing-date': 'later' }))).toBe(
      'ACCEPTED',
    )
    expect(desk.row(ours).conflict).toBeNull()
  })

  it('leaves the event of a request resolved by hand with it, though somebody else’s came first', async () => {
    const desk = openReturns()
    const first = await desk.send('10.00')
    const reason = 'seen in the gateway’s own records'
    must(
      resolveByHand(desk.ports, { attemptId: first, outcome: 'happened', reason, override: 'now' }),
    )
    await desk.tell(first, reversal('', 'of-a-colleague'))
    const second = await desk.send('10.00')
    expect(await desk.tell(second, reversal('10.00', 'of-the-first'))).toBe('UNKNOWN')
    expect(await desk.tell(second, reversal('10.00', 'of-the-second'))).toBe('SUCCEEDED')
  })

  it.each([
    ['no amount', ''],
    ['an amount that can’t be read', '40,0'],
  ])('still shows that a refused refund happened: with %s', async (_how, amount) => {
    const desk = openReturns()
    const ours = await desk.send('40.00', 'refused')
    expect(await desk.tell(ours, reversal(amount, 'A'))).toBe('REJECTED')
    expect(formatMessages(desk.row(ours).conflict)).toContain('without a readable amount')
  })
})

describe('capturing the rest of a hold that began elsewhere', () => {
  it('asks for the amount, and goes on with one', async () => {
    const desk = openReturns()
    desk.gateway.status = reversal('20.00', 'C', {
      'transaction-type': 'capture',
      'order-stage': 'capture_approved',
    })
    const { reviewed } = await desk.review(null, 'capture')
    expect(formatMessages(faultOf(reviewed))).toMatchObject({
      kind: 'input',
      field: 'amount',
      message: expect.stringContaining('Enter the amount to capture') as unknown,
    })
    must((await desk.review('50.00', 'capture')).reviewed)
    expect(desk.gateway.sent).toEqual([])
  })
})
