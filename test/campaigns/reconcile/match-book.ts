// The rules over one book in memory, whose lines may stand in several reports, and what its truth
// says of each verdict.
import { indexOrders, findOrder } from '#shared/reconcile/find-order.ts'
import {
  countKey,
  dayOfLine,
  type HoldsDay,
  oneLineEach,
  type ReportedLine,
} from '#shared/reconcile/one-line.ts'
import { matchOrders, placeStray, type OfOrder } from '#shared/reconcile/reconcile.ts'
import {
  type LineVerdict,
  type Pile,
  type ReportEvent,
  type ReportLine,
  usualWindow,
} from '#shared/reconcile/report-line.ts'
import { suggest } from '#shared/reconcile/suggest.ts'
import { type Book, truthOf } from './books/book.ts'

export interface MatchedBook {
  /** By line, as its report has it. */
  verdicts: Map<ReportLine, LineVerdict>
  missing: ReportEvent[]
}

const byOrder = <One>(a: OfOrder<One>, b: OfOrder<One>): number => (a.order < b.order ? -1 : 1)

export const matchBook = ({ events, lines }: Book): MatchedBook => matchReports(events, [lines])

export function matchReports(
  events: Book['events'],
  reports: readonly Book['lines'][],
): MatchedBook {
  const orderOf = new Map<ReportEvent, string>(events.map((event) => [event, event.order]))
  const index = indexOrders(events, (event) => orderOf.get(event)!)
  const reported = reports.flatMap((lines, at): ReportedLine[] =>
    lines.map((line) => {
      const found = findOrder(line, index)
      const place = found.kind === 'found' ? found.order : `? ${line.orderId} ${line.lastFour}`
      return { report: String(at), place, line }
    }),
  )
  const holdsDay: HoldsDay = reports.length > 1 ? holdsDayOf(reported) : () => false
  const all = [...oneLineEach(Map.groupBy(reported, countKey).values(), holdsDay)].flat()
  const verdicts = new Map<number, LineVerdict>()
  const ofOrders: OfOrder<ReportLine>[] = []
  const bare: ReportLine[] = []
  for (const { line } of all) {
    const found = findOrder(line, index)
    if (found.kind === 'found') ofOrders.push({ order: found.order, one: line })
    else verdicts.set(line.line, placeStray(line, found, index))
    if (found.kind === 'none') bare.push(line)
  }
  const sortedEvents = events.map((event) => ({ order: event.order, one: event }))
  const missing: ReportEvent[] = []
  for (const matched of matchOrders(
    ofOrders.toSorted(byOrder),
    sortedEvents.toSorted(byOrder),
    usualWindow,
  )) {
    for (const verdict of matched.lines) verdicts.set(verdict.line, verdict)
    missing.push(...matched.missing)
  }
  const book = { events, lines: all.map(({ line }) => line), window: usualWindow }
  for (const [{ line }, event] of suggest(bare, book)) {
    const says = { line, pile: 'suggested', rule: 'no-id' } as const
    verdicts.set(line, { ...says, events: [event.id], witnesses: [] })
  }
  const ofLines = all.flatMap(({ line: { line }, told }) =>
    told.map((one) => [one.line, verdicts.get(line)!] as const),
  )
  return { verdicts: new Map(ofLines), missing }
}

function holdsDayOf(reported: readonly ReportedLine[]): HoldsDay {
  const counts = new Map<string, Map<string, number>>()
  for (const one of reported) {
    const key = `${one.report} ${dayOfLine(one.line)}`
    const ofDay = counts.get(key) ?? new Map<string, number>()
    counts.set(key, ofDay)
    ofDay.set(countKey(one), (ofDay.get(countKey(one)) ?? 0) + 1)
  }
  const isIn = (one: string, other: string): boolean =>
    [...(counts.get(one) ?? [])].every(([key, n]) => n <= (counts.get(other)?.get(key) ?? 0))
  return (day, one, other) =>
    isIn(`${one} ${day}`, `${other} ${day}`) || isIn(`${other} ${day}`, `${one} ${day}`)
}

