// What needs a person: how many lines Today has, which is the number on the dock or taskbar as
// well. Pure; the sentences stand in the catalogues.
import type { AttemptView } from '../bridge/views.ts'
import type { AppState } from '../bridge.ts'
import type { SavedDraft } from '../bridge/drafts.ts'
import { isAction } from '../gateway/flow.ts'
import { isOperationId } from '../gateway/operations/index.ts'

/** A request whose result takes longer than this is looked at by a person. */
const longMs = 3_600_000

/** Why a request needs a person, or null. */
export function attemptNeed(
  attempt: Pick<AttemptView, 'state' | 'conflict' | 'sentAt' | 'createdAt'>,
  now: number,
): 'contradiction' | 'unknown' | 'slow' | null {
  if (attempt.conflict !== null) return 'contradiction'
  if (attempt.state === 'UNKNOWN') return 'unknown'
  return now - (attempt.sentAt ?? attempt.createdAt) < longMs ? null : 'slow'
}

export interface OrderDraft {
  connectionId: string
  orderid: string
  action: string
  amount: string
}

/** Drafts of refunds, captures and voids with something typed into them. */
export const draftsOfOrders = (
  drafts: readonly Pick<SavedDraft, 'form' | 'fields'>[],
): OrderDraft[] =>
  drafts.flatMap(({ form, fields }) => {
    const [action = '', connectionId = '', ...orderid] = form.split('/')
    const { amount = '', comment = '' } = fields
    if (!isOperationId(action) || !isAction(action) || `${amount}${comment}`.trim() === '')
      return []
    return [{ connectionId, orderid: orderid.join('/'), action, amount }]
  })

export interface NeedFacts {
  state: Pick<AppState, 'moneyStops' | 'clockWarnings' | 'vault' | 'backupFault' | 'happened'>
  attempts: readonly Pick<AttemptView, 'state' | 'conflict' | 'sentAt' | 'createdAt'>[]
  holds: readonly unknown[]
  drafts: readonly unknown[]
  now: number
}

/** How many lines Today has. */
export const countNeeds = ({ state, attempts, holds, drafts, now }: NeedFacts): number =>
  attempts.filter((attempt) => attemptNeed(attempt, now) !== null).length +
  state.moneyStops.length +
  state.clockWarnings.length +
  (state.vault.state === 'locked' ? 1 : 0) +
  (state.backupFault === null ? 0 : 1) +
  state.happened.length +
  holds.length +
  drafts.length
