// Reports for the page and as files. The thread that reads sums them; here it is said of which
// period and of whose money, and who saved what.
import {
  type ReportAsked,
  type ReportFigure,
  reportOutcomeOf,
  type ReportRow,
  type ReportView,
} from '#shared/reports/report-methods.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { plainReason } from '#shared/connections/reasons.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import type { Payee } from '#shared/gateway/orders/event-facts.ts'
import { say } from '#shared/message.ts'
import { textIfAny, toText } from '#shared/money.ts'
import { piecesOf } from '#shared/time/periods.ts'
import { dayIn } from '#shared/time/zone.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { ReportFileQuery } from '../../ledger/reports/report-file.ts'
import type { FigureBehind, ReportQuery, ToldRow } from '../../ledger/reports/report.ts'
import { sharesOf } from '#shared/reports/shares.ts'
import type { FigureSum } from '../../ledger/reports/sum-facts.ts'
import type { ListReport } from '#shared/bridge/lists.ts'
import type { Reader, RunOptions } from '../../ledger/worker/reader.ts'
import { whoseOf } from '../api/today.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'
import { MOST_PRINTED, reportPage } from './report-page.ts'

type Tell = (facts: ListFacts) => void

export interface ReportParts {
  reader: Pick<Reader, 'run'>
  shell: Pick<ShellPorts, 'chooseFile' | 'printPage'>
  work: Jobs
  note: (draft: AuditDraft) => void
  actor: () => string
  version: string
  /** Milliseconds since 1970. */
  clock: () => number
  connections: () => readonly Connection[]
  rrnOf: (row: AttemptRow) => string
  /** Into a new folder of its own. */
  writeTable: (query: ReportFileQuery, run: RunOptions) => Promise<ListFacts>
  /** The same of what was printed. */
  writeBytes: (folder: string, bytes: Uint8Array, rows: number) => Promise<ListFacts>
  save: (
    file: string,
    make: (folder: string) => Promise<ListFacts>,
    tell: Tell,
  ) => Promise<Result<ListReport | null>>
}

/** What a report is made by, whoever asked for it. */
export type MakingParts = Pick<
  ReportParts,
  'reader' | 'actor' | 'version' | 'clock' | 'connections' | 'writeTable' | 'writeBytes'
> & { shell: Pick<ShellPorts, 'printPage'> }

type Asked = ReportAsked
const MOST_DAYS = 3_700
const MOST_SHOWN = 200
const DAY_MS = 86_400_000

export function createReportMethods(
  parts: ReportParts,
): Pick<Desk, 'report:show' | 'report:rows' | 'report:save'> {
  return {
    'report:show': (asked) => show(parts, asked),
    'report:rows': async ({ figure, ...asked }) => {
      const query = queryOf(parts, asked)
      if (!query.ok) return query
      const behind = await parts.reader.run('report-rows', {
        ...{ ...query.value.query, figure, most: MOST_SHOWN },
      })
      const nought = { minor: 0n, currency: figure.currency, digits: 0 }
      return ok({
        count: behind.count,
        total: toText(behind.total ?? nought),
        rows: rowsOf(parts, behind),
      })
    },
    'report:save': (asked) => save(parts, asked),
  }
}

/** All labels that connections give a code: the sum is of them together. */
export function reasonNamesOf(connections: readonly Connection[]): Record<string, string> {
  const labels = new Map<string, Map<string, string>>()
  for (const { settings } of connections)
    for (const { code, label } of [
      ...settings.money.refundReasons,
      ...settings.money.releaseReasons,
    ]) {
      const named = labels.get(code) ?? new Map<string, string>()
      const plain = plainReason(label)
      labels.set(code, named.set(plain, named.get(plain) ?? label))
    }
  return Object.fromEntries(
    [...labels].map(([code, named]) => [code, [...named.values()].join(' / ')]),
  )
}

interface Place {
  kind: ReportView['kind']
  query: ReportQuery
  names: string[]
}

/** Faults: input (from, to). */
function queryOf(
  { connections, clock }: Pick<ReportParts, 'connections' | 'clock'>,
  asked: Asked,
): Result<Place> {
  const { report, zone = 'UTC', from, to, cut, since } = asked
  if (to < from) return fail(inputFault('to', say('reports.ends-before')))
  if (Date.parse(to) - Date.parse(from) > MOST_DAYS * DAY_MS)
    return fail(inputFault('from', say('reports.too-many-days')))
  const { kind, ...whose } = whoseOf(connections(), asked)
  const isShift = report === 'shift' && since !== undefined
  const now = clock()
  const { names, borders } = isShift
    ? { names: [dayIn(since, zone)], borders: [since, Math.max(now, since) + 1] }
    : piecesOf({ from, to, zone }, ['open', 'close'].includes(report) ? 'whole' : cut)
  const own = {
    reasons: ['reason'],
    shift: ['operator', 'outcome'],
    moved: [],
    open: [],
    close: [],
  } as const
  const split = [...new Set([...own[report], ...asked.split])]
  const query: ReportQuery = {
    ...{ ...whose, borders, split },
    ...(report === 'reasons' ? { operations: ['return'], isDone: true } : {}),
    ...(report === 'open' ? { openAt: now } : {}),
    ...(report === 'close' ? { isClose: true } : {}),
  }
  return ok({ kind, query, names })
}

