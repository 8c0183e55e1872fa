// Builds the ledger the benchmarks read: orders, attempts and audit entries written by the
// program's own code, in batches, and kept in out/bench until this file or the schema changes. The
// same seed gives the same ledger.
import { attemptKindOf } from '../src/shared/audit/audit-kinds.ts'
import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectionSettings } from '#shared/connections/connection.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { type AuditLog, openAudit } from '../src/main/ledger/audit/audit.ts'
import { createCheckpointer } from '../src/main/ledger/audit/checkpoint.ts'
import { type Journal, type Move, openJournal } from '../src/main/ledger/journal/journal.ts'
import { type Database, inTransaction, openLedgerReader } from '../src/main/ledger/db/open.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { openOrders, type Orders } from '../src/main/ledger/orders/orders.ts'
import { openSearchFile } from '../src/main/ledger/search/search-file.ts'
import { openSearchIndex } from '../src/main/ledger/search/search-index.ts'
import { actorOf, comments, orderAt } from './ledger-facts.ts'

export const benchDir = join(import.meta.dirname, '../out/bench')

/** What of a ledger the benchmarks write through. */
export interface Ledger {
  db: Database
  audit: AuditLog
  orders: Orders
  journal: Journal
}

export interface Sizes {
  entries: number
  orders: number
}

const startAt = Date.UTC(2030, 0, 7, 8)
const batch = 2000
const settings = connectionSettings.parse({ statusAmount: 'latest' })

export const benchKey = () =>
  createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.alloc(32, 7),
    ]),
    format: 'der',
    type: 'pkcs8',
  })

const ledgerDir = join(import.meta.dirname, '../src/main/ledger')
const schemaDir = join(ledgerDir, 'schema')
/** What a cached file was made with: when any of it changes, it is made again. */
const stampOf = (files: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}
const ledgerSources = [
  import.meta.filename,
  join(import.meta.dirname, 'ledger-facts.ts'),
  join(ledgerDir, 'audit/audit-hash.ts'),
  ...readdirSync(schemaDir)
    .sort()
    .map((name) => join(schemaDir, name)),
]
const searchSources = ['search-file.ts', 'search-index.ts', 'search-terms.ts', 'fold.ts']

export interface Built {
  file: string
  searchFile: string
  /** Null when it was there already. */
  builtInS: number | null
  indexedInS: number | null
}

/** A ledger of this size and the search beside it, each built when it is not there yet. */
export function builtLedger(sizes: Sizes, say: (message: string) => void): Built {
  mkdirSync(benchDir, { recursive: true })
  const size = `${sizes.entries}-${sizes.orders}`
  const stamp = stampOf(ledgerSources)
  const searchStamp = stampOf(searchSources.map((name) => join(ledgerDir, 'search', name)))
  const ledger = made(`ledger-${size}`, `-${stamp}.sqlite`, (file) => {
    say(`Building a ledger of ${sizes.entries} entries and ${sizes.orders} orders.`)
    build(file, sizes)
  })
  const search = made(`search-${size}`, `-${stamp}-${searchStamp}.sqlite`, (file) => {
    say('Building its search.')
    index(ledger.file, file)
  })
  return {
    file: ledger.file,
    searchFile: search.file,
    builtInS: ledger.seconds,
    indexedInS: search.seconds,
  }
}

/**
 * The file of this name, made under another and then given its own; older ones of the same
 * beginning go.
 */
