// How long a list takes until it is read and all its rows are checked by what is known here, how
// long the window's process is held up meanwhile and by the reads of its screen, and how much
// memory that takes: --rows of them (2,000 by default, 100,000 with --full). A smaller number says
// only that it runs. Times are of the processor. Says each figure with its goal, and one line of
// JSON.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectionRecord, connectionSettings } from '#shared/connections/connection.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import type { RunRow } from '#shared/runs/run-row.ts'
import { readInThread } from '../src/main/files/read-thread.ts'
import { runView } from '../src/main/desk/runs/run-views.ts'
import { createRuns, type RunPorts } from '../src/main/desk/runs/runs.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../src/main/ledger/db/open.ts'
import { openJournal } from '../src/main/ledger/journal/journal.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { openOrders } from '../src/main/ledger/orders/orders.ts'
import { rollOf } from '../src/main/desk/people/statements.ts'
import { openApprovals } from '../src/main/ledger/approvals/approvals.ts'
import { openRuns } from '../src/main/ledger/runs/runs.ts'
import { openConnections } from '../src/main/ledger/settings/connections.ts'
import { orderAt } from './ledger-facts.ts'
import { createReport, rounded, watched } from './measure.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string' }, full: { type: 'boolean', default: false } },
})
const count = Number(values.rows ?? (values.full ? '100000' : '2000'))
const report = createReport('runs', count >= 100_000)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-runs-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const clock = Date.now
const opened = openLedger({ file: join(folder, 'ledger.sqlite'), clock })
if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
const { db } = opened.value
const audit = openAudit(db, { clock, monotonic: () => performance.now() })
const connections = openConnections(db, clock)

const shop = connectionRecord.parse({
  ...{ id: 'shop', name: 'Shop', environment: 'test', isEmbedded: false },
  ...{ baseUrl: 'https://gate.example.test', endpointId: '1144' },
  ...{ login: 'shop', settings: {} },
})
inTransaction(db, () => {
  audit.append(
    {
      ...{ actor: 'ana', kind: 'connection:created', outcome: 'ok', origin: 'operator' },
      ...{ subject: 'connection/shop', details: {} },
    },
    [connections.save(shop)],
  )
})
const gateway = connections.gatewayOf(shop)
const orders = openOrders(db, audit, clock, (id) => connections.find(id)?.settings)
/** A paid sale that was looked up here. */
function know(n: number): void {
  const { orderid, clientOrderid, serial, answer } = orderAt(n)
  const approved = {
    status: 'approved',
    'transaction-type': 'sale',
    'order-stage': 'sale_approved',
  }
  const answered = { ...answer, ...approved, currency: 'EUR', amount: '50.00' }
  orders.storeSnapshot({
    ...{
      asked: orders.drawNumber(),
      service: gateway,
      connectionId: shop.id,
      orderid,
      clientOrderid,
    },
    ...{ snapshot: snapshotOf(answered, connectionSettings.parse({})), answer: answered },
    ...{ serialNumber: serial(0), actor: 'ana', isLookUp: true },
  })
}
for (let from = 0; from < count; from += 1_000)
  inTransaction(db, () => {
    for (let n = from; n < Math.min(from + 1_000, count); n += 1) know(n)
  })

const book = openRuns(db, audit, clock)
const ports = {
  ...{ audit, connections, orders, clock, runs: book, recipients: { all: () => [] } },
  journal: openJournal(db, audit, { clock, onMoved: () => undefined }),
  ...{ actor: () => 'ana', randomBytes: (size: number) => new Uint8Array(size) },
  closing: new AbortController().signal,
  ...{ moneyStop: () => null, monotonic: () => performance.now() },
  approvals: openApprovals(db, audit, { clock, monotonic: () => performance.now() }),
  roll: { isOn: () => false, read: () => rollOf('', []), fault: () => null },
  onChange: () => undefined,
  report: (_incident: string, error: unknown) => {
    throw error
  },
}
/** A run by what is known here asks no gateway and sends nothing. */
const runs = createRuns(ports as unknown as RunPorts)
/** One in a thousand asks for more than was paid. */
const lineOf = (n: number): string =>
  `${orderAt(n).orderid},${n % 1_000 === 7 ? '99.00' : '1.00'},EUR,damaged`
