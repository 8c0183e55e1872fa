// Reads a day close: every order that something was told of or asked for since the period began is
// folded as it was at both ends; of all others what the lists know is the same at both. In turns;
// nothing is written.
import {
  closeLines,
  type CloseLine,
  type CloseOf,
  closeOfs,
  type CloseSum,
  type DayClose,
  unexplained,
} from '#shared/reports/day-close.ts'
import { toText } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { Database } from '../db/database.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { type OrderStory, openStories } from './facts-at.ts'
import type { Whose } from '../orders/today.ts'
import { settingsIn } from '../rebuild/derived.ts'
import { linesOf, type OrderInPeriod } from './close-lines.ts'
import type { FactColumns } from './fact-columns.ts'
import { ordersToFold } from './orders-to-fold.ts'
import { openShownSums } from './shown-sums.ts'

export interface CloseQuery extends Whose {
  from: number
  until: number
}

const MOST_NAMED = 200

export async function readClose(
  db: Database,
  columns: FactColumns,
  query: CloseQuery,
  work: TimeSlice,
): Promise<DayClose> {
  const storyOf = openStories(db, settingsIn(db))
  const close = createClose()
  const shown = openShownSums(db, query)
  const places = await ordersToFold(db, columns, query, work)
  let done = 0
  for (const place of places) {
    const connectionId = shown.connectionOf(place)
    if (connectionId !== null) {
      shown.leaveOut(place)
      close.put({ ...place, connectionId }, orderIn(storyOf(place), query))
    }
    done += 1
    await work.turn(done, places.length)
  }
  for await (const { currency, digits, minor, uncertain } of shown.rest(work))
    close.putShown({ currency, digits }, minor, uncertain)
  return close.read()
}

function orderIn(story: OrderStory, { from, until }: CloseQuery): OrderInPeriod {
  const opening = story.before(from)
  const closing = story.before(until)
  const first = opening === null && closing !== null ? story.first() : null
  return { opening, first, closing, done: story.done(from, until) }
}

interface Unit {
  currency: string
  digits: number
}
type Place = OrderPlace & { connectionId: string }

interface Sum {
  of: CloseOf
  currency: string
  digits: number
  opening: bigint
  closing: bigint
  lines: Map<CloseLine, { orders: number; minor: bigint }>
}

const isUnexplained = (line: CloseLine): boolean =>
  (unexplained as readonly CloseLine[]).includes(line)

function createClose() {
  const sums = new Map<string, Sum>()
  const differences: DayClose['differences'] = { count: 0, orders: [] }
  let uncertain = 0
  const sumOf = (of: CloseOf, { currency, digits }: Unit): Sum => {
    const key = `${of} ${currency}`
    let sum = sums.get(key)
    if (sum === undefined) {
      sum = { of, currency, digits, opening: 0n, closing: 0n, lines: new Map() }
      sums.set(key, sum)
    }
    if (digits > sum.digits) widen(sum, digits)
    return sum
  }
  const put = (place: Place, order: OrderInPeriod): void => {
    const { currency = null, digits = 0 } = (order.closing ?? order.opening)?.facts ?? {}
    if (currency === null) return
    for (const of of closeOfs) {
      const { opening, closing, lines } = linesOf(of, order)
      if (of === 'refundable' && closing === null && isPayment(order)) uncertain += 1
      if ((opening ?? 0n) === 0n && (closing ?? 0n) === 0n && lines.length === 0) continue
      const sum = sumOf(of, { currency, digits })
      const scale = 10n ** BigInt(sum.digits - digits)
      sum.opening += (opening ?? 0n) * scale
      sum.closing += (closing ?? 0n) * scale
      for (const { line, minor } of lines) {
        const own = sum.lines.get(line) ?? { orders: 0, minor: 0n }
        sum.lines.set(line, { orders: own.orders + 1, minor: own.minor + minor * scale })
        if (!isUnexplained(line)) continue
        differences.count += 1
        const { connectionId, orderid } = place
        const amount = toText({ minor, currency, digits })
        if (differences.orders.length < MOST_NAMED)
          differences.orders.push({ connectionId, orderid, of, line, amount })
      }
    }
  }
  return {
    put,
    /** What is the same at both ends. */
    putShown: (unit: Unit, minor: bigint, unknown: number): void => {
      uncertain += unknown
      if (minor === 0n) return
      const sum = sumOf('refundable', unit)
      const scaled = minor * 10n ** BigInt(sum.digits - unit.digits)
      sum.opening += scaled
      sum.closing += scaled
    },
    read: (): DayClose => ({
      sums: [...sums.values()].map(shownSum).sort(inOrder),
      differences,
      uncertain,
    }),
  }
}

/** Of an order that takes nothing from a customer nothing is refundable. */
const isPayment = ({ closing }: OrderInPeriod): boolean =>
  closing !== null && ['sale', 'preauth', 'unknown'].includes(closing.facts.origin)

function widen(sum: Sum, digits: number): void {
  const scale = 10n ** BigInt(digits - sum.digits)
  Object.assign(sum, { digits, opening: sum.opening * scale, closing: sum.closing * scale })
  for (const line of sum.lines.values()) line.minor *= scale
}

const inOrder = (a: CloseSum, b: CloseSum): number =>
  a.currency.localeCompare(b.currency, 'en') || closeOfs.indexOf(a.of) - closeOfs.indexOf(b.of)

function shownSum({ of, currency, digits, opening, closing, lines }: Sum): CloseSum {
  const text = (minor: bigint) => toText({ minor, currency, digits })
  return {
    ...{ of, currency, opening: text(opening), closing: text(closing) },
    lines: closeLines.flatMap((line) => {
      const own = lines.get(line)
      return own === undefined ? [] : [{ line, orders: own.orders, total: text(own.minor) }]
    }),
  }
}
