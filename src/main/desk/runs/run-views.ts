// Runs and their rows as the bridge shows them. It changes nothing.
import type { RunRowView, RunView } from '#shared/runs/run-methods.ts'
import { textIfAny } from '#shared/money.ts'
import { isCheckPaused, unsentOutcomes } from '#shared/runs/run-state.ts'
import type { RunRecord, ShownRow } from '../../ledger/runs/run-record.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { GatePorts } from '../approvals/approval-gate.ts'
import { approvalOfRunView } from '../approvals/approval-said.ts'
import { byCurrency } from './review-run.ts'

const isConfirmed = (run: RunRecord): boolean =>
  ['CONFIRMED', 'RUNNING', 'PAUSED', 'DONE', 'STOPPED'].includes(run.state) && !isCheckPaused(run)

export type RunViewPorts = GatePorts & Pick<DeskPorts, 'connections' | 'actor'>

export async function runView(
  ports: RunViewPorts,
  run: RunRecord,
  beginsAt: (runId: string) => number | null,
): Promise<RunView> {
  const { runs } = ports
  const { groups, outcomes: all } = await runs.sums(run)
  // A long count may have seen the run move on.
  const now = runs.get(run.id)
  if (now !== null && now.state !== run.state) return runView(ports, now, beginsAt)
  const outcomes = isConfirmed(run) ? all : []
  const counts = new Map<
    string,
    { outcome: RunView['outcomes'][number]['outcome']; rows: number }
  >()
  for (const { outcome, rows } of outcomes)
    counts.set(outcome, { outcome, rows: (counts.get(outcome)?.rows ?? 0) + rows })
  const isOver = run.state === 'DONE' || run.state === 'STOPPED'
  return {
    ...{ id: run.id, connectionId: run.connectionId, operation: run.operation, state: run.state },
    ...{ rows: run.rows, depth: run.depth, why: run.why, actor: run.actor, reason: run.reason },
    ...{ createdAt: run.createdAt, checkedAt: run.checkedAt, confirmedAt: run.confirmedAt },
    confirmedBy: isConfirmed(run) ? (run.counted?.by ?? null) : null,
    ...{ endedAt: run.endedAt, rowsIn: run.rowsIn, digest: run.digest },
    ...{ beginsAt: beginsAt(run.id), approval: approvalOfRunView(ports, run) },
    sourceName: run.source?.name ?? null,
    ...{ leftOut: run.source?.leftOut ?? null, again: run.source?.again ?? null },
    sumLine: run.source?.sumLine ?? null,
    checked: groups.reduce((count, { rows }) => count + rows, 0),
    groups: groups.map(({ sum: _sum, ...group }) => group),
    sums: byCurrency(groups.filter(({ isIn }) => isIn)),
    outcomes: [...counts.values()],
    moved: byCurrency(outcomes.filter(({ outcome }) => outcome === 'done')),
    mayPay:
      isOver && run.operation === 'payout-check'
        ? outcomes.reduce((all, { outcome, rows }) => all + (outcome === 'done' ? rows : 0), 0)
        : 0,
    mayAskAgain: !isOver
      ? 0
      : outcomes
          .filter(({ outcome }) => unsentOutcomes.includes(outcome))
          .reduce((count, { rows }) => count + rows, 0),
  }
}

export function rowView(row: ShownRow): RunRowView {
  const { check } = row
  const moves = check?.moves ?? null
  const left = check?.leftMinor ?? null
  return {
    ...{ at: row.at, line: row.line, reason: row.reason, outcome: row.outcome },
    orderid: check?.orderid || row.orderid || row.madeOrderid,
    clientOrderid: check?.clientOrderid || row.clientOrderid,
    cardRef: row.party?.['cardrefid'] ?? null,
    payTo:
      row.party?.['account_number'] === undefined
        ? null
        : {
            account: row.party['account_number'],
            name: row.party['account_name'] ?? '',
            bankCode: row.party['routing_number'] ?? '',
          },
    asked: textIfAny(row.amount),
    group: check?.group ?? null,
    finding: check?.finding ?? null,
    way: check?.way ?? null,
    moves: textIfAny(moves),
    left: moves === null || left === null ? null : textIfAny({ ...moves, minor: left }),
    isIn: check?.isIn ?? false,
    ...{ attemptId: row.attemptId, message: row.message },
    ...{ customer: row.customer, card: row.card },
  }
}
