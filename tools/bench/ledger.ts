// Speed of the local ledger: look-ups, searches and pages at any depth, appending, exporting, verifying, and how long the main thread
// is held up meanwhile. Small by default; --full builds 1,000,000 entries and 200,000 orders once and keeps them in out/bench.
// Prints JSON lines, one a figure, each with its goal; exit 1 when a goal of --full is missed. sqlite3 (Debian) is the yardstick of the CSV.
import { spawnSync } from 'node:child_process'
import { constants, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openAudit } from '../../src/main/ledger/audit.ts'
import { createCheckpointer } from '../../src/main/ledger/checkpoint.ts'
import { exportAudit } from '../../src/main/ledger/export.ts'
import { inTransaction, leaveToCarrier, openLedger } from '../../src/main/ledger/open.ts'
import { threadReader } from '../../src/main/ledger/reader.ts'
import { benchDir, benchKey, builtLedger, migrationsDir, orderAt, seeded } from './ledger-build.ts'
import { csvByProgram, csvHere } from './ledger-csv.ts'
import { rounded, spreadOf, timesOf, watched } from './measure.ts'

const { values: asked } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const sizes = asked.full
  ? { entries: 1_000_000, orders: 200_000 }
  : { entries: 20_000, orders: 4_000 }
const runs = asked.full ? 300 : 60
let missed = 0

function print(
  name: string,
  figures: Record<string, unknown>,
  goal?: [number, '<' | '>=', number],
): void {
  const isMet = goal === undefined || (goal[1] === '<' ? goal[0] < goal[2] : goal[0] >= goal[2])
  // Goals are for the large ledger: a small one says little, except that everything runs.
  if (!isMet && asked.full) missed += 1
  const said = goal === undefined ? {} : { goal: `${goal[1]} ${goal[2]}`, isMet }
  process.stdout.write(
    `${JSON.stringify({ bench: 'ledger', figure: name, ...figures, ...said })}\n`,
  )
}

const built = builtLedger(sizes, (words) => process.stderr.write(`${words}\n`))
if (built.builtInS !== null)
  print('build', { ...sizes, builtInS: built.builtInS, indexedInS: built.indexedInS }, [
    built.builtInS + (built.indexedInS ?? 0),
    '<',
    180,
  ])

// Measured on a copy: appending and verifying leave entries behind.
const folder = join(benchDir, `run-${process.pid}`)
mkdirSync(folder, { recursive: true })
const file = join(folder, 'ledger.sqlite')
const searchFile = join(folder, 'search.sqlite')
copyFileSync(built.file, file, constants.COPYFILE_FICLONE)
copyFileSync(built.searchFile, searchFile, constants.COPYFILE_FICLONE)

const opened = openLedger({ file, migrationsDir, clock: Date.now })
if (!opened.ok) throw new Error(opened.fault.message)
const { db } = opened.value
leaveToCarrier(db)
const monotonic = (): number => performance.now()
const audit = openAudit(db, { clock: Date.now, monotonic })
const checkpointer = createCheckpointer(audit, db, {
  key: benchKey(),
  clock: Date.now,
  report: (error) => {
    throw error instanceof Error ? error : new Error(String(error))
  },
})
const report = (_: string, error: unknown): void => {
  throw error instanceof Error ? error : new Error(String(error))
}
const entry = new URL('../../src/main/ledger/reader-worker.ts', import.meta.url)
const lists = threadReader({ entry, place: { file, searchFile }, report })
const long = threadReader({ entry, place: { file, searchFile: null, isCarrier: true }, report })

const pick = seeded(7)
const order = () => orderAt(pick(sizes.orders))
const entryAt = (): number => 1 + pick(sizes.entries)
const find = (text: string, more: object = {}) => lists.run('orders', { text, limit: 100, ...more })
const narrow = (filter: Record<string, string>, before?: string) =>
  lists.run('orders', { filter, before, limit: 100 })
const entries = (filter: Record<string, string>, before?: number) =>
  lists.run('entries', { filter, before, limit: 100 })

