// What one person confirmed since midnight, of one kind of request and in one currency. It goes by
// the ledger alone, and is asked inside the transaction that records a confirmation.
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { type Money, minorIn } from '#shared/money.ts'
import { isPractice } from '#shared/order-place.ts'
import { groupOf, isHold, type Limit } from '#shared/people/limits.ts'
import type { Role } from '#shared/people/roles.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../base/ports.ts'

type DayPorts = Pick<DeskPorts, 'approvals' | 'runs'>
type Asked = Pick<AttemptRow, 'actor' | 'operation' | 'service' | 'amount'> &
  Partial<Pick<AttemptRow, 'id' | 'row' | 'confirmedNumber'>>

/** Whether the day of whoever has these roles decides about such a request. */
export const hasDayLimits = (
  limits: readonly Limit[],
  roles: readonly Role[],
  operation: string,
): boolean => {
  const group = isOperationId(operation) ? groupOf(operation) : null
  return limits.some((one) => one.per === 'day' && one.group === group && roles.includes(one.role))
}

/** The first moment of the day on this computer. */
export const midnightBefore = (now: number): number => new Date(now).setHours(0, 0, 0, 0)

/**
 * Null where nobody can say how much that is. MONEY: what was confirmed first counts first: a
 * request or a run that was confirmed is held against what came before it, and whatever comes later
 * is held against it. A row of a run is held against what came before its run, also over midnight;
 * of a run that somebody else began or that was paused on another day, against all.
 */
export function usedInDay({ approvals, runs }: DayPorts, asked: Asked): Money | null {
  const { actor, operation, service, amount } = asked
  const { id = '', row = null, confirmedNumber = null } = asked
  if (amount === null || !isOperationId(operation)) return null
  const group = groupOf(operation)
  const since = midnightBefore(approvals.now())
  const run = row === null ? null : runs.get(row.runId)
  const counted = run?.counted ?? null
  const isGoingOn = run?.state === 'CONFIRMED' || run?.state === 'RUNNING'
  const isInPlace = counted?.by === actor && (counted.at >= since || isGoingOn)
  const place = isInPlace ? counted.number : row === null ? confirmedNumber : null
  const used = approvals.confirmedIn({
    ...{ person: actor, since, exceptAttempt: id },
    ...{ before: place ?? Number.MAX_SAFE_INTEGER, exceptRun: row?.runId ?? '' },
    // Money of practice and real money are never added up.
    isPractice: isPractice(service) ? 1 : 0,
  })
  let minor = 0n
  for (const one of used) {
    if (!isOperationId(one.operation) || groupOf(one.operation) !== group) continue
    if (isHold(one.operation)) continue
    if (one.amount !== null && one.amount.currency !== amount.currency) continue
    const own = one.amount === null ? null : minorIn(one.amount, amount.digits)
    if (own === null) return null
    minor += own
  }
  return { ...amount, minor }
}

/** What a person reads of a limit of a day: what was used, the limit, and what is left of it. */
export function dayValues(
  { above, currency, digits }: Limit,
  used: Money,
): Record<'used' | 'limit' | 'left', Money> {
  const limit = { minor: BigInt(above), currency, digits }
  const inLimit = minorIn(used, digits)
  const left = inLimit === null || inLimit > limit.minor ? 0n : limit.minor - inLimit
  return { used, limit, left: { ...limit, minor: left } }
}

export const noneOf = (amount: Money | null): Money | null =>
  amount === null ? null : { ...amount, minor: 0n }
