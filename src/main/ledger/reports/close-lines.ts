// What one order adds to a day close: what was there when the period began, what moved, and what
// was there at its end. Pure. What requests from here don't explain is a line of its own, so that
// the lines of an order always lead from its opening to its closing.
import { isOpen } from '#shared/attempt.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import { minorIn } from '#shared/money.ts'
import { adds, type CloseLine, type CloseOf } from '#shared/reports/day-close.ts'
import type { OrderAt } from './facts-at.ts'

export interface OrderInPeriod {
  /** Null where nothing of it was known then. */
  opening: OrderAt | null
  /** What its first answer told: of an order that was not known before the period. */
  first: OrderAt | null
  closing: OrderAt | null
  /** Requests that happened within the period. */
  done: readonly AttemptFact[]
}

export interface OrderLines {
  /** Null: not known for certain, so that it is in no sum. */
  opening: bigint | null
  closing: bigint | null
  /** None is negative: a line says whether it adds or takes away. */
  lines: { line: CloseLine; minor: bigint }[]
}

/** An amount that is only a limit is none. */
function amountOf(of: CloseOf, { facts }: OrderAt): bigint | null {
  if (of === 'held') return facts.held?.minor ?? null
  return facts.isReturnableLess ? null : (facts.returnable?.minor ?? null)
}

export function linesOf(of: CloseOf, order: OrderInPeriod): OrderLines {
  const opening = order.opening === null ? 0n : amountOf(of, order.opening)
  const closing = order.closing === null ? 0n : amountOf(of, order.closing)
  const both = { opening, closing }
  if (opening === null || closing === null)
    return {
      ...both,
      lines: withoutNought([
        { line: 'known-again', minor: closing ?? 0n },
        { line: 'no-longer-known', minor: opening ?? 0n },
      ]),
    }
  const made = order.closing === null ? [] : madeHere(of, { ...order, closing: order.closing })
  const lines = made.map(([line, minor]) => ({ line, minor }))
  const told = order.first === null ? 0n : (amountOf(of, order.first) ?? 0n)
  const rest = made.reduce(
    (left, [line, minor]) => left - signed(line, minor),
    closing - opening - told,
  )
  return { ...both, lines: withoutNought([...lines, ...restOf(of, order, { told, rest })]) }
}

const signed = (line: CloseLine, minor: bigint): bigint => (adds[line] ? minor : -minor)

type Made = [line: CloseLine, minor: bigint]

/** What requests from here explain. */
function madeHere(
  of: CloseOf,
  { opening, closing, done }: OrderInPeriod & { closing: OrderAt },
): Made[] {
  const sum = sumIn(closing.facts)
  const captures = sum(done.filter(({ operation }) => operation === 'capture'))
  if (of === 'held') return [['taken', captures]]
  // A return of a hold releases it, and gives nothing back.
  if (isHoldOnly(closing)) return []
  const before = opening === null ? 0n : sum(opening.attempts.filter(isOpenRefund))
  const after = sum(closing.attempts.filter(isOpenRefund))
  return [
    // Of a sale nothing is captured by a request.
    ['captured', closing.facts.origin === 'sale' ? 0n : captures],
    ['refunded', sum(done.filter(({ operation }) => operation === 'return'))],
    after > before ? ['open', after - before] : ['no-longer-open', before - after],
  ]
}

const isHoldOnly = ({ facts }: OrderAt): boolean => facts.captured?.minor === 0n
const isOpenRefund = ({ operation, state }: AttemptFact): boolean =>
  operation === 'return' && isOpen(state)

/** An amount with other decimals than the order's is left to what is not explained. */
const sumIn =
  ({ currency, digits }: OrderAt['facts']) =>
  (attempts: readonly AttemptFact[]): bigint =>
    attempts.reduce(
      (total, { amount }) =>
        total +
        (amount === null || amount.currency !== currency ? 0n : (minorIn(amount, digits) ?? 0n)),
      0n,
    )

/**
 * What is left over is named by what may have moved it. Of a new order all that came in is new: its
 * first answer may have been of a payment in progress.
 */
function restOf(
  of: CloseOf,
  { first, closing, done }: OrderInPeriod,
  { told, rest }: { told: bigint; rest: bigint },
): OrderLines['lines'] {
  if (rest > 0n)
    return first === null ? [{ line: 'more', minor: rest }] : [{ line: 'new', minor: told + rest }]
  const isRelease = of === 'held' && closing !== null && isHoldOnly(closing)
  const isEndedHere = done.some(
    ({ operation, amount }) =>
      operation === 'void' || (operation === 'return' && (amount === null || isRelease)),
  )
  return [
    { line: 'new', minor: told },
    { line: isEndedHere ? 'ended' : 'less', minor: -rest },
  ]
}

const withoutNought = (lines: OrderLines['lines']): OrderLines['lines'] =>
  lines.filter(({ minor }) => minor !== 0n)
