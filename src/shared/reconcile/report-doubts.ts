// What makes a whole report doubtful, in front of its lists: columns that changed places, amounts
// in another unit or after fees, kinds that were turned around, days of another month, another
// account's orders, or a file that was cut off. It moves no line.
import type { FoundOrder, OrderIndex } from './find-order.ts'
import type { ReportEvent, ReportLine } from './report-line.ts'

const doubtKinds = [
  ...(['swapped-ids', 'unknown-orders', 'other-unit', 'after-fees', 'turned-kinds'] as const),
  ...(['other-days', 'many-missing', 'no-batches', 'other-account'] as const),
] as const
export type DoubtKind = (typeof doubtKinds)[number]

/** So many lines of all, or movements that are missing beside them. */
export interface Doubt {
  kind: DoubtKind
  count: number
  of: number
}

/** A line beside what is known of its order, whatever rule placed it. */
export interface SeenLine {
  line: ReportLine
  found: FoundOrder
  isMatched: boolean
  /** Of its order, all that is known. */
  events: readonly ReportEvent[]
}

/** Fewer lines say nothing of a whole report. */
const leastLines = 4

export function doubtsOf(
  lines: readonly SeenLine[],
  { missing, index }: { missing: number; index: OrderIndex },
): Doubt[] {
  if (lines.length < leastLines) return []
  const open = lines.filter(({ isMatched }) => !isMatched)
  const swapped = open.filter(({ line }) => isKnownSwapped(line, index)).length
  const counts: Record<DoubtKind, number> = {
    'swapped-ids': swapped,
    'unknown-orders': swapped > 0 ? 0 : open.filter(({ found }) => found.kind === 'unknown').length,
    'other-unit': countOf(open, isInOtherUnit),
    'after-fees': countOf(open, isLess),
    'turned-kinds': countOf(open, isTurned),
    'other-days': countOf(open, isEqual),
    'many-missing': missing,
    // Of a statement of a bank alone.
    'no-batches': 0,
    'other-account': 0,
  }
  const doubts = doubtKinds.map((kind) => ({ kind, count: counts[kind], of: lines.length }))
  return doubts.filter(({ count }) => 2 * count >= lines.length)
}

type Seen = Pick<SeenLine, 'line' | 'events'>

const countOf = (lines: readonly Seen[], is: (seen: Seen) => boolean): number =>
  lines.filter(is).length

const isKnownSwapped = ({ orderId, merchantOrderId }: ReportLine, index: OrderIndex): boolean =>
  (orderId !== '' && index.ofMerchantOrderId(orderId).size > 0) ||
  (merchantOrderId !== '' && index.ofOrderId(merchantOrderId).size > 0)

const alike = ({ line, events }: Seen): readonly ReportEvent[] =>
  events.filter(({ kind, currency }) => kind === line.kind && currency === line.currency)

const isEqual = (seen: Seen): boolean => alike(seen).some(({ minor }) => minor === seen.line.minor)

/** Whole units that are the smallest ones, or the other way around. */
const isInOtherUnit = (seen: Seen): boolean => {
  const { minor, digits } = seen.line
  const unit = 10n ** BigInt(digits)
  return (
    digits > 0 &&
    alike(seen).some((event) => event.minor * unit === minor || event.minor === minor * unit)
  )
}

/** Less than each movement of its kind, by up to a tenth of it: what fees leave. */
const isLess = (seen: Seen): boolean => {
  const { minor } = seen.line
  const near = alike(seen)
  return (
    near.length > 0 && near.every((event) => minor < event.minor && 10n * minor > 9n * event.minor)
  )
}

const isTurned = ({ line, events }: Seen): boolean =>
  events.some(({ kind, minor }) => kind !== line.kind && minor === line.minor) &&
  !events.some(({ kind, minor }) => kind === line.kind && minor === line.minor)
