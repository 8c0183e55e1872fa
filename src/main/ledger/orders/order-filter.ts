// What a filter of the orders list means in SQL, and which index answers it best for one
// connection. It reads only to choose.
import type { OrderFilter } from '#shared/bridge/lists.ts'
import { dayEnd, dayStart } from '#shared/time/zone.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export interface OrderTerms {
  /** About the table of tableFor, without an alias. */
  sql: string
  values: Record<string, unknown>
}

// ISO 4217 has currencies of 0 to 4 digits.
const allDigits = [0, 1, 2, 3, 4]
/** An amount filter that leaves fewer orders than this is answered from the index of amounts. */
const FEW = 2_000

export function orderTerms(filter: OrderFilter): OrderTerms {
  const terms = ['1']
  const values: Record<string, unknown> = {}
  const add = (name: string, term: string, value: unknown): void => {
    if (value === undefined || value === '') return
    terms.push(term)
    values[name] = value
  }
  add('actor', 'actor = @actor', filter.actor)
  add('phase', 'phase = @phase', filter.phase)
  add('type', 'transaction_type = @type', filter.type)
  const { from, until, zone = 'UTC' } = filter
  if (from !== undefined) add('from', 'checked_at >= @from', dayStart(from, zone))
  if (until !== undefined) add('until', 'checked_at < @until', dayEnd(until, zone))
  const amount = amountTerm(filter)
  if (amount !== null) {
    terms.push(amount.sql)
    Object.assign(values, amount.values)
  }
  return { sql: terms.join(' AND '), values }
}

/**
 * Minor units differ by currency, so a range in major units is one range of minor units for each
 * number of digits.
 */
function amountTerm(filter: OrderFilter): OrderTerms | null {
  if (filter.amountFrom === undefined && filter.amountUntil === undefined) return null
  const values: Record<string, unknown> = {}
  const ranges = allDigits.map((digits) => {
    values[`least${digits}`] = minorOf(filter.amountFrom ?? '0', digits, 'up')
    values[`most${digits}`] =
      filter.amountUntil === undefined
        ? 9_223_372_036_854_775_807n
        : minorOf(filter.amountUntil, digits, 'down')
    return `(digits = ${digits} AND original_minor BETWEEN @least${digits} AND @most${digits})`
  })
  return { sql: `(${ranges.join(' OR ')})`, values }
}

/** A bound between two minor units is rounded towards the inside of the range. */
function minorOf(decimal: string, digits: number, rounding: 'up' | 'down'): bigint {
  const [whole = '0', decimals = ''] = decimal.split('.')
  const minor = BigInt(whole + decimals.slice(0, digits).padEnd(digits, '0'))
  return rounding === 'up' && /[1-9]/.test(decimals.slice(digits)) ? minor + 1n : minor
}

const hasActor = (filter: OrderFilter): boolean => (filter.actor ?? '') !== ''

/**
 * Where the terms of a filter find their columns for one order: with an actor the search knows who
 * did something on it.
 */
export const tableFor = (filter: OrderFilter): string =>
  hasActor(filter) ? 'search_actor INDEXED BY search_actor_order' : 'payment_order'

/**
 * The rows in which the orders of one connection (@connectionId) are looked for, through the index
 * that suits best.
 */
export function sourceFor(db: Database, connectionId: string, filter: OrderFilter): string {
  // The index has the list's own order.
  if (hasActor(filter)) return 'search_actor'
  if (isFewByAmount(db, connectionId, filter))
    // Each number of digits is a range of its own; SQLite would not take the index for all of them
    // joined by OR.
    return `(${allDigits
      .map(
        (digits) =>
          `SELECT connection_id, orderid, checked_at, phase, transaction_type, digits, original_minor
           FROM payment_order INDEXED BY payment_order_amount WHERE connection_id = @connectionId
           AND digits = ${digits} AND original_minor BETWEEN @least${digits} AND @most${digits}`,
      )
      .join(' UNION ALL ')})`
  if (filter.phase !== undefined && filter.phase !== '')
    return 'payment_order INDEXED BY payment_order_phase'
  if (filter.type !== undefined && filter.type !== '')
    return 'payment_order INDEXED BY payment_order_type'
  return 'payment_order INDEXED BY payment_order_page'
}

function isFewByAmount(db: Database, connectionId: string, filter: OrderFilter): boolean {
  const amount = amountTerm(filter)
  if (amount === null) return false
  let left = FEW
  for (const digits of allDigits) {
    const values = {
      connectionId,
      least: amount.values[`least${digits}`],
      most: amount.values[`most${digits}`],
    }
    left -= Number(
      statement<object>(
        db,
        `SELECT count(*) FROM (SELECT 1 FROM payment_order INDEXED BY payment_order_amount
           WHERE connection_id = @connectionId AND digits = ${digits} AND original_minor BETWEEN @least AND @most LIMIT ${left})`,
        { as: 'value' },
      ).get(values),
    )
    if (left <= 0) return false
  }
  return true
}
