// What a customer's bank charged back of an order, and reversed again. Pure. MONEY: what the bank
// took is never refunded as well, unless a person says in writing that the bank reversed it.
import type { Clearance } from '../clearances/clearance.ts'
import { outcomeOf, type StoredSnapshot, transactionIdOf } from '../status.ts'

export interface Chargebacks {
  /** What the bank took and still has; null: no amount is known, so it may be everything. */
  taken: bigint | null
  /** A person said that those told were given back. */
  clearance: Clearance | null
}

export const chargebackReversal = 'chargeback reversal'

export function chargebacksOf(
  snapshots: readonly StoredSnapshot[],
  clearances: readonly Clearance[],
): Chargebacks {
  const clearance = clearances.findLast(({ kind }) => kind === 'chargeback') ?? null
  const told = (type: string): StoredSnapshot[] =>
    snapshots.filter(
      (seen) => seen.transactionType === type && outcomeOf(seen.status, seen.stage) === 'approved',
    )
  const all = eachOnce(told('chargeback'))
  const taken = all.filter(({ seq }) => seq > (clearance?.seq ?? 0))
  const [first] = all
  const given = eachOnce(told(chargebackReversal)).filter(({ seq }) => seq > (first?.seq ?? 0))
  return {
    // MONEY: a reversal that is told late may be of what was cleared: it gives that back first.
    taken: taken.length === 0 ? 0n : least(restOf(all, given), restOf(taken, [])),
    clearance: all.length > taken.length ? clearance : null,
  }
}

/** Null: it may be everything. */
const least = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || (other !== null && other < one) ? other : one

/** Told again with its id, or with its date and amount, it is one. */
function eachOnce(told: readonly StoredSnapshot[]): StoredSnapshot[] {
  const keyOf = (seen: StoredSnapshot): string =>
    transactionIdOf(seen) || `${seen.transactionMark} ${seen.amount?.minor ?? ''}`
  return told.filter((seen, at) => told.findIndex((one) => keyOf(one) === keyOf(seen)) === at)
}

/** MONEY: a reversal without an amount gives back one chargeback only where there is one each. */
function restOf(taken: readonly StoredSnapshot[], given: readonly StoredSnapshot[]): bigint | null {
  if (taken.length === 0) return 0n
  if (taken.length === 1 && given.length === 1) {
    const [took, gave] = [taken[0]?.amount?.minor ?? null, given[0]?.amount?.minor ?? null]
    if (gave === null || took === null) return 0n
    return took > gave ? took - gave : 0n
  }
  if (taken.some(({ amount }) => amount === null)) return null
  const sum = (of: readonly StoredSnapshot[]): bigint =>
    of.reduce((total, { amount }) => total + (amount?.minor ?? 0n), 0n)
  const rest = sum(taken) - sum(given)
  return rest > 0n ? rest : 0n
}
