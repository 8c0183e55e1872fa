// Rule 7 of docs/reconciliation.md: a line without any number of an order. It is suggested to be
// an event only where the whole book has one such event and one such line, matched ones included;
// a person takes the suggestion or not.
import type { ReportEvent, ReportLine, Window } from './report-line.ts'

const keyOf = ({ kind, currency, digits, minor }: ReportLine | ReportEvent): string =>
  `${kind} ${currency} ${digits} ${minor}`

export interface Book {
  /** All events and all lines, whatever became of them. */
  events: readonly ReportEvent[]
  lines: readonly ReportLine[]
  window: Window
}

/** Of one kind, amount and card, by time; nothing is asked of it but whether there is one more. */
interface Alike<One> {
  /** By time; lines without a day fit any. */
  timed: { at: number; one: One }[]
  always: One[]
  /** Known from an answer that says no day: fits each line that is not too late for it. */
  latest: { at: number; one: One }[]
}

/** What a side has, by kind, amount and card. */
type Cards<One> = Map<string, Alike<One>>

/** The event that each line without a number may be, for those that have exactly one. */
export function suggest(
  asked: readonly ReportLine[],
  { events, lines, window }: Book,
): Map<ReportLine, ReportEvent> {
  if (asked.length === 0) return new Map()
  const keys = new Set(asked.map(keyOf))
  const eventsOf = byCard(events.filter((event) => keys.has(keyOf(event))))
  const linesOf = byCard(lines.filter((line) => keys.has(keyOf(line))))
  const suggested = new Map<ReportLine, ReportEvent>()
  for (const line of asked) {
    const { at, lastFour } = line
    if (lastFour === '' || at === null) continue
    const key = keyOf(line)
    const [event, second] = twoIn(eventsOf, [key, lastFour], {
      from: at - window.afterMs,
      to: at + window.beforeMs,
    })
    if (event === undefined || second !== undefined) continue
    if (!event.isCertain || event.lastFour !== lastFour) continue
    const from = event.isLatest === true ? -Infinity : event.at - window.beforeMs
    const others = twoIn(linesOf, [key, lastFour], { from, to: event.at + window.afterMs })
    if (others.length > 1) continue
    if (line.approvalCode !== '' && event.approvalCode !== '')
      if (line.approvalCode !== event.approvalCode) continue
    suggested.set(line, event)
  }
  return suggested
}

function byCard<One extends ReportLine | ReportEvent>(all: readonly One[]): Cards<One> {
  const cards: Cards<One> = new Map()
  for (const one of all) {
    const key = `${keyOf(one)} ${one.lastFour}`
    const alike = cards.get(key) ?? { timed: [], always: [], latest: [] }
    cards.set(key, alike)
    if (one.at === null) alike.always.push(one)
    else if ('isLatest' in one && one.isLatest === true) alike.latest.push({ at: one.at, one })
    else alike.timed.push({ at: one.at, one })
  }
  for (const { timed, latest } of cards.values())
    for (const list of [timed, latest]) list.sort((a, b) => a.at - b.at)
  return cards
}

/** Two at most: a third one says nothing more. A side that knows no card may be of any card. */
function twoIn<One>(
  cards: Cards<One>,
  [key, lastFour]: readonly [string, string],
  { from, to }: { from: number; to: number },
): One[] {
  const found: One[] = []
  for (const card of [lastFour, '']) {
    const alike = cards.get(`${key} ${card}`)
    if (alike === undefined) continue
    found.push(...alike.always.slice(0, 2))
    for (const [list, until] of [[alike.timed, to] as const, [alike.latest, Infinity] as const]) {
      const first = firstFrom(list, from)
      for (let at = first; at < list.length && at < first + 2 && list[at]!.at <= until; at += 1)
        found.push(list[at]!.one)
    }
  }
  return found.slice(0, 2)
}

/** Of a list by time, the first that is not before it. */
function firstFrom(list: readonly { at: number }[], from: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]!.at < from) low = middle + 1
    else high = middle
  }
  return low
}
