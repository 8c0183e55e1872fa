// What needs a person: how many lines Today has, which is the number on the dock or taskbar as
// well. Pure; the sentences stand in the catalogues.
import { isOpen } from '../attempt.ts'
import type { AttemptView } from '../bridge/views.ts'
import type { AppState } from '../contract/bridge.ts'
import type { SavedDraft } from '../bridge/drafts.ts'
import { isAction } from '../gateway/flow.ts'
import { isOperationId, rowOf } from '../gateway/operations/index.ts'

/** Ends of a request after which the money is not where the person believes it to be. */
const otherEnds: readonly string[] = ['DECLINED', 'FAILED', 'REJECTED', 'NOT_SENT']

/**
 * Whether a request ended otherwise than asked, and the person who asked has to learn of it: a
 * refund, release, capture or payout. Of a payment the customer is the one who learns it.
 */
export function endsOtherwise({ operation, state }: { operation: string; state: string }): boolean {
  if (!isOperationId(operation) || !otherEnds.includes(state)) return false
  return isAction(operation) || rowOf(operation).moves === 'out'
}

const unseenEnds: readonly string[] = [...otherEnds, 'EXPIRED', 'UNDONE']

/** What is said to have ended has to have ended so: any program can write the row of the ids. */
export const isUnseenEnd = (request: { state: string } | null | undefined): boolean =>
  unseenEnds.some((state) => state === request?.state)

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
  /** As it was typed; empty where all of it is meant. */
  amount: string
  /** When it was typed into last. */
  at: number
}

/** Drafts of refunds, captures and voids with something typed into them. */
export const draftsOfOrders = (
  drafts: readonly Pick<SavedDraft, 'form' | 'fields' | 'at'>[],
): OrderDraft[] =>
  drafts.flatMap(({ form, fields, at }) => {
    const [action = '', connectionId = '', ...orderid] = form.split('/')
    const { amount = '', comment = '', part = '' } = fields
    if (!isOperationId(action) || !isAction(action) || `${amount}${comment}`.trim() === '')
      return []
    const typed = part === '' ? '' : amount.trim()
    return [{ connectionId, orderid: orderid.join('/'), action, amount: typed, at }]
  })

type Sent = Pick<AttemptView, 'state' | 'connectionId' | 'orderid' | 'operation'>

/**
 * A draft whose request was confirmed is no draft: until that has ended, nobody is asked to go on
 * with it.
 */
export function draftsToFinish<D extends Pick<OrderDraft, 'connectionId' | 'orderid' | 'action'>>(
  drafts: readonly D[],
  { waiting, attempts }: { waiting: readonly { attempt: Sent }[]; attempts: readonly Sent[] },
): D[] {
  const open = [
    ...waiting.map(({ attempt }) => attempt),
    ...attempts.filter(({ state }) => isOpen(state)),
  ]
  return drafts.filter(
    (draft) =>
      !open.some(
        (one) =>
          one.connectionId === draft.connectionId &&
          one.orderid === draft.orderid &&
          one.operation === draft.action,
      ),
  )
}

export interface NeedFacts {
  state: Pick<
    AppState,
    | 'moneyStops'
    | 'clockWarnings'
    | 'vault'
    | 'backupFault'
    | 'secondFolderFault'
    | 'happened'
    | 'waiting'
    | 'unseenEnds'
  >
  attempts: readonly (Sent & Pick<AttemptView, 'conflict' | 'sentAt' | 'createdAt'>)[]
  holds: readonly unknown[]
  reports: readonly unknown[]
  exports: readonly unknown[]
  disputes: readonly unknown[]
  moreDisputes: number
  found: readonly unknown[]
  moreFound: number
  drafts: readonly Pick<OrderDraft, 'connectionId' | 'orderid' | 'action'>[]
  now: number
}

/** How many lines Today has, or would have if each questioned payment had its own. */
export const countNeeds = ({
  state,
  attempts,
  holds,
  reports,
  exports,
  disputes,
  moreDisputes,
  found,
  moreFound,
  drafts,
  now,
}: NeedFacts): number =>
  attempts.filter((attempt) => attemptNeed(attempt, now) !== null).length +
  state.unseenEnds.length +
  state.moneyStops.length +
  state.clockWarnings.length +
  (state.vault.state === 'locked' ? 1 : 0) +
  (state.backupFault === null ? 0 : 1) +
  (state.secondFolderFault === null ? 0 : 1) +
  state.happened.length +
  holds.length +
  reports.length +
  exports.length +
  disputes.length +
  moreDisputes +
  found.length +
  moreFound +
  draftsToFinish(drafts, { waiting: state.waiting, attempts }).length
