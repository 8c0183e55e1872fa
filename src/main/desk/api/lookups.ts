// The pasted list's methods of the desk: the run itself is look-up-run.ts; here it meets
// connections, the clipboard and a file.
import { formatMessage } from '#wording/format-messages.ts'
import { say } from '#shared/message.ts'
import type { ListReport, ShownList } from '#shared/bridge/lists.ts'
import type { LookUpOutput, LookUpRun } from '#shared/bridge/look-ups.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-meanings.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'
import { lookUp } from '../lookups/look-up.ts'
import { createLookUpRuns } from '../lookups/look-up-run.ts'
import { askingIn } from '../base/asking.ts'
import type { DeskPorts } from '../base/ports.ts'
import { orderRow } from '../orders/views.ts'
import { noConnection, noListYet } from '../base/faults.ts'
import type { StatusPorts } from '../payments/status/apply-status.ts'

export interface LookUpParts {
  ports: StatusPorts & Pick<DeskPorts, 'report' | 'takeTurn'>
  work: Jobs
  shell: ShellPorts
  note: (draft: AuditDraft) => void
  /** A table for a file and for the clipboard, so that nothing in it runs as a formula. */
  csvText: (rows: readonly string[][]) => string
  tableText: (rows: readonly string[][]) => string
  /** Asks where, writes the table there and notes it. */
  saveTable: (table: ShownList) => Promise<Result<ListReport | null>>
}

type Methods = Pick<Desk, Exclude<keyof LookUpOutput, 'look-ups:again'>>

export function createLookUpMethods(deps: LookUpParts): Methods {
  const { ports, work, shell, note } = deps
  const runs = createLookUpRuns({
    work,
    lookUp: async (asked, turn) => {
      const { connectionId } = asked
      const read = await lookUp(askingIn(ports, turn), asked)
      if (!read.ok) return read
      const record = ports.orders.get(connectionId, read.value.orderid)
      if (record === null) throw new Error('an order that was read is not in the ledger')
      const { orderid, clientOrderid, phase, status, transactionType, original } = orderRow(record)
      return ok({ connectionId, orderid, clientOrderid, phase, status, transactionType, original })
    },
    takeTurn: (connectionId) => {
      const connection = ports.connections.find(connectionId)
      return connection === undefined ? Promise.resolve(null) : ports.takeTurn(connection, 'list')
    },
    clock: ports.clock,
    onState: (run) => {
      const { asked, total, state } = run
      if (state === 'done' || state === 'stopped') noteEnded(run)
      ports.onChange({ topic: 'work', work: { name: 'look-ups', done: asked, total } })
    },
    report: ports.report,
  })
  /** `open`: rows that were neither found nor told to be missing. */
  const noteEnded = ({ counts: { rows, found, notFound }, state }: LookUpRun): void => {
    const open = rows - found - notFound
    note({
      actor: ports.actor(),
      kind: 'look-ups:finished',
      outcome: open > 0 ? 'open' : 'ok',
      origin: 'desk',
      subject: 'look-ups',
      details: { rows, found, notFound, open, state },
    })
    ports.onChange({ topic: 'app' })
  }
  /** The audit says that a result left the desk, and how much of it. */
  const noteTaken = (run: LookUpRun, to: string): void =>
    note({
      actor: ports.actor(),
      kind: 'look-ups:exported',
      outcome: 'ok',
      origin: 'operator',
      subject: 'look-ups',
      details: { rows: run.counts.rows, found: run.counts.found, to },
    })

  return {
    'look-ups:start': async ({ connectionIds, text, as, column }) => {
      const connections = connectionIds.flatMap((id) => ports.connections.find(id) ?? [])
      if (connections.length < connectionIds.length) return fail(noConnection)
      return runs.start(connections, text, as, column)
    },
    'look-ups:state': async ({ since }) => ok(runs.state(since)),
    'look-ups:steer': async ({ to }) => ok(runs.steer(to)),
    'look-ups:retry': async () => runs.retry(),
    'look-ups:copy': async () => {
      const run = runs.state(0)
      if (run === null) return fail(noListYet)
      await shell.copyText(deps.tableText(tableOf(run)))
      noteTaken(run, 'clipboard')
      return ok({ rows: run.counts.rows })
    },
    'look-ups:save': async ({ as }) => {
      const run = runs.state(0)
      if (run === null) return fail(noListYet)
      if (as === 'xlsx') return deps.saveTable(sheetOf(run))
      const saved = await shell.saveText({
        title: say('reconcile.export-the-result'),
        suggestedName: `paydesk-look-ups-${dayText(ports.clock())}.csv`,
        text: deps.csvText(tableOf(run)),
      })
      if (!saved.ok || saved.value === null) return saved.ok ? ok(null) : saved
      noteTaken(run, saved.value)
      return ok({ file: saved.value, rows: run.counts.rows })
    },
  }
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

const head = [
  'line',
  'id',
  'kind',
  'connection',
  'environment',
  'result',
  'order_id',
  'merchant_order_id',
  'phase',
  'status',
  'last_event',
  'amount',
  'currency',
  'asked_at',
  'message',
]

const kinds: Readonly<Partial<Record<string, ShownList['columns'][number]['kind']>>> = {
  line: 'number',
  amount: 'money',
  asked_at: 'time',
}

/** The same table for a spreadsheet: lines and amounts as numbers, times as times. */
function sheetOf(run: LookUpRun): ShownList {
  const [names = [], ...rows] = tableOf(run)
  const columns = names.map((name) => ({ name, kind: kinds[name] ?? 'text' }))
  return { as: 'xlsx', list: 'look-ups', columns, rows }
}

/** A line for each id and connection; times in UTC. */
export function tableOf(run: LookUpRun): string[][] {
  const lines = run.rows.flatMap((row) =>
    run.connections.map((connection) => {
      const answer = row.answers.find(({ connectionId }) => connectionId === connection.id)
      const result = answer?.result
      const found = result?.ok === true ? result.value : undefined
      const fault = result?.ok === false ? result.fault : undefined
      return [
        String(row.line),
        row.value,
        row.by,
        connection.name,
        connection.environment,
        result === undefined ? 'not asked' : resultWord(result),
        found?.orderid ?? '',
        found?.clientOrderid ?? '',
        found?.phase ?? '',
        found?.status ?? '',
        found?.transactionType ?? '',
        found?.original?.amount ?? '',
        found?.original?.currency ?? '',
        answer === undefined ? '' : new Date(answer.askedAt).toISOString(),
        formatMessage(fault?.message ?? ''),
      ]
    }),
  )
  return [head, ...lines]
}

const resultWord = (result: Result<unknown>): string =>
  result.ok
    ? 'found'
    : result.fault.kind === 'rejected' && meaningOf(result.fault.message) === 'no-order'
      ? 'not found'
      : `failed: ${result.fault.kind}`
