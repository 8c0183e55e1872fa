// The audit log and the list of orders as CSV by the program's own code and by Debian's sqlite3,
// with the same columns of the same rows: what writing them costs beside the fastest tool at hand.
import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { shownEntry, type StoredEntry } from '../src/main/ledger/audit/audit-rows.ts'
import { csvCells, csvHead, csvLine } from '../src/main/ledger/export/csv.ts'
import { createFile } from '../src/main/ledger/export/export-file.ts'
import { openLedgerReader } from '../src/main/ledger/db/open.ts'

export interface CsvRun {
  rows: number
  tookMs: number
  perSecond: number
}

const PAGE = 200
const place = { computer: 'desk-1', logId: '0'.repeat(32) }
// The CSV shows no hashes; the export reads them along for audit.jsonl.
const shownColumns = 'seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body'
const perSecond = (rows: number, tookMs: number): number => Math.round((rows * 1000) / tookMs)

/**
 * The export's own page loop and file (with its digest, and brought to the disk), without the other
 * files.
 */
export async function csvHere(file: string, folder: string): Promise<CsvRun> {
  const startedAt = performance.now()
  const opened = openLedgerReader(file)
  if (!opened.ok) throw new Error(opened.fault.message)
  const db = opened.value
  const out = await createFile(folder, 'here.csv')
  const select = db.prepare(
    `SELECT ${shownColumns} FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
  )
  await out.write(csvHead())
  let rows = 0
  for (let after = 0n; ;) {
    const page = select.all(after) as StoredEntry[]
    const last = page.at(-1)
    if (last === undefined) break
    after = last.seq
    rows += page.length
    await out.write(page.map((row) => csvLine(csvCells(shownEntry(row), place))).join(''))
  }
  await out.finish()
  db.close()
  const tookMs = performance.now() - startedAt
  return { rows, tookMs, perSecond: perSecond(rows, tookMs) }
}

const detail = (name: string): string => `body ->> '$.details.${name}'`
const operation = detail('operation')
const kept = [
  'requestedBy',
  'operation',
  'orderid',
  'clientOrderid',
  'amount',
  'currency',
  'comment',
]
const reported = [
  'message',
  'serialNumber',
  'rrn',
  'approvalCode',
  'processorTxId',
  'processingDate',
]
const paid = ['payee', 'payeeAccount', 'description']
const shown = [...kept, ...reported, 'card', 'lastFour', ...paid]
const query = `
  SELECT seq, strftime('%Y-%m-%dT%H:%M:%fZ', at_wall / 1000.0, 'unixepoch'), actor, coalesce(${detail('requestedBy')}, actor),
    kind, coalesce(${operation}, kind), outcome, origin, subject,
    ${operation}, ${detail('orderid')}, ${detail('clientOrderid')},
    CASE WHEN ${detail('amount')} IS NULL THEN '' WHEN ${operation} = 'capture' THEN 'in' WHEN ${operation} = 'return' THEN 'out' END,
    ${detail('amount')}, ${detail('currency')}, ${detail('comment')}, ${reported.map(detail).join(', ')},
    trim(coalesce(${detail('card')}, '') || ' ' || coalesce(${detail('lastFour')}, '')), ${paid.map(detail).join(', ')},
    json_remove(body -> '$.details', ${shown.map((name) => `'$.${name}'`).join(', ')}),
    '${place.computer}', '${place.logId}'
  FROM (SELECT seq, at_wall, actor, kind, outcome, origin, subject, CAST(body AS TEXT) AS body FROM audit_entry)
  ORDER BY seq`

const amountOf = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN '' ELSE printf('%.*f', digits, ${column} / pow(10, digits)) END`
const timeOf = (column: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`
const orders = `
  SELECT coalesce((SELECT record ->> '$.name' FROM connection c WHERE c.id = connection_id), connection_id), orderid,
    client_orderid, CASE WHEN EXISTS (SELECT 1 FROM attempt a WHERE a.service = payment_order.service
      AND a.orderid = payment_order.orderid AND a.state = 'UNKNOWN') THEN 'unknown' ELSE phase END,
    status, transaction_type, ${amountOf('original_minor')}, currency, ${amountOf('returned_minor')},
    ${amountOf('returnable_minor')}, customer, card, ${timeOf('first_seen_at')}, ${timeOf('checked_at')}
  FROM payment_order ORDER BY checked_at DESC, connection_id, orderid`

/** The same columns and order as the list's own file of all orders. */
export const ordersByProgram = (file: string, path: string): CsvRun | null =>
  csvByProgram(file, path, { query: orders, table: 'payment_order' })

/** Null when the program is not there. */
export function csvByProgram(
  file: string,
  path: string,
  asked = { query, table: 'audit_entry' },
): CsvRun | null {
  const startedAt = performance.now()
  const out = openSync(path, 'w')
  const ran = spawnSync('sqlite3', ['-readonly', '-csv', file, asked.query], {
    stdio: ['ignore', out, 'pipe'],
  })
  fsyncSync(out)
  closeSync(out)
  const tookMs = performance.now() - startedAt
  if (ran.error !== undefined) return null
  if (ran.status !== 0) throw new Error(ran.stderr.toString())
  const counted = spawnSync('sqlite3', ['-readonly', file, `SELECT count(*) FROM ${asked.table}`])
  const rows = Number(counted.stdout.toString())
  return { rows, tookMs, perSecond: perSecond(rows, tookMs) }
}
