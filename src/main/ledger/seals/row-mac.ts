// What a seal is computed over, and what the head of all seals says. Pure but for the key it is
// handed; row-seal.ts writes seals and row-check.ts compares them.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** As SQLite gives it out with safe integers. */
export type CellValue = string | bigint | number | Buffer | null

/**
 * How many seals a table has, and the sum of their terms modulo 2^256, hex: neither tells which
 * rows, both change with any of them.
 */
export type TableSum = [count: number, sum: string]

export interface SealHead {
  /**
   * Newest entry of the audit log when a row was last sealed or an entry appended, and its chain
   * value.
   */
  size: number
  chain: string
  tables: Record<string, TableSum>
}

export const NO_SUM: TableSum = [0, '0'.repeat(64)]

/** One text for one row: types are told apart, and JSON keeps the parts apart. */
export const rowText = (
  name: string,
  columns: readonly string[],
  values: readonly CellValue[],
): string =>
  JSON.stringify([
    'paydesk-row 1',
    name,
    columns.map((column, nth) => [column, cell(values[nth] ?? null)]),
  ])

function cell(value: CellValue): string | null {
  if (value === null) return null
  if (typeof value === 'string') return `t${value}`
  if (typeof value === 'bigint') return `i${value}`
  return typeof value === 'number' ? `r${value}` : `b${value.toString('hex')}`
}

export const macOf = (key: KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text, 'utf8').digest()

export const isMac = (a: unknown, b: Buffer): boolean =>
  a instanceof Uint8Array && a.length === b.length && timingSafeEqual(a, b)

/**
 * What a seal adds to the sum. The seals themselves lie in the file: of many old ones a set could
 * be put back whose plain sum is the same. What they add is known to the key alone.
 */
const termOf = (key: KeyObject, mac: Uint8Array): bigint =>
  BigInt(`0x${createHmac('sha256', key).update('paydesk-sum 1').update(mac).digest('hex')}`)

/** The sum with all of these put in. */
export function summedAll(
  key: KeyObject,
  [count, sum]: TableSum,
  macs: Iterable<Uint8Array>,
): TableSum {
  let total = BigInt(`0x${sum}`)
  let more = 0
  for (const mac of macs) {
    total += termOf(key, mac)
    more += 1
  }
  return [count + more, hexOf(total)]
}

/** The sum with one seal taken out, one put in, or both. */
export function summed(
  key: KeyObject,
  [count, sum]: TableSum,
  gone: Uint8Array | null,
  come: Uint8Array | null,
): TableSum {
  const total =
    BigInt(`0x${sum}`) +
    (come === null ? 0n : termOf(key, come)) -
    (gone === null ? 0n : termOf(key, gone))
  return [count + (come === null ? 0 : 1) - (gone === null ? 0 : 1), hexOf(total)]
}

/**
 * What the sum has more than the other, or null where they are the same. What the program writes
 * itself changes both alike.
 */
export const gapOf = ([count, sum]: TableSum, other: TableSum = NO_SUM): string | null =>
  count === other[0] && sum === other[1]
    ? null
    : `${count - other[0]} ${hexOf(BigInt(`0x${sum}`) - BigInt(`0x${other[1]}`))}`

const hexOf = (total: bigint): string => BigInt.asUintN(256, total).toString(16).padStart(64, '0')

/**
 * The sum as the file has it, so that two heads do not tell what the rows between them added: 16
 * bytes that follow from table and sum, and the sum with a number added that follows from those.
 */
function hidden(key: KeyObject, table: string, sum: string): string {
  const place = macOf(key, `paydesk-sum-place 1\n${table}\n${sum}`).toString('hex').slice(0, 32)
  return place + hexOf(BigInt(`0x${sum}`) + coverOf(key, place))
}

const coverOf = (key: KeyObject, place: string): bigint =>
  BigInt(`0x${macOf(key, `paydesk-sum-cover 1\n${place}`).toString('hex')}`)

const bared = (key: KeyObject, text: string): string =>
  hexOf(BigInt(`0x${text.slice(32)}`) - coverOf(key, text.slice(0, 32)))

/** Sums that did not change since the last head need no second look. */
const hiddenOf = new WeakMap<KeyObject, WeakMap<TableSum, string>>()

function hiddenSum(key: KeyObject, table: string, one: TableSum): string {
  const known = hiddenOf.get(key) ?? new WeakMap<TableSum, string>()
  hiddenOf.set(key, known)
  const text = known.get(one) ?? hidden(key, table, one[1])
  known.set(one, text)
  return text
}

/** `<JSON>\n<HMAC in hex>`. */
export function headText(key: KeyObject, { size, chain, tables }: SealHead): string {
  const sums = Object.entries(tables).map(
    ([table, one]) => [table, [one[0], hiddenSum(key, table, one)]] as const,
  )
  const json = JSON.stringify({ size, chain, tables: Object.fromEntries(sums) })
  return `${json}\n${macOf(key, `paydesk-head 2\n${json}`).toString('hex')}`
}

/** Null for what this key did not seal. */
export function readHead(key: KeyObject, text: string): SealHead | null {
  const [json = '', mac = ''] = text.split('\n')
  if (!isMac(Buffer.from(mac, 'hex'), macOf(key, `paydesk-head 2\n${json}`))) return null
  const { size, chain, tables } = JSON.parse(json) as SealHead
  const sums = Object.entries(tables).map(([table, [count, sum]]): [string, TableSum] => [
    table,
    [count, bared(key, sum)],
  ])
  return { size, chain, tables: Object.fromEntries(sums) }
}
