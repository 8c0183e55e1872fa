// Rows of a file held beside each other, beside the last line of it, and beside what is known of
// their orders. Pure.
// MONEY: a line that stands twice is money that goes twice.
import { plainAccount } from '#shared/cards/iban.ts'
import type { FileRow, WrongRow } from '#shared/files/file-row.ts'
import { type MessageValue, say } from '#shared/message.ts'
import { isSameMoney, minorIn, type Money } from '#shared/money.ts'

const orderKey = ({ orderId, merchantOrderId, payTo, cardRef }: FileRow): string =>
  payTo !== undefined
    ? `p ${plainAccount(payTo.account)}`
    : cardRef !== undefined
      ? `c ${cardRef}`
      : orderId === null
        ? `m ${merchantOrderId}`
        : `o ${orderId}`

/** Equal lines: of one order and, where money is moved, one amount. The later one is wrong. */
export function equalLines(rows: readonly FileRow[], operation: string | null): WrongRow[] {
  const first = new Map<string, number>()
  const wrong: WrongRow[] = []
  for (const row of rows) {
    const { amount } = row
    const money = amount === null ? '' : `${amount.minor} ${amount.currency} ${amount.digits}`
    const key = operation === null ? orderKey(row) : `${orderKey(row)} ${money}`
    const a = first.get(key)
    if (a === undefined) first.set(key, row.line)
    else {
      const lines = { a, b: row.line }
      const message =
        row.payTo !== undefined
          ? say('files.paid-twice', lines)
          : row.cardRef !== undefined
            ? say('files.charged-twice', lines)
            : operation === null
              ? say('files.named-twice', lines)
              : say('files.same-twice', { ...lines, operation: { noun: operation } })
      wrong.push({ kind: 'same-twice', line: row.line, message })
    }
  }
  return wrong
}

/** Null where the rows are not all of one currency, and have no sum. */
function sumIn(rows: readonly FileRow[], unit: Money): Money | null {
  let minor = 0n
  for (const { amount } of rows) {
    if (amount === null || amount.currency !== unit.currency) return null
    minor += amount.minor
  }
  return { ...unit, minor }
}

export const adds = (stated: Money, rows: readonly FileRow[]): boolean => {
  const sum = sumIn(rows, stated)
  return sum !== null && isSameMoney(sum, stated)
}

/** What the last line states, where it is a foot that adds up to something else. */
export function footDiffers(stated: Money, rows: readonly FileRow[]): WrongRow | null {
  const sum = sumIn(rows, stated)
  return sum === null || isSameMoney(sum, stated)
    ? null
    : { kind: 'foot', line: null, message: say('files.foot-differs', { stated, sum }) }
}

/** What this computer knows of an order, or null. `rest`: what can be refunded of it. */
export type OrderFacts = (row: FileRow) => { currency: string; rest: Money | null } | null

const mostLinesNamed = 8

/** Rows that their orders contradict: another currency, or more than is left of one. */
export function againstOrders(rows: readonly FileRow[], factsOf: OrderFacts): WrongRow[] {
  const wrong: WrongRow[] = []
  const ofOrder = new Map<string, { lines: number[]; minor: bigint; rest: Money }>()
  for (const row of rows) {
    const { amount, line } = row
    const facts = amount === null ? null : factsOf(row)
    if (amount === null || facts === null) continue
    if (facts.currency !== amount.currency) {
      const currencies = { order: facts.currency, file: amount.currency }
      const message = say('files.currency-of-order', { line, ...currencies })
      wrong.push({ kind: 'order-currency', line, message })
      continue
    }
    const minor = facts.rest === null ? null : minorIn(amount, facts.rest.digits)
    if (facts.rest === null || minor === null) continue
    const key = orderKey(row)
    const held = ofOrder.get(key) ?? { lines: [], minor: 0n, rest: facts.rest }
    held.minor += minor
    held.lines.push(line)
    ofOrder.set(key, held)
  }
  for (const { lines, minor, rest } of ofOrder.values()) {
    if (minor <= rest.minor) continue
    const named: MessageValue[] = lines.slice(0, mostLinesNamed)
    const message = say('files.sum-too-high', { lines: named, sum: { ...rest, minor }, rest })
    wrong.push(...lines.map((line) => ({ kind: 'sum-too-high' as const, line, message })))
  }
  return wrong
}
