// Takes the lines of a gateway's report in: where it came from and its columns with a role become
// facts of the log, some hundred lines a step, and are matched once all are kept. It asks nobody.
import type { Parsed } from '#shared/contract/bridge.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { FileRow } from '#shared/files/file-row.ts'
import { leastLeftOutReason } from '#shared/files/file-methods.ts'
import { say } from '#shared/message.ts'
import { isMoneyOut } from '#shared/reconcile/report-line.ts'
import { leastReason, type ReconciliationView } from '#shared/reconcile/reconcile-methods.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import type { Readings } from '../../files/readings.ts'
import type { KeptLine, ReportSource } from '../../ledger/reconcile/reconciliation-record.ts'
import type { Reader, RunOptions } from '../../ledger/worker/reader.ts'
import { readOtherwise } from '../base/faults.ts'
import { mintAttemptId } from '../base/ids.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import { reconciliationView } from './reconciliation-view.ts'

export type TakeReportPorts = Pick<
  DeskPorts,
  'reconciliations' | 'connections' | 'clock' | 'randomBytes' | 'actor' | 'onChange'
>

export interface TakeReportParts {
  ports: TakeReportPorts
  readings: Readings
  reader: Pick<Reader, 'run'>
}

/** Lines of one entry: few enough that nothing waits for them. */
const pageLines = 500

/**
 * Ended early it keeps what it took, and nothing is matched: the report has to be read again.
 * Faults: the reading is otherwise now, or no reason for lines that stay out.
 */
export async function takeReport(
  { ports, readings, reader }: TakeReportParts,
  connection: Connection,
  asked: Parsed<'reconcile:take'>,
  { signal, onProgress }: Required<RunOptions>,
): Promise<Result<ReconciliationView | null>> {
  const { readingId, stamp, meaning, leftOut, leftOutReason, fewerReason } = asked
  const { grouping = { by: 'batch' } } = asked
  if (leftOut > 0 && leftOutReason.length < leastLeftOutReason)
    return fail(inputFault('leftOutReason', say('files.say-why-left-out')))
  const replaced = await readingLeftBehind(ports.reconciliations, {
    service: ports.connections.gatewayOf(connection),
    reading: readings.find(readingId),
  })
  // MONEY: what this reading leaves out of the one before counts no more.
  if (replaced !== null && fewerReason.length < leastReason)
    return fail(inputFault('fewerReason', say('reconcile.say-why')))
  const taken = readings.take(readingId, { stamp, meaning, leftOut })
  if (taken === null) return fail(readOtherwise)
  const { rows, sheet, mended, sumLine, kindNames, leftKinds, statement } = taken
  const actor = ports.actor()
  const lines: KeptLine[] = []
  for (let at = 0; at < rows.length && !signal.aborted; at += pageLines) {
    lines.push(...rows.slice(at, at + pageLines).flatMap(lineOf))
    await othersTurn()
  }
  signal.throwIfAborted()
  if (lines.length === 0) return fail(readOtherwise)
  const { reconciliations } = ports
  const source: ReportSource = {
    ...{ ...taken.source, sheet, mended, sumLine, kindNames, leftKinds },
    period: periodOf(lines),
    ...(replaced === null
      ? {}
      : { replaces: { id: replaced.id, rows: replaced.rows, reason: fewerReason } }),
    ...(statement === null ? {} : { statement: { ...statement, grouping } }),
    leftOut: leftOut === 0 ? null : { count: leftOut, lines: taken.leftOut, reason: leftOutReason },
  }
  const { id } = reconciliations.create({
    ...{ id: mintAttemptId(ports.clock(), ports.randomBytes), rows: lines.length },
    ...{ connectionId: connection.id, service: ports.connections.gatewayOf(connection) },
    ...{ source, actor },
  })
  for (let at = 0; at < lines.length && !signal.aborted; at += pageLines) {
    reconciliations.addLines(id, lines.slice(at, at + pageLines), actor)
    onProgress(Math.min(at + pageLines, lines.length), lines.length)
    await othersTurn()
  }
  signal.throwIfAborted()
  const found = await reader.run('reconciled', { id }, { signal, onProgress })
  if (found === undefined) throw new Error(`the lines of reconciliation ${id} are not kept`)
  const record = reconciliations.keepResult(id, found.result, actor)
  ports.onChange({ topic: 'reconcile' })
  return ok(reconciliationView(record, found))
}

/**
 * The reading of the same file that counts until now, where this one leaves something of it out: it
 * has fewer lines or, MONEY, lacks one by which money went out.
 */
export async function readingLeftBehind(
  reconciliations: TakeReportPorts['reconciliations'],
  { service, reading }: { service: string; reading: ReturnType<Readings['find']> },
): Promise<ReturnType<TakeReportPorts['reconciliations']['ofFile']>> {
  if (reading === null) return null
  const before = reconciliations.ofFile(service, reading)
  if (before === null) return null
  if (before.rows > reading.rows.length) return before
  const left = new Map<string, number>()
  for (let at = 0; at < reading.rows.length; at += pageLines) {
    for (const line of reading.rows.slice(at, at + pageLines).flatMap(lineOf)) {
      const key = movementKey(line)
      left.set(key, (left.get(key) ?? 0) + 1)
    }
    await othersTurn()
  }
  for (let part = 0; ; part += 1) {
    const lines = reconciliations.linesOfPart(before.id, part)
    if (lines === null) return null
    for (const line of lines.filter(({ kind }) => isMoneyOut(kind))) {
      const key = movementKey(line)
      const count = left.get(key) ?? 0
      if (count === 0) return before
      left.set(key, count - 1)
    }
    await othersTurn()
  }
}

const movementKey = ({ kind, minor, digits, currency, ...ids }: KeptLine): string =>
  JSON.stringify([
    ...[kind, minor.toString(), digits, currency, ids.orderId, ids.merchantOrderId],
    ...[ids.rrn, ids.serialNumber],
  ])

/** A second net behind the doors, as for every text that is kept. */
const masked = (text: string | null): string => maskCardNumbers(text ?? '')

/** A line without an amount or a kind is none: such rows were refused. */
function lineOf({ line, orderId, merchantOrderId, amount, lastFour, moved }: FileRow): KeptLine[] {
  if (amount === null || moved === undefined) return []
  const { kind, rrn, approvalCode, serialNumber, ...when } = moved
  return [
    {
      ...{ line, kind, minor: amount.minor, currency: amount.currency, digits: amount.digits },
      ...{ orderId: orderId ?? '', merchantOrderId: masked(merchantOrderId), rrn: masked(rrn) },
      ...{ approvalCode: masked(approvalCode), serialNumber: masked(serialNumber) },
      ...{ lastFour: lastFour ?? '', ...when },
    },
  ]
}

const dayMs = 86_400_000

/** Whole days: a line often names nothing but its day. */
function periodOf(lines: readonly KeptLine[]): ReportSource['period'] {
  let [first, last] = [Infinity, -Infinity]
  for (const { at } of lines) {
    if (at === null) continue
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  if (first > last) return null
  const begin = (at: number): number => at - (((at % dayMs) + dayMs) % dayMs)
  return { from: begin(first), until: begin(last) + dayMs }
}
