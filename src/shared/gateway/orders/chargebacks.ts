// What a customer's bank charged back of an order, and reversed again. Pure. MONEY: what the bank
// took is never refunded as well, unless a person says in writing that the bank reversed it.
import type { Clearance } from '../clearances/clearance.ts'
import { leastOf, mostOf } from './order-answers.ts'
import { outcomeOf, type StoredSnapshot, transactionIdOf } from '../status/status.ts'

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
  const reported = (type: string): StoredSnapshot[] =>
    snapshots.filter(
      (seen) => seen.transactionType === type && outcomeOf(seen.status, seen.stage) === 'approved',
    )
  const all = eachOnce(reported('chargeback'), mostOf)
  const taken = all.filter(({ seq }) => seq > (clearance?.seq ?? 0))
  const first = reported('chargeback')[0]?.seq ?? 0
  const given = eachOnce(
    reported(chargebackReversal).filter(({ seq }) => seq > first),
    leastOf,
  )
  return {
    // MONEY: a reversal that is told late may be of what was cleared: it gives that back first.
    taken: taken.length === 0 ? 0n : least(restOf(all, given), restOf(taken, [])),
    clearance: all.length > taken.length ? clearance : null,
  }
}

/** Null: it may be everything. */
const least = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || (other !== null && other < one) ? other : one

/** One chargeback, or one reversal of it. */
interface Move {
  /** Null: no amount of it is known. */
  minor: bigint | null
  /** The answer that told this amount first. */
  seq: number
}

/**
 * Told again with its id, or with its date and amount, it is one. MONEY: of two amounts of it
 * `pick` takes the cautious one; one that can't be added up leaves none. Whatever changes the
 * amount is news that nobody has cleared.
 */
function eachOnce(reported: readonly StoredSnapshot[], pick: typeof mostOf): Move[] {
  const keyOf = (seen: StoredSnapshot): string =>
    transactionIdOf(seen) || `${seen.transactionMark} ${seen.amount?.minor ?? ''}`
  const moves = Map.groupBy(reported, keyOf)
  return [...moves.values()].map((answers) => {
    const odd = answers.find(({ unreadableAmount }) => unreadableAmount !== undefined)
    const minor = pick(answers.flatMap(({ amount }) => (amount === null ? [] : [amount.minor])))
    const by = odd ?? answers.find(({ amount }) => amount?.minor === minor) ?? answers[0]
    return { minor: odd === undefined ? minor : null, seq: by?.seq ?? 0 }
  })
}

/** MONEY: a reversal without an amount gives back one chargeback only where there is one each. */
function restOf(taken: readonly Move[], given: readonly Move[]): bigint | null {
  if (taken.length === 0) return 0n
  if (taken.length === 1 && given.length === 1) {
    const [took, gave] = [taken[0]?.minor ?? null, given[0]?.minor ?? null]
    if (gave === null || took === null) return 0n
    return took > gave ? took - gave : 0n
  }
  if (taken.some(({ minor }) => minor === null)) return null
  const sum = (moves: readonly Move[]): bigint =>
    moves.reduce((total, { minor }) => total + (minor ?? 0n), 0n)
  const rest = sum(taken) - sum(given)
  return rest > 0n ? rest : 0n
}
