// Builds the ledger the benchmarks read: orders, attempts and audit entries written by the program's own code, in batches, and kept
// in out/bench until a migration or this file changes. The same seed gives the same ledger.
import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { observationOf } from '../../src/main/desk/observe.ts'
import { type AuditLog, openAudit } from '../../src/main/ledger/audit.ts'
import { createCheckpointer } from '../../src/main/ledger/checkpoint.ts'
import { openJournal } from '../../src/main/ledger/journal.ts'
import { inTransaction, openLedger, openLedgerReader } from '../../src/main/ledger/open.ts'
import { openOrders } from '../../src/main/ledger/orders.ts'
import { openSearchFile } from '../../src/main/ledger/search-file.ts'
import { openSearchIndex } from '../../src/main/ledger/search-index.ts'

export const migrationsDir = join(import.meta.dirname, '../../src/main/ledger/migrations')
export const benchDir = join(import.meta.dirname, '../../out/bench')

export interface Sizes {
  entries: number
  orders: number
}

const startAt = Date.UTC(2030, 0, 7, 8)
const batch = 2000
const settings = { digitsRule: 'iso-4217', statusAmount: 'latest' } as const

/** Small and repeatable; nothing secret is drawn from it. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const benchKey = () =>
  createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.alloc(32, 7),
    ]),
    format: 'der',
    type: 'pkcs8',
  })

const firstNames = [
  'Ana',
  'Zoë',
  'Marek',
  'Ingrid',
  'Yusuf',
  'Chloé',
  'Łukasz',
  'Noor',
  'Tariq',
  'Mei',
]
const lastNames = ['Nowak', 'Lindqvist', 'Haddad', 'Okafor', 'Müller', 'Rossi', 'Tanaka', 'Silva']
const comments = [
  'damaged in transit',
  'customer sent the lamp back',
  'wrong size',
  'ordered twice',
]

/** The facts of the n-th order; pure, so that a benchmark knows what it may look for. */
export function orderAt(n: number) {
  const pick = seeded(n * 7919 + 1)
  pick(2)
  const serial = (k: number): string =>
    `00000000-0000-0000-0000-${(n * 4 + k + 0x2d9b22a).toString(16).padStart(12, '0')}`
  const isHold = n % 5 === 0
  const status = n % 11 === 0 ? 'declined' : n % 53 === 0 ? 'processing' : 'approved'
  const minor = 100 + pick(400_000)
  const client = [
    `inv-${400_000 + n * 3}`,
    `pd-01J${createHash('sha256').update(`c${n}`).digest('hex').slice(0, 23).toUpperCase()}-${createHash('sha256').update(`h${n}`).digest('hex').slice(0, 8)}`,
    `shop/2030/${String(n % 12).padStart(2, '0')}/${n}`,
  ][n % 3]!
  const name = `${firstNames[pick(firstNames.length)]} ${lastNames[pick(lastNames.length)]}`
  return {
    connectionId: n % 10 < 7 ? 'shop-1' : 'shop-2',
    orderid: String(6_768_788 + n * 3),
    clientOrderid: client,
    serial,
    answer: {
      type: 'status-response',
      'serial-number': serial(0),
      'merchant-order-id': client,
      'paynet-order-id': String(6_768_788 + n * 3),
      status,
      'transaction-type': isHold ? 'preauth' : 'sale',
      'order-stage': `${isHold ? 'preauth' : 'sale'}_${status}`,
      amount: (minor / 100).toFixed(2),
      currency: n % 17 === 0 ? 'USD' : 'EUR',
      descriptor: 'NORDIC LAMPS',
      'processor-tx-id': `tx-${n}-1`,
      'processor-rrn': String(600_000_000_000 + n * 104_729),
      'approval-code': String(100_000 + pick(900_000)),
      'last-four-digits': String(pick(10_000)).padStart(4, '0'),
      bin: '411111',
      'card-type': 'VISA',
      'cardholder-name': name.toUpperCase(),
      name,
      email: `${name.split(' ')[0]!.toLowerCase()}.${n}@example.test`,
    },
  }
}

/** What a cached ledger was made with: when any of it changes, it is made again. */
const sources = ['search-file.ts', 'search-index.ts', 'search-terms.ts', 'fold.ts', 'audit-hash.ts']

/** Path of a ledger of this size with its search beside it, built when they are not there yet; and how long that took. */
export function builtLedger(
  sizes: Sizes,
  say: (words: string) => void,
): { file: string; searchFile: string; builtInS: number | null; indexedInS: number | null } {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const name of readdirSync(migrationsDir).sort())
    if (name.endsWith('.sql')) hash.update(readFileSync(join(migrationsDir, name)))
  for (const name of sources) hash.update(readFileSync(join(migrationsDir, '..', name)))
  const stamp = hash.digest('hex').slice(0, 12)
  const file = join(benchDir, `ledger-${sizes.entries}-${sizes.orders}-${stamp}.sqlite`)
  const searchFile = `${file}-search`
  if (existsSync(file)) return { file, searchFile, builtInS: null, indexedInS: null }
  mkdirSync(benchDir, { recursive: true })
  for (const name of readdirSync(benchDir))
    if (name.startsWith(`ledger-${sizes.entries}-`)) rmSync(join(benchDir, name))
  say(`Building a ledger of ${sizes.entries} entries and ${sizes.orders} orders.`)
  const startedAt = performance.now()
  build(`${file}.new`, sizes)
  const builtAt = performance.now()
  index(`${file}.new`, searchFile)
  const indexedAt = performance.now()
  renameSync(`${file}.new`, file)
  for (const ending of ['-lock', '-wal', '-shm']) rmSync(`${file}.new${ending}`, { force: true })
  const seconds = (ms: number): number => Math.round(ms / 100) / 10
  return {
    file,
    searchFile,
    builtInS: seconds(builtAt - startedAt),
    indexedInS: seconds(indexedAt - builtAt),
  }
}

function index(file: string, searchFile: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(searchFile + ending, { force: true })
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
  for (const ending of ['', '-wal', '-shm', '-lock']) rmSync(file + ending, { force: true })
  let now = startAt
  const clock = (): number => now
  const opened = openLedger({ file, migrationsDir, clock })
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
    const told = { ...answer, ...more }
    orders.observe({
      connectionId,
      orderid,
      clientOrderid,
      observation: observationOf(told, settings),
      answer: told,
      serialNumber: told['serial-number'],
      actor: isLookUp ? ['maria', 'deniz', 'ola'][n % 3]! : 'paydesk',
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

const steps = ['DRAFT', 'APPROVED', 'SENDING', 'ACCEPTED', 'SUCCEEDED', 'UNKNOWN', 'REJECTED']

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
      kind: `attempt:${state.toLowerCase()}`,
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
        words: 'The service took the request; its status is asked for every few seconds.',
        serialNumber: k % 5 < 3 ? null : serial(2),
        digest: attempt,
      },
    })
  })
}
