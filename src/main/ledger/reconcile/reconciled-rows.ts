// Pages of one list of a reconciliation for the page, the numbers nobody has looked up, and all
// lines as a file in the order of the report. The last match is kept while the log does not grow.
import { say } from '#shared/message.ts'
import { toText, wireAmount } from '#shared/money.ts'
import {
  isCounted,
  mostReportsNamed,
  type OtherReport,
  type ReconciledRow,
  type Said,
  type ShownPile,
} from '#shared/reconcile/reconcile-methods.ts'
import type { LeftKind } from '#shared/files/file-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { type ListColumn, type ListFacts, listTrouble, writeList } from '../export/list-file.ts'
import type { KnownEvent } from './told-once.ts'
import { wholeReport } from './all-reports.ts'
import { type MatchedReport, matchReport, matchReports } from './match-report.ts'
import type { MatchedLine } from './said-of-lines.ts'
import type { KeptLine } from './reconciliation-record.ts'
import { feesOf } from './result-of.ts'

export interface ReconciledPage {
  rows: ReconciledRow[]
  next: number | null
}

/** As the first line names it; '' where it has no such number. */
export interface UnknownOrder {
  line: number
  orderId: string
  merchantOrderId: string
}

/** Of a line: what a decision would be about, where it stands, and what was said of it. */
export interface FoundLine extends Pick<MatchedLine, 'pile' | 'decided'> {
  about: string
  /** The same line in other reports. */
  also: { id: string; line: number }[]
}

export interface FoundReport extends Pick<MatchedReport, 'result' | 'whole' | 'doubts'> {
  id: string
}

export interface ReconcileJobs {
  result(db: Database, id: string, work: TimeSlice): Promise<FoundReport | undefined>
  /** Of several reports of one gateway, what each of them is now. */
  results(db: Database, ids: readonly string[], work: TimeSlice): Promise<FoundReport[]>
  rows(
    db: Database,
    asked: { id: string; pile: ShownPile; from: number; limit: number },
    work: TimeSlice,
  ): Promise<ReconciledPage | undefined>
  /** Of a line: what a decision would be about, and the list it stands in. */
  line(
    db: Database,
    asked: { id: string; line: number },
    work: TimeSlice,
  ): Promise<FoundLine | undefined>
  /** Orders that the report names and nobody looked up here, each once. */
  unknownOrders(db: Database, id: string, work: TimeSlice): Promise<UnknownOrder[] | undefined>
  file(
    db: Database,
    asked: { id: string; as: 'csv' | 'xlsx'; folder: string },
    work: TimeSlice,
  ): Promise<ListFacts>
}

export function openReconcileJobs(): ReconcileJobs {
  let last: { key: string; report: MatchedReport } | undefined
  /** MONEY: what was matched before the log grew is matched anew. */
  const matched = async (
    db: Database,
    id: string,
    work: TimeSlice,
  ): Promise<MatchedReport | undefined> => {
    // That a result was kept changes none.
    const head = statement<[], bigint | number>(
      db,
      `SELECT coalesce((SELECT seq FROM audit_entry WHERE kind NOT IN ('reconcile:matched', 'reconcile:matched-again')
         ORDER BY seq DESC LIMIT 1), 0)`,
      { as: 'value' },
    ).only()
    const key = `${id} ${head}`
    if (last?.key === key) return last.report
    const report = await matchReport(db, id, work)
    if (report !== undefined) last = { key, report }
    return report
  }
  return {
    result: async (db, id, work) => {
      const report = await matched(db, id, work)
      return report && foundOf(report)
    },
    results: async (db, ids, work) => {
      const records = ids.flatMap((id) => wholeReport(db, id) ?? [])
      return (await matchReports(db, records, work)).map(foundOf)
    },
    rows: async (db, { id, pile, from, limit }, work) => {
      const report = await matched(db, id, work)
      if (report === undefined) return undefined
      const { missing } = report
      const until = from + limit
      const rows =
        pile === 'not-in-report'
          ? missing.slice(from, until).map(missingRow)
          : pile === 'fees'
            ? feesOf(report.lines).slice(from, until).map(feeRow)
            : linesIn(report, pile).slice(from, until).map(lineRow)
      const count = pile === 'not-in-report' ? missing.length : countIn(report, pile)
      return { rows, next: from + rows.length < count ? from + rows.length : null }
    },
    line: async (db, { id, line }, work) => {
      const report = await matched(db, id, work)
      const found = report?.lines.find((one) => one.line.line === line)
      if (found === undefined) return undefined
      const also = found.also.map(({ record, line: { line: at } }) => ({ id: record.id, line: at }))
      return { about: found.about(), pile: found.pile, decided: found.decided, also }
    },
    unknownOrders: async (db, id, work) => {
      const report = await matched(db, id, work)
      if (report === undefined) return undefined
      const orders = new Map<string, UnknownOrder>()
      for (const { line, pile, order } of report.lines) {
        const { orderId, merchantOrderId } = line
        const key = orderId === '' ? `own ${merchantOrderId}` : orderId
        if (order !== null || !unknownIn.has(pile) || key === 'own ' || orders.has(key)) continue
        orders.set(key, { line: line.line, orderId, merchantOrderId })
      }
      return [...orders.values()]
    },
    file: async (db, { id, as, folder }, work) => {
      const report = await matched(db, id, work)
      if (report === undefined) throw listTrouble(say('reconcile.not-here'))
      const { lines, missing } = report
      const left = (report.record.source.leftKinds ?? []).flatMap(leftCells)
      const total = lines.length + missing.length + left.length
      const plan = { folder, as, title: 'Reconciliation', columns }
      return writeList(plan, pages(lines, missing, left), total, work)
    },
  }
}

