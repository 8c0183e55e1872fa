// One report against all that this computer knows, in one walk over both sides in the order of
// their orders. The walk holds one order at a time; who calls brings both sides sorted.
import { matchOrder } from './match-order.ts'
import {
  isMoneyOut,
  type LineVerdict,
  type ReportEvent,
  type ReportLine,
  type Window,
} from './report-line.ts'
import type { FoundOrder, OrderIndex } from './find-order.ts'
import { oneSlipFrom } from './look-alike-ids.ts'

export interface OfOrder<One> {
  order: string
  one: One
}

export interface MatchedOrder {
  order: string
  lines: LineVerdict[]
  missing: ReportEvent[]
}

/** More lines of one order than any shop has: they are named, and none of them is matched. */
export const mostLinesOfOrder = 1_000

/** Both sides ascending by `order`, in one order of texts. */
export function* matchOrders(
  lines: Iterable<OfOrder<ReportLine>>,
  events: Iterable<OfOrder<ReportEvent>>,
  window: Window,
): Generator<MatchedOrder> {
  const nextLines = groups(lines)
  const nextEvents = groups(events)
  let left = nextLines.next().value
  let right = nextEvents.next().value
  while (left !== undefined || right !== undefined) {
    const order =
      left === undefined || (right !== undefined && right.order < left.order)
        ? right!.order
        : left.order
    const ofLines = left?.order === order ? left.all : []
    const ofEvents = right?.order === order ? right.all : []
    if (left?.order === order) left = nextLines.next().value
    if (right?.order === order) right = nextEvents.next().value
    yield { order, ...matchOne(ofLines, ofEvents, window) }
  }
}

/** Of one order, with a limit: rules compare each line with each event. */
export const matchOne = (
  lines: readonly ReportLine[],
  events: readonly ReportEvent[],
  window: Window,
): Omit<MatchedOrder, 'order'> => {
  if (lines.length <= mostLinesOfOrder) return matchOrder(lines, events, window)
  const verdicts = lines.map(({ line, kind }) => ({
    pile: isMoneyOut(kind) ? ('unexplained' as const) : ('more-in-report' as const),
    ...{ line, rule: 'equal' as const, events: [], witnesses: [] },
  }))
  return { lines: verdicts, missing: events.filter(({ isCertain }) => isCertain) }
}

function* groups<One>(
  sorted: Iterable<OfOrder<One>>,
): Generator<{ order: string; all: One[] }, undefined> {
  let group: { order: string; all: One[] } | undefined
  for (const { order, one } of sorted) {
    if (group?.order === order) group.all.push(one)
    else {
      if (group !== undefined) {
        if (order < group.order) throw new Error('a side of a reconciliation is not sorted')
        yield group
      }
      group = { order, all: [one] }
    }
  }
  if (group !== undefined) yield group
  return undefined
}

/** What is said of a line that belongs to no order here. */
export function placeStray(
  line: ReportLine,
  found: Exclude<FoundOrder, { kind: 'found' }>,
  index: OrderIndex,
): LineVerdict {
  const verdict = { line: line.line, rule: 'ids' as const, events: [], witnesses: [] }
  if (found.kind === 'disagree') return { ...verdict, pile: 'ids-disagree' }
  if (found.kind === 'none')
    return {
      ...verdict,
      rule: 'no-id',
      pile: isMoneyOut(line.kind) ? 'unexplained' : 'not-known-here',
    }
  const isLike =
    isMoneyOut(line.kind) &&
    [...oneSlipFrom(line.orderId)].some((id) => index.ofOrderId(id).size > 0)
  return { ...verdict, pile: isLike ? 'unexplained' : 'not-known-here' }
}
