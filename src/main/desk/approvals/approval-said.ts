// What is shown of approvals: of a review that takes one, and of those that wait. It decides
// nothing (approval-gate.ts).
import { textIfAny, toText } from '#shared/money.ts'
import type { ApprovalView, ReviewApproval } from '#shared/approvals/approval-methods.ts'
import { waitsFor } from '#shared/approvals/waits-for.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../base/ports.ts'
import {
  approvalNeeded,
  approvalOf,
  approverFault,
  approversNow,
  digestOf,
  type GatePorts,
  type Reviewed,
} from './approval-gate.ts'

/** Where it has no order yet, whatever is the same counts as its place. */
export const placeOf = (row: AttemptRow, review: Reviewed | undefined): string =>
  row.orderid === '' ? digestOf(row, review) : row.lockKey

type ViewPorts = GatePorts & Pick<DeskPorts, 'connections'>

export function approvalSaid(
  ports: GatePorts,
  row: AttemptRow,
  review: Reviewed,
): ReviewApproval | null {
  const needs = row.row === null ? approvalNeeded(ports, row) : null
  if (needs === null) return null
  const { approvals, limit } = needs
  const own = approvalOf(ports, row, review)
  const waits = ports.approvals.waitingAt(placeOf(row, review))
  return {
    needs: approvals,
    above:
      limit === null
        ? null
        : toText({ minor: BigInt(limit.above), currency: limit.currency, digits: limit.digits }),
    isApproved: own !== null && approversNow(ports, own).length >= approvals,
    isWaiting: waits !== null && ports.approvals.now() < waits.expiresAt,
  }
}

export function approvalView(
  ports: ViewPorts,
  approval: ApprovalRow,
  me: string | null,
): ApprovalView {
  const { people } = ports.roll.read()
  const nameOf = (id: string): string => people.get(id)?.name ?? id
  const connection = ports.connections.find(approval.connectionId)
  const needs = neededFor(ports, approval)
  const signed = approversNow(ports, approval)
  const person = people.get(me ?? '')
  const isOver = approval.state === 'WAITING' && ports.approvals.now() >= approval.expiresAt
  return {
    ...{ id: approval.id, state: isOver ? 'EXPIRED' : approval.state },
    ...{ connectionId: approval.connectionId, operation: approval.operation },
    connectionName: connection?.name ?? '',
    isRelease: isReleaseOf(approval) === true,
    ...{ orderid: approval.orderid, clientOrderid: approval.clientOrderid },
    ...{ amount: textIfAny(approval.amount), request: approval.request },
    author: nameOf(approval.author),
    approvedBy: signed.map(({ name }) => name),
    needs,
    isApproved: needs > 0 && signed.length >= needs,
    isMine: approval.author === me,
    mayNot: person === undefined ? null : approverFault(approval, person),
    ...{ askedAt: approval.askedAt, expiresAt: approval.expiresAt },
    ...{ endedBy: approval.endedBy, endedAt: approval.endedAt, reason: approval.reason },
  }
}

export function neededFor(ports: GatePorts, approval: ApprovalRow): number {
  const actor = ports.roll.read().people.get(approval.author)?.name ?? ''
  const { service, operation, orderid, amount } = approval
  return approvalNeeded(ports, { actor, operation, service, orderid, amount })?.approvals ?? 0
}

/** What waits for this person: to approve, or to send; null where nothing takes an approval. */
export function countFor(ports: ViewPorts, me: string | null): number | null {
  if (!ports.roll.isOn() || me === null) return null
  const waiting = ports.approvals.waiting()
  if (ports.roll.read().limits.length === 0 && waiting.length === 0) return null
  const name = ports.roll.read().people.get(me)?.name ?? ''
  return waiting
    .map((one) => approvalView(ports, one, me))
    .filter(({ state }) => state === 'WAITING')
    .filter((one) => waitsFor(one, name)).length
}
