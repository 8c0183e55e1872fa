// Lines of several reports of one gateway, each of them once. Reports overlap: the same line stands
// in that of a day and in that of its month. MONEY: two lines that are taken for one hide a refund
// that was made twice, so only what is told alike in all is one line, and lines of one report never
// are.
import { witnessesOf, disagreesWith } from './agree.ts'
import { mostLinesOfOrder } from './reconcile.ts'
import { type ReportLine, witnessNames } from './report-line.ts'

/** A line, and the report that it stands in. */
export interface ReportedLine {
  /** Follows from what the report says, not from when it was read. */
  report: string
  /** What its numbers name: an order here, or themselves. */
  place: string
  line: ReportLine
}

export interface OneLine<One extends ReportedLine = ReportedLine> {
  place: string
  /** With each number that one of the reports tells. Its `line` counts over all reports, from 1. */
  line: ReportLine
  /** One for each report that it stands in. */
  told: readonly One[]
}

/** Whether all lines that one of two reports has of a day stand in the other one, too. */
export type HoldsDay = (day: string, one: string, other: string) => boolean

const dayMs = 86_400_000

/** In UTC, as a day alone is told; lines without any day are of one. */
export const dayOfLine = ({ at }: ReportLine): string =>
  at === null ? '' : String(Math.floor(at / dayMs))

const isMoment = ({ at, isDay }: ReportLine): boolean => at !== null && isDay !== true

const minuteMs = 60_000

/**
 * Two refunds of one whole minute may be two, as those of one day. Many lists tell no seconds, or
 * midnight for a day.
 */
export const isByDay = (line: ReportLine): boolean => !isMoment(line) || line.at! % minuteMs === 0

/** What lines of a day are counted by, whatever columns their report has. */
export const countKey = ({ place, line }: ReportedLine): string =>
  `${place} ${line.kind} ${line.currency} ${line.digits} ${line.minor}`

/** Any more of one amount are told apart by nobody: each stays a line of its own. */
const mostCompared = 4 * mostLinesOfOrder

/**
 * `groups`: of one place, kind and amount each (`countKey`). Their lines come a group at a time, in
 * an order that follows from what they say.
 */
export function* oneLineEach<One extends ReportedLine>(
  groups: Iterable<readonly One[]>,
  holdsDay: HoldsDay,
): Generator<OneLine<One>[]> {
  let before = 0
  for (const alike of groups) {
    const isOfOne = alike.every(({ report }) => report === alike[0]!.report)
    const isApart = isOfOne || alike.length > mostCompared
    const lines = isApart ? alike.map((one) => alone(one)) : gathered(alike, holdsDay)
    const inOrder = lines
      .map((one) => ({ one, text: textOf(one) }))
      .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    const first = before
    before += lines.length
    yield inOrder.map(({ one }, at) => ({ ...one, line: { ...one.line, line: first + at + 1 } }))
  }
}

const alone = <One extends ReportedLine>(one: One): OneLine<One> => ({
  ...{ place: one.place, line: one.line, told: [one] },
})

/** Lines with the most numbers come first, so that what they tell decides about the others. */
function gathered<One extends ReportedLine>(
  alike: readonly One[],
  holdsDay: HoldsDay,
): OneLine<One>[] {
  const found: OneLine<One>[] = []
  const inOrder = alike
    .map((one) => ({ one, known: numbersOf(one.line), text: textOf(alone(one)) }))
    .toSorted((a, b) => b.known - a.known || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  for (const { one } of inOrder) {
    const at = found.findIndex((known) => isSame(known, one, holdsDay))
    if (at === -1) found.push(alone(one))
    else found[at] = withNumbers(found[at]!, one)
  }
  return found
}

const numbersOf = (line: ReportLine): number =>
  witnessNames.filter((name) => line[name] !== '').length

function isSame({ line, told }: OneLine, other: ReportedLine, holdsDay: HoldsDay): boolean {
  if (told.some(({ report }) => report === other.report)) return false
  if (disagreesWith(line, asEvent(other.line))) return false
  // MONEY: what two batches paid is two movements, also of one second.
  const [batch, theirs] = [line.batch, other.line.batch]
  if (batch !== undefined && theirs !== undefined && batch !== theirs) return false
  const areMoments = isMoment(line) && isMoment(other.line)
  if (areMoments && (line.at !== other.line.at || !isByDay(line))) return line.at === other.line.at
  const day = dayOfLine(line)
  if (day !== dayOfLine(other.line)) return false
  const shared = witnessesOf(line, asEvent(other.line))
  if (shared.includes('rrn') || shared.includes('serialNumber')) return true
  return told.every(({ report }) => holdsDay(day, report, other.report))
}

const asEvent = (line: ReportLine) => ({ ...line, id: '', at: line.at ?? 0, isCertain: true })

function withNumbers<One extends ReportedLine>(
  { place, line, told }: OneLine<One>,
  other: One,
): OneLine<One> {
  const numbers = Object.fromEntries(
    witnessNames.map((name) => [name, line[name] || other.line[name]]),
  )
  const when = isMoment(line) ? line : other.line
  const both: ReportLine = { ...line, ...numbers, at: when.at }
  const batch = line.batch ?? other.line.batch
  if (batch !== undefined) both.batch = batch
  if (when.isDay === true) both.isDay = true
  else delete both.isDay
  return { place, line: both, told: [...told, other] }
}

const textOf = ({ place, line, told }: OneLine): string =>
  [
    ...[place, line.kind, line.currency, line.digits, line.minor, String(line.at)],
    ...[line.batch ?? '', line.isDay === true, ...witnessNames.map((name) => line[name])],
    ...told.map(({ report }) => report).toSorted(),
  ].join('\n')
