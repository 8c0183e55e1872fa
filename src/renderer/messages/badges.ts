// The badge of a request: what the request did, once the gateway has confirmed that, and its state
// before; and the badge of an order. All lists use these two functions, so that no two screens
// differ about a request or an order.
import { namesOf } from './operations.ts'
import type { AttemptView, OrderRow } from '#shared/bridge/views.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { states, wordingOf } from './attempts.ts'
import { inOneColour, phases, statusLabel, type Wording } from './phases.ts'
import type { TeamRequest } from '#shared/team/team-methods.ts'
import { t } from './message.ts'

export type Badged = Pick<AttemptView, 'operation' | 'state'> &
  Partial<Pick<AttemptView, 'isRelease' | 'conflict' | 'isHeldBack'>>

/** MONEY: what answers contradict is never shown as done. */
export function badgeOf(one: Badged): Wording {
  const { operation, state, isRelease = false, conflict } = one
  const own = wordingOf(one)
  if (state === 'UNKNOWN') return own
  if (conflict !== null && conflict !== undefined)
    return { label: t('everywhere.contradiction'), tone: 'bad', hint: conflict }
  if (state !== 'SUCCEEDED') return own
  return inOneColour({ ...own, label: doneLabel(operation, isRelease) ?? own.label })
}

/** What was done: refunded, captured, paid out. Null of an operation that is not in the table. */
export function doneLabel(operation: string, isRelease: boolean): string | null {
  if (isRelease) return phases.released.label
  return isOperationId(operation) ? namesOf(operation).done : null
}

/** What a colleague has under way, in the colour of what nobody knows the end of. */
export const takenBadge = ({ by, says }: TeamRequest): Wording => ({
  ...{ label: t('team.in-progress-by', { by }), tone: 'unknown', hint: says },
})

/** Of an order, with what to do. */
export const unknownBadge: Wording = {
  ...states.UNKNOWN,
  hint: t('everywhere.fault-outcome-unknown'),
}

/**
 * MONEY: while the outcome of a request is unknown, or a colleague has one under way, no row says
 * that all is well.
 */
export function orderBadge({
  hasUnknown,
  taken,
  phase,
  status,
}: Pick<OrderRow, 'hasUnknown' | 'phase' | 'status'> & {
  taken?: { request: TeamRequest } | undefined
}): Wording {
  if (hasUnknown) return unknownBadge
  if (taken !== undefined) return takenBadge(taken.request)
  return phase === 'unclear'
    ? { ...phases.unclear, label: t('orders.unclear-status', { status: statusLabel(status) }) }
    : phases[phase]
}
