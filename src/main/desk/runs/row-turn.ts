// The turn of one row: it is reviewed and confirmed as a single request is, and only if that comes
// to what was confirmed for the whole run. MONEY: nothing new sends; what may not be sent by itself
// may not be sent by a run.
import type { DeniedReason, Fault } from '#shared/fault.ts'
import type { Review } from '#shared/bridge/views.ts'
import { say } from '#shared/message.ts'
import { toText } from '#shared/money.ts'
import { isMaking, type RowWay, type RunOperation } from '#shared/runs/run-state.ts'
import type { AttemptState } from '#shared/attempt.ts'
import type { RowCheck, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import { runGoesOnFault, isApprovedRow } from '../approvals/run-approval.ts'
import { askingIn } from '../base/asking.ts'
import type { Turn } from '../../gateway/budget/turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import {
  reviewRequest,
  type ReviewInput,
  type ReviewPorts,
} from '../payments/review/review-request.ts'
import { confirm, type ConfirmPorts } from '../payments/send/confirm.ts'
import { undoAttempt, type UndoPorts } from '../payments/send/undo.ts'
import type { UndoWindow } from '../payments/send/undo-window.ts'
import { wasAskedAbout } from '../payments/send/run-stands.ts'
import { newFieldsOf } from './plan-new.ts'
import { fieldsOf } from './plan-rows.ts'
import { isAsRead } from '../base/run-digest.ts'

export type TurnPorts = Omit<ReviewPorts & ConfirmPorts & UndoPorts, 'undo'> &
  Pick<DeskPorts, 'runs' | 'takeTurn'> & { undo: UndoWindow }

/** How the turn of a row ended. */
export type TurnEnd =
  /** It may have left: its request says more. */
  | { kind: 'sent'; state: AttemptState }
  /** Its order is not as it was confirmed, or may not be asked for: it is skipped. */
  | { kind: 'moved'; why: string }
  /** Nothing was sent, and its run waits: it keeps its place. */
  | { kind: 'held'; pause: string | null }
  /** Nothing was sent, as the gateway was not reached or gave no answer to a question. */
  | { kind: 'unread'; why: string }
  /** Another request of its order is open. */
  | { kind: 'busy' }
  /** It is not the row that was confirmed. */
  | { kind: 'changed' }

export async function giveTurn(
  ports: TurnPorts,
  run: RunRecord,
  row: RunRowRecord,
): Promise<TurnEnd> {
  const { check } = row
  if (check?.isIn !== true || !isAsRead(run, row)) return { kind: 'changed' }
  // MONEY: of what others approved nothing else leaves, and only while it is enough.
  const isKept = ports.approvedRows.has(run.id, run.digest ?? '')
  if (isKept && !isApprovedRow(ports, run, row)) return { kind: 'changed' }
  const unapproved = runGoesOnFault(ports, run, ports.actor())
  if (unapproved !== null) return { kind: 'held', pause: unapproved.message }
  const connection = ports.connections.find(run.connectionId)
  // One of many: its questions and its sending wait behind whoever waits for an answer.
  const turn = connection === undefined ? null : await ports.takeTurn(connection, 'list')
  try {
    // It was paused while the gateway's budget was waited for.
    if (ports.runs.stateOf(run.id) !== 'RUNNING') return { kind: 'held', pause: null }
    return await reviewAndConfirm(ports, run, { row, check, turn })
  } finally {
    turn?.end()
  }
}

async function reviewAndConfirm(
  ports: TurnPorts,
  run: RunRecord,
  { row, check, turn }: { row: RunRowRecord; check: RowCheck; turn: Turn | null },
): Promise<TurnEnd> {
  const reviewed = await reviewRequest(askingIn(ports, turn), {
    connectionId: run.connectionId,
    operation: run.operation,
    ...requestOf(run.operation, row, check),
    row: { runId: run.id, at: row.at },
  })
  if (!reviewed.ok) return endOf(ports, reviewed.fault)
  const { attemptId, token } = reviewed.value
  const comment = ports.journal.get(attemptId)?.comment ?? ''
  const moved = otherText(run, check, comment) ?? movedSince(run, row, reviewed.value)
  if (moved !== null) {
    undoAttempt(ports, attemptId)
    return { kind: 'moved', why: moved }
  }
  // MONEY: what a person was asked about at the check is meant; what came since then is not.
  const twinsSeen = reviewed.value.twins.flatMap(({ id }) => {
    const twin = ports.journal.get(id)
    return twin !== null && wasAskedAbout(run, check, twin) ? [id] : []
  })
  const confirmed = await confirm(ports, { attemptId, token, twinsSeen }, turn ?? undefined)
  const state = ports.journal.get(attemptId)?.state ?? 'DRAFT'
  if (confirmed.ok || hasLeft(state)) return { kind: 'sent', state }
  if (state === 'DRAFT') undoAttempt(ports, attemptId)
  return endOf(ports, confirmed.fault)
}

