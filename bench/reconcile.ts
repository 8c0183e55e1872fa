// A year of reports: 12 reports of 20,000 lines beside 200,000 orders that this computer knows.
// Opening one, and making all of them anew as the end of look-ups does: how long each takes, the
// longest turn of the thread that matches, and how long the window waits for a result to be kept.
// Small form: a twentieth of it. With --rows N: one report of N lines beside as many movements,
// whose file is read first. The processor's time stands beside the clock's, which other programs
// inflate.
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readInThread } from '../src/main/files/read-thread.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { createTimeSlice } from '../src/main/ledger/db/time-slice.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { openReconcileJobs } from '../src/main/ledger/reconcile/reconciled-rows.ts'
import { openReconciliations } from '../src/main/ledger/reconcile/reconciliation-book.ts'
import type { ReportLine } from '../src/shared/reconcile/report-line.ts'
import { rounded, watched } from './measure.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, rows: { type: 'string' } },
})
const isFull = values.full
/** Of one report, which has a line for each movement; a year of reports lacks every fifth order. */
const single = values.rows === undefined ? null : Number(values.rows)
const orders = single === null ? (isFull ? 200_000 : 10_000) : Math.ceil((single * 3) / 4)
const rows = single ?? (isFull ? 20_000 : 1_000)
const reports = single === null ? 12 : 1
const hasLine = (n: number): boolean => single !== null || n % 5 < 4
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const firstAt = Date.UTC(2029, 0, 1)
const orderMs = (360 * 86_400_000) / orders

const opened = openLedger({ file: ':memory:', clock: Date.now })
if (!opened.ok) throw new Error(opened.fault.message)
const { db } = opened.value
const clock = { clock: Date.now, monotonic: () => performance.now() }
const audit = openAudit(db, { ...clock, logId: '0b'.repeat(16) })
const book = openReconciliations(db, audit, Date.now)
const insertOrder = db.prepare(
  `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer,
     first_seen_at, checked_at, service)
   VALUES ('shop', @orderid, @own, 'captured', 'approved', 'sale', '{}', @at, @at, 's')`,
)
const insertAnswer = db.prepare(
  `INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage, amount_minor,
     currency, digits, transaction_mark, reason, serial_number, service)
   VALUES (@seq, 'shop', @orderid, @at, @mark, 'approved', @type, '', @minor, 'EUR', 2, @mark, '', '', 's')`,
)
const insertFacts = db.prepare(
  `INSERT INTO money_event (snapshot_seq, rrn, approval_code, processing_date, last_four)
   VALUES (@seq, @rrn, @approval, @date, '1111')`,
)
const insertRequest = db.prepare(
  `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
     amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at,
     resolved_at, made_number, resolved_by)
   VALUES (@id, 's', 'shop', '1', 'return', 'money', @orderid, @own, @id, 'SUCCEEDED', @minor, 'EUR', 2, 0, '{}', 'd', 0,
     'ana', '', 'sale', '', @at, @at, @at, @n, @seq)`,
)
const both = { currency: 'EUR', digits: 2, serialNumber: '', lastFour: '1111' }
const lines: ReportLine[] = []
/** Two of three orders of a month have lines, every third one a refund. */
db.transaction(() => {
  let seq = 0
  for (let n = 0; n < orders; n += 1) {
    const at = Math.floor(firstAt + n * orderMs)
    const [orderid, own] = [String(6_000_000 + n * 3), `shop-${n}`]
    const minor = 500 + ((n * 104_729) % 40_000)
    const date = new Date(at).toISOString().replace('T', ' ').slice(0, 19)
    insertOrder.run({ orderid, own, at })
    const tell = (type: string, amount: number): { rrn: string; approvalCode: string } => {
      seq += 1
      const ids = {
        rrn: String(400_000_000_000 + seq),
        approval: String(100_000 + (seq % 900_000)),
      }
      insertAnswer.run({ seq, orderid, at, mark: `m-${seq} ${date}`, type, minor: amount })
      insertFacts.run({ seq, date, ...ids })
      return { rrn: ids.rrn, approvalCode: ids.approval }
    }
    const line = { ...both, line: 0, orderId: orderid, merchantOrderId: own, at }
    const told = tell('sale', minor)
    if (hasLine(n)) lines.push({ ...line, ...told, kind: 'captured', minor: BigInt(minor) })
    if (n % 3 > 0) continue
    const refund = tell('refund', 300)
    insertRequest.run({ id: `a-${n}`, n: n + 1, orderid, own, minor: 300, at, seq })
    if (hasLine(n)) lines.push({ ...line, ...refund, kind: 'refunded', minor: 300n })
  }
})()

