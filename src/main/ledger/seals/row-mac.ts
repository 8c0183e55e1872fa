// What a seal is computed over, and what the head of all seals says. Pure but for the key it is
// handed; row-seal.ts writes seals and row-check.ts compares them.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** As SQLite gives it out with safe integers. */
export type CellValue = string | bigint | number | Buffer | null

/**
 * How many seals a table has, and the sum of them modulo 2^256, hex: neither tells which rows, both
 * change with any of them.
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

const numberOf = (mac: Uint8Array): bigint => BigInt(`0x0${Buffer.from(mac).toString('hex')}`)

/** The sum with all of these put in. */
export function summedAll([count, sum]: TableSum, macs: Iterable<Uint8Array>): TableSum {
  let total = BigInt(`0x${sum}`)
  let more = 0
  for (const mac of macs) {
    total += numberOf(mac)
    more += 1
  }
  return [count + more, hexOf(total)]
}

/** The sum with one seal taken out, one put in, or both. */
export function summed(
  [count, sum]: TableSum,
  gone: Uint8Array | null,
  come: Uint8Array | null,
): TableSum {
  const total =
    BigInt(`0x${sum}`) +
    (come === null ? 0n : numberOf(come)) -
    (gone === null ? 0n : numberOf(gone))
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

/** `<JSON>\n<HMAC in hex>`. */
export function headText(key: KeyObject, head: SealHead): string {
  const json = JSON.stringify(head)
  return `${json}\n${macOf(key, `paydesk-head 1\n${json}`).toString('hex')}`
}

/** Null for what this key did not seal. */
export function readHead(key: KeyObject, text: string): SealHead | null {
  const [json = '', mac = ''] = text.split('\n')
  return isMac(Buffer.from(mac, 'hex'), macOf(key, `paydesk-head 1\n${json}`))
    ? (JSON.parse(json) as SealHead)
    : null
}