const list = join(folder, 'list.csv')
const lines = Array.from({ length: count }, (_, n) => lineOf(n))
writeFileSync(list, ['Order ID,Amount,Currency,Reason', ...lines].join('\n'))
lines.length = 0

const beganMs = cpuMs()
const read = await watched(() =>
  readInThread(new URL('../src/main/files/read-worker.ts', import.meta.url), {
    source: { path: list },
    options: {
      ...{ purpose: 'refund', operation: 'return', account: gateway, accountNames: ['shop'] },
      ...{ digitsRule: 'iso-4217', reason: { most: 50, isNeeded: false }, choices: {} },
    },
  }),
)
if (read.value.rows.length !== count) throw new Error(`${read.value.rows.length} rows were read`)
const readMs = cpuMs() - beganMs
report.tell(`${count} rows of a file read`, rounded(readMs / 1000), 's')
report.tell('the reading, the longest turn of this thread', read.busyMs, 'ms', { below: 50 })
const rows = read.value.rows.map(({ line, orderId, merchantOrderId, amount, reason }): RunRow => ({
  ...{ line, orderId, merchantOrderId, amount, reason },
}))

const checkedFromMs = cpuMs()
const checked = await watched(async () => {
  const asked = { connectionId: shop.id, operation: 'return', depth: 'known' } as const
  const made = await runs.createRun(rows, null, asked)
  if (!made.ok) throw new Error(JSON.stringify(made.fault))
  // A page that shows the run asks so often.
  for (;;) {
    await sleep(250)
    const view = await show(made.value.id)
    if (view.state === 'CHECKED') return view
  }
})
function show(id: string) {
  return runView(ports, book.get(id)!, runs.beginsAt)
}
const run = checked.value
if (
  run.groups.find(({ group }) => group === 'ready')?.rows !==
  count - Math.ceil((count - 7) / 1_000)
)
  throw new Error(`the check came to ${JSON.stringify(run.groups)}`)
const checkedMs = cpuMs() - checkedFromMs
report.tell(`${count} rows checked by what is known here`, rounded(checkedMs / 1000), 's')
report.tell('read, checked and listed', rounded((readMs + checkedMs) / 1000), 's', { below: 10 })
report.tell('the check, the longest turn of this thread', checked.busyMs, 'ms', { below: 50 })
report.tell('the check, memory above idle', checked.risenMb, 'MB', { below: 200 })

const shownOf = (of: Parameters<typeof book.shownOf>[1]) => (): unknown =>
  book.shownOf(run.id, of, -1, 200)
const pages: readonly [name: string, read: () => unknown][] = [
  ['the last page of rows', () => book.shown(run.id, count - 200, 200)],
  ['the first page of rows that are not possible', shownOf({ group: 'impossible' })],
  ['a page of rows that were sent, where none was', shownOf({ outcomes: ['done'] })],
  ['a page of rows that are left out, where none is', shownOf({ outcomes: ['left-out'] })],
]
for (const [name, read] of pages) {
  const turns = await watched(async () => {
    for (let again = 0; again < 20; again += 1) await read()
  })
  report.tell(`${name}, the longest turn`, turns.busyMs, 'ms', { below: 50 })
}
const reviewed = await watched(() => runs.review(book.get(run.id)!, 'returned goods'))
if (!reviewed.value.ok) throw new Error(JSON.stringify(reviewed.value.fault))
report.tell('the review, by the clock', rounded(reviewed.tookMs / 1000), 's', { below: 10 })
report.tell('the review, the longest turn of this thread', reviewed.busyMs, 'ms', { below: 50 })
runs.close()
opened.value.close()
report.end({ rows: count })