/** What a person reads first. */
const first: ReadonlySet<Pile> = new Set(['unexplained', 'may-be-unknown'])
/** What nobody looks at again. */
const taken: ReadonlySet<Pile> = new Set(['matched', 'one-id', 'suggested'])

export interface Score {
  events: number
  lines: number
  /** Lines of ours that have a number of an order. */
  withIds: number
  matched: number
  wrong: number
  oneId: number
  oneIdWrong: number
  evidence: number
  suggested: number
  suggestedWrong: number
  doubles: number
  /** Double refunds that were matched away. */
  doublesHidden: number
  /** Double refunds that stand in a later list, because their numbers were written wrongly. */
  doublesLater: number
  unknownHappened: number
  /** Unknown requests that happened, matched by a machine. */
  unknownMatched: number
  piles: Record<Pile, number>
}

export function scoreBook(book: Book, { verdicts }: MatchedBook): Score {
  const byId = new Map<string, ReportEvent>(book.events.map((event) => [event.id, event]))
  const unknownTruths = new Set(
    book.events.filter(({ isCertain }) => !isCertain).map((event) => truthOf(event)),
  )
  const score = emptyScore()
  score.events = book.events.length
  for (const line of book.lines) {
    const { pile, events } = verdicts.get(line)!
    score.lines += 1
    score.piles[pile] += 1
    const isRight =
      line.truth !== null && events.every((id) => truthOf(byId.get(id)!) === line.truth)
    if (pile === 'matched') score[isRight ? 'matched' : 'wrong'] += 1
    if (pile === 'one-id') score[isRight ? 'oneId' : 'oneIdWrong'] += 1
    if (pile === 'suggested') score[isRight ? 'suggested' : 'suggestedWrong'] += 1
    if (pile === 'may-be-unknown') score.evidence += 1
    if (!line.isWithoutId && line.truth !== null && !line.isDouble) score.withIds += 1
    if (line.truth === null || !unknownTruths.has(line.truth)) continue
    score.unknownHappened += 1
    const isOfUnknown = events.some((id) => !byId.get(id)!.isCertain)
    if (pile === 'matched' && isOfUnknown) score.unknownMatched += 1
  }
  const known = Map.groupBy(book.events, truthOf)
  for (const [truth, lines] of Map.groupBy(book.lines, ({ truth }) => truth)) {
    const doubles = lines.filter(({ isDouble }) => isDouble).length
    if (truth === null || doubles === 0) continue
    score.doubles += doubles
    // A double whose first line the report lacks looks like the first line to everybody.
    const asked = known.get(truth)!.filter(({ isToldOnly }) => isToldOnly !== true)
    const most = asked.filter(({ isCertain }) => isCertain).length
    const away = lines.filter((line) => {
      const { pile, events } = verdicts.get(line)!
      // A line whose only number is that of another order is wrong there, and hides nothing here.
      const isElsewhere = events.every((id) => truthOf(byId.get(id)!) !== truth)
      return taken.has(pile) && !(pile === 'one-id' && isElsewhere)
    }).length
    const shown = lines.filter((line) => first.has(verdicts.get(line)!.pile)).length
    const hidden = Math.max(0, away - most)
    score.doublesHidden += hidden
    score.doublesLater += Math.max(0, lines.length - shown - most - hidden)
  }
  return score
}

export function emptyScore(): Score {
  return {
    ...{ events: 0, lines: 0, withIds: 0, matched: 0, wrong: 0, oneId: 0, oneIdWrong: 0 },
    ...{
      evidence: 0,
      suggested: 0,
      suggestedWrong: 0,
      doubles: 0,
      doublesHidden: 0,
      doublesLater: 0,
    },
    ...{ unknownHappened: 0, unknownMatched: 0 },
    piles: {
      ...{ unexplained: 0, 'may-be-unknown': 0, 'more-in-report': 0, differs: 0 },
      ...{ 'ids-disagree': 0, 'not-asked-here': 0, 'not-in-report': 0, 'not-known-here': 0 },
      ...{ suggested: 0, 'one-id': 0, matched: 0, fees: 0 },
      ...{ 'several-batches': 0, 'no-batch': 0 },
    },
  }
}
