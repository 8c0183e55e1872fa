// Matches the lines of a bank statement with the batches of the kept reports, by rule 8 of
// docs/reconciliation.md: a line that names a batch, or the one batch and the one line of a sum.
// All kept statements of the gateway are matched together: what one line pays, no other one pays.
import { type BankLine, type BankVerdict, matchBankLines } from '#shared/reconcile/bank.ts'
import type { OrderIndex } from '#shared/reconcile/find-order.ts'
import { isMoneyOut, type LineVerdict } from '#shared/reconcile/report-line.ts'
import type { Grouping, StatementSource } from '#shared/reconcile/statement.ts'
import type { Doubt } from '#shared/reconcile/report-doubts.ts'
import type { Database } from '../db/database.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { type KeptReportLine, linesOf, statementsOf } from './all-reports.ts'
import type { Batch, BatchesBy } from './batches.ts'
import { aboutOf, type Undecided } from './said-of-lines.ts'
import type { KnownEvent } from './told-once.ts'
import type { KeptLine, ReconciliationRecord } from './reconciliation-record.ts'

export interface MatchedStatement {
  lines: Undecided[]
  /** Batches of its days that no line of any statement pays. */
  missing: KnownEvent[]
  doubts: Doubt[]
}

export interface StatementRecord extends ReconciliationRecord {
  source: ReconciliationRecord['source'] & { statement: StatementSource }
}
type ReportPeriod = ReconciliationRecord['source']['period']
export const isStatement = (record: ReconciliationRecord): record is StatementRecord =>
  record.source.statement !== undefined

export async function matchStatement(
  db: Database,
  record: StatementRecord,
  { index, batchesBy }: { index: OrderIndex; batchesBy: BatchesBy },
  work: TimeSlice,
): Promise<MatchedStatement> {
  const { grouping } = record.source.statement
  const batches = await batchesBy(grouping)
  const own: KeptReportLine[] = []
  for await (const part of linesOf(db, record, index, work)) own.push(...part)
  const others = await linesOfOthers(db, { record, own, index }, work)
  const all = [...own, ...others]
  const bank = all.map(({ line }, at) => bankLine(line, at, grouping))
  const groups = batches.map((batch) => ({ ...batch, currency: moneyKey(batch) }))
  const verdicts = matchBankLines(bank, groups)
  await work.turn(all.length, all.length)
  const lines = own.map((one, at) => said(one, verdicts[at]!, batches))
  return {
    ...{ lines, missing: missingOf(daysOf(db, record), batches, verdicts, all) },
    doubts: doubtsOf(db, record, batches),
  }
}

/** An account is known by its last digits alone, so only a person can say whose it is. */
function doubtsOf(db: Database, record: StatementRecord, batches: readonly Batch[]): Doubt[] {
  const { account } = record.source.statement
  const others = statementsOf(db, record.service)
    .filter(isStatement)
    .filter((one) => one.createdAt < record.createdAt && one.source.statement.account !== '')
    .filter((one) => !isReadingOf(one, record))
  const of = record.rows
  const isOther = account !== '' && others.every((one) => one.source.statement.account !== account)
  return [
    ...(batches.length > 0 ? [] : [{ kind: 'no-batches' as const, count: of, of }]),
    ...(isOther && others.length > 0
      ? [{ kind: 'other-account' as const, count: others.length, of }]
      : []),
  ]
}

/**
 * MONEY: a line that stands in two statements is one line where the bank's own number says so; two
 * that nothing tells apart stay two, and then neither is matched by its sum.
 */
async function linesOfOthers(
  db: Database,
  of: { record: StatementRecord; own: readonly KeptReportLine[]; index: OrderIndex },
  work: TimeSlice,
): Promise<KeptReportLine[]> {
  const seen = new Map<string, number>()
  for (const { line } of of.own) addTo(seen, lineKey(of.record, line))
  const lines: KeptReportLine[] = []
  for (const record of statementsOf(db, of.record.service)) {
    if (!isStatement(record) || record.id === of.record.id || isReadingOf(record, of.record))
      continue
    const ofThis = new Map<string, number>()
    for await (const part of linesOf(db, record, of.index, work))
      for (const one of part) {
        const key = lineKey(record, one.line)
        if (addTo(ofThis, key) > (seen.get(key ?? '') ?? 0)) lines.push(one)
      }
    for (const [key, times] of ofThis) seen.set(key, Math.max(times, seen.get(key) ?? 0))
  }
  return lines
}

/** How often it was there by then; a line without a number of its own is always one more. */
function addTo(counts: Map<string, number>, key: string | null): number {
  if (key === null) return 1
  const times = (counts.get(key) ?? 0) + 1
  counts.set(key, times)
  return times
}

