// Whether a run is above a limit of whoever confirms, starts or resumes it. MONEY: its rows are
// looked at once more before each is sent (desk/approvals/approval-gate.ts); here the sum counts.
import type { Fault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Money } from '#shared/money.ts'
import type { GroupSum } from '../../ledger/runs/run-sums.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import { approvalNeeded, type GatePorts } from './approval-gate.ts'
import { notMine } from '../base/faults.ts'

export function runLimitFault(
  ports: GatePorts,
  run: RunRecord,
  { groups, person }: { groups: readonly GroupSum[]; person: string },
): Fault | null {
  if (!ports.roll.isOn()) return null
  const sums = new Map<string, Money | null>()
  for (const { isIn, sum } of groups) {
    if (!isIn) continue
    const key = sum === null ? '' : `${sum.currency} ${sum.digits}`
    const before = sums.get(key) ?? null
    sums.set(key, sum === null ? null : { ...sum, minor: sum.minor + (before?.minor ?? 0n) })
  }
  for (const amount of sums.values()) {
    const asked = { actor: person, operation: run.operation, amount }
    if (approvalNeeded(ports, { ...asked, service: run.service, orderid: '' }) === null) continue
    return notMine(
      amount === null
        ? say('approvals.run-unknown-amount')
        : say('approvals.run-above-limit', { sum: amount }),
    )
  }
  return null
}
