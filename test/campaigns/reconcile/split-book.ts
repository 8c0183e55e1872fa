// One book in one report, and in two: halves, and two periods that overlap by some days; and its
// lines in another order. What a line is must not depend on which file it stands in, or where.
import { type ReportLine, witnessNames } from '#shared/reconcile/report-line.ts'
import { makeRandom } from '../faults/random.ts'
import type { Book } from './books/book.ts'
import { matchBook, type MatchedBook, matchReports } from './match-book.ts'

const dayMs = 86_400_000
const dayOf = ({ at }: ReportLine): number => Math.floor((at ?? 0) / dayMs)

/** Lines that tell days alone are halved by days: parts of one day can be told by nothing else. */
const halves = ({ lines, world }: Book, seed: number): Book['lines'][] => {
  const random = makeRandom(seed)
  const one = new Set(
    lines.filter((line) => (world.hasDaysOnly ? dayOf(line) % 2 === 0 : random.chance(0.5))),
  )
  return [[...one], lines.filter((line) => !one.has(line))]
}
const periods = ({ lines }: Book, seed: number): Book['lines'][] => {
  const days = lines.map(dayOf)
  const first = days.reduce((a, b) => Math.min(a, b))
  const last = days.reduce((a, b) => Math.max(a, b))
  const cut = first + makeRandom(seed).below(Math.max(1, last - first))
  return [
    lines.filter((line) => dayOf(line) <= cut + 2),
    // Read again, from another file: each line is another one in memory.
    lines.filter((line) => dayOf(line) >= cut).map((line) => ({ ...line })),
  ]
}

const wordOf = (verdicts: MatchedBook['verdicts'], line: ReportLine): string => {
  const { pile, rule, events } = verdicts.get(line)!
  return `${line.line} ${pile} ${rule} ${events.toSorted().join()}`
}

/**
 * In how many of so many orders of the lines the result is another one. Two lines that say the same
 * may change places: nobody can tell them apart.
 */
export function shufflesDiffer(book: Book, times: number, seed: number): number {
  const saidOf = (lines: Book['lines']): string => {
    const { verdicts } = matchBook({ ...book, lines })
    const words = lines.map((line) => {
      const says = witnessNames.map((name) => line[name])
      const { pile, rule, events } = verdicts.get(line)!
      return [...says, line.kind, line.minor, line.at, pile, rule, ...events.toSorted()]
    })
    return words
      .map((word) => word.join(' '))
      .toSorted()
      .join('\n')
  }
  const random = makeRandom(seed)
  const said = saidOf(book.lines)
  let count = 0
  for (let time = 0; time < times; time += 1) {
    const lines = book.lines
      .map((line) => ({ line, at: random.below(2 ** 30) }))
      .toSorted((a, b) => a.at - b.at)
    if (saidOf(lines.map(({ line }) => line)) !== said) count += 1
  }
  return count
}

/** How many lines are something else in two reports than in one. */
export function splitsDiffer(book: Book, whole: MatchedBook, seed: number): number {
  const said = new Map(book.lines.map((line) => [line.line, wordOf(whole.verdicts, line)]))
  let count = 0
  for (const reports of [
    halves(book, seed),
    periods(book, seed),
    periods(book, seed).toReversed(),
  ]) {
    const { verdicts } = matchReports(book.events, reports)
    for (const line of reports.flat())
      if (wordOf(verdicts, line) !== said.get(line.line)) count += 1
  }
  return count
}
