// Whether a run takes the approval of others, and whether it has it: of its digest, for whoever
// sends it. Asked when it is confirmed, started and resumed, and for each row before it leaves.
import type { Fault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Money } from '#shared/money.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'
import type { AttemptRow, RowPlace } from '../../ledger/journal/attempt-row.ts'
import type { Change } from '../../ledger/projections/changes.ts'
import type { GroupSum } from '../../ledger/runs/run-sums.ts'
import type { RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import { notMine, runChanged } from '../base/faults.ts'
import { rowLine } from '../base/run-digest.ts'
import type { ApprovedRowsPort } from './approved-rows.ts'
import {
  approvalNeeded,
  approversOf,
  type GatePorts,
  type Needed,
  personNamed,
} from './approval-gate.ts'
import { dayValues } from './in-a-day.ts'

/** By currency, with what names no amount; of the rows that are in alone. */
export function runAmounts(groups: readonly GroupSum[]): RunAmount[] {
  const sums = openSums()
  for (const { isIn, sum, rows } of groups) if (isIn) sums.add(sum, rows)
  return sums.whole()
}

/**
 * The same, row by row. MONEY: what is decided by is summed up by the pass that works the digest
 * out: sums of other rows say nothing about it.
 */
export function openRunAmounts(): {
  add: (row: Pick<RunRowRecord, 'check'>) => void
  whole: () => RunAmount[]
} {
  const sums = openSums()
  return {
    add: ({ check }) => {
      if (check?.isIn === true) sums.add(check.moves, 1)
    },
    whole: sums.whole,
  }
}

function openSums(): { add: (sum: Money | null, rows: number) => void; whole: () => RunAmount[] } {
  const sums = new Map<string, RunAmount>()
  return {
    add: (sum, rows) => {
      const key = sum === null ? '' : `${sum.currency} ${sum.digits}`
      const before = sums.get(key)
      const minor = before?.amount?.minor ?? 0n
      sums.set(key, {
        amount: sum === null ? null : { ...sum, minor: sum.minor + minor },
        rows: rows + (before?.rows ?? 0),
      })
    },
    whole: () => [...sums.values()],
  }
}

interface RunNeeds extends Needed {
  /** The sum that is above it; null where nobody knows an amount. */
  sum: Money | null
}

type Of = Pick<AttemptRow, 'service' | 'operation'> & Pick<RunRecord, 'id'>

/** What it takes beside this person; null where it takes nobody. */
export function runNeeds(
  ports: GatePorts,
  { id, service, operation }: Of,
  amounts: readonly RunAmount[],
  person: string,
): RunNeeds | null {
  let most: RunNeeds | null = null
  for (const { amount } of amounts) {
    const row = { runId: id, at: 0 }
    const asked = { actor: person, operation, service, orderid: '', amount, row }
    const needs = approvalNeeded(ports, asked)
    if (needs === null || (most !== null && needs.approvals <= most.approvals)) continue
    most = { ...needs, sum: amount }
  }
  return most
}

/** What is asked for of a run, as it stands: it waits, or the run was started by it. */
export const approvalOfRun = (
  ports: GatePorts,
  { id, digest }: Pick<RunRecord, 'id' | 'digest'>,
): ApprovalRow | null => {
  const now = ports.approvals.now()
  return (
    ports.approvals
      .ofRun(id)
      .find(
        (one) =>
          one.digest === digest &&
          (one.state === 'SPENT' || (one.state === 'WAITING' && now < one.expiresAt)),
      ) ?? null
  )
}

/**
 * Why this person may not send it by themselves, or null. MONEY: what others approved is a digest,
 * for one person; whoever resumes it needs what its limits ask for by then.
 */
export function runApprovalFault(
  ports: GatePorts,
  run: Of & Pick<RunRecord, 'digest' | 'state'>,
  { amounts, person }: { amounts: readonly RunAmount[]; person: string },
): Fault | null {
  if (!ports.roll.isOn()) return null
  const broken = ports.roll.fault()
  if (broken !== null) return notMine(broken)
  const needs = runNeeds(ports, run, amounts, person)
  return needs === null ? null : missingFault(ports, run, needs, person)
}

/** Only a run that has not begun can be asked for: of one that has, some rows may have left. */
function missingFault(
  ports: GatePorts,
  run: Pick<RunRecord, 'id' | 'digest' | 'state'>,
  { approvals: count, sum, limit, used }: RunNeeds,
  person: string,
): Fault | null {
  const approval = approvalOfRun(ports, run)
  const isBegun = run.state === 'RUNNING' || run.state === 'PAUSED'
  if (approval === null && isBegun) return notMine(say('approvals.run-begun'))
  if (approval === null && sum !== null && limit !== null && used !== null)
    return notMine(say('approvals.run-above-day-limit', { sum, count, ...dayValues(limit, used) }))
  if (approval === null)
    return notMine(
      sum === null
        ? say('approvals.run-unknown-amount', { count })
        : say('approvals.run-above-limit', { sum, count }),
    )
  if (approval.author !== personNamed(ports.roll.read().people, person)?.id)
    return notMine(say('approvals.run-of-a-colleague'))
  const missing = count - approversOf(ports, approval).length
  if (missing <= 0) return null
  return notMine(
    isBegun ? say('approvals.run-begun') : say('approvals.still-missing', { count: missing }),
  )
}

/** MONEY: with the start: whatever becomes of it, no other start is paid for by it. */
export function spendRunApproval(ports: GatePorts, run: RunRecord, person: string): Change[] {
  const approval = approvalOfRun(ports, run)
  if (approval?.state !== 'WAITING') return []
  const end = { state: 'SPENT', by: person, at: ports.approvals.now() } as const
  return [ports.approvals.endOf(approval.id, end)]
}

/**
 * Why a run may not go on with its rows, or null. MONEY: limits count as they are by now, also for
 * a run that took nobody's approval when it began.
 */
export function runGoesOnFault(
  ports: GatePorts & ApprovedRowsPort,
  run: RunRecord,
  person: string,
): Fault | null {
  if (!ports.roll.isOn()) return null
  const approval = approvalOfRun(ports, run)
  const known = ports.approvedRows.sumsOf(run.id, run.digest ?? '')
  const amounts = approval?.amounts ?? known ?? []
  return runApprovalFault(ports, run, { amounts, person })
}

/** MONEY: nothing but the rows that the digest is over leaves under an approval. */
export const isApprovedRow = (
  { approvedRows }: ApprovedRowsPort,
  { id, digest }: Pick<RunRecord, 'id' | 'digest'>,
  row: RunRowRecord,
): boolean => digest !== null && approvedRows.isOf(id, digest, row.at, rowLine(row))

/** Why a row of a run may not leave that is above a limit of whoever sends it, or null. */
export function rowApprovalFault(
  ports: GatePorts & ApprovedRowsPort,
  { amount, orderid, actor }: Pick<AttemptRow, 'amount' | 'orderid' | 'actor'>,
  { runId, at }: RowPlace,
  needs: Needed,
): Fault | null {
  const run = ports.runs.get(runId)
  const approval = run === null ? null : approvalOfRun(ports, run)
  if (run === null || approval?.state !== 'SPENT') return notMine(say('approvals.not-by-a-run'))
  const row = ports.runs.row(runId, at)
  if (row === null || !isApprovedRow(ports, run, row)) return runChanged
  const { moves = null, orderid: known = '' } = row.check ?? {}
  const isAsApproved = amount?.minor === moves?.minor && amount?.currency === moves?.currency
  if (!isAsApproved || (known !== '' && known !== orderid)) return runChanged
  return missingFault(ports, run, { ...needs, sum: amount }, actor)
}
