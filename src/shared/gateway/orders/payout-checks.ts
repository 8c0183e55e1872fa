// Payout checks as hosts name them: as checks, as the payouts that they only prepare, or not at
// all. What is a check is known from what was sent here. Pure.
import type { AttemptState } from '../../attempt.ts'
import { type StoredSnapshot, transactionIdOf, statusTypesOf } from '../status/status.ts'

interface Sent {
  operation: string
  state: AttemptState
  resolvedBy: number | null
}

const isOther = (a: StoredSnapshot, b: StoredSnapshot): boolean => {
  const [idOfA, idOfB] = [transactionIdOf(a), transactionIdOf(b)]
  return idOfA !== '' && idOfB !== '' && idOfA !== idOfB
}

/**
 * The snapshots with a check called one. MONEY: while no payment of it is proven, what may be
 * the check is never shown as money that was paid out.
 */
export function withChecksNamed(
  snapshots: readonly StoredSnapshot[],
  attempts: readonly Sent[],
): readonly StoredSnapshot[] {
  const check = attempts.find(({ operation, resolvedBy }) => {
    return operation === 'payout-check' && resolvedBy !== null
  })
  const reported = snapshots.find(({ seq }) => seq === check?.resolvedBy)
  if (reported === undefined || reported.transactionType === 'payout check') return snapshots
  const paidBy = new Set(
    attempts.flatMap(({ operation, state, resolvedBy }) =>
      operation === 'payout-pay' && state === 'SUCCEEDED' ? [resolvedBy ?? 0] : [],
    ),
  )
  const paidFrom = Math.min(...paidBy, Infinity)
  return snapshots.map((seen) =>
    isCheckType(seen.transactionType) && !isOther(seen, reported) && seen.seq < paidFrom
      ? { ...seen, transactionType: 'payout check' }
      : seen,
  )
}

export const isCheckType = (type: string): boolean => statusTypesOf('payout-check').includes(type)

/**
 * Whether two answers may tell one check: neither its id nor its date nor its name says otherwise.
 */
export const mayBeSameCheck = (a: StoredSnapshot, b: StoredSnapshot): boolean =>
  a.transactionType === b.transactionType &&
  (a.transactionMark === b.transactionMark ||
    (!isOther(a, b) && transactionIdOf(a) !== '' && transactionIdOf(b) !== ''))
