// A transaction that was known before the sending proves nothing, however it is told again.
import { describe, expect, it } from 'vitest'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { openReturns, reversal, type Reported } from '../../return-rig.ts'

const dated = { 'paynet-processing-date': '2026-11-21 09:00:00 UTC' }
const moved = { 'paynet-processing-date': '2026-11-21 09:10:00 UTC' }
const processing = { status: 'processing', 'order-stage': 'reversal_processing' }
const declined = { status: 'declined', 'order-stage': 'reversal_declined' }

/**
 * One refund of 10.00 is told as `first` and closed, a second one is lost; then the first one is
 * told again as `again`.
 */
async function retold(first: Reported, again: Reported, how: 'lost' | 'accepted' = 'lost') {
  const desk = openReturns()
  const one = await desk.send('10.00')
  expect(await desk.tell(one, first)).not.toBe('UNKNOWN')
  const two = await desk.send('10.00', how)
  await desk.tell(two, again)
  return { ...desk, one, two }
}

describe('an outcome is not closed by a transaction that was known before', () => {
  it.each<[string, Reported, Reported]>([
    ['told again with a new date', reversal('10.00', 'A', dated), reversal('10.00', 'A', moved)],
    [
      'told again at another stage',
      reversal('10.00', 'A'),
      reversal('10.00', 'A', { 'order-stage': 'reversal_settled' }),
    ],
    ['told again with its first date', reversal('10.00', 'A'), reversal('10.00', 'A', dated)],
    [
      'told again under another name of a return',
      reversal('10.00', 'A'),
      reversal('10.00', 'A', { 'transaction-type': 'refund', 'order-stage': 'refund_approved' }),
    ],
    [
      'declined, told again with a new date',
      reversal('10.00', 'A', { ...declined, ...dated }),
      reversal('10.00', 'A', { ...declined, ...moved }),
    ],
    ['approved, told as declined now', reversal('10.00', 'A'), reversal('10.00', 'A', declined)],
    [
      'without an id, told again with a new date',
      reversal('10.00', '', dated),
      reversal('10.00', '', moved),
    ],
    [
      'without an id, told again at another stage',
      reversal('10.00', ''),
      reversal('10.00', '', { 'order-stage': 'reversal_settled' }),
    ],
    ['without an id, told again with one', reversal('10.00', ''), reversal('10.00', 'A')],
    ['with an id, told again without it', reversal('10.00', 'A'), reversal('10.00', '', dated)],
    [
      'with an id, told again without id and amount',
      reversal('10.00', 'A'),
      reversal('10.00', '', { amount: '', currency: '' }),
    ],
  ])('%s', async (_how, first, again) => {
    for (const how of ['lost', 'accepted'] as const) {
      const { state, two, row } = await retold(first, again, how)
      expect(state(two)).toBe(how === 'lost' ? 'UNKNOWN' : 'ACCEPTED')
      expect(row(two).conflict).toBeNull()
    }
  })

  it('seen as processing before ours left, and approved afterwards', async () => {
    const desk = openReturns()
    desk.gateway.status = reversal('10.00', 'A', processing)
    const { ports } = desk
    // A colleague's refund is under way: it is seen, and ours is reviewed once the gateway shows
    // the sale again.
    await desk.review('10.00')
    desk.gateway.status = { ...reversal('100.00', 'S'), 'transaction-type': 'sale' }
    const ours = await desk.send('10.00')
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('UNKNOWN')
    expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('SUCCEEDED')
    expect(ports.journal.get(ours)?.conflict).toBeNull()
  })

  it('but it is closed by a new transaction, also of the same amount', async () => {
    const { tell, two } = await retold(reversal('10.00', 'A', dated), reversal('10.00', 'A', moved))
    expect(await tell(two, reversal('10.00', 'B', moved))).toBe('SUCCEEDED')
  })

  it('nor by the event of a refund that a person found to have happened', async () => {
    const desk = openReturns()
    const one = await desk.send('10.00')
    const found = {
      attemptId: one,
      outcome: 'happened',
      reason: 'seen in the bank file',
      override: 'the customer waits',
    } as const
    expect(resolveByHand(desk.ports, found).ok).toBe(true)
    const two = await desk.send('10.00')
    expect(await desk.tell(two, reversal('10.00', 'A'))).toBe('UNKNOWN')
    expect(await desk.tell(two, reversal('10.00', 'A', dated))).toBe('UNKNOWN')
    expect(await desk.tell(two, reversal('10.00', 'B'))).toBe('SUCCEEDED')
  })

  it('nor without ids by the only event of two refunds of one amount', async () => {
    const desk = openReturns()
    const one = await desk.send('10.00')
    const found = {
      attemptId: one,
      outcome: 'happened',
      reason: 'seen in the bank file',
      override: 'the customer waits',
    } as const
    resolveByHand(desk.ports, found)
    const two = await desk.send('10.00')
    expect(await desk.tell(two, reversal('10.00', '', dated))).toBe('UNKNOWN')
    expect(await desk.tell(two, reversal('10.00', '', moved))).toBe('UNKNOWN')
  })

  it('leaves the first event to ours where a person found the earlier one not to have happened', async () => {
    const desk = openReturns()
    const one = await desk.send('10.00')
    const found = {
      attemptId: one,
      outcome: 'did-not-happen',
      reason: 'support says so',
      override: 'the customer waits',
    } as const
    resolveByHand(desk.ports, found)
    const two = await desk.send('10.00')
    expect(await desk.tell(two, reversal('10.00', 'A'))).toBe('SUCCEEDED')
  })
})