function requestOf(
  operation: RunOperation,
  row: RunRowRecord,
  check: RowCheck,
): Pick<ReviewInput, 'request' | 'ownId'> {
  if (!isMaking(operation)) return { request: fieldsOf(operation, row, check, check.moves) }
  // A row without an amount was never taken in.
  const request = check.moves === null ? {} : newFieldsOf(row, check.moves)
  return { request, ownId: check.clientOrderid }
}

/** A Return is the release of a hold or a refund: only its effect says which. */
const wayOfEffect = (operation: RunOperation, effect: string): RowWay =>
  operation !== 'return' ? operation : effect === say('order.release-effect') ? 'release' : 'refund'

const hasLeft = (state: AttemptState): boolean =>
  !['DRAFT', 'APPROVED', 'EXPIRED', 'UNDONE'].includes(state)

/** MONEY: a list of reasons may have been edited since: nobody confirmed the new text. */
const otherText = (run: RunRecord, check: RowCheck, comment: string): string | null =>
  isMaking(run.operation) || comment === (check.comment ?? '') ? null : say('runs.text-changed')

/** Why a review is not what was confirmed with the run, in a sentence; null when it is. */
function movedSince(run: RunRecord, { check }: RunRowRecord, review: Review): string | null {
  if (check === null) return say('runs.order-changed')
  if (wayOfEffect(run.operation, review.effect) !== check.way) return say('runs.way-changed')
  const { moves, leftMinor } = check
  const amount = moves === null ? null : toText(moves).amount
  if ((review.amount?.amount ?? null) !== amount) return say('runs.order-changed')
  if (moves !== null && review.amount?.currency !== moves.currency) return say('runs.order-changed')
  const left = leftMinor === null || moves === null ? null : { ...moves, minor: leftMinor }
  const leftNow = review.remainingAfter
  if (left === null) return leftNow === null ? null : say('runs.order-changed')
  if (leftNow?.amount === toText(left).amount) return null
  return leftNow === null ? say('runs.order-changed') : say('runs.left-differs', { left, leftNow })
}

/** Reasons that hold for the rows behind it as well. */
const heldBy: readonly DeniedReason[] = [
  ...(['money-stopped', 'people-off', 'clock', 'ledger-busy'] as const),
  ...(['question-open', 'team-away'] as const),
]

/** What a fault before the sending means for the row. */
function endOf(ports: Pick<DeskPorts, 'closing' | 'ending'>, fault: Fault): TurnEnd {
  if (ports.closing.aborted || ports.ending.aborted) return { kind: 'held', pause: null }
  switch (fault.kind) {
    case 'vault':
      return { kind: 'held', pause: fault.message }
    case 'unreached':
    case 'outcome-unknown':
    case 'bug':
      return { kind: 'unread', why: fault.message }
    case 'rejected':
      return fault.httpStatus === 429
        ? { kind: 'held', pause: say('runs.asked-too-often', { message: fault.message }) }
        : { kind: 'moved', why: fault.message }
    case 'denied':
      if (fault.reason === 'run-held') return { kind: 'held', pause: null }
      if (fault.reason === 'order-busy') return { kind: 'busy' }
      if (heldBy.includes(fault.reason)) return { kind: 'held', pause: fault.message }
      if (fault.reason === 'confirmation-expired') return { kind: 'unread', why: fault.message }
      return { kind: 'moved', why: fault.message }
    default:
      return { kind: 'moved', why: fault.message }
  }
}
