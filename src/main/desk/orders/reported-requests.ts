// Which answers of the gateway tell of a request that was sent from here, so that one refund is one
// line of an order's timeline. Pure. An answer that may tell of another refund of the same amount
// stays a line of its own.
import { readStored } from '#shared/message.ts'
import {
  mayBeSameTransaction,
  outcomeOf,
  type StoredSnapshot,
} from '#shared/gateway/status/status.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'

type Sent = Pick<
  AttemptRow,
  'id' | 'operation' | 'state' | 'amount' | 'sentAt' | 'resolvedBy' | 'message'
>

/** Nobody may be told that it may not have arrived, once the gateway itself has named it. */
export function isAtWork(message: string): boolean {
  const said = readStored(message)
  return said !== null && !Array.isArray(said) && said.code === 'requests.processing'
}

/** Each answer with the request that it tells of, if there is one. */
export const withRequests = <Reported extends StoredSnapshot>(
  snapshots: readonly Reported[],
  attempts: readonly Sent[],
): (Reported & { attemptId: string | null })[] =>
  snapshots.map((reported) => ({
    ...reported,
    attemptId: attempts.find((one) => tellsOf(reported, one, snapshots))?.id ?? null,
  }))

function tellsOf(reported: StoredSnapshot, sent: Sent, all: readonly StoredSnapshot[]): boolean {
  if (sent.sentAt === null || reported.at < sent.sentAt) return false
  if (sent.resolvedBy === reported.seq) return true
  const end = all.find(({ seq }) => seq === sent.resolvedBy)
  // What was told on the way to the answer that ended it.
  if (end !== undefined)
    return reported.seq < end.seq && mayBeSameTransaction(sent.operation, reported, end)
  // While it is being processed nothing else is sent on the order from here.
  return (
    (sent.state === 'ACCEPTED' || (sent.state === 'UNKNOWN' && isAtWork(sent.message))) &&
    outcomeOf(reported.status, reported.stage) === 'processing' &&
    mayBeSameTransaction(sent.operation, reported, {
      ...reported,
      amount: sent.amount,
      transactionMark: '',
    })
  )
}
