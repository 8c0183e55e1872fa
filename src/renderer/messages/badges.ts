// The badge of a request: what was done by it, once the gateway confirmed that, and its state
// before. One function for every list, so that no two screens say two things of one request.
import type { AttemptView } from '#shared/bridge/views.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { states } from './attempts.ts'
import type { Wording } from './phases.ts'

export type Badged = Pick<AttemptView, 'operation' | 'state'> &
  Partial<Pick<AttemptView, 'isRelease' | 'conflict'>>

/** MONEY: what answers contradict is never shown as done. */
export function badgeOf({ operation, state, isRelease = false, conflict }: Badged): Wording {
  const own = states[state]
  if (state === 'UNKNOWN') return own
  if (conflict !== null && conflict !== undefined)
    return { label: 'Contradiction', tone: 'bad', hint: conflict }
  if (state !== 'SUCCEEDED') return own
  if (isRelease) return { ...own, label: 'Hold released' }
  return isOperationId(operation) ? { ...own, label: rowOf(operation).done } : own
}
