// Rows of a file held beside each other, and beside the last line of it. Pure.
// MONEY: a line that stands twice is money that goes twice.
import { plainAccount } from '#shared/cards/iban.ts'
import type { FileRow, WrongRow } from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import { isSameMoney, type Money } from '#shared/money.ts'

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
