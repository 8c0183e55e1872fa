// What a row of money and a file of them mean, whatever the file looks like: a file that was saved
// again with other columns, marks or order is the same one. Pure.
// MONEY: two files of one meaning are one payment order given twice.
import { createHash } from 'node:crypto'
import { plainAccount } from '#shared/cards/iban.ts'
import type { FileRow } from '#shared/files/file-row.ts'

/** What all rows of a file share. */
export interface MeaningOf {
  operation: string
  /** The account at the gateway that the rows are for. */
  account: string
}

/** SHA-256 of operation, account, plain order number, minor units, currency and digits. */
export function rowMeaning(
  { operation, account }: MeaningOf,
  row: Pick<FileRow, 'orderId' | 'merchantOrderId' | 'amount' | 'payTo' | 'cardRef' | 'moved'> &
    Partial<Pick<FileRow, 'lastFour'>>,
): Buffer {
  const { amount } = row
  const { payTo, cardRef } = row
  const order =
    payTo !== undefined
      ? ['pays', plainAccount(payTo.account), payTo.bankCode]
      : cardRef !== undefined
        ? ['charges', cardRef]
        : row.orderId === null
          ? ['merchant', row.merchantOrderId]
          : ['order', row.orderId]
  const money =
    amount === null ? ['all'] : [amount.minor.toString(), amount.currency, amount.digits]
  return createHash('sha256')
    .update(JSON.stringify([operation, account, ...order, ...money, ...movedCells(row)]))
    .digest()
}

/** Of a line of a report, which is no request: all that its columns say. */
function movedCells({
  moved,
  merchantOrderId,
  lastFour = null,
}: Parameters<typeof rowMeaning>[1]): unknown[] {
  if (moved === undefined) return []
  const { kind, rrn, approvalCode, serialNumber, at, batch, fee } = moved
  const rest = batch === undefined && fee === undefined ? [] : [batch ?? '', String(fee ?? '')]
  return [merchantOrderId, kind, rrn, approvalCode, serialNumber, lastFour, at, ...rest]
}

const size = 32

/** SHA-256, in hex, of the meanings in order: 32 bytes a row are held, and no objects. */
export function fileMeaning(of: MeaningOf, rows: readonly FileRow[]): string {
  const all = Buffer.alloc(rows.length * size)
  for (const [at, row] of rows.entries()) rowMeaning(of, row).copy(all, at * size)
  const places = Uint32Array.from(rows, (_row, at) => at * size)
  places.sort((a, b) => all.compare(all, b, b + size, a, a + size))
  const digest = createHash('sha256')
  for (const at of places) digest.update(all.subarray(at, at + size))
  return digest.digest('hex')
}
