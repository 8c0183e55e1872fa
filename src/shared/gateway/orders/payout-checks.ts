// Payout checks as hosts name them: as checks, as the payouts that they only prepare, or not at
// all. What is a check is known from what was sent here. Pure.
import type { AttemptState } from '../../attempt.ts'
import { type Observation, transactionIdOf, statusTypesOf } from '../status.ts'

interface Sent {
  operation: string
  state: AttemptState
  resolvedBy: number | null
}

const isOther = (a: Observation, b: Observation): boolean => {
  const [idOfA, idOfB] = [transactionIdOf(a), transactionIdOf(b)]
  return idOfA !== '' && idOfB !== '' && idOfA !== idOfB
}

/**
 * The observations with a check called one. MONEY: while no payment of it is proven, what may be
 * the check is never shown as money that was paid out.
 */
export function withChecksNamed(
  observations: readonly Observation[],
  attempts: readonly Sent[],
): readonly Observation[] {
  const check = attempts.find(({ operation, resolvedBy }) => {
    return operation === 'payout-check' && resolvedBy !== null
  })
  const told = observations.find(({ seq }) => seq === check?.resolvedBy)
  if (told === undefined || told.transactionType === 'payout check') return observations
  const paidBy = new Set(
    attempts.flatMap(({ operation, state, resolvedBy }) =>
      operation === 'payout-pay' && state === 'SUCCEEDED' ? [resolvedBy ?? 0] : [],
    ),
  )
  const paidFrom = Math.min(...paidBy, Infinity)
  return observations.map((seen) =>
    isCheckType(seen.transactionType) && !isOther(seen, told) && seen.seq < paidFrom
      ? { ...seen, transactionType: 'payout check' }
      : seen,
  )
}

export const isCheckType = (type: string): boolean => statusTypesOf('payout-check').includes(type)

/**
 * Whether two answers may tell one check: neither its id nor its date nor its name says otherwise.
 */
export const mayBeSameCheck = (a: Observation, b: Observation): boolean =>
  a.transactionType === b.transactionType &&
  (a.transactionMark === b.transactionMark ||
    (!isOther(a, b) && transactionIdOf(a) !== '' && transactionIdOf(b) !== ''))
