// The runs' methods of the desk: what a page may ask of them, and the questions that the system
// asks before one is confirmed.
import type { ListReport } from '#shared/bridge/lists.ts'
import type { RunOutput, RunView } from '#shared/runs/run-methods.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { readWireAmount } from '#shared/money.ts'
import type { RunRow } from '#shared/runs/run-row.ts'
import { type LookKind, runSubject } from '#shared/runs/run-state.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { RunFileQuery } from '../../ledger/export/run-file.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import { expireOld } from '../approvals/end-approval.ts'
import { runAmounts } from '../approvals/run-approval.ts'
import { runFacts } from '../approvals/run-facts.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { noConnection } from '../base/faults.ts'
import type { Jobs } from '../base/jobs.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import { rowView, runView } from './run-views.ts'
import { whyNotWaiting } from './run-window.ts'
import { type DeskRuns, findRun, type RunPorts } from './runs.ts'

export interface RunMethodParts {
  ports: RunPorts
  runs: DeskRuns
  outside: OutsideParts
  work: Jobs
  shell: Pick<ShellPorts, 'chooseFile'>
  note: (draft: AuditDraft) => void
  save: (
    file: string,
    asked: Omit<RunFileQuery, 'folder'>,
    tell: (facts: ListFacts) => void,
    run: Required<RunOptions>,
  ) => Promise<Result<ListReport | null>>
}

/** Nobody reads more of them one by one. */
const mostListed = 200

export function createRunMethods(parts: RunMethodParts): Pick<Desk, keyof RunOutput> {
  const { ports, runs } = parts
  const view = (run: RunRecord): Promise<RunView> => runView(ports, run, runs.beginsAt)
  const shown = async (result: Result<RunRecord>): Promise<Result<RunView>> =>
    result.ok ? ok(await view(ports.runs.get(result.value.id) ?? result.value)) : result
  const on = async <T>(
    runId: string,
    act: (run: RunRecord) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const found = findRun(ports, runId)
    return found.ok ? act(found.value) : found
  }
  return {
    'run:list': async () => ok(await Promise.all(ports.runs.recent(mostListed).map(view))),
    'run:show': ({ runId }) => {
      expireOld(ports)
      return on(runId, async (run) => ok(await view(run)))
    },
    'run:create': async (asked) => {
      const rows = selectedRows(ports, asked)
      if (!rows.ok) return rows
      const { connectionId, operation, depth } = asked
      return shown(await runs.createRun(rows.value, null, { connectionId, operation, depth }))
    },
    'run:again': ({ runId }) => on(runId, async (run) => shown(await runs.again(run))),
    'run:pay': ({ runId }) => on(runId, async (run) => shown(await runs.pay(run))),
    'run:rows': ({ runId, group, outcomes, after, limit }) =>
      on(runId, async () => {
        const of = group !== undefined ? { group } : outcomes !== undefined ? { outcomes } : null
        const { rows, next } =
          of === null
            ? ports.runs.shown(runId, after, limit)
            : await ports.runs.shownOf(runId, of, after, limit)
        return ok({ rows: rows.map(rowView), next })
      }),
    'run:choose': ({ runId, rows, isIn }) =>
      on(runId, (run) => {
        const chosen = runs.choose(run, rows, isIn)
        return chosen.ok ? shown(findRun(ports, runId)) : chosen
      }),
    'run:keep': ({ runId, kind, reason }) =>
      on(runId, async (run) => {
        const kept = await keepTogether(ports, runs, run, { kind, reason })
        return kept.ok ? shown(findRun(ports, runId)) : kept
      }),
    'run:discard': ({ runId }) =>
      on(runId, (run) => {
        const discarded = runs.discard(run)
        return discarded.ok ? ok(null) : discarded
      }),
    'run:review': ({ runId, reason }) => on(runId, (run) => runs.review(run, reason)),
    'run:confirm': ({ runId, token, typedRows }) =>
      on(runId, async (run) => {
        const asked = await askAboutRun(parts, run)
        return asked.ok ? shown(await runs.confirm(run, { token, typedRows })) : asked
      }),
    'run:ask': ({ runId, token, typedRows }) =>
      on(runId, async (run) => shown(await runs.ask(run, { token, typedRows }))),
    'run:undo': ({ runId }) => on(runId, (run) => shown(runs.undo(run))),
    'run:send-now': ({ runId }) =>
      on(runId, async (run) => (runs.sendNow(runId) ? ok(null) : fail(whyNotWaiting(run.state)))),
    'run:pause': ({ runId }) => on(runId, (run) => shown(runs.pause(run))),
    'run:resume': ({ runId }) => on(runId, async (run) => shown(await runs.resume(run))),
    'run:stop': ({ runId }) => on(runId, (run) => shown(runs.stop(run))),
    'run:save': ({ runId, as }) => on(runId, (run) => saved(parts, run, as)),
  }
}

