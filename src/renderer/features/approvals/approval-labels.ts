// How a request that waits for approval stands, as a label and a colour.
import type { ApprovalView } from '#shared/approvals/approval-methods.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Fault } from '#shared/fault.ts'
import { type FaultWording, messageOfFault } from '../../messages/faults.ts'
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

/** The form that it is asked for in. */
export const formOf = ({ operation, connectionId, orderid }: ApprovalView): string =>
  rowOf(operation as OperationId)
    .place.replace(':connectionId', encodeURIComponent(connectionId))
    .replace(':orderid', encodeURIComponent(orderid))

export const wordingOfApproval = (fault: Fault): FaultWording =>
  fault.kind === 'denied'
    ? { tone: 'warn', title: t('people.nothing-changed'), advice: '' }
    : messageOfFault(fault)
