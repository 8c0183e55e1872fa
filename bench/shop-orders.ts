// How long a list of the shop's orders takes from its file until all of it is searchable, how long
// the window's process is held up meanwhile, and how long a search takes then: --rows of them
// (2,000 by default, 100,000 with --full). A smaller number says only that it runs. The tables are
// made again from the log at the end. Times are of the processor: what else the machine does is
// not in them; by the clock the import waits for the disk beside that. Says each figure with its
// goal, and one line of JSON.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFile } from '../src/main/files/read-file.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { openBeside } from '../src/main/ledger/rebuild/beside.ts'
import { compare } from '../src/main/ledger/rebuild/compare.ts'
import { rebuild } from '../src/main/ledger/rebuild/rebuild.ts'
import { openSearchFile } from '../src/main/ledger/search/search-file.ts'
import { openSearchIndex } from '../src/main/ledger/search/search-index.ts'
import { openLedgerReader } from '../src/main/ledger/db/open.ts'
import { openShop } from '../src/main/ledger/shop/shop-book.ts'
import { searchShop } from '../src/main/ledger/shop/shop-search.ts'
import { takeList } from '../src/main/desk/shop/take-list.ts'
import { createReadings } from '../src/main/files/readings.ts'
import { createReport, rounded, spreadOf, watched } from './measure.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string' }, full: { type: 'boolean', default: false } },
})
const count = Number(values.rows ?? (values.full ? '100000' : '2000'))
const report = createReport('shop-orders', count >= 100_000)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-shop-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
/** Processor time of this thread, of each run; the first tenth only warms up. */
function timesOf(runs: number, run: (n: number) => void): number[] {
  return Array.from({ length: runs + runs / 10 }, (_, n) => {
    const before = process.threadCpuUsage()
    run(n)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }).slice(runs / 10)
}

const customers = ['Anna Smith', 'Jörg Müller', 'Zoë de Vries', 'Łukasz Nowak', 'Ana García']
const orderid = (n: number): string => String(6_760_000_000 + n * 7)
const line = (n: number): string =>
  [
    ...[orderid(n), `shop-${(n * 7919) % 1_000_003}-${n}`, `${n % 900}.${10 + (n % 90)}`, 'EUR'],
    `2026-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    ...[`customer${n}@mail.test`, String((n * 37) % 10_000).padStart(4, '0')],
    `${customers[n % customers.length]} ${n}`,
  ].join(',')
const path = join(folder, 'orders.csv')
const head = 'Order ID,Merchant order ID,Amount,Currency,Date,Email,Last 4,Name'
writeFileSync(path, [head, ...Array.from({ length: count }, (_, n) => line(n))].join('\n'))

const file = join(folder, 'ledger.sqlite')
const opened = openLedger({ file, clock: Date.now })
if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
const { db } = opened.value
const audit = openAudit(db, { clock: Date.now, monotonic: () => performance.now() })
const gateway = 'https://gate.example.test shop'

const [beganAt, beganMs] = [performance.now(), cpuMs()]
/** In a thread of its own in the program. */
const readings = createReadings()
const reads = await watched(() =>
  readings.open(
    (source, options) => readFile(source, options),
    'orders.csv',
    { path },
    {
      ...{
        purpose: 'orders',
        operation: 'orders',
        account: gateway,
        accountNames: [],
        choices: {},
      },
      ...{ digitsRule: 'iso-4217', reason: { most: 50, isNeeded: false } },
    },
  ),
)
const view = reads.value
if (view.goodCount !== count) throw new Error(`${view.goodCount} of ${count} rows were read`)

const imported = await watched(() =>
  takeList(
    {
      ports: {
        ...{ shop: openShop(db, audit, Date.now), clock: Date.now, actor: () => 'ana' },
        connections: { all: () => [], find: () => undefined, gatewayOf: () => gateway },
        randomBytes: (size) => new Uint8Array(size),
        onChange: () => undefined,
      },
      readings,
    },
    { id: 'shop' } as never,
    { readingId: view.id, stamp: view.stamp, meaning: view.meaning, leftOut: 0, leftOutReason: '' },
    { signal: new AbortController().signal, onProgress: () => undefined },
  ),
)
if (!imported.value.ok) throw new Error(JSON.stringify(imported.value.fault))
if (imported.value.value.added !== count) throw new Error('not all rows were added')

const reader = openLedgerReader(file)
if (!reader.ok) throw new Error(JSON.stringify(reader.fault))
const search = openSearchFile(reader.value, join(folder, 'search.sqlite'))
const index = openSearchIndex(search, () => performance.now())
const indexed = await watched(async () => {
  while (index.step(15)) await new Promise((resolve) => setImmediate(resolve))
})
if (index.shopLeft() > 0) throw new Error('the search has not read all rows')

const seconds = rounded((cpuMs() - beganMs) / 1000)
const clockSeconds = rounded((performance.now() - beganAt) / 1000)
report.tell(`${count} orders from their file to the search`, seconds, 's', { below: 60 })
report.tell('the same by the clock, beside all that runs here', clockSeconds, 's')
report.tell('import, the longest turn of this thread', imported.busyMs, 'ms', { below: 50 })
report.tell('reading, memory above idle', reads.risenMb, 'MB', { below: 200 })
report.tell('import, memory above idle', imported.risenMb, 'MB', { below: 200 })
report.tell('search, the longest turn of its own thread', indexed.busyMs, 'ms')

const asked: readonly [name: string, text: (n: number) => string][] = [
  ['an order ID', orderid],
  ['the end of a merchant order ID', (n) => `${(n * 7919) % 1_000_003}-${n}`],
  ['an e-mail address', (n) => `customer${n}@mail.test`],
  ['last four digits', (n) => String((n * 37) % 10_000).padStart(4, '0')],
  ['a name of many', () => 'müller'],
  ['a name and a number', (n) => `${customers[n % customers.length]} ${n}`],
  ['the beginning of an ID', (n) => orderid(n).slice(0, 7)],
  ['nothing that is there', (n) => `nobody${n}`],
]
for (const [name, text] of asked) {
  const times = timesOf(200, (n) => {
    const found = searchShop(reader.value, { text: text((n * 7_907) % count), limit: 30 })
    if (found === undefined) throw new Error('no answer')
    if (!name.startsWith('nothing') && found.rows.length === 0)
      throw new Error(`nothing was found by ${name}: ${text((n * 7_907) % count)}`)
  })
  const spread = spreadOf(times)
  report.tell(`search by ${name}, p95`, spread.p95, 'ms', { below: 20 }, spread)
}

const beside = openBeside(db)
const made = await watched(() => {
  rebuild(beside)
  return Promise.resolve(compare(beside).total)
})
if (made.value !== 0) throw new Error(`${made.value} rows are not what the log makes of them`)
report.tell('the tables made again from the log', rounded(made.tookMs / 1000), 's')
report.tell('the same, memory above idle', made.risenMb, 'MB', { below: 200 })
beside.close()
search.close()
opened.value.close()
report.end({ rows: count })
