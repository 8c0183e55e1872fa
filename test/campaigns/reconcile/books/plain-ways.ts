// Two ways in which other programs match, to be measured beside the rules of
// docs/reconciliation.md.
import type { ReportEvent, ReportLine } from '#shared/reconcile/report-line.ts'

const dayMs = 86_400_000
const keyOf = ({ kind, currency, minor }: ReportEvent | ReportLine): string =>
  `${kind} ${currency} ${minor}`

type Pairs = Map<ReportLine, ReportEvent>

/** By amount, currency and kind: the nearest day within three days. */
export const byAmount = (events: readonly ReportEvent[], lines: readonly ReportLine[]): Pairs =>
  greedy(events, lines, (line, event) => {
    const far = Math.abs((line.at ?? 0) - event.at)
    return far <= 3 * dayMs ? 1 - far / (30 * dayMs) : 0
  })

/** By a score of the day and of how alike the numbers are; above 0.95 is a match. */
export const byScore = (events: readonly ReportEvent[], lines: readonly ReportLine[]): Pairs =>
  greedy(events, lines, (line, event) => {
    const near = Math.max(0, 1 - Math.abs((line.at ?? 0) - event.at) / (10 * dayMs))
    const ids = ['orderId', 'merchantOrderId', 'rrn', 'approvalCode', 'lastFour'] as const
    const both = ids.filter((name) => line[name] !== '' && event[name] !== '')
    const alike = both.length === 0 ? 0 : sum(both.map((name) => likeness(line[name], event[name])))
    const score = both.length === 0 ? near : 0.85 * (alike / both.length) + 0.15 * near
    return score >= 0.95 ? score : 0
  })

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)

const likeness = (one: string, other: string): number => {
  if (one === other) return 1
  if (one.length !== other.length) return 0
  return [...one].filter((digit, at) => digit === other[at]).length / one.length
}

function greedy(
  events: readonly ReportEvent[],
  lines: readonly ReportLine[],
  score: (line: ReportLine, event: ReportEvent) => number,
): Pairs {
  const free = Map.groupBy(events, keyOf)
  const pairs: Pairs = new Map()
  for (const line of lines) {
    const candidates = free.get(keyOf(line)) ?? []
    let best = -1
    let most = 0
    for (const [at, event] of candidates.entries()) {
      const found = score(line, event)
      if (found > most) [best, most] = [at, found]
    }
    if (best < 0) continue
    pairs.set(line, candidates[best]!)
    candidates.splice(best, 1)
  }
  return pairs
}
