// What the bridge may ask about reports of the gateway: their results, which are matched anew each
// time, pages of their lists, and what people say of lines. MONEY: a report resolves nothing and
// sends nothing; a decision is a word of a person about a line.
import type { Parsed } from '#shared/contract/bridge.ts'
import type { ReportNeed } from '#shared/bridge/today.ts'
import type { ListReport } from '#shared/bridge/lists.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import {
  decidedIn,
  mostListed,
  type ReconcileOutput,
  type ReconciliationView,
  type ShownPile,
} from '#shared/reconcile/reconcile-methods.ts'
import { reconciliationSubject } from '#shared/reconcile/reconciliation-subject.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { ReconciliationRecord } from '../../ledger/reconcile/reconciliation-record.ts'
import type { Reader, RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { matchedOtherwise, noReconciliation } from '../base/faults.ts'
import type { Jobs } from '../base/jobs.ts'
import type { DeskPorts } from '../base/ports.ts'
import { keepWhenLookedUp, lookUpOrders, type LookUpParts } from './look-up-orders.ts'
import { reconciliationView, reportNeed } from './reconciliation-view.ts'

export interface ReconcileParts {
  ports: LookUpParts['ports']
  reader: Pick<Reader, 'run'>
  asking: LookUpParts['asking']
  shell: Pick<ShellPorts, 'chooseFile'>
  work: Jobs
  note: (draft: AuditDraft) => void
  save: (
    file: string,
    asked: { id: string; as: 'csv' | 'xlsx' },
    tell: (facts: ListFacts) => void,
    run: Required<RunOptions>,
  ) => Promise<Result<ListReport | null>>
}

export function createReconcileMethods(
  parts: ReconcileParts,
): Pick<Desk, Exclude<keyof ReconcileOutput, 'reconcile:take'>> {
  const { ports, reader } = parts
  const { reconciliations } = ports
  keepWhenLookedUp(parts)
  return {
    'reconcile:list': async () =>
      ok(reconciliations.list(mostListed).map((record) => reconciliationView(record))),
    'reconcile:show': async ({ id }) => {
      const record = reconciliations.get(id)
      if (record === null) return fail(noReconciliation)
      const now = await reader.run('reconciled', { id })
      return ok(reconciliationView(record, now))
    },
    'reconcile:rows': async (asked) => {
      const page = await reader.run('reconciled-rows', asked)
      return page === undefined ? fail(noReconciliation) : ok(page)
    },
    'reconcile:keep': ({ id, digest }) => keep(parts, id, digest),
    'reconcile:decide': (asked) => decide(parts, asked),
    'reconcile:look-up': async ({ id }) => {
      const record = reconciliations.get(id)
      return record === null ? fail(noReconciliation) : lookUpOrders(parts, record)
    },
    'reconcile:save': async ({ id, as }) => {
      const record = reconciliations.get(id)
      return record === null ? fail(noReconciliation) : saved(parts, record, as)
    },
  }
}

/** What Today says of the reports, the newest first. */
export const reportNeeds = ({
  reconciliations,
}: Pick<DeskPorts, 'reconciliations'>): ReportNeed[] =>
  reconciliations.current(mostListed).flatMap((record) => reportNeed(record) ?? [])

/** `digest`: of what the person saw; null where they said what changes it. */
async function keep(
  { ports, reader }: ReconcileParts,
  id: string,
  digest: string | null,
): Promise<Result<ReconciliationView>> {
  const { reconciliations } = ports
  const now = await reader.run('reconciled', { id })
  if (reconciliations.get(id) === null || now === undefined) return fail(noReconciliation)
  if (digest !== null && now.result.digest !== digest) return fail(matchedOtherwise)
  const record = reconciliations.keepResult(id, now.result, ports.actor())
  ports.onChange({ topic: 'reconcile' })
  return ok(reconciliationView(record, now))
}

/** MONEY: only what the person saw is decided, and only where such a decision may stand. */
async function decide(
  parts: ReconcileParts,
  { id, line, decision, about, reason }: Parsed<'reconcile:decide'>,
): Promise<Result<ReconciliationView>> {
  const { ports } = parts
  const { reconciliations } = ports
  if (reconciliations.get(id) === null) return fail(noReconciliation)
  const place = await placeOf(parts, id, line, decision === 'withdrawn')
  if (place === null || place.about !== about) return fail(matchedOtherwise)
  if (decision !== 'withdrawn' && !decidedIn[decision].includes(place.pile))
    return fail(matchedOtherwise)
  const by = { actor: ports.actor(), at: ports.clock() }
  reconciliations.decide(id, { line, decision, about, reason, ...by }, place.pile)
  return keep(parts, id, null)
}

async function placeOf(
  { ports, reader }: ReconcileParts,
  id: string,
  line: number,
  isWithdrawing: boolean,
): Promise<{ about: string; pile: ShownPile } | null> {
  if (line !== 0) {
    const found = await reader.run('reconciled-line', { id, line })
    return found === undefined || found.isDecided !== isWithdrawing ? null : found
  }
  if (isWithdrawing) {
    const before = ports.reconciliations.decision(id, 0)
    return before?.decision === 'accepted' ? { about: before.about, pile: 'matched' } : null
  }
  const now = await reader.run('reconciled', { id })
  return now === undefined || now.aboutOneId === ''
    ? null
    : { about: now.aboutOneId, pile: 'one-id' }
}

async function saved(
  { ports, shell, work, note, save }: ReconcileParts,
  { id, source }: ReconciliationRecord,
  as: 'csv' | 'xlsx',
): Promise<Result<ListReport | null>> {
  const day = new Date(ports.clock()).toISOString().slice(0, 10)
  const chosen = await shell.chooseFile({
    title: say('reconcile.save-the-result'),
    suggestedName: `paydesk-reconciliation-${day}.${as}`,
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const file = chosen.value
  const tell = (outcome: string, details: Record<string, unknown>): void =>
    note({
      ...{ actor: ports.actor(), kind: 'list:exported', outcome },
      ...{ subject: reconciliationSubject(id), origin: 'operator' },
      details: { file, as, report: source.name, ...details },
    })
  const noteSaved = ({ rows, bytes, sha256 }: ListFacts): void =>
    tell('ok', { rows, bytes, sha256 })
  const done = await work.run('list', (run) => save(file, { id, as }, noteSaved, run))
  if (!done.ok) tell('failed', { fault: done.fault.message })
  else if (done.value === null) tell('cancelled', {})
  return done
}