/** As a person selected them, a line each. */
function selectedRows(
  ports: RunPorts,
  { connectionId, rows, reason }: Parsed<'run:create'>,
): Result<RunRow[]> {
  const connection = ports.connections.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  const made: RunRow[] = []
  for (const [nth, { orderid, amount: typed }] of rows.entries()) {
    const { digitsRule } = connection.settings
    const amount =
      typed === undefined ? null : readWireAmount(typed.amount, typed.currency, digitsRule)
    if (amount === undefined || amount?.minor === 0n)
      return fail(inputFault('amount', say('runs.amount-unread', { line: nth + 1 })))
    const ids = { line: nth + 1, orderId: orderid, merchantOrderId: null }
    made.push({ ...ids, amount, reason: reason === '' ? null : reason })
  }
  return ok(made)
}

/**
 * MONEY: the page may show other sums than it sends, so the dialog says what main keeps, as before
 * a single request.
 */
async function askAboutRun(
  { ports, outside }: RunMethodParts,
  run: RunRecord,
): Promise<Result<null>> {
  const connection = ports.connections.find(run.connectionId)
  if (connection?.settings.money.confirmOutside !== true) return ok(null)
  const amounts = runAmounts((await ports.runs.sums(run)).groups)
  return askOutside(outside, runSubject(run.id), {
    message: say('runs.send-these', {
      count: amounts.reduce((count, { rows }) => count + rows, 0),
      operation: { noun: run.operation },
    }),
    detail: await runFacts(ports, run, amounts),
    action: say('program.send-button'),
  })
}

async function saved(
  { ports, shell, work, note, save }: RunMethodParts,
  run: RunRecord,
  as: 'csv' | 'xlsx',
): Promise<Result<ListReport | null>> {
  const day = new Date(ports.clock()).toISOString().slice(0, 10)
  const chosen = await shell.chooseFile({
    title: say('runs.export-the-result'),
    suggestedName: `paydesk-run-${day}.${as}`,
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const file = chosen.value
  const tell = ({ rows, bytes, sha256 }: ListFacts): void =>
    note({
      ...{ actor: ports.actor(), kind: 'run:exported', outcome: 'ok', origin: 'operator' },
      ...{ subject: runSubject(run.id), details: { file, as, rows, bytes, sha256 } },
    })
  return work.run('list', (options) => save(file, { runId: run.id, as }, tell, options))
}

/** So that main is held for some ten milliseconds. */
const pageRows = 200

/**
 * Takes in all rows of one kind that need a look, with one reason of a person, a page after the
 * other. Sends nothing. Faults: others were asked meanwhile, or the run has moved on; what was kept
 * by then stays.
 */
async function keepTogether(
  { runs }: Pick<DeskPorts, 'runs'>,
  { choose }: Pick<DeskRuns, 'choose'>,
  { id }: RunRecord,
  { kind, reason }: { kind: LookKind; reason: string },
): Promise<Result<null>> {
  // MONEY: of those that were there when the person said it: a row that comes to be of this kind
  // because others are kept was not among them.
  const asked = runs.outOf(id, kind)
  for (let from = 0; from < asked.length; from += pageRows) {
    const run = runs.get(id)
    if (run === null) break
    // MONEY: and is still of it: another one kept may have made it something else.
    const still = runs.outOf(id, kind, asked.slice(from, from + pageRows))
    if (still.length > 0) {
      const kept = choose(run, still, true, reason)
      if (!kept.ok) return kept
    }
    await othersTurn()
  }
  return ok(null)
}