const lookUps: Record<string, () => Promise<unknown>> = {
  'exact order id': () => find(order().orderid),
  'exact merchant order id': () => find(order().clientOrderid),
  'exact serial number': () => find(order().serial(0)),
  'exact RRN': () => find(order().answer['processor-rrn']),
  'prefix of an order id': () => find(order().orderid.slice(0, 6)),
  'prefix of a merchant order id': () => find(order().clientOrderid.slice(0, -1)),
}
const day = (n: number): string => new Date(Date.UTC(2030, 0, 7 + n)).toISOString().slice(0, 10)
const someDay = () => day(pick(300))
const pages: Record<string, () => Promise<unknown>> = {
  'part of an order id': () => find(order().orderid.slice(1, 6)),
  'end of a merchant order id': () => find(order().clientOrderid.slice(-6)),
  'three digits': () => find(String(100 + pick(899))),
  'last four digits': () => find(order().answer['last-four-digits']),
  'part of a name': () => find(order().answer.name.split(' ')[1]!),
  'part of a name, amount range': () =>
    find('lindq', { filter: { amountFrom: '100', amountUntil: '110' } }),
  'text that is nowhere': () => find(`zzz${pick(10_000)}q`),
  'orders, first page': () => narrow({}),
  'orders at any depth': () => {
    const checkedAt = Date.UTC(2030, 0, 7) + pick(300) * 86_400_000
    return narrow({}, JSON.stringify([checkedAt, '', '']))
  },
  'orders by status': () => narrow({ phase: ['processing', 'captured', 'authorised'][pick(3)]! }),
  'orders by status and type': () => narrow({ phase: 'captured', type: 'preauth' }),
  'orders by one amount': () => {
    const { amount } = order().answer
    return narrow({ amountFrom: amount, amountUntil: amount })
  },
  'orders by amount range': () => narrow({ amountFrom: '1000', amountUntil: '2000' }),
  'orders by days': () => {
    const from = someDay()
    return narrow({ from, until: from })
  },
  'orders by what none has': () => narrow({ phase: 'voided', amountFrom: '5' }),
  'entries, first page': () => entries({}),
  'entries at any depth': () => entries({}, entryAt()),
  'entries by kind': () => entries({ kind: 'attempt:sending' }, entryAt()),
  'entries by kind and outcome': () =>
    entries({ kind: 'order:look-up', outcome: 'declined' }, entryAt()),
  'entries by outcome': () => entries({ outcome: 'UNKNOWN' }, entryAt()),
  'entries by days and kind': () => entries({ from: someDay(), kind: 'order:look-up' }),
  'entries of a subject': () => {
    const { connectionId, orderid } = order()
    return entries({ subject: `order/${connectionId}/${orderid}` })
  },
  'entries with an order id': () => entries({ text: order().orderid }),
  'entries with part of an id': () => entries({ text: order().clientOrderid.slice(-7) }),
  'entries with a serial number': () => entries({ text: order().serial(0) }),
  'entries with words most have': () => entries({ text: 'every few seconds' }),
  'entries with a text and a kind': () =>
    entries({ text: order().orderid.slice(1, 6), kind: 'attempt:sending' }),
}

async function measureLists(): Promise<void> {
  for (const [name, run] of Object.entries(lookUps)) {
    const spread = spreadOf(await timesOf(runs, run))
    print(name, { ms: spread }, [spread.p95, '<', 2])
  }
  for (const [name, run] of Object.entries(pages)) {
    const spread = spreadOf(await timesOf(Math.ceil(runs / 2), run))
    print(name, { ms: spread }, [spread.p95, '<', 20])
  }
}

/** One entry as a step of an attempt writes it, committed by itself, signed when that is due. */
function append(n: number): void {
  inTransaction(db, () =>
    audit.append({
      actor: 'maria',
      kind: 'attempt:sending',
      outcome: 'SENDING',
      origin: 'operator',
      subject: `order/shop-1/${orderAt(n % sizes.orders).orderid}`,
      details: {
        operation: 'return',
        orderid: orderAt(n % sizes.orders).orderid,
        amount: '12.50',
        currency: 'EUR',
        comment: 'damaged in transit',
        words: 'Sent; the outcome is not known yet.',
        digest: 'ab'.repeat(32),
      },
    }),
  )
  checkpointer.maybe('entries')
  lists.wake()
  long.wake()
}