const unknownIn: ReadonlySet<ShownPile> = new Set(['not-known-here', 'unexplained'])

/** The same order first, then numbers that look like a known one's, then all others. */
const rankOf = ({ rule, events, order }: MatchedLine): number =>
  events.length > 0 ? 0 : order !== null ? 1 : rule === 'ids' ? 2 : 3

const linesIn = ({ lines }: MatchedReport, pile: ShownPile): MatchedLine[] =>
  lines
    .filter((one) => one.pile === pile)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.line.line - b.line.line)

const countIn = ({ result }: MatchedReport, pile: ShownPile): number =>
  result.piles.find((one) => one.pile === pile)?.count ?? 0

const foundOf = ({ record: { id }, result, whole, doubts }: MatchedReport): FoundReport => ({
  ...{ id, result, whole, doubts },
})

/** Of the movements that a line may be, so many are shown beside it. */
const mostKnown = 20

const openable = (order: string | null): string | null =>
  order === null || order.startsWith('own ') ? null : order

const moneyOf = ({ minor, currency, digits }: Pick<KnownEvent, 'minor' | 'currency' | 'digits'>) =>
  toText({ minor, currency, digits })

function differenceOf({ pile, line, events }: MatchedLine): ReconciledRow['difference'] {
  const [event, ...others] = events
  if (event === undefined || others.length > 0 || pile === 'matched') return null
  const isSame = event.minor === line.minor
  if (isSame || event.currency !== line.currency || event.digits !== line.digits) return null
  const minor = line.minor - event.minor
  return moneyOf({ ...event, minor: minor < 0n ? -minor : minor })
}

const lineRow = (one: MatchedLine): ReconciledRow => {
  const { line, pile, rule, witnesses, events, order, decided, about } = one
  return {
    ...{ line: line.line, pile, rule, kind: line.kind, witnesses, about: about() },
    ...{ orderid: line.orderId, clientOrderid: line.merchantOrderId, amount: moneyOf(line) },
    ...{ at: line.at, isDay: line.isDay === true, rrn: line.rrn, approvalCode: line.approvalCode },
    ...{ serialNumber: line.serialNumber, lastFour: line.lastFour, batch: line.batch ?? '' },
    fee: line.fee === undefined ? null : moneyOf({ ...line, minor: line.fee }),
    known: events.slice(0, mostKnown).map((event) => ({
      ...{ orderid: event.orderId, clientOrderid: event.merchantOrderId, kind: event.kind },
      ...{ amount: moneyOf(event), at: event.at, isCertain: event.isCertain, rrn: event.rrn },
      ...{ approvalCode: event.approvalCode, lastFour: event.lastFour, batch: event.batch ?? '' },
    })),
    difference: differenceOf(one),
    opens: openable(order ?? events[0]?.order ?? null),
    decided: decided === null ? null : saidOf(decided),
    ...{ also: reportsOf(one.also), competing: reportsOf(one.competing) },
  }
}

/** Each of them once, in the order in which they were taken in. */
function reportsOf(lines: MatchedLine['also']): OtherReport[] {
  const records = [...new Map(lines.map(({ record }) => [record.id, record])).values()]
  return records
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    .slice(0, mostReportsNamed)
    .map(({ id, source: { name, period } }) => ({ id, name, period }))
}

const saidOf = (said: NonNullable<MatchedLine['decided']>): Said => ({
  ...{ decision: said.decision, reason: said.reason, actor: said.actor, at: said.at },
  ...{ isWaiting: !isCounted(said), agreedBy: said.agreed?.actor ?? null },
})

/** What is taken off a line, or a line that is a fee: of it there is nothing to decide. */
const feeRow = (line: KeptLine): ReconciledRow => ({
  ...lineRow({
    ...{ line, pile: 'fees', rule: 'fee', witnesses: [], events: [], order: null },
    about: () => '',
    ...{ decided: null, also: [], competing: [] },
  }),
  fee: null,
})

