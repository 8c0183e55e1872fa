// The badge of a request: what the request did, once the gateway has confirmed that, and its state
// before. All lists use this one function, so that no two screens differ about a request.
import { namesOf } from './operations.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { states } from './attempts.ts'
import type { Wording } from './phases.ts'
import { t } from './message.ts'

export type Badged = Pick<AttemptView, 'operation' | 'state'> &
  Partial<Pick<AttemptView, 'isRelease' | 'conflict'>>

/** MONEY: what answers contradict is never shown as done. */
export function badgeOf({ operation, state, isRelease = false, conflict }: Badged): Wording {
  const own = states[state]
  if (state === 'UNKNOWN') return own
  if (conflict !== null && conflict !== undefined)
    return { label: t('everywhere.contradiction'), tone: 'bad', hint: conflict }
  if (state !== 'SUCCEEDED') return own
  if (isRelease) return { ...own, label: t('audit.hold-released') }
  return isOperationId(operation) ? { ...own, label: namesOf(operation).done } : own
}
