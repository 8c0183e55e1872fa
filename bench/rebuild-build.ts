// Builds a ledger of many entries that each change rows, fast: the program's own code writes the
// life of two orders once, and that is written down again and again about others. Kept in out/bench
// until this file or the schema changes.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { connectionSettings } from '#shared/connections/connection.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { chainOf, GENESIS_CHAIN, leafOf } from '../src/main/ledger/audit/audit-hash.ts'
import { inTransaction } from '../src/main/ledger/db/open.ts'
import { openJournal } from '../src/main/ledger/journal/journal.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { foldAll } from '../src/main/ledger/orders/folded.ts'
import { openOrders } from '../src/main/ledger/orders/orders.ts'
import { changesOf, changesText } from '../src/main/ledger/projections/changes.ts'
import { openEntryRows, readEntryRows } from '../src/main/ledger/projections/entry-rows.ts'
import { derivedOf } from '../src/main/ledger/rebuild/derived.ts'
import { fill } from '../src/main/ledger/rebuild/rebuild.ts'
import { schemaSql } from '../src/main/ledger/schema/schema.ts'
import { benchDir, finish, type Ledger } from './ledger-build.ts'
import { orderAt } from './ledger-facts.ts'

const startAt = Date.UTC(2030, 0, 7, 8)
const settings = connectionSettings.parse({ statusAmount: 'latest' })
/** Two orders; the first is refunded, with seven entries; the other is looked up twice. */
const orderids = ['700000001', '700000002'] as const
const attemptId = '01J00000000000000700000001'

interface Reported {
  /** Its body and its rows, where numbers of the life are still those of the first one. */
  body: string
  rows: string
}

function openFor(file: string, clock: () => number): Ledger & { close(): void } {
  const opened = openLedger({ file, clock })
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db, close } = opened.value
  const audit = openAudit(db, { clock, monotonic: () => clock() - startAt, logId: '0b'.repeat(16) })
  const orders = openOrders(db, audit, clock)
  return {
    db,
    audit,
    orders,
    journal: openJournal(db, audit, { clock, onMoved: () => undefined }),
    close,
  }
}

/** What the program writes about one life. */
function lifeOnce(): Reported[] {
  let now = startAt
  const ledger = openFor(':memory:', () => (now += 1_000))
  live(ledger, () => now)
  const bodyOf = ledger.db
    .prepare('SELECT CAST(body AS TEXT) FROM audit_entry WHERE seq = ?')
    .pluck()
  const reported = [...readEntryRows(ledger.db)].flat().map(({ seq, changes }) => ({
    body: String(bodyOf.get(seq)),
    rows: changesText(changes),
  }))
  ledger.close()
  return reported
}

