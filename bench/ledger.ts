// Speed of the local ledger: look-ups, searches and pages at any depth, appending, exporting,
// verifying, and how long the main thread is held up meanwhile. Small by default (--entries);
// --full builds 1,000,000 entries and 200,000 orders once and keeps them in out/bench. --only takes
// a part alone (check, closed, pages, append, csv, list, verify, export, searches). Says each
// figure with its goal, and all of them in one line of JSON at the end; exit 1 when a goal of
// --full is missed. sqlite3 (Debian) is the yardstick of the CSV.
import { closeSync, constants, copyFileSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type OrderField, orderFields } from '../src/shared/bridge/views.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import type { SecretSlots } from '../src/main/ledger/audit/audit-key.ts'
import { createCheckpointer } from '../src/main/ledger/audit/checkpoint.ts'
import { exportAudit } from '../src/main/ledger/export/export.ts'
import { inTransaction } from '../src/main/ledger/db/open.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { leaveToCheckpointer } from '../src/main/ledger/db/pragmas.ts'
import { threadReader } from '../src/main/ledger/worker/reader.ts'
import { openEntryProofs } from '../src/main/ledger/audit/entry-proofs.ts'
import type { ReaderPlace } from '../src/main/ledger/worker/reader-worker.ts'
import { openClosedFile } from '../src/main/composition/closed-file.ts'
import { checkpointFromBytes } from '../src/main/composition/open-readers.ts'
import { benchDir, benchKey, builtLedger } from './ledger-build.ts'
import { csvByProgram, csvHere, ordersByProgram } from './ledger-csv.ts'
import { orderAt } from './ledger-facts.ts'
import { ledgerQuestions } from './ledger-questions.ts'
import { createReport, type Goal, rounded, spreadOf, timesOf, watched } from './measure.ts'

const { values: asked } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    entries: { type: 'string', default: '50000' },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const sizes = asked.full
  ? { entries: 1_000_000, orders: 200_000 }
  : { entries: Number(asked.entries), orders: Number(asked.entries) / 5 }
const runs = asked.full ? 300 : 30
// Goals are for the large ledger: a small one says little, except that everything runs.
const report = createReport('ledger', asked.full)
const notLong = { below: 50 }
const appendGoal = { below: 5 }
/** Every order is walked once: 150 ms for each 100,000. */
const sortGoal = { below: (150 * sizes.orders) / 100_000 }
/**
 * How many waited for a processor when this began: a busy machine spoils the slowest of many runs.
 */
const loadBefore = rounded(loadavg()[0] ?? 0)

const built = builtLedger(sizes, (message) => process.stderr.write(`${message}\n`))
if (built.builtInS !== null) report.tell('building the ledger', built.builtInS, 's')
if (built.indexedInS !== null) report.tell('building its search', built.indexedInS, 's')

// Measured on a copy: appending and verifying leave entries behind.
const folder = join(benchDir, `run-${process.pid}`)
mkdirSync(folder, { recursive: true })
const file = join(folder, 'ledger.sqlite')
const searchFile = join(folder, 'search.sqlite')
copyFileSync(built.file, file, constants.COPYFILE_FICLONE)
copyFileSync(built.searchFile, searchFile, constants.COPYFILE_FICLONE)

