// What is shown of approvals: of a review that takes one, and of those that wait. It decides
// nothing (approval-gate.ts).
import { type Money, type MoneyText, textIfAny, toText } from '#shared/money.ts'
import type {
  ApprovalShown,
  ApprovalView,
  ReviewApproval,
  RunSum,
} from '#shared/approvals/approval-methods.ts'
import { waitsFor } from '#shared/approvals/waits-for.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Limit } from '#shared/people/limits.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import { notMine } from '../base/faults.ts'
import { dayValues } from './in-a-day.ts'
import { approvalOfRun, runNeeds } from './run-approval.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../base/ports.ts'
import {
  approvalNeeded,
  approvalOf,
  approverFault,
  approversNow,
  digestOf,
  type GatePorts,
  mayApprove,
  personNamed,
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
  const { approvals, limit, used } = needs
  const own = approvalOf(ports, row, review)
  const waits = ports.approvals.waitingAt(placeOf(row, review))
  return {
    needs: approvals,
    above: limit === null ? null : limitText(limit),
    inDay: dayText(limit, used),
    isApproved: own !== null && approversNow(ports, own).length >= approvals,
    isWaiting: waits !== null && ports.approvals.now() < waits.expiresAt,
  }
}

/**
 * What a review of a run says of it. Faults: what is known about people does not hold, or the run
 * waits for a colleague.
 */
export function runApprovalSaid(
  ports: GatePorts & Pick<DeskPorts, 'actor'>,
  run: RunRecord,
  amounts: readonly RunAmount[],
): Result<ReviewApproval | null> {
  const person = ports.actor()
  const broken = ports.roll.isOn() ? ports.roll.fault() : null
  if (broken !== null) return fail(notMine(broken))
  const needs = ports.roll.isOn() ? runNeeds(ports, run, amounts, person) : null
  if (needs === null) return ok(null)
  const own = approvalOfRun(ports, run)
  if (own !== null && own.author !== personNamed(ports.roll.read().people, person)?.id)
    return fail(notMine(say('approvals.run-of-a-colleague')))
  return ok({
    needs: needs.approvals,
    above: needs.limit === null ? null : limitText(needs.limit),
    inDay: dayText(needs.limit, needs.used),
    isApproved: own !== null && approversNow(ports, own).length >= needs.approvals,
    isWaiting: run.state === 'PENDING_APPROVAL',
  })
}

function dayText(limit: Limit | null, used: Money | null): ReviewApproval['inDay'] {
  if (limit === null || used === null) return null
  const values = dayValues(limit, used)
  return { used: toText(values.used), left: toText(values.left) }
}

const limitText = ({ above, currency, digits }: Limit): MoneyText =>
  toText({ minor: BigInt(above), currency, digits })

/** Of a run, as whoever is signed in sees it; null where nothing was asked for. */
export function approvalOfRunView(
  ports: ViewPorts & Pick<DeskPorts, 'actor'>,
  run: RunRecord,
): ApprovalView | null {
  if (!ports.roll.isOn()) return null
  const approval = approvalOfRun(ports, run)
  const me = personNamed(ports.roll.read().people, ports.actor())
  return approval === null ? null : approvalView(ports, approval, me?.id ?? null)
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
    mayBy: mayApprove(ports, approval)
      .filter((one) => !signed.includes(one))
      .map(({ name }) => name),
    run:
      approval.runId === null ? null : { runId: approval.runId, ...sumsOf(approval.amounts ?? []) },
    needs,
    isApproved: needs > 0 && signed.length >= needs,
    isMine: approval.author === me,
    mayNot: person === undefined ? null : approverFault(approval, person),
    ...{ askedAt: approval.askedAt, expiresAt: approval.expiresAt },
    ...{ endedBy: approval.endedBy, endedAt: approval.endedAt, reason: approval.reason },
  }
}

const sumsOf = (amounts: readonly RunAmount[]): { sums: RunSum[]; rows: number } => ({
  sums: amounts.flatMap(({ amount, rows }) =>
    amount === null ? [] : [{ sum: toText(amount), rows }],
  ),
  rows: amounts.reduce((count, { rows }) => count + rows, 0),
})

/** Of a request by itself: the limit of whoever asks that it is above. */
export function limitOf(ports: GatePorts, approval: ApprovalRow): ApprovalShown['limit'] {
  const actor = ports.roll.read().people.get(approval.author)?.name ?? ''
  const { service, operation, orderid, amount } = approval
  const needs = approvalNeeded(ports, { actor, operation, service, orderid, amount })
  const limit = needs?.limit ?? null
  return limit === null ? null : { above: limitText(limit), isOfDay: limit.per === 'day' }
}

export function neededFor(ports: GatePorts, approval: ApprovalRow): number {
  const actor = ports.roll.read().people.get(approval.author)?.name ?? ''
  const { service, operation, orderid, amount, runId, amounts } = approval
  if (runId !== null)
    return runNeeds(ports, { id: runId, service, operation }, amounts ?? [], actor)?.approvals ?? 0
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