const missingRow = (event: KnownEvent): ReconciledRow => ({
  ...{ line: null, pile: 'not-in-report', rule: null, kind: event.kind, witnesses: [], about: '' },
  ...{ orderid: event.orderId, clientOrderid: event.merchantOrderId, amount: moneyOf(event) },
  ...{ at: event.at, isDay: false, rrn: event.rrn, approvalCode: event.approvalCode },
  ...{ serialNumber: event.serialNumber, lastFour: event.lastFour, known: [], difference: null },
  ...{ batch: event.batch ?? '', fee: null },
  ...{ opens: openable(event.order), decided: null, also: [], competing: [] },
})

const columns: readonly ListColumn[] = [
  { name: 'line', kind: 'text' },
  { name: 'outcome', kind: 'text' },
  { name: 'rule', kind: 'text' },
  { name: 'kind', kind: 'text' },
  { name: 'order_id', kind: 'text' },
  { name: 'merchant_order_id', kind: 'text' },
  { name: 'amount', kind: 'money' },
  { name: 'currency', kind: 'text' },
  { name: 'report_utc', kind: 'time' },
  { name: 'rrn', kind: 'text' },
  { name: 'approval_code', kind: 'text' },
  { name: 'serial_number', kind: 'text' },
  { name: 'last_four', kind: 'text' },
  { name: 'agrees', kind: 'text' },
  { name: 'known_order_id', kind: 'text' },
  { name: 'known_merchant_order_id', kind: 'text' },
  { name: 'known_amount', kind: 'money' },
  { name: 'known_utc', kind: 'time' },
  { name: 'difference', kind: 'money' },
  { name: 'decision', kind: 'text' },
  { name: 'reason', kind: 'text' },
  { name: 'decided_by', kind: 'text' },
  { name: 'agreed_by', kind: 'text' },
  { name: 'waits_for_second', kind: 'text' },
  { name: 'also_in', kind: 'text' },
  { name: 'contested_by', kind: 'text' },
  { name: 'batch', kind: 'text' },
  { name: 'fee', kind: 'money' },
]
const PAGE = 500

/** In the order of the report; behind it what stands here alone, and what words left out. */
function* pages(
  lines: readonly MatchedLine[],
  missing: readonly KnownEvent[],
  left: string[][],
): Generator<string[][]> {
  for (let at = 0; at < lines.length; at += PAGE)
    yield lines.slice(at, at + PAGE).map((one) => cellsOf(lineRow(one), one.line))
  for (let at = 0; at < missing.length; at += PAGE)
    yield missing.slice(at, at + PAGE).map((event) => cellsOf(missingRow(event), event))
  if (left.length > 0) yield left
}

/** What a word left out: a row for each currency, with the sum and how many lines there are. */
const leftCells = ({ word, count, without, sums }: LeftKind): string[][] =>
  [...sums, ...(without > 0 ? [null] : [])].map((sum) => {
    const of = sum === null ? without : count
    const says: Record<string, string> = {
      ...{ outcome: 'left-out', kind: word, reason: `lines: ${of}` },
      amount: sum === null ? '' : wireAmount({ ...sum, minor: BigInt(sum.minor) }),
      currency: sum?.currency ?? '',
    }
    return columns.map(({ name }) => says[name] ?? '')
  })

const timeText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

/** A day alone stays one: nobody told a time of it. */
const whenText = ({ at, isDay }: ReconciledRow): string =>
  timeText(at).slice(0, isDay ? 'YYYY-MM-DD'.length : undefined)

function cellsOf(row: ReconciledRow, money: Parameters<typeof wireAmount>[0]): string[] {
  const [known, ...others] = row.known
  const one = others.length === 0 ? known : undefined
  return [
    ...[row.line === null ? '' : String(row.line), row.pile, row.rule ?? '', row.kind],
    ...[row.orderid, row.clientOrderid, wireAmount(money), money.currency, whenText(row)],
    ...[row.rrn, row.approvalCode, row.serialNumber, row.lastFour, row.witnesses.join(' ')],
    ...[one?.orderid ?? '', one?.clientOrderid ?? '', one?.amount.amount ?? ''],
    ...[timeText(one?.at ?? null), row.difference?.amount ?? '', row.decided?.decision ?? ''],
    ...[row.decided?.reason ?? '', row.decided?.actor ?? '', row.decided?.agreedBy ?? ''],
    row.decided?.isWaiting === true ? 'yes' : '',
    ...[namesOf(row.also), namesOf(row.competing), row.batch, row.fee?.amount ?? ''],
  ]
}

const namesOf = (reports: readonly OtherReport[]): string =>
  reports.map(({ name }) => name).join(', ')
