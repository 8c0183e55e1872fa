// The log of requests as received, refused ones included, with why a signature failed. Card data is
// cut off before it gets here. Rows are written together with the effect of their request, or in
// batches: reading the log writes what is waiting.
import type { Delivery } from '../book/test-amounts.ts'
import type { Store } from '../book/store.ts'
import type { SignatureFinding } from '../signing/verify-control.ts'

export interface RequestRow {
  serial: string
  at: number
  method: string
  path: string
  operation: string | null
  /**
   * Name and value in the order sent; card numbers by their last four, codes and signatures not at
   * all.
   */
  fields: [string, string][]
  signature: SignatureFinding | null
  http: number
  code: string | null
  message: string
  delivery: Delivery
}

const KEPT = 5000
const BATCH = 1000

export type RequestLog = ReturnType<typeof openRequestLog>

export function openRequestLog(store: Store) {
  let waiting: RequestRow[] = []
  let written = 0

  const insert = (): void => {
    for (const row of waiting)
      store.run(
        'INSERT INTO requests (serial, at, method, path, operation, fields, signature, http, code, message, delivery) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        row.serial,
        row.at,
        row.method,
        row.path,
        row.operation,
        JSON.stringify(row.fields),
        row.signature === null ? null : JSON.stringify(row.signature),
        row.http,
        row.code,
        row.message,
        row.delivery,
      )
    written += waiting.length
    waiting = []
    if (written < KEPT / 10) return
    written = 0
    store.run('DELETE FROM requests WHERE rowid <= (SELECT max(rowid) FROM requests) - ?', KEPT)
  }
  const flush = (): void => {
    if (waiting.length > 0) store.atomically(insert)
  }
  return {
    add(row: RequestRow): void {
      waiting.push(row)
    },
    isFull: (): boolean => waiting.length >= BATCH,
    /** For callers already inside store.atomically. */
    insert,
    flush,
    rows(limit = KEPT): RequestRow[] {
      flush()
      return store
        .all<
          Omit<RequestRow, 'fields' | 'signature'> & { fields: string; signature: string | null }
        >(
          'SELECT * FROM (SELECT rowid AS place, * FROM requests ORDER BY rowid DESC LIMIT ?) ORDER BY place',
          limit,
        )
        .map(
          ({
            serial,
            at,
            method,
            path,
            operation,
            fields,
            signature,
            http,
            code,
            message,
            delivery,
          }) => ({
            serial,
            at,
            method,
            path,
            operation,
            fields: JSON.parse(fields) as [string, string][],
            signature: signature === null ? null : (JSON.parse(signature) as SignatureFinding),
            http,
            code,
            message,
            delivery,
          }),
        )
    },
  }
}
