// THE CHOKEPOINT of approvals: why a request may not leave without others. Asked inside the
// transaction that writes SENDING, of the signed statements and of the log. MONEY: everything else
// about approvals only draws.
import type { Fault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { notMine } from '../base/faults.ts'
import type { ApprovedRowsPort } from './approved-rows.ts'
import { dayValues } from './in-a-day.ts'
import {
  approvalNeeded,
  approvalOf,
  type Needed,
  approversOf,
  type GatePorts,
  isAsSeen,
  type Reviewed,
  type Sent,
  type Told,
} from './approval-gate.ts'
import { rowApprovalFault } from './run-approval.ts'

const neededText = ({ approvals: count, limit, used }: Needed): string =>
  limit === null || used === null
    ? say('approvals.needs-one', { count })
    : say('approvals.needs-one-in-day', { count, ...dayValues(limit, used) })

/** Why it may not be sent by whoever asks alone, or null. */
export function approvalFault(
  ports: GatePorts & ApprovedRowsPort,
  row: Sent,
  review: Reviewed | undefined,
  told: Told,
): Fault | null {
  if (!ports.roll.isOn()) return null
  // MONEY: a file in which a limit or a person was changed says nothing about who may what.
  const broken = ports.roll.fault()
  if (broken !== null) return notMine(broken)
  const needs = approvalNeeded(ports, row)
  if (needs === null) return null
  if (row.row !== null) return rowApprovalFault(ports, row, row.row, needs)
  const approval = approvalOf(ports, row, review)
  if (approval === null) return notMine(neededText(needs))
  const signed = approversOf(ports, approval)
  if (signed.length < needs.approvals)
    return notMine(say('approvals.still-missing', { count: needs.approvals - signed.length }))
  const asNow = approversOf(ports, approval, (seen) => isAsSeen(seen, told))
  return asNow.length < needs.approvals ? notMine(say('approvals.order-moved-since')) : null
}
