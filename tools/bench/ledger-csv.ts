// The audit log as CSV by the program's own code and by Debian's sqlite3, with the same columns of the same rows: what writing them
// costs beside the fastest tool at hand.
import type { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { auditRow, type StoredEntry } from '../../src/main/ledger/audit-rows.ts'
import { csvCells, csvHead, csvLine } from '../../src/main/ledger/csv.ts'
import type { Database } from '../../src/main/ledger/open.ts'

export interface CsvRun {
  rows: number
  tookMs: number
  perSecond: number
}

const PAGE = 200
const perSecond = (rows: number, tookMs: number): number => Math.round((rows * 1000) / tookMs)

/** The export's own page loop, without the other files. */
export function csvHere(db: Database, path: string): CsvRun {
  const startedAt = performance.now()
  const out = openSync(path, 'w')
  const select = db.prepare(`SELECT * FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`)
  writeSync(out, csvHead())
  let rows = 0
  for (let after = 0n; ;) {
    const page = select.all(after) as StoredEntry[]
    const last = page.at(-1)
    if (last === undefined) break
    after = last.seq
    rows += page.length
    writeSync(out, page.map((row) => csvLine(csvCells(auditRow(row)))).join(''))
  }
  fsyncSync(out)
  closeSync(out)
  const tookMs = performance.now() - startedAt
  return { rows, tookMs, perSecond: perSecond(rows, tookMs) }
}

const detail = (name: string): string => `body ->> '$.details.${name}'`
const operation = detail('operation')
const query = `
  SELECT seq, strftime('%Y-%m-%dT%H:%M:%fZ', at_wall / 1000.0, 'unixepoch'), actor, kind, outcome, origin, subject,
    ${operation}, ${detail('orderid')}, ${detail('clientOrderid')},
    CASE WHEN ${detail('amount')} IS NULL THEN '' WHEN ${operation} = 'capture' THEN 'in' WHEN ${operation} = 'return' THEN 'out' END,
    ${detail('amount')}, ${detail('currency')}, ${detail('comment')}, ${detail('words')}, ${detail('serialNumber')},
    json_remove(body -> '$.details', '$.operation', '$.orderid', '$.clientOrderid', '$.amount', '$.currency', '$.comment', '$.words', '$.serialNumber')
  FROM (SELECT seq, at_wall, actor, kind, outcome, origin, subject, CAST(body AS TEXT) AS body FROM audit_entry)
  ORDER BY seq`

/** Null when the program is not there. `spawn` is node:child_process's. */
export function csvByProgram(file: string, path: string, spawn: typeof spawnSync): CsvRun | null {
  const startedAt = performance.now()
  const out = openSync(path, 'w')
  const ran = spawn('sqlite3', ['-readonly', '-csv', file, query], {
    stdio: ['ignore', out, 'pipe'],
  })
  fsyncSync(out)
  closeSync(out)
  const tookMs = performance.now() - startedAt
  if (ran.error !== undefined) return null
  if (ran.status !== 0) throw new Error(ran.stderr.toString())
  const counted = spawn('sqlite3', ['-readonly', file, 'SELECT count(*) FROM audit_entry'])
  const rows = Number(counted.stdout.toString())
  return { rows, tookMs, perSecond: perSecond(rows, tookMs) }
}