function made(
  beginning: string,
  ending: string,
  make: (file: string) => void,
): { file: string; seconds: number | null } {
  const file = join(benchDir, beginning + ending)
  if (existsSync(file)) return { file, seconds: null }
  for (const name of readdirSync(benchDir))
    if (name.startsWith(beginning)) rmSync(join(benchDir, name))
  const startedAt = performance.now()
  make(`${file}.new`)
  renameSync(`${file}.new`, file)
  for (const name of readdirSync(benchDir))
    if (name.startsWith(`${beginning}${ending}.new`)) rmSync(join(benchDir, name))
  return { file, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}

function index(file: string, searchFile: string): void {
  const ledger = openLedgerReader(file)
  if (!ledger.ok) throw new Error(ledger.fault.message)
  const search = openSearchFile(ledger.value, searchFile)
  search.writer.pragma('cache_size = -200000')
  const following = openSearchIndex(search, () => performance.now())
  // Long steps: here nobody waits for a page in between.
  while (following.step(2_000)) continue
  search.writer.pragma('wal_checkpoint(TRUNCATE)')
  search.close()
}

function build(file: string, { entries, orders: orderCount }: Sizes): void {
  let now = startAt
  const clock = (): number => now
  const opened = openLedger({ file, clock })
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  // Only to have it sooner: what is written is the same, and what is measured opens the file anew.
  db.pragma('cache_size = -400000')
  db.pragma('wal_autocheckpoint = 20000')
  const audit = openAudit(db, { clock, monotonic: () => now - startAt, logId: '0b'.repeat(16) })
  const orders = openOrders(db, audit, clock)
  const journal = openJournal(db, audit, { clock, onMoved: () => undefined })
  const signer = createCheckpointer(audit, db, {
    key: benchKey(),
    clock,
    report: (error) => {
      throw error instanceof Error ? error : new Error(String(error))
    },
  })
  const inBatches = (count: number, write: (n: number) => void): void => {
    for (let from = 0; from < count; from += batch)
      inTransaction(db, () => {
        for (let n = from; n < Math.min(from + batch, count); n += 1) {
          now += 31_000_000_000 / entries
          now = Math.floor(now)
          write(n)
          if (n % 32 === 0) signer.maybe('entries')
        }
      })
  }
  const see = (n: number, more: Record<string, string>, isLookUp: boolean): void => {
    const { connectionId, orderid, clientOrderid, answer } = orderAt(n)
    const reported = { ...answer, ...more }
    orders.storeSnapshot({
      asked: orders.drawNumber(),
      service: connectionId,
      connectionId,
      orderid,
      clientOrderid,
      snapshot: snapshotOf(reported, settings),
      answer: reported,
      serialNumber: reported['serial-number'],
      actor: isLookUp ? actorOf(n) : 'paydesk',
      isLookUp,
    })
  }
  inBatches(orderCount, (n) => see(n, {}, true))
  // One in ten was returned in part, with an attempt made here.
  inBatches(Math.floor(orderCount / 10), (k) => {
    const n = k * 10
    const { connectionId, orderid, clientOrderid, serial, answer } = orderAt(n)
    const id = `01J${createHash('sha256').update(`a${n}`).digest('hex').slice(0, 23).toUpperCase()}`
    journal.draft({
      id,
      service: connectionId,
      connectionId,
      endpointId: '1144',
      operation: 'return',
      risk: 'money',
      orderid,
      clientOrderid,
      lockKey: `${connectionId}/${orderid}`,
      amount: { minor: BigInt(50 + (n % 400)), currency: answer.currency, digits: 2 },
      isFull: false,
      request: { orderid, client_orderid: clientOrderid, comment: comments[n % 4]! },
      digest: createHash('sha256').update(id).digest('hex'),
      expiresAt: now + 900_000,
      actor: 'maria',
      comment: comments[(n / 10) % 4]!,
      seen: '[]',
      tokenHash: createHash('sha256').update(`t${n}`).digest('hex'),
    })
    // One in eight was only reviewed.
    if (k % 8 !== 0) finish(journal, id, now)
    if (answer['transaction-type'] === 'sale' && answer.status === 'approved')
      see(
        n,
        {
          'transaction-type': 'reversal',
          'order-stage': 'reversal_approved',
          amount: '0.75',
          'processor-tx-id': `tx-${n}-2`,
          'serial-number': serial(1),
        },
        false,
      )
  })
  appendSteps(audit, entries, orderCount, inBatches)
  signer.now('close')
  db.pragma('wal_checkpoint(TRUNCATE)')
  opened.value.close()
}

/** Confirmed, sent and told as done, in the steps of the journal. */
export function finish(journal: Journal, id: string, at: number): void {
  const by = { id, actor: 'maria', origin: 'operator' } as const
  for (const move of [
    { ...by, from: ['DRAFT'], to: 'APPROVED', patch: { message: 'confirmed' } },
    { ...by, from: ['APPROVED'], to: 'SENDING', patch: { message: 'sent', sentAt: at } },
    { ...by, from: ['SENDING'], to: 'ACCEPTED', patch: { message: 'taken' } },
    { ...by, from: ['ACCEPTED'], to: 'SUCCEEDED', patch: { message: 'done', resolvedAt: at } },
  ] satisfies Move[]) {
    const moved = journal.move(move)
    if (!moved.ok) throw new Error(moved.fault.message)
  }
}

const steps = [
  'DRAFT',
  'APPROVED',
  'SENDING',
  'ACCEPTED',
  'SUCCEEDED',
  'UNKNOWN',
  'REJECTED',
] as const

/** What is left to the number of entries: steps of attempts, as the journal words them. */
function appendSteps(
  audit: AuditLog,
  entries: number,
  orderCount: number,
  inBatches: (count: number, write: (n: number) => void) => void,
): void {
  const left = Math.max(0, entries - audit.head().size)
  inBatches(left, (k) => {
    const n = Math.floor(k / 5) % orderCount
    const { connectionId, orderid, clientOrderid, serial } = orderAt(n)
    const state = k % 997 === 0 ? 'REJECTED' : k % 499 === 0 ? 'UNKNOWN' : steps[k % 5]!
    const attempt = createHash('sha256')
      .update(`s${Math.floor(k / 5)}`)
      .digest('hex')
    audit.append({
      actor: ['maria', 'deniz', 'ola', 'paydesk'][n % 4]!,
      kind: attemptKindOf(state),
      outcome: state,
      origin: k % 5 < 2 ? 'operator' : 'desk',
      subject: `order/${connectionId}/${orderid}`,
      details: {
        attemptId: `01J${attempt.slice(0, 23).toUpperCase()}`,
        operation: ['return', 'capture', 'void'][n % 3],
        clientOrderid,
        orderid,
        amount: `${n % 4000}.${String(n % 100).padStart(2, '0')}`,
        currency: 'EUR',
        isFull: n % 2 === 0,
        comment: comments[n % 4],
        from: k % 5 === 0 ? null : steps[(k % 5) - 1],
        message: 'The gateway took the request; its status is asked for every few seconds.',
        serialNumber: k % 5 < 3 ? null : serial(2),
        digest: attempt,
      },
    })
  })
}
