// How soon a request is asked about again. Pure. It counts questions instead of reading a clock: a
// clock that is wrong or moved changes no due time.
import { isWatched } from '#shared/attempt.ts'
import { isResolvedByStatus } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'

/**
 * Whether the poller asks about a request; the ledger's list of them says the same in SQL. MONEY:
 * what is open, and what still waits for its first look, is asked about whatever its plan says.
 */
export const isAwaited = (
  row: Pick<AttemptRow, 'state' | 'nextCheckAt' | 'awaitsLook' | 'orderid' | 'clientOrderid'>,
): boolean => {
  const { state, nextCheckAt, awaitsLook } = row
  if (state === 'UNKNOWN' || state === 'ACCEPTED') return hasId(row)
  return isWatched(state) && (awaitsLook || nextCheckAt !== null)
}

export const hasId = ({
  orderid,
  clientOrderid,
}: Pick<AttemptRow, 'orderid' | 'clientOrderid'>): boolean => orderid !== '' || clientOrderid !== ''

/** Null where the gateway can't be asked about a request, as neither of them has an id for it. */
export const lookUpsOf = (row: AttemptRow): number | null => (hasId(row) ? row.looks : null)

/**
 * When an open request is asked about for the first time; null when it has no id to ask by, and
 * only a person can resolve it.
 */
export const firstCheckAt = (row: Parameters<typeof hasId>[0], now: number): number | null =>
  hasId(row) ? now + firstDelayMs : null

/**
 * Whether status can tell anything about a request: by the gateway's id of its order or by the
 * merchant's.
 */
export const mayBeAsked = ({
  operation,
  orderid,
  clientOrderid,
}: Pick<AttemptRow, 'operation' | 'orderid' | 'clientOrderid'>): boolean =>
  isResolvedByStatus(operation as OperationId) && hasId({ orderid, clientOrderid })

/** The first question after an answer that is not final, or after none. */
export const firstDelayMs = 3_000

/** Every 4 s for some 5 minutes, every 6 minutes for an hour, then hourly. It never ends. */
export function openDelayMs(checks: number): number {
  if (checks < 75) return 4_000
  return checks < 85 ? 6 * 60_000 : 60 * 60_000
}

/**
 * By the wall clock: what the ledger keeps and screens show. The poller itself counts in monotonic
 * time.
 */
export const nextCheckAt = (checks: number, now: number): number => now + openDelayMs(checks)

const minuteMs = 60_000
const watchMinutes = [1, 4, 10, 15, 30, ...Array.from({ length: 23 }, () => 60)]

/**
 * How long until a refused or resolved request is looked at again, by the looks that were answered;
 * null after 24 hours of them.
 */
export const watchDelayMs = (watched: number): number | null => {
  const minutes = watchMinutes[watched]
  return minutes === undefined ? null : minutes * minuteMs
}

/**
 * When the first look at a request is due that was just refused or resolved; null when nothing can
 * be looked at.
 */
export const watchFrom = (row: Parameters<typeof mayBeAsked>[0], now: number): number | null =>
  mayBeAsked(row) ? now + minuteMs : null

const longestDelayMs = 60 * minuteMs

/**
 * What is left of a due time by the wall clock. One that lies further ahead than any was planned
 * came from another clock: it is due.
 */
export function leftMs(nextCheckAt: number, now: number): number {
  const left = nextCheckAt - now
  return left > longestDelayMs ? 0 : Math.max(0, left)
}
