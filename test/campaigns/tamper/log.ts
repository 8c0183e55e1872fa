// A log written by the program's own code: ledger, audit log, checkpoints and high-water mark as a
// desk has them, with texts of every script. Only the clock and the choice of texts are not the
// desk's.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { ok, type Result } from '#shared/fault.ts'
import {
  type AuditDraft,
  type AuditLog,
  CLOCK_BOUND_MS,
  openAudit,
} from '../../../src/main/ledger/audit/audit.ts'
import type { SecretSlots } from '../../../src/main/ledger/audit/audit-key.ts'
import type { StoredEntry } from '../../../src/main/ledger/audit/audit-rows.ts'
import { type Checkpointer, createCheckpointer } from '../../../src/main/ledger/audit/checkpoint.ts'
import { type ExportOptions, exportAudit } from '../../../src/main/ledger/export/export.ts'
import { compareHighWater, createHighWater } from '../../../src/main/ledger/audit/high-water.ts'
import { type Database, inTransaction } from '../../../src/main/ledger/db/open.ts'
import { type OpenLedger, openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { must } from '../faults/must.ts'
import type { Random } from '../faults/random.ts'

export const resourcesDir = join(import.meta.dirname, '../../../resources')
export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

export interface Log {
  ledger: OpenLedger
  db: Database
  audit: AuditLog
  checkpointer: Checkpointer
  random: Random
  /** What the keychain holds of it. */
  vault: SecretSlots & { slots: Map<string, string> }
  /** The newest chain value in a client_orderid, as the desk mints it. */
  heads: string[]
  append(): void
  /** The end is signed, and the keychain follows. */
  mark(): Promise<void>
  /** As at close: the end is signed and marked. */
  seal(): Promise<void>
}

export function openLog(options: {
  file: string
  random: Random
  key: KeyObject
  vault?: Log['vault']
  /** The clock goes back by hours now and then, which the log notes in an entry of its own. */
  isLeaping?: boolean
}): Log {
  const { random, key, isLeaping = false } = options
  const clock = unsteadyClock(random, isLeaping ? 7_200_000 : CLOCK_BOUND_MS)
  const ledger = must(openLedger({ file: options.file, clock }))
  const { db } = ledger
  let mono = 0
  const audit = openAudit(db, { clock, monotonic: () => (mono += random.below(5000) / 7) })
  const vault = options.vault ?? memorySlots()
  const mark = createHighWater(vault, audit, db, {
    onAnswer: (answer) => {
      if (!answer.ok) unexpected(answer)
    },
  })
  const checkpointer = createCheckpointer(audit, db, {
    key,
    clock,
    report: () => undefined,
    onWritten: () => mark.note(),
  })
  const heads: string[] = []
  const chainsAfter = db.prepare('SELECT chain FROM audit_entry WHERE seq > ? ORDER BY seq').pluck()
  const follow = async (reason: string): Promise<void> => {
    checkpointer.now(reason)
    const { state, message } = await mark.compare()
    if (state !== 'ok' && state !== 'unmarked') throw new Error(message)
    mark.note()
    await mark.written()
  }
  return {
    ledger,
    db,
    audit,
    checkpointer,
    random,
    vault,
    heads,
    append: () => {
      const before = audit.head().size
      inTransaction(db, () => audit.append(anyDraft(random)))
      const chains = chainsAfter.all(before) as Buffer[]
      heads.push(...chains.map((chain) => mintedWith(chain.toString('hex', 0, 4))))
      if (random.chance(0.01)) checkpointer.now('final money state')
      else checkpointer.maybe('entries')
    },
    mark: () => follow('archive'),
    seal: async () => {
      await follow('close')
      // The program never waits inside a transaction; here attacks do, and the mark must not follow
      // them.
      vault.write = () => Promise.resolve(ok(null))
    },
  }
}

export const mintedWith = (head8: string): string => `pd-01JNT5W9R6E3K8Y2Z4B7C0D1F2-${head8}`

export const compareMark = (log: Pick<Log, 'vault' | 'audit' | 'db'>) =>
  compareHighWater(log.vault, log.audit, log.db)

/**
 * The real export; the folder must not be there yet. `reached`: what the keychain’s mark says,
 * where it is asked.
 */
export async function exportLog(
  log: Log,
  folder: string,
  filter: ExportOptions['filter'] = {},
  reached: ExportOptions['reached'] = null,
): Promise<void> {
  const { audit, db, checkpointer } = log
  const made = await exportAudit({
    audit,
    db,
    checkpointer,
    reached,
    filter,
    folder,
    version: '0.0.0',
    clock: Date.now,
    resourcesDir,
  })
  must(made)
}

export const rowsOf = (db: Database): StoredEntry[] =>
  db.prepare('SELECT * FROM audit_entry ORDER BY seq').all() as StoredEntry[]

export const signedSizes = (db: Database): number[] =>
  (db.prepare('SELECT size FROM checkpoint ORDER BY size').pluck().all() as bigint[]).map(Number)

/** What somebody with the file and a database tool can do: the triggers don't stop them. */
export function dropGuards(db: Database): void {
  const names = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('audit_entry', 'checkpoint', 'archive')`,
    )
    .pluck()
    .all() as string[]
  for (const name of names) db.exec(`DROP TRIGGER ${name}`)
}

const columns = [
  ...['seq', 'at_wall', 'at_mono', 'actor', 'kind', 'outcome', 'origin', 'subject'],
  ...['body', 'leaf', 'chain'],
]

/**
 * Puts `rows` in the place of `standing`, which is what the ledger holds; rows that stay are not
 * touched.
 */
export function writeRows(
  db: Database,
  rows: readonly StoredEntry[],
  standing: readonly StoredEntry[] = rowsOf(db),
): void {
  dropGuards(db)
  const kept = new Set(rows)
  const before = new Set(standing)
  const remove = db.prepare('DELETE FROM audit_entry WHERE seq = ?')
  for (const row of standing) if (!kept.has(row)) remove.run(row.seq)
  const insert = db.prepare(
    `INSERT INTO audit_entry (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  for (const row of rows) if (!before.has(row)) insert.run(row)
}

function memorySlots(): Log['vault'] {
  const slots = new Map<string, string>()
  return {
    kind: 'keychain',
    slots,
    read: (slot) => {
      const value = slots.get(slot)
      const lost: Result<string> = {
        ok: false,
        fault: { kind: 'vault', sent: 'no', reason: 'lost', message: 'nothing is kept there' },
      }
      return Promise.resolve(value === undefined ? lost : ok(value))
    },
    write: (slot, secret) => {
      slots.set(slot, secret)
      return Promise.resolve(ok(null))
    },
  }
}

function unexpected(fault: unknown): void {
  throw new Error('the mark could not be kept', { cause: fault })
}

/** Mostly forward, at times back, as clocks of computers go. */
function unsteadyClock(random: Random, mostBack: number): () => number {
  let now = Date.UTC(2029, 11, 31, 23)
  return () => (now += random.chance(0.02) ? -random.below(mostBack) : random.below(90_000))
}

const texts = [
  ...['order look-up', 'Zoë Łukasz', 'Ольга', '订单 已退款', 'مرتجع', 'e\u0301 and é', '🧾👩🏽‍💼'],
  ...['\u202Egnp.exe', '\u2028\u2029', '\u0000', '\t\r\n', '"quoted" \\ and \u0001', '=SUM(A1)'],
  ...['\ud83d', 'half \udc00 pair', '\ufeff', '\ufffd', '', ' ', '{"v":1,"seq":9}', '4111'],
]
// The last is no word of today's: a log may hold one of another Paydesk.
const kinds = [
  ...(['order:look-up', 'attempt:sending', 'attempt:succeeded', 'audit:verified'] as const),
  'Ö:ß' as AuditKind,
]

function anyDraft(random: Random): AuditDraft {
  const text = (): string => random.pick(texts)
  const details: Record<string, unknown> = { orderid: String(random.below(1e7)), message: text() }
  for (let n = random.below(4); n > 0; n -= 1)
    details[`${text()}${n}`] = random.pick([
      text(),
      random.below(1e9),
      null,
      true,
      12n ** 15n,
      [text(), { deep: text() }],
      text().repeat(random.below(40)),
      random.below(100) / 7,
    ])
  return {
    actor: random.pick(['ana', 'paydesk', text()]),
    kind: random.pick(kinds),
    outcome: random.pick(['ok', 'SENDING', 'approved', text()]),
    origin: random.pick(['operator', 'desk', 'service']),
    subject: random.chance(0.7) ? `order/sandbox/${random.below(40)}` : `note/${text()}`,
    details,
  }
}
