// How a request that waits for approval stands, as a label and a colour.
import type { ApprovalView } from '#shared/approvals/approval-methods.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import type { RunOperation } from '#shared/runs/run-state.ts'
import type { Fault } from '#shared/fault.ts'
import { type FaultWording, messageOfFault } from '../../messages/faults.ts'
import { isActionId, titleOf } from '../../messages/attempts.ts'
import { payeeLabels } from '../../messages/orders/sheets.ts'
import { countedLabel } from '../../messages/runs.ts'
import type { Tone } from '../../theme/tokens.ts'
import { t } from '../../messages/message.ts'

export function standingOf(one: ApprovalView): { tone: Tone; label: string } {
  if (one.state === 'SPENT') return { tone: 'good', label: t('approvals.used') }
  if (one.state === 'REFUSED') return { tone: 'bad', label: t('approvals.refused') }
  if (one.state === 'WITHDRAWN') return { tone: 'neutral', label: t('approvals.withdrawn') }
  if (one.state === 'EXPIRED') return { tone: 'neutral', label: t('approvals.expired') }
  if (one.needs === 0) return { tone: 'neutral', label: t('approvals.takes-none-now') }
  if (one.isApproved) return { tone: 'good', label: t('approvals.approved') }
  const count = one.approvedBy.length
  return { tone: 'warn', label: t('approvals.so-many', { count, needs: one.needs }) }
}

export const titleOfApproval = (one: ApprovalView): string =>
  one.run === null ? titleOf(one) : countedLabel(one.operation as RunOperation, one.run.rows)

/** Alone, as the title of a dialog, it names its order too; the amount stands loud below it. */
export const titleWithOrder = (one: ApprovalView): string =>
  one.orderid === ''
    ? titleOfApproval(one)
    : t('approvals.title-of-order', { title: titleOfApproval(one), order: one.orderid })

/** Before the card of its order, as on the sheet of whoever asks. */
export function payeeLabelOf(operation: string, phase: Phase | null): string {
  if (!isActionId(operation)) return t('everywhere.customer')
  return payeeLabels[operation === 'return' && phase === 'authorised' ? 'release' : operation]
}

/** For whom it waits, by name, or that its author can send it. */
export function waitsForText(one: ApprovalView): string {
  if (one.needs === 0) return t('approvals.run-takes-none')
  if (one.isApproved)
    return one.isMine
      ? t('approvals.run-approved-mine')
      : t('approvals.run-approved', { name: one.author })
  const count = one.needs - one.approvedBy.length
  return one.mayBy.length < count
    ? t('approvals.run-waits-for-nobody', { count })
    : t('approvals.run-waits-for', { count, names: anyOf(one.mayBy) })
}

/** Whose turn it was, is and will be. */
export const stepsOf = (one: ApprovalView) =>
  [
    { id: 'asked', isDone: true, label: t('approvals.step-asked', { name: one.author }) },
    {
      id: 'sign',
      isDone: one.isApproved || one.needs === 0,
      label:
        one.needs === 0
          ? t('approvals.takes-none-now')
          : t('approvals.step-sign', { count: one.needs }),
    },
    {
      id: 'send',
      isDone: false,
      label: one.isMine
        ? t('approvals.step-send-mine')
        : t('approvals.step-send', { name: one.author }),
    },
  ] as const

/** Whoever it waits for now. */
export const turnOf = (one: ApprovalView): readonly string[] =>
  one.isApproved || one.needs === 0 ? [one.author] : one.mayBy

export const anyOf = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : t('approvals.name-or', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })

/** The form that it is asked for in; of a run its page. */
export const formOf = ({ operation, connectionId, orderid, run }: ApprovalView): string =>
  run !== null
    ? `/runs/${run.runId}`
    : rowOf(operation as OperationId)
        .place.replace(':connectionId', encodeURIComponent(connectionId))
        .replace(':orderid', encodeURIComponent(orderid))

export const wordingOfApproval = (fault: Fault): FaultWording =>
  fault.kind === 'denied'
    ? { tone: 'warn', title: t('people.nothing-changed'), advice: '' }
    : messageOfFault(fault)