const figureOf = (
  { total, largest, ...figure }: FigureSum,
  share: number | null,
): ReportFigure => ({
  ...{ ...figure, share },
  total: toText(total),
  largest: toText(largest),
})

const hasFigures = (report: ReportView['report']): boolean =>
  report !== 'open' && report !== 'close'

const shown = (report: ReportView['report'], figures: FigureSum[]): ReportFigure[] => {
  const shares = report === 'reasons' ? sharesOf(figures) : []
  return figures.map((figure, at) => figureOf(figure, shares[at] ?? null))
}

async function show(
  parts: Pick<MakingParts, 'reader' | 'clock' | 'connections'>,
  asked: Asked,
): Promise<Result<ReportView>> {
  const place = queryOf(parts, asked)
  if (!place.ok) return place
  const { kind, query, names } = place.value
  const { figures, open, ...facts } = await parts.reader.run('report', query)
  return ok({
    ...{
      report: asked.report,
      kind,
      zone: asked.zone ?? 'UTC',
      parts: names,
      madeAt: parts.clock(),
    },
    bounds: { from: query.borders[0]!, until: query.borders.at(-1)! },
    ...{ ...facts, open },
    reasonNames: reasonNamesOf(parts.connections()),
    figures: hasFigures(asked.report) ? shown(asked.report, figures) : [],
  })
}

const rowsOf = ({ rrnOf }: ReportParts, { requests, answers }: FigureBehind): ReportRow[] => [
  ...requests.map((row): ReportRow => ({
    attemptId: row.id,
    connectionId: row.connectionId,
    operation: row.operation,
    orderid: row.orderid,
    clientOrderid: row.clientOrderid,
    amount: textIfAny(row.amount),
    at: row.resolvedAt ?? row.sentAt ?? row.createdAt,
    actor: row.actor,
    reason: row.comment,
    outcome: reportOutcomeOf(row.state, row.handOutcome),
    rrn: rrnOf(row),
    payee: payeeText(row.payee),
  })),
  ...answers.map(toldRow),
]

/** As the log has it, where no number of a card is. */
const payeeText = (payee: Payee | null): string =>
  maskCardNumbers([payee?.name, payee?.account].filter((part) => part).join(', '))

const toldRow = ({ seq: _seq, amount, ...row }: ToldRow): ReportRow => ({
  ...{ ...row, attemptId: null, amount: textIfAny(amount), actor: '', reason: '' },
  ...{ outcome: 'done', payee: '' },
})

async function save(
  parts: ReportParts,
  { as, ...asked }: Asked & { as: 'csv' | 'xlsx' | 'pdf' },
): Promise<Result<ListReport | null>> {
  const place = queryOf(parts, asked)
  if (!place.ok) return place
  const { query, names } = place.value
  const zone = asked.zone ?? 'UTC'
  const last = dayIn(query.borders.at(-1)! - 1, zone)
  const chosen = await parts.shell.chooseFile({
    title: say('reports.export-title'),
    suggestedName: `paydesk-${asked.report}-${names[0]}-${last}.${as}`,
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const file = chosen.value
  const tell = (outcome: string, details: Record<string, unknown>): void =>
    parts.note({
      ...{ actor: parts.actor(), kind: 'list:exported', outcome, subject: 'report' },
      origin: outcome === 'failed' ? 'desk' : 'operator',
      details: { file, as, ...asked, ...details },
    })
  const noteSaved: Tell = ({ rows, bytes, sha256 }) => tell('ok', { rows, bytes, sha256 })
  const saved = await parts.work.run('list', async (run) => {
    const made = await makerOf(parts, { as, ...asked }, run)
    return made.ok ? parts.save(file, made.value, noteSaved) : made
  })
  if (!saved.ok) tell('failed', { fault: saved.fault.message })
  else if (saved.value === null) tell('cancelled', {})
  return saved
}

type Maker = (folder: string) => Promise<ListFacts>

/** Writes the report into a folder. Faults: input, before anything is written. */
export async function makerOf(
  parts: MakingParts,
  { as, ...asked }: Asked & { as: 'csv' | 'xlsx' | 'pdf' },
  run: RunOptions = {},
): Promise<Result<Maker>> {
  if (as === 'pdf') return printed(parts, asked)
  const place = queryOf(parts, asked)
  if (!place.ok) return place
  const { query, names } = place.value
  const table = { ...query, as, report: asked.report, zone: asked.zone ?? 'UTC', parts: names }
  const reasonNames = reasonNamesOf(parts.connections())
  return ok((folder) => parts.writeTable({ ...table, reasonNames, folder }, run))
}

async function printed(parts: MakingParts, asked: Asked): Promise<Result<Maker>> {
  const view = await show(parts, asked)
  if (!view.ok) return view
  const count = view.value.figures.length
  if (count > MOST_PRINTED)
    return fail(
      inputFault('split', say('reports.too-long-to-print', { most: MOST_PRINTED, count })),
    )
  const names = new Map(parts.connections().map(({ id, name }) => [id, name]))
  const page = reportPage({
    ...{ view: view.value, actor: parts.actor(), version: parts.version },
    nameOf: (id) => names.get(id) ?? id,
  })
  const bytes = await parts.shell.printPage(page)
  const rows = Math.max(count, view.value.open.length)
  return ok((folder) => parts.writeBytes(folder, bytes, rows))
}