const opened = openLedger({ file, clock: Date.now })
if (!opened.ok) throw new Error(opened.fault.message)
const { db } = opened.value
leaveToCheckpointer(db)
const fail = (error: unknown): never => {
  throw error instanceof Error ? error : new Error(String(error))
}
/** As at the first start with a keychain: every entry gets its proof. */
const slots = new Map<string, string>()
const keychain: SecretSlots = {
  kind: 'keychain',
  read: (slot) => {
    const value = slots.get(slot)
    const lost = { kind: 'vault', sent: 'no', reason: 'lost', message: '' } as const
    return Promise.resolve(value === undefined ? { ok: false, fault: lost } : { ok: true, value })
  },
  write: (slot, secret) => {
    slots.set(slot, secret)
    return Promise.resolve({ ok: true, value: null })
  },
}
const proofs = openEntryProofs({ db, vault: keychain, report: (_, error) => fail(error) })
const proving = performance.now()
await proofs.reopen()
report.tell('proving every entry, once', rounded((performance.now() - proving) / 1000), 's')
const monotonic = (): number => performance.now()
const audit = openAudit(db, { clock: Date.now, monotonic, prove: proofs.prove })
const signing = { key: benchKey(), clock: Date.now, report: fail }
const checkpointer = createCheckpointer(audit, db, signing)
const entry = new URL('../src/main/ledger/worker/reader-worker.ts', import.meta.url)
const { renewStamp } = opened.value
const thread = (more: Omit<ReaderPlace, 'file'>) =>
  threadReader({ entry, place: { file, ...more }, renewStamp, report: (_, error) => fail(error) })
const lists = thread({ searchFile })
const long = thread({ searchFile: null, checkpointFrom: checkpointFromBytes })
const questions = ledgerQuestions(lists, sizes)

async function toldTimes(run: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = -Math.ceil(runs / 30); n < runs / 3; n += 1) {
    const took = await run()
    if (n >= 0) times.push(took)
  }
  return times
}

async function measureLists(): Promise<void> {
  for (const [name, run] of Object.entries(questions.lookUps)) {
    const ms = spreadOf(await timesOf(runs, run))
    report.tell(name, ms.p95, 'ms p95', { below: 2 }, { ms })
  }
  for (const [name, run] of Object.entries(questions.today)) {
    const ms = spreadOf(await timesOf(runs, run))
    report.tell(name, ms.p95, 'ms p95', { below: 100 }, { ms })
  }
  await measurePages(questions.pages, { below: 20 })
  await measurePages(questions.sorts, sortGoal)
}

async function measurePages(pages: typeof questions.pages, goal: Goal): Promise<void> {
  for (const [name, run] of Object.entries(pages)) {
    const first = spreadOf(await toldTimes(() => run(false)))
    const deep = spreadOf(await toldTimes(() => run(true)))
    report.tell(name, Math.max(first.p95, deep.p95), 'ms p95', goal, { first, deep })
  }
}

/** One entry as a step of an attempt writes it, committed by itself, signed when that is due. */
function append(n: number): void {
  const { connectionId, orderid } = orderAt(n % sizes.orders)
  inTransaction(db, () =>
    audit.append({
      actor: 'maria',
      kind: 'attempt:sending',
      outcome: 'SENDING',
      origin: 'operator',
      subject: `order/${connectionId}/${orderid}`,
      details: {
        operation: 'return',
        orderid,
        amount: '12.50',
        currency: 'EUR',
        comment: 'damaged in transit',
        message: 'Sent; the outcome is not known yet.',
        digest: 'ab'.repeat(32),
      },
    }),
  )
  checkpointer.maybe('entries')
  lists.wake()
  long.wake()
}

/** A commit of as many bytes that is synced the same way, and has no entry, seal or signature. */
function openBare(): { commit(): void; close(): void } {
  const bare = openLedger({ file: join(folder, 'bare.sqlite'), clock: Date.now })
  if (!bare.ok) throw new Error(bare.fault.message)
  const { db: other, close } = bare.value
  leaveToCheckpointer(other)
  const put = other.prepare('INSERT INTO meta VALUES (?, ?)')
  let n = 0
  return {
    commit: () => void inTransaction(other, () => put.run(`bench-${(n += 1)}`, 'x'.repeat(1_000))),
    close,
  }
}

/**
 * In turns with a bare commit: what the machine is busy with slows down both, and their ratio says
 * what entry, seal and signature cost.
 */