async function measureAppend(): Promise<void> {
  const count = asked.full ? 5_000 : 1_000
  const spread = spreadOf(await timesOf(count, append))
  print('append, one commit each', { count, ms: spread }, [spread.p99, '<', 5])
}

function measureCsv(): void {
  const here = csvHere(db, join(folder, 'here.csv'))
  const there = csvByProgram(file, join(folder, 'program.csv'), spawnSync)
  if (there === null) return print('csv', { skipped: 'sqlite3 is not installed' })
  if (here.rows !== there.rows) throw new Error(`${here.rows} rows here, ${there.rows} there`)
  const ratio = rounded(there.tookMs / here.tookMs)
  print(
    'csv rate beside sqlite3 -csv',
    { ratio, rows: here.rows, perSecond: here.perSecond, sqlite3PerSecond: there.perSecond },
    [ratio, '>=', 0.5],
  )
}

/** The window goes on writing a little while long work is under way; the longest it waited for the disk is told as well. */
async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
  let n = 0
  longestAppendMs = 0
  const writing = setInterval(() => {
    const startedAt = performance.now()
    append((n += 1))
    longestAppendMs = Math.max(longestAppendMs, rounded(performance.now() - startedAt))
  }, 50)
  try {
    return await work()
  } finally {
    clearInterval(writing)
  }
}
let longestAppendMs = 0

async function measureLong(): Promise<void> {
  const idle = await watched(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  print('main thread when idle', { blockedMs: idle.blockedMs })
  const verified = await watched(() =>
    whileWriting(() => long.run('verify', { expectedFingerprint: checkpointer.fingerprint })),
  )
  if (verified.value.outcome !== 'intact') throw new Error(verified.value.words)
  const seconds = rounded(verified.tookMs / 1000)
  print('full verification', { seconds, entries: verified.value.entries }, [seconds, '<', 10])
  print('main thread during verification', { blockedMs: verified.blockedMs, longestAppendMs }, [
    verified.blockedMs,
    '<',
    50,
  ])

  const out = join(folder, 'export')
  const exported = await watched(() =>
    whileWriting(() =>
      exportAudit({
        audit,
        db,
        checkpointer,
        filter: {},
        folder: out,
        version: '0',
        clock: Date.now,
        resourcesDir: join(import.meta.dirname, '../../resources'),
        writeContent: (query) => long.run('write', query),
      }),
    ),
  )
  const exportAppendMs = longestAppendMs
  if (!exported.value.ok) throw new Error(exported.value.fault.message)
  const mb = (name: string): number => Math.round(statSync(join(out, name)).size / 1e6)
  const made = { jsonlMb: mb('audit.jsonl'), csvMb: mb('audit.csv') }
  print('export', { seconds: rounded(exported.tookMs / 1000), ...made })
  print('memory above idle during the export', { mb: exported.risenMb }, [
    exported.risenMb,
    '<',
    150,
  ])
  print(
    'main thread during the export',
    { blockedMs: exported.blockedMs, longestAppendMs: exportAppendMs },
    [exported.blockedMs, '<', 50],
  )

  const searched = await watched(() =>
    whileWriting(async () => {
      for (let n = 0; n < runs; n += 1) await entries({ text: order().clientOrderid.slice(-6) })
    }),
  )
  print('main thread during searches', { blockedMs: searched.blockedMs, longestAppendMs }, [
    searched.blockedMs,
    '<',
    50,
  ])
}

try {
  await measureLists()
  await measureAppend()
  measureCsv()
  await measureLong()
} finally {
  await Promise.all([lists.close(), long.close()])
  opened.value.close()
  rmSync(folder, { recursive: true, force: true })
}
if (missed > 0) process.exitCode = 1
