// What people said of the lines of a report: of each line, of the same line in other reports, and
// of whole lists. MONEY: a word is about what its person saw, and where it takes two people, the
// word of one moves nothing.
import { hash } from 'node:crypto'
import {
  isCounted,
  lineOfPile,
  type ShownPile,
  type WholeLists,
  type WholePile,
  wholePiles,
} from '#shared/reconcile/reconcile-methods.ts'
import { isMoneyOut, type LineVerdict } from '#shared/reconcile/report-line.ts'
import type { Database } from '../db/database.ts'
import type { KeptReportLine } from './all-reports.ts'
import { decisionsOf, readingsOf } from './reconciliation-book.ts'
import type { KnownEvent } from './told-once.ts'
import type { KeptLine, SaidDecision } from './reconciliation-record.ts'

export interface MatchedLine {
  line: KeptLine
  pile: ShownPile
  rule: LineVerdict['rule']
  witnesses: LineVerdict['witnesses']
  events: readonly KnownEvent[]
  /** The order here that its numbers name; null where they name none. */
  order: string | null
  decided: SaidDecision | null
  /** Made when it is asked for: a report has a million lines, and people decide about few. */
  about: () => string
  /** The same line in other reports. */
  also: readonly KeptReportLine[]
  /** Lines of other reports that may be the same movements, where nothing explains this one. */
  competing: readonly KeptReportLine[]
}

export type Undecided = MatchedLine & { decided: null }

const sha = (value: unknown): string => hash('sha256', JSON.stringify(value))

/** What a line says, whatever its number in the file is. */
export const meaningOf = ({ line: _line, minor, fee, ...says }: KeptLine): string =>
  JSON.stringify([
    ...[...Object.entries(says), minor.toString()],
    ...(fee === undefined ? [] : [fee.toString()]),
  ])

export const aboutOf = (
  line: KeptLine,
  { pile, rule, events }: { pile: ShownPile; rule: string; events: readonly string[] },
): string => sha([meaningOf(line), pile, rule, events.toSorted()])

/** By report, each read once. */
export interface DecisionsIn {
  (id: string): ReadonlyMap<number, SaidDecision>
  /** Other readings of its file. */
  readingsOf(id: string): readonly string[]
}

export function decisionsIn(db: Database): DecisionsIn {
  const known = new Map<string, ReadonlyMap<number, SaidDecision>>()
  const read = (id: string): ReadonlyMap<number, SaidDecision> => {
    const all = known.get(id) ?? decisionsOf(db, id)
    known.set(id, all)
    return all
  }
  const readings = new Map<string, readonly string[]>()
  return Object.assign(read, {
    readingsOf: (id: string) => {
      const all = readings.get(id) ?? readingsOf(db, id)
      readings.set(id, all)
      return all
    },
  })
}

/**
 * What was said last of a line, in this report or of the same line in another. MONEY: a decision is
 * about what its person saw; a line that is matched otherwise now is open.
 */
function saidLast(line: Undecided, own: string, decisions: DecisionsIn): SaidDecision | null {
  const readings = decisions.readingsOf(own).map((id) => ({ record: { id }, line: line.line }))
  const places = [{ record: { id: own }, line: line.line }, ...readings, ...line.also]
  const events = line.events.map(({ id }) => id)
  let last: SaidDecision | null = null
  for (const { record, line: told } of places) {
    const said = decisions(record.id).get(told.line)
    if (said === undefined || (last !== null && !isLater(said, last))) continue
    if (said.about === aboutOf(told, { ...line, events })) last = said
  }
  return last
}

/** By the log: clocks go back. Of what archives hold nothing but the clock is left. */
const isLater = (one: SaidDecision, other: SaidDecision): boolean =>
  one.entry === other.entry ? one.at > other.at : one.entry > other.entry

export function withDecisions(
  all: readonly Undecided[],
  own: string,
  decisions: DecisionsIn,
): { lines: MatchedLine[]; whole: WholeLists } {
  const single = all.map((line): MatchedLine => asSaid(line, saidLast(line, own, decisions)))
  const whole: Partial<Record<WholePile, WholeLists[WholePile]>> = {}
  let lines = single
  for (const pile of wholePiles) {
    const open = lines.filter((line) => line.pile === pile)
    // MONEY: the very lines that a person saw: one more, and all of them are open again.
    const about = open.length === 0 ? '' : sha(open.map(({ about: of }) => of()).toSorted())
    const said = decisions(own).get(lineOfPile[pile])
    const isSaid = said?.decision === 'accepted' && said.about === about
    whole[pile] = { about, said: !isSaid ? null : isCounted(said) ? 'counted' : 'waiting' }
    if (isSaid)
      lines = lines.map((line) =>
        line.pile === pile && line.decided === null
          ? { ...line, decided: said, pile: isCounted(said) ? keptIn[pile] : pile }
          : line,
      )
  }
  return { lines, whole: whole as WholeLists }
}

/** Where lines of a list stand once a person said that all of it is right. */
const keptIn = { 'one-id': 'matched', 'not-asked-here': 'explained' } as const

/** MONEY: what takes two people moves nothing by the word of one. */
function asSaid(line: Undecided, said: SaidDecision | null): MatchedLine {
  const isBack = said?.decision === 'withdrawn'
  if (said === null || (isBack && isCounted(said))) return line
  if (!isBack && !isCounted(said)) return { ...line, decided: said }
  // A withdrawal of a refusal that waits leaves the line refused.
  if (said.decision !== 'refused' && !isBack) return { ...line, pile: 'explained', decided: said }
  const pile = isMoneyOut(line.line.kind) ? 'unexplained' : 'not-known-here'
  return { ...line, pile, events: [], witnesses: [], decided: said }
}