async function measureAppend(): Promise<void> {
  const count = asked.full ? 5_000 : 1_000
  const bare = openBare()
  const bareTimes: number[] = []
  const times = await timesOf(count, (n) => {
    append(n)
    const startedAt = performance.now()
    bare.commit()
    bareTimes.push(performance.now() - startedAt)
  })
  bare.close()
  // Each time holds both commits.
  const kept = bareTimes.slice(-times.length)
  const bareMs = spreadOf(kept)
  const ms = spreadOf(times.map((time, nth) => time - (kept[nth] ?? 0)))
  // On a disk where a bare commit takes as long, the ratio alone can tell.
  const goal = bareMs.p99 < appendGoal.below ? appendGoal : undefined
  report.tell('append, one commit each', ms.p99, 'ms p99', goal, { count, ms, bareMs })
  report.tell('append beside a bare commit', rounded(ms.p50 / bareMs.p50), 'x p50', { below: 3 })
}

async function measureCsv(): Promise<void> {
  const name = 'csv rate beside sqlite3 -csv'
  const here = await csvHere(file, folder)
  const there = csvByProgram(file, join(folder, 'program.csv'))
  if (there === null) return report.skip(name, 'sqlite3 is not installed')
  if (here.rows !== there.rows) throw new Error(`${here.rows} rows here, ${there.rows} there`)
  const ratio = rounded(there.tookMs / here.tookMs)
  const more = { rows: here.rows, perSecond: here.perSecond, sqlite3PerSecond: there.perSecond }
  return report.tell(name, ratio, 'x', { atLeast: 0.5 }, more)
}

/** All orders with all columns, by the thread that reads lists while the window goes on writing. */
async function measureList(): Promise<void> {
  const name = 'list of orders beside sqlite3 -csv'
  const columns = Object.keys(orderFields) as OrderField[]
  const { value, tookMs } = await whileWriting('the file of a list', () =>
    lists.run('order-file', { folder, as: 'csv', columns }),
  )
  const there = ordersByProgram(file, join(folder, 'orders.csv'))
  if (there === null) return report.skip(name, 'sqlite3 is not installed')
  if (value.rows !== there.rows) throw new Error(`${value.rows} rows here, ${there.rows} there`)
  const more = { rows: value.rows, tookMs: rounded(tookMs), sqlite3Ms: rounded(there.tookMs) }
  return report.tell(name, rounded(there.tookMs / tookMs), 'x', { atLeast: 0.5 }, more)
}

/**
 * The window goes on writing while long work is under way: how long that work held it up, and the
 * longest it waited for the disk.
 */
async function whileWriting<T>(name: string, work: () => Promise<T>) {
  let n = 0
  let longestAppendMs = 0
  const writing = setInterval(() => {
    const startedAt = performance.now()
    append((n += 1))
    longestAppendMs = Math.max(longestAppendMs, rounded(performance.now() - startedAt))
  }, 50)
  try {
    const seen = await watched(work)
    const { blockedMs, busyMs } = seen
    report.tell(`main thread held up by ${name}`, busyMs, 'ms', notLong, {
      ...{ blockedMs, longestAppendMs, appends: n },
    })
    return seen
  } finally {
    clearInterval(writing)
  }
}

async function measureVerify(): Promise<void> {
  const { value, tookMs } = await whileWriting('verification', () =>
    long.run('verify', { expectedFingerprint: checkpointer.fingerprint }),
  )
  if (value.outcome !== 'intact') throw new Error(value.message)
  const { entries, checkpoints } = value
  report.tell(
    'full verification',
    rounded(tookMs / 1000),
    's',
    { below: 10 },
    { entries, checkpoints },
  )
}

async function measureExport(): Promise<void> {
  const out = join(folder, 'export')
  const { value, tookMs, risenMb } = await whileWriting('the export', () =>
    exportAudit({
      audit,
      db,
      checkpointer,
      reached: null,
      filter: {},
      folder: out,
      version: '0',
      clock: Date.now,
      resourcesDir: join(import.meta.dirname, '../resources'),
      writeContent: (query) => long.run('write', query),
    }),
  )
  if (!value.ok) throw new Error(value.fault.message)
  const mb = (name: string): number => Math.round(statSync(join(out, name)).size / 1e6)
  const made = { jsonlMb: mb('audit.jsonl'), csvMb: mb('audit.csv') }
  report.tell('export', rounded(tookMs / 1000), 's', undefined, made)
  report.tell('memory above idle during the export', risenMb, 'MB', { below: 150 })
}

