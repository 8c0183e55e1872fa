// Rule 7 of docs/reconciliation.md: a line without any number of an order. It is suggested to be
// an event only where the whole book has one such event and one such line, matched ones included;
// a person takes the suggestion or not.
import type { ReportEvent, ReportLine, Window } from './report-line.ts'
import { isInWindow } from './agree.ts'

const keyOf = ({ kind, currency, digits, minor }: ReportLine | ReportEvent): string =>
  `${kind} ${currency} ${digits} ${minor}`

/** A side that does not know the card may be of any card. */
const isCardOf = (one: ReportLine | ReportEvent, lastFour: string): boolean =>
  one.lastFour === '' || one.lastFour === lastFour

export interface Book {
  /** All events and all lines, whatever became of them. */
  events: readonly ReportEvent[]
  lines: readonly ReportLine[]
  window: Window
}

/** The event that each line without a number may be, for those that have exactly one. */
export function suggest(
  asked: readonly ReportLine[],
  { events, lines, window }: Book,
): Map<ReportLine, ReportEvent> {
  const keys = new Set(asked.map(keyOf))
  const of = <One extends ReportLine | ReportEvent>(all: readonly One[]): Map<string, One[]> => {
    const map = new Map<string, One[]>()
    for (const one of all) {
      const key = keyOf(one)
      if (!keys.has(key)) continue
      const same = map.get(key)
      if (same === undefined) map.set(key, [one])
      else same.push(one)
    }
    return map
  }
  const eventsOf = of(events)
  const linesOf = of(lines)
  const suggested = new Map<ReportLine, ReportEvent>()
  for (const line of asked) {
    const { at, lastFour } = line
    if (lastFour === '' || at === null) continue
    const key = keyOf(line)
    const near = (eventsOf.get(key) ?? []).filter(
      (event) => isCardOf(event, lastFour) && isInWindow(line, event, window),
    )
    const [event] = near
    if (event === undefined || near.length > 1) continue
    if (!event.isCertain || event.lastFour !== lastFour) continue
    const others = linesOf
      .get(key)!
      .filter((one) => isCardOf(one, lastFour) && isInWindow(one, event, window))
    if (others.length > 1) continue
    if (line.approvalCode !== '' && event.approvalCode !== '')
      if (line.approvalCode !== event.approvalCode) continue
    suggested.set(line, event)
  }
  return suggested
}
