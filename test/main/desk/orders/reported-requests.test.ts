// An answer belongs to the request that it surely tells of, and to no other.
import { expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { withRequests } from '../../../../src/main/desk/orders/reported-requests.ts'

const money = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })
const reported = (seq: number, more: Partial<StoredSnapshot> = {}): StoredSnapshot => ({
  ...{ seq, at: seq * 1_000, status: 'approved', transactionType: 'reversal', stage: '' },
  ...{ amount: money(2_000n), transactionMark: `tx-${seq}` },
  ...{ partialReturn: null, partialCapture: null, reason: '' },
  ...more,
})
const sent = {
  ...{ id: 'a', operation: 'return', state: 'SUCCEEDED' as const, amount: money(2_000n) },
  ...{ sentAt: 1_500, resolvedBy: 3, message: '' },
}
const ids = (
  snapshots: StoredSnapshot[],
  attempts: (typeof sent | Parameters<typeof withRequests>[1][number])[],
) => withRequests(snapshots, attempts).map(({ attemptId }) => attemptId)

it('the answer that ended a request, and what was told of it on the way', () => {
  const sale = reported(1, { transactionType: 'sale' })
  const onTheWay = reported(2, { status: 'processing', transactionMark: 'tx-3' })
  expect(ids([sale, onTheWay, reported(3)], [sent])).toEqual([null, 'a', 'a'])
})

it('not the refund of somebody else, though it is of the same amount', () => {
  expect(ids([reported(2), reported(3), reported(4)], [sent])).toEqual([null, 'a', null])
})

it('of a request that is being processed, what is told as processing', () => {
  const open = { ...sent, state: 'ACCEPTED' as const, resolvedBy: null }
  const processing = reported(2, { status: 'processing' })
  expect(ids([processing], [open])).toEqual(['a'])
  expect(ids([reported(2, { status: 'processing', amount: money(900n) })], [open])).toEqual([null])
  expect(ids([reported(2)], [open])).toEqual([null])
})

it('of an unknown request that the gateway has named, what is told as processing', () => {
  const message = say('requests.processing')
  const open = { ...sent, state: 'UNKNOWN' as const, resolvedBy: null, message }
  const processing = reported(2, { status: 'processing' })
  expect(ids([processing], [open])).toEqual(['a'])
  expect(ids([reported(2)], [open])).toEqual([null])
  expect(ids([processing], [{ ...open, message: say('requests.no-change') }])).toEqual([null])
})

it('nothing of a request whose outcome is unknown, or that was never sent', () => {
  const processing = reported(2, { status: 'processing' })
  expect(ids([processing], [{ ...sent, state: 'UNKNOWN', resolvedBy: null }])).toEqual([null])
  expect(ids([reported(3)], [{ ...sent, sentAt: null }])).toEqual([null])
})
