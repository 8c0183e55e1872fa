// How long a report takes over a million requests: the first one after a start, which reads them
// all once in turns, and any one after it. Processor time of this thread, since what else the
// machine does is not the report's. And a day and a month closed, which fold each order of it, with
// the longest turn. Small form: fifty thousand.
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { createTimeSlice } from '../src/main/ledger/db/time-slice.ts'
import { openMoneyFacts } from '../src/main/ledger/reports/money-facts.ts'
import { readBehind, readReport, type ReportQuery } from '../src/main/ledger/reports/report.ts'
import type { Cut, Split } from '../src/shared/reports/report-methods.ts'
import { piecesOf } from '../src/shared/time/periods.ts'
import { rounded, spreadOf, watched } from './measure.ts'

const isFull = process.argv.includes('--full')
const requests = isFull ? 1_000_000 : 50_000
const days = 360
const firstAt = Date.UTC(2026, 0, 1)
const spanMs = (days * 86_400_000) / requests

const opened = openLedger({ file: ':memory:', clock: Date.now })
if (!opened.ok) throw new Error(opened.fault.message)
const { db } = opened.value
// Indexes are as in a real ledger: what is asked goes through them.
const insert = db.prepare(
  `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
     amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at,
     resolved_at, made_number)
   VALUES (@id, 's', @connection, '1', @operation, 'money', @id, @id, @id, @state, @minor, @currency, 2, 0, '{}', 'd', 0,
     @actor, @reason, '', '', @at, @at, @end, @n)`,
)
const insertOrder = db.prepare(
  `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer,
     first_seen_at, checked_at, service)
   VALUES (@connection, @id, @id, 'captured', 'approved', 'sale', '{}', @at, @at, 's')`,
)
const insertAnswer = db.prepare(
  `INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage, amount_minor,
     currency, digits, transaction_mark, reason, serial_number, service)
   VALUES (@n, @connection, @id, @at, @id, 'approved', 'sale', '', 900000, @currency, 2, @id, '', '', 's')`,
)
/** Orders of the last days are known by an answer: a close folds them. */
const closedDays = 30
const of = <T>(values: readonly T[], n: number): T => values[n % values.length]!
db.transaction(() => {
  for (let n = 1; n <= requests; n += 1) {
    const at = Math.floor(firstAt + n * spanMs)
    insert.run({
      ...{
        n,
        at,
        id: `a-${n}`,
        end: at + ((n * 7_919) % 90_000),
        minor: ((n * 104_729) % 900_000) + 1,
      },
      connection: `shop-${n % 5}`,
      operation: of(['return', 'return', 'capture', 'payout', 'void'], n),
      state: of(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED', 'DECLINED', 'REJECTED'], (n * 31) >> 2),
      currency: of(['EUR', 'USD', 'GBP'], n >> 3),
      actor: of(['ana', 'ben', 'cleo', 'dan', 'eva', 'finn'], n >> 2),
      reason: of(['Damaged', 'Customer request', 'Duplicate', 'Fraud', ''], n >> 1),
    })
    if (n * spanMs < (days - closedDays) * 86_400_000) continue
    const order = { n, id: `a-${n}`, connection: `shop-${n % 5}`, at: at - 60_000 }
    insertOrder.run(order)
    insertAnswer.run({ ...order, currency: of(['EUR', 'USD', 'GBP'], n >> 3) })
  }
})()

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
const facts = openMoneyFacts(db)
const work = createTimeSlice({ monotonic: () => performance.now() })
const queryOf = (from: string, to: string, cut: Cut, split: readonly Split[]): ReportQuery => ({
  ...{ connectionIds: [], isWithin: false, split },
  borders: piecesOf({ from, to, zone: 'Europe/Berlin' }, cut).borders,
})
const everything: readonly Split[] = ['connection', 'operator', 'reason', 'outcome']
const [year, quarter] = [
  ['2025-12-31', '2026-12-31'],
  ['2026-06-01', '2026-08-29'],
] as const
const asked: Record<string, { query: () => ReportQuery; goal: number }> = {
  'a year, whole': { query: () => queryOf(...year, 'whole', ['outcome']), goal: 300 },
  'a year by month, all splits': { query: () => queryOf(...year, 'month', everything), goal: 300 },
  'a year by day, by outcome': { query: () => queryOf(...year, 'day', ['outcome']), goal: 300 },
  '90 days, all splits': { query: () => queryOf(...quarter, 'whole', everything), goal: 100 },
  '90 days by day': { query: () => queryOf(...quarter, 'day', ['outcome']), goal: 100 },
}

const misses: string[] = []
const figures: Record<string, unknown> = {}
const first = await watched(() =>
  readReport(db, facts, queryOf(...year, 'whole', ['outcome']), work),
)
figures['the first one after a start'] = {
  ms: first.tookMs,
  busyMs: first.busyMs,
  mb: first.risenMb,
}
process.stdout.write(
  `the first report after a start: ${first.tookMs} ms, longest turn ${first.busyMs} ms, ${first.risenMb} MB more\n`,
)
for (const [name, { query, goal }] of Object.entries(asked)) {
  const times: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const before = cpuMs()
    await readReport(db, facts, query(), work)
    if (n > 1) times.push(cpuMs() - before)
  }
  const { p50, max } = spreadOf(times)
  figures[name] = { p50, max, goal }
  process.stdout.write(`${name}: p50 ${p50} ms, max ${max} ms of processor time, goal < ${goal}\n`)
  if (p50 >= goal) misses.push(name)
}
/** No turn of the thread is longer: others are read for in between. */
const longestTurnMs = 50
const closes = {
  'a day closed': ['2026-12-26', '2026-12-26'],
  'a month closed': ['2026-11-27', '2026-12-26'],
} as const
for (const [name, [from, to]] of Object.entries(closes)) {
  const query = { ...queryOf(from, to, 'whole', []), isClose: true }
  const { value, tookMs, busyMs } = await watched(() => readReport(db, facts, query, work))
  const { length } = value.close!.sums
  const goal = name === 'a day closed' ? longestTurnMs : null
  figures[name] = { ms: tookMs, busyMs, goal }
  process.stdout.write(`${name}: ${tookMs} ms, longest turn ${busyMs} ms, ${length} sums\n`)
  if ((goal !== null && busyMs >= goal) || length === 0) misses.push(name)
}
const rowsQuery = queryOf(...year, 'whole', ['outcome'])
const key = {
  source: 'here',
  operation: 'return',
  currency: 'EUR',
  part: 0,
  outcome: 'done',
} as const
const before = cpuMs()
const behind = await readBehind(db, facts, { ...rowsQuery, figure: key, most: 200 }, work)
const rowsMs = rounded(cpuMs() - before)
figures['rows behind a figure'] = { ms: rowsMs, rows: behind.count }
process.stdout.write(`rows behind a figure of ${behind.count}: ${rowsMs} ms of processor time\n`)
process.stdout.write(`${JSON.stringify({ bench: 'reports', requests, misses, ...figures })}\n`)
if (isFull && misses.length > 0) process.exitCode = 1
opened.value.close()