function live({ orders, journal }: Ledger, clock: () => number): void {
  const see = (nth: 0 | 1, more: Record<string, string>, isLookUp: boolean): void => {
    const orderid = orderids[nth]
    const reported = {
      ...orderAt(1).answer,
      'paynet-order-id': orderid,
      'merchant-order-id': `inv-${orderid}`,
      ...more,
    }
    orders.storeSnapshot({
      ...{ asked: orders.drawNumber(), service: 'shop-1', connectionId: 'shop-1', orderid },
      ...{
        clientOrderid: `inv-${orderid}`,
        snapshot: snapshotOf(reported, settings),
        answer: reported,
      },
      ...{
        serialNumber: reported['serial-number'],
        actor: isLookUp ? 'maria' : 'paydesk',
        isLookUp,
      },
    })
  }
  see(0, {}, true)
  see(1, {}, true)
  journal.draft({
    ...{ id: attemptId, service: 'shop-1', connectionId: 'shop-1', endpointId: '1144' },
    ...{ operation: 'return', risk: 'money', orderid: orderids[0] },
    ...{ clientOrderid: `inv-${orderids[0]}`, lockKey: `shop-1/${orderids[0]}` },
    ...{ amount: { minor: 75n, currency: 'EUR', digits: 2 }, isFull: false },
    request: { orderid: orderids[0], client_orderid: `inv-${orderids[0]}`, comment: 'wrong size' },
    ...{ digest: 'ab'.repeat(32), expiresAt: clock() + 900_000, actor: 'maria' },
    ...{ comment: 'wrong size', seen: 'cd'.repeat(32), tokenHash: 'ef'.repeat(32) },
  })
  finish(journal, attemptId, clock())
  const reversed = { 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' }
  see(0, { ...reversed, amount: '0.75', 'processor-tx-id': 'tx-2' }, false)
  see(1, { 'serial-number': 'a-later-one' }, true)
}

/** The same about the k-th two orders: each number of a row is that of the life and more. */
function about(text: string, k: number, counts: Record<string, number>): string {
  const named = text
    .replaceAll(orderids[0], String(Number(orderids[0]) + 2 * k))
    .replaceAll(orderids[1], String(Number(orderids[1]) + 2 * k))
  return named.replace(
    /\["(add|set)","(\w+)",\{"seq":(\d+)|"(made_number|snapshot_seq)":(\d+)/g,
    (whole, act: string, table: string, seq: string, name: string, of: string) =>
      act === undefined
        ? `"${name}":${Number(of) + k * (counts[name] ?? 0)}`
        : whole.replace(/\d+$/, String(Number(seq) + k * (counts[table] ?? 0))),
  )
}

function build(file: string, entries: number): void {
  const life = lifeOnce()
  const counts: Record<string, number> = { made_number: 1 }
  for (const { rows } of life)
    for (const [act, table] of changesOf(`[${rows}]`).flat())
      if (act === 'add') counts[table] = (counts[table] ?? 0) + 1
  counts['snapshot_seq'] = counts['status_snapshot'] ?? 0
  const ledger = openFor(file, () => startAt)
  const { db, audit } = ledger
  const later = schemaSql.match(/CREATE (UNIQUE )?INDEX[^;]*;/g) ?? []
  for (const sql of later) db.exec(`DROP INDEX ${/INDEX (\w+)/.exec(sql)![1]!}`)
  db.pragma('cache_size = -400000')
  const rows = openEntryRows(db)
  const insert = db.prepare(
    `INSERT INTO audit_entry (seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain)
     VALUES (@seq, @at, @mono, @actor, @kind, @outcome, @origin, @subject, @bytes, @leaf, @chain)`,
  )
  let chain = GENESIS_CHAIN
  let seq = 0
  for (let k = 0; seq < entries;)
    inTransaction(db, () => {
      for (const until = k + 1_000; k < until && seq < entries; k += 1)
        for (const reported of life) {
          seq += 1
          const at = startAt + seq * 31_000
          const digest = rows.add(seq, changesOf(`[${about(reported.rows, k, counts)}]`).flat())
          const body = JSON.parse(about(reported.body, k, counts)) as Record<string, unknown>
          const entry = { ...body, seq, at: new Date(at).toISOString(), mono: seq, rows: digest }
          const bytes = Buffer.from(JSON.stringify(entry))
          const leaf = leafOf(bytes)
          chain = chainOf(audit.logId, seq, chain, leaf)
          insert.run({ ...entry, at, bytes, leaf, chain })
        }
    })
  for (const _step of fill(db, 'main')) continue
  for (const sql of later) db.exec(sql)
  const refresh = db.prepare(
    `UPDATE payment_order SET phase = ?, original_minor = ?, returned_minor = ?,
       returnable_minor = ?, currency = ?, digits = ?
     WHERE service = ? AND orderid = ?`,
  )
  for (const page of foldAll(db, () => undefined))
    inTransaction(db, () => {
      for (const { service, orderid, columns } of page)
        refresh.run(...Object.values(derivedOf(columns)), service, orderid)
    })
  db.pragma('wal_checkpoint(TRUNCATE)')
  ledger.close()
}

/** A ledger of so many entries, built when it is not there yet. */
export function builtLog(entries: number, say: (message: string) => void): string {
  mkdirSync(benchDir, { recursive: true })
  const stamp = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(schemaSql)
    .digest('hex')
    .slice(0, 12)
  const file = join(benchDir, `log-${entries}-${stamp}.sqlite`)
  if (existsSync(file)) return file
  say(`Building a log of ${entries} entries.`)
  rmSync(`${file}.new`, { force: true })
  build(`${file}.new`, entries)
  renameSync(`${file}.new`, file)
  return file
}