const isReadingOf = (a: ReconciliationRecord, b: ReconciliationRecord): boolean =>
  a.source.bytesSha256 === b.source.bytesSha256

const lineKey = (
  { source: { statement } }: StatementRecord,
  { serialNumber, kind, minor, currency, at }: KeptLine,
): string | null =>
  serialNumber === ''
    ? null
    : JSON.stringify([statement.account, serialNumber, kind, minor.toString(), currency, at])

const moneyKey = ({ currency, digits }: { currency: string; digits: number }): string =>
  `${currency} ${digits}`

/** A day is in many texts and names no day of payment: of a day its sum alone counts. */
const bankLine = (line: KeptLine, at: number, { by }: Grouping): BankLine => ({
  ...{ line: at, currency: moneyKey(line), text: by === 'batch' ? (line.batch ?? '') : '' },
  minor: isMoneyOut(line.kind) ? -line.minor : line.minor,
})

function said(one: KeptReportLine, verdict: BankVerdict, batches: readonly Batch[]): Undecided {
  const names = namesOf(verdict)
  const events = batches.filter((batch) => isOf(batch, names, one.line)).map(eventOf)
  const { pile, rule } = placeOf(verdict)
  const known: LineVerdict = {
    ...{ line: one.line.line, pile, rule, witnesses: [] },
    events: events.map(({ id }) => id),
  }
  return {
    ...{ line: one.line, pile, rule, witnesses: [], events, order: null, also: [], competing: [] },
    decided: null,
    about: () => aboutOf(one.line, known),
  }
}

const namesOf = (verdict: BankVerdict): readonly string[] =>
  'group' in verdict ? [verdict.group] : 'groups' in verdict ? verdict.groups : []

/** Of the line's own money; of other money where the batch it names has none of it. */
const isOf = (batch: Batch, names: readonly string[], line: KeptLine): boolean =>
  names.includes(batch.name) && moneyKey(batch) === moneyKey(line)

function placeOf(verdict: BankVerdict): Pick<LineVerdict, 'pile' | 'rule'> {
  if (verdict.kind === 'by-number') return { pile: 'matched', rule: 'batch-number' }
  // MONEY: what else moved on the account may have the sum of a batch that never came: a person
  // accepts these, for the whole statement.
  if (verdict.kind === 'by-sum') return { pile: 'one-id', rule: 'batch-sum' }
  if (verdict.kind === 'differs') return { pile: 'differs', rule: 'batch-number' }
  if (verdict.kind === 'several') return { pile: 'several-batches', rule: 'batch-sum' }
  return { pile: 'no-batch', rule: 'no-batch' }
}

/** A batch stands beside the line of the bank as a movement does beside a line of a report. */
const eventOf = ({ name, currency, digits, netMinor, at }: Batch): KnownEvent => ({
  // MONEY: what a person says of a difference is about this sum; a later one is open.
  ...{ id: `batch ${name} ${currency} ${digits} ${netMinor}` },
  ...{ order: '', orderId: '', merchantOrderId: '' },
  ...{ kind: netMinor < 0n ? 'bank-out' : 'bank-in', minor: netMinor < 0n ? -netMinor : netMinor },
  ...{ currency, digits, at, isCertain: true, rrn: '', approvalCode: '', serialNumber: '' },
  ...{ lastFour: '', batch: name },
})

/** Days without a line, behind the statement before of that account, are of this statement. */
function daysOf(db: Database, { service, source }: StatementRecord): ReportPeriod {
  const { statement, period } = source
  if (period === null) return null
  const ended = statementsOf(db, service)
    .filter((one) => isStatement(one) && one.source.statement.account === statement.account)
    .flatMap((one) => one.source.period ?? [])
    .filter(({ from }) => from < period.from)
    .map(({ until }) => until)
  const from = ended.length === 0 ? period.from : Math.min(period.from, Math.max(...ended))
  return { from, until: period.until }
}

/** A batch of nothing needs no line. */
function missingOf(
  days: ReportPeriod,
  batches: readonly Batch[],
  verdicts: readonly BankVerdict[],
  lines: readonly KeptReportLine[],
): KnownEvent[] {
  const paid = new Set(
    verdicts.flatMap((verdict, at) =>
      namesOf(verdict).map((name) => JSON.stringify([name, moneyKey(lines[at]!.line)])),
    ),
  )
  return batches
    .filter(
      (batch) => batch.netMinor !== 0n && !paid.has(JSON.stringify([batch.name, moneyKey(batch)])),
    )
    .filter(({ at }) => days !== null && at >= days.from && at < days.until)
    .map(eventOf)
}