/** As a gateway writes it, and read as a person's file is. */
async function readReport() {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-reconcile-bench-'))
  try {
    const path = join(folder, 'report.csv')
    const file = createWriteStream(path)
    file.write('Order ID;Merchant order ID;RRN;Approval code;Type;Amount;Currency;Card;Date\n')
    const kinds: Record<string, string> = { captured: 'sale', refunded: 'refund' }
    for (const line of lines) {
      const cells = [line.orderId, line.merchantOrderId, line.rrn, line.approvalCode]
      const amount = `${line.minor / 100n}.${String(line.minor % 100n).padStart(2, '0')}`
      const day = new Date(line.at!).toISOString().replace('T', ' ').slice(0, 19)
      const more = [kinds[line.kind], amount, line.currency, line.lastFour, day]
      if (!file.write(`${[...cells, ...more].join(';')}\n`)) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
    const startedMs = cpuMs()
    const read = await watched(() =>
      readInThread(new URL('../src/main/files/read-worker.ts', import.meta.url), {
        source: { path },
        options: {
          ...{ purpose: 'report', operation: 'return', account: 's', accountNames: ['shop'] },
          ...{ digitsRule: 'iso-4217', reason: { most: 50, isNeeded: false }, choices: {} },
        },
      }),
    )
    return { ...read, spentMs: cpuMs() - startedMs, value: read.value.rows.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const read = single === null ? null : await readReport()
if (read !== null && read.value !== lines.length) throw new Error(`${read.value} lines were read`)

const ids: string[] = []
const some = 500
for (let nth = 0; nth < reports; nth += 1) {
  const first = Math.floor((nth * lines.length) / reports)
  const own = lines.slice(first, first + rows).map((one, at) => ({ ...one, line: at + 1 }))
  const [from, until] = [own[0]!.at!, own.at(-1)!.at! + 1]
  const { id } = book.create({
    ...{ id: `r-${nth}`, service: 's', connectionId: 'shop', rows: own.length, actor: 'ana' },
    source: {
      ...{ name: `month ${nth + 1}`, bytesSha256: `b-${nth}`, meaning: `m-${nth}`, mended: 0 },
      ...{ leftOut: null, sumLine: null, kindNames: {}, period: { from, until } },
    },
  })
  for (let at = 0; at < own.length; at += some) book.addLines(id, own.slice(at, at + some), 'ana')
  ids.push(id)
}

const jobs = openReconcileJobs()
const slice = () => createTimeSlice({ monotonic: () => performance.now() })
const asked = ids[Math.min(5, ids.length - 1)]!
const startedMs = cpuMs()
const one = await watched(() => jobs.result(db, asked, slice()))
const spentMs = cpuMs() - startedMs
const all = await watched(() => jobs.results(db, ids, slice()))
const matched = one.value?.result.piles.find(({ pile }) => pile === 'matched')?.count ?? 0
const figureOf = ({ tookMs, busyMs, risenMb }: typeof one | typeof all, cpu: number | null) => ({
  ...{ ms: tookMs, busyMs, mb: risenMb, ...(cpu === null ? {} : { cpuMs: rounded(cpu) }) },
})
const figures = {
  ...(read === null
    ? {}
    : { 'its file': figureOf({ ...one, ...read, value: one.value }, read.spentMs) }),
  'one report': figureOf(one, spentMs),
  'all reports': figureOf(all, null),
}
for (const [name, { ms, cpuMs: cpu = 0, busyMs, mb }] of Object.entries(figures))
  process.stdout.write(
    `${name}: ${ms} ms (${cpu} ms of the processor), longest turn ${busyMs} ms, ${mb} MB more\n`,
  )
const keepings: number[] = []
for (const { id, result } of all.value) {
  const before = performance.now()
  book.keepResult(id, result, 'paydesk')
  keepings.push(performance.now() - before)
}
const keptMs = rounded(Math.max(...keepings))
// The thread that matches answers lists as well; what holds up the window is the keeping alone.
const misses = [
  ...(keptMs < 50 ? [] : ['keeping a result']),
  ...(matched < rows * 0.9 ? ['matched'] : []),
]
process.stdout.write(`keeping a result: ${keptMs} ms at most\n`)
const sizes = { orders, reports, rows, matched, keptMs }
process.stdout.write(`${JSON.stringify({ bench: 'reconcile', ...sizes, misses, ...figures })}\n`)
if (isFull && misses.length > 0) process.exitCode = 1
opened.value.close()
