// Which answers of the gateway tell of a request that was sent from here, so that one refund is one
// line of an order's timeline. Pure. An answer that may tell of another refund of the same amount
// stays a line of its own.
import {
  mayBeSameTransaction,
  outcomeOf,
  type StoredSnapshot,
} from '#shared/gateway/status/status.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'

type Sent = Pick<AttemptRow, 'id' | 'operation' | 'state' | 'amount' | 'sentAt' | 'resolvedBy'>

/** Each answer with the request that it tells of, if there is one. */
export const withRequests = <Told extends StoredSnapshot>(
  snapshots: readonly Told[],
  attempts: readonly Sent[],
): (Told & { attemptId: string | null })[] =>
  snapshots.map((told) => ({
    ...told,
    attemptId: attempts.find((one) => tellsOf(told, one, snapshots))?.id ?? null,
  }))

function tellsOf(told: StoredSnapshot, sent: Sent, all: readonly StoredSnapshot[]): boolean {
  if (sent.sentAt === null || told.at < sent.sentAt) return false
  if (sent.resolvedBy === told.seq) return true
  const end = all.find(({ seq }) => seq === sent.resolvedBy)
  // What was told on the way to the answer that ended it.
  if (end !== undefined)
    return told.seq < end.seq && mayBeSameTransaction(sent.operation, told, end)
  // While it is being processed nothing else is sent on the order from here.
  return (
    sent.state === 'ACCEPTED' &&
    outcomeOf(told.status, told.stage) === 'processing' &&
    mayBeSameTransaction(sent.operation, told, {
      ...told,
      amount: sent.amount,
      transactionMark: '',
    })
  )
}