async function measureSearches(): Promise<void> {
  await whileWriting('searches', async () => {
    for (let n = 0; n < runs; n += 1) await questions.someSearch()
  })
}

/** What a start checks before money may move: the log in one thread, its tables in another. */
async function measureCheck(): Promise<void> {
  const beside = thread({ searchFile: null })
  const key = proofs.key()
  if (key === null) throw new Error('the keychain gave no key')
  const logOf = async (): Promise<void> => {
    const [{ outcome, message }, unproven] = await Promise.all([
      long.run('verify', { expectedFingerprint: checkpointer.fingerprint }),
      long.run('unproven', { key }),
    ])
    if (outcome !== 'intact' || unproven !== null) throw new Error(`${outcome}: ${message}`)
  }
  const { tookMs } = await whileWriting('the check', async () => {
    const indexes = await long.run('indexes', {})
    if (indexes !== null) throw new Error(indexes)
    const [, { total }] = await Promise.all([logOf(), beside.run('rebuild-compare', {})])
    if (total > 0) throw new Error(`${total} rows differ from the log`)
  })
  await beside.close(2_000)
  report.tell('checking the ledger against its log', rounded(tookMs / 1000), 's', { below: 20 })
}

const halfGigabyte = 500_000_000

/** A start behind an orderly end reads the file, and checks nothing else. */
async function measureClosed(): Promise<void> {
  const copy = join(folder, 'closed.sqlite')
  copyFileSync(built.file, copy, constants.COPYFILE_FICLONE)
  const at = { key: Buffer.alloc(32, 1), checkedAt: Date.now() }
  const open = () => {
    const ledger = openLedger({ file: copy, clock: Date.now })
    if (!ledger.ok) throw new Error(ledger.fault.message)
    const place = { file: copy, searchFile: null }
    const reader = threadReader({ entry, place, report: (_, error) => fail(error) })
    const parts = { ledger: ledger.value, version: '0', clock: Date.now, long: reader }
    const close = async (): Promise<void> => {
      await reader.close(2_000)
      ledger.value.close()
    }
    return { reader, close, file: openClosedFile({ ...parts, mostBytes: Number.MAX_SAFE_INTEGER }) }
  }
  const ended = open()
  await ended.file.leave(at.key, { ...at, isStill: () => true, limitMs: 60_000 })
  await ended.close()
  const started = open()
  // The thread is there before: the lists of the start have woken it.
  const own = openSync(import.meta.filename, 'r')
  await started.reader.run('file-digest', { handle: own })
  closeSync(own)
  const { value, tookMs, busyMs, blockedMs } = await watched(() =>
    started.file.opened(at.key, new AbortController().signal),
  )
  await started.close()
  if (value === null) throw new Error('the file is not the one that was closed')
  const bytes = statSync(copy).size
  report.tell('main thread held up by reading a closed file', busyMs, 'ms', notLong, { blockedMs })
  const seconds = rounded(((tookMs / 1000) * halfGigabyte) / bytes)
  report.tell(
    'start after an orderly end, of 500 MB',
    seconds,
    's',
    { below: 1 },
    { bytes, tookMs },
  )
}

const parts: Record<string, () => Promise<void>> = {
  check: measureCheck,
  closed: measureClosed,
  pages: measureLists,
  append: measureAppend,
  csv: measureCsv,
  list: measureList,
  verify: measureVerify,
  export: measureExport,
  searches: measureSearches,
}
try {
  const idle = await watched(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  const { blockedMs } = idle
  report.tell('main thread held up when idle', idle.busyMs, 'ms', undefined, { blockedMs })
  for (const [name, measure] of Object.entries(parts))
    if (asked.only.length === 0 || asked.only.includes(name)) await measure()
} finally {
  await Promise.all([lists.close(2_000), long.close(2_000)])
  opened.value.close()
  rmSync(folder, { recursive: true, force: true })
}
report.end({ ...sizes, loadBefore })
