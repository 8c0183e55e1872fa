// Lets entries older than a year leave the ledger, and only so: a complete signed archive is
// written, brought to the disk and read back by the verifier that ships with it; then, in one
// transaction, a signed entry names it and the log goes on behind it. Before that nothing has
// changed; after it the entries are purged (purge.ts). It never touches what an open request
// still needs.
import { say } from '#shared/message.ts'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { leastMonths } from '#shared/bridge/archives.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import {
  ARCHIVED,
  archiveRows,
  baseOf,
  digestOfArchives,
  isNamed,
  leavingIn,
  leavingText,
  type Reached,
} from '../audit/audit-base.ts'
import type { AuditLog } from '../audit/audit.ts'
import {
  type CheckpointBody,
  type Checkpointer,
  checkpointOf,
  type StoredCheckpoint,
} from '../audit/checkpoint.ts'
import type { Content, ContentQuery } from '../export/export-content.ts'
import { writeSealed } from '../export/export.ts'
import type { OfflineVerdict } from '../export/offline-verifier.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { purge } from './purge.ts'
import { statement } from '../db/statements.ts'

/**
 * A piece people can still open in a spreadsheet, and that is soon written again when it was ended
 * half-way.
 */
export const MOST_ENTRIES = 20_000

export interface ArchivePlan {
  first: number
  size: number
  /** Hex, chain value of entry `size`. */
  chain: string
  oldestAt: number
  newestAt: number
}

export interface PlanQuery {
  months: number
  now: number
  /** Raw, base64: of the key that signs now. */
  publicKey: string
  mostEntries?: number
}

export interface ArchiveRow extends ArchivePlan {
  /** The archive's name in the archives folder. */
  folder: string
  /** SHA-256 of its manifest.json, hex. */
  digest: string
  madeAt: number
}

/** The moment so many months ago, UTC; a day that month does not have becomes its last one. */
export function monthsBefore(at: number, months: number): number {
  const then = new Date(at)
  const day = then.getUTCDate()
  then.setUTCMonth(then.getUTCMonth() - months)
  if (then.getUTCDate() !== day) then.setUTCDate(0)
  return then.getTime()
}

/**
 * The longest piece that may leave: every entry of it is older than so many months and than every
 * open request, and it ends with a checkpoint of this key. Null when there is none. Faults: input
 * (months) below twelve.
 */
export function planArchive(db: Database, options: PlanQuery): Result<ArchivePlan | null> {
  const { months, now, publicKey, mostEntries = MOST_ENTRIES } = options
  if (!Number.isInteger(months) || months < leastMonths)
    return fail(inputFault('months', say('ledger.archive-too-young', { leastMonths })))
  const openSince = statement<[], bigint | null>(
    db,
    `SELECT min(created_at) FROM attempt
       WHERE state IN ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN', 'ACCEPTED')`,
    { as: 'value' },
  ).get()
  const before = Math.min(monthsBefore(now, months), Number(openSince ?? Infinity))
  const newest = Number(
    statement<[]>(db, 'SELECT max(size) FROM checkpoint', { as: 'value' }).get() ?? 0,
  )
  if (!isNamed(db, newest)) return fail(notArchived(say('ledger.missing-not-archived')))
  const base = baseOf(db).size
  // By number, not by time: where the clock was set back, an entry stays as long as one before it
  // has to.
  const firstKept = statement<{ base: number; most: number; before: number }, bigint>(
    db,
    `SELECT seq FROM audit_entry NOT INDEXED WHERE seq > @base AND seq <= @most AND at_wall >= @before
       ORDER BY seq LIMIT 1`,
    { as: 'value' },
  ).get({ base, most: base + mostEntries, before })
  const last = firstKept === undefined ? base + mostEntries : Number(firstKept) - 1
  const row = statement<[number, number, string], StoredCheckpoint>(
    db,
    `SELECT * FROM checkpoint WHERE size > ? AND size <= ? AND public_key = ? ORDER BY size DESC LIMIT 1`,
  ).get(base, last, publicKey)
  if (row === undefined) return ok(null)
  const { size, body } = checkpointOf(row)
  const times = statement<[number, number], Record<'oldest' | 'newest', bigint>>(
    db,
    'SELECT min(at_wall) AS oldest, max(at_wall) AS newest FROM audit_entry NOT INDEXED WHERE seq > ? AND seq <= ?',
  ).only(base, size)
  const { chain } = JSON.parse(body.toString('utf8')) as CheckpointBody
  return ok({
    first: base + 1,
    size,
    chain,
    oldestAt: Number(times.oldest),
    newestAt: Number(times.newest),
  })
}

export const archivesOf = (db: Database): ArchiveRow[] =>
  statement<[], Record<string, unknown>>(db, 'SELECT * FROM archive ORDER BY size DESC')
    .all()
    .map((row) => ({
      first: Number(row['first']),
      size: Number(row['size']),
      chain: (row['chain'] as Buffer).toString('hex'),
      oldestAt: Number(row['oldest_at']),
      newestAt: Number(row['newest_at']),
      folder: String(row['folder']),
      digest: String(row['digest']),
      madeAt: Number(row['made_at']),
    }))

export interface ArchiveOptions {
  db: Database
  audit: AuditLog
  checkpointer: Checkpointer
  /** How far the keychain says the log had come; null when it could not be asked. */
  reached: Reached | null
  plan: ArchivePlan
  /** Where archives are kept. */
  folder: string
  actor: string
  version: string
  clock: () => number
  resourcesDir: string
  writeContent: (query: ContentQuery) => Promise<Content>
  /** Reads the folder back from the disk by the verifier that ships with it. */
  check: (folder: string) => Promise<OfflineVerdict>
  /**
   * Resolves when the keychain has the mark of a checkpoint of the newest entries, or says why not.
   */
  marked: () => Promise<string | null>
  /** Entries are taken out so many at a time. */
  atOnce?: number
  /** Some were taken out. */
  onSlice?: () => void
}

/** Null when the work was ended: then the ledger is as it was. Faults: nothing was taken out. */
export async function makeArchive(options: ArchiveOptions): Promise<Result<ArchiveRow | null>> {
  const { db, checkpointer, plan, clock } = options
  // Finish an interrupted purge before starting another archive.
  await purge(db, options)
  let name: string
  try {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    name = freeName(options.folder, plan)
  } catch (error) {
    return fail(notArchived(say('ledger.the-archive-cant-be-written', { why: fileTrouble(error) })))
  }
  const folder = join(options.folder, name)
  const written = await writeSealed(
    folder,
    {
      purpose: 'archive',
      filter: {},
      size: plan.size,
      chain: plan.chain,
      lastSigned: plan.size,
      reached: options.reached,
      version: options.version,
      madeAt: new Date(clock()).toISOString(),
      publicKey: checkpointer.publicKey,
      fingerprint: checkpointer.fingerprint,
      resourcesDir: options.resourcesDir,
    },
    options,
  )
  if (!written.ok) return written
  if (written.value === null) return ok(null)
  /** Nothing was taken out, so the folder is a copy nobody needs. */
  const giveUp = <T>(result: T): T => {
    rmSync(folder, { recursive: true, force: true })
    return result
  }
  let verdict: OfflineVerdict
  try {
    verdict = await options.check(folder)
  } catch (error) {
    giveUp(error)
    throw error
  }
  const isWhole = written.value.stubs === 0 && written.value.entries === plan.size - plan.first + 1
  if (verdict.code !== 0 || !isWhole)
    return giveUp(
      fail(
        notArchived(
          say('ledger.the-archive-did-not-verify', { why: verdict.text.split('\n')[0] ?? '' }),
        ),
      ),
    )
  const unmarked = await options.marked()
  if (unmarked !== null) return giveUp(fail(notArchived(unmarked)))
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'manifest.json')))
    .digest('hex')
  const row = nameArchive(options, { ...plan, folder: name, digest })
  await purge(db, options)
  return ok(row)
}

/**
 * MONEY: one transaction. The entry that names the archive, its signature and the place the log
 * goes on from stand or fall together.
 */
function nameArchive(
  { db, audit, checkpointer, actor }: ArchiveOptions,
  row: Omit<ArchiveRow, 'madeAt'>,
): ArchiveRow {
  return inTransaction(db, () => {
    const before = baseOf(db)
    const { first, size, chain, folder, digest, oldestAt, newestAt } = row
    const named = audit.append({
      actor,
      ...ARCHIVED,
      origin: 'operator',
      subject: 'audit',
      details: {
        first,
        size,
        chain,
        digest,
        folder,
        earlier: digestOfArchives(archiveRows(db)),
        from: new Date(oldestAt).toISOString(),
        until: new Date(newestAt).toISOString(),
      },
    })
    if (checkpointer.now('archive')?.size !== named.seq)
      throw new Error('the entry that names the archive could not be signed')
    statement(
      db,
      `INSERT INTO archive (size, first, chain, folder, digest, oldest_at, newest_at, made_at, named_by)
       SELECT ?, ?, ?, ?, ?, ?, ?, at_wall, seq FROM audit_entry WHERE seq = ?`,
    ).run(
      ...[size, first, Buffer.from(chain, 'hex'), folder, digest, oldestAt, newestAt],
      named.seq,
    )
    leavingIn(db).write(leavingText(before))
    return archivesOf(db)[0]!
  })
}

/** Archives that were begun and never named, from a crash, are never written over. */
function freeName(folder: string, { first, size }: ArchivePlan): string {
  // An unfinished archive holds nothing that the ledger lacks.
  for (const name of readdirSync(folder))
    if (name.includes('.partial-')) rmSync(join(folder, name), { recursive: true })
  for (let n = 1; ; n += 1) {
    const name = `audit-${first}-to-${size}${n === 1 ? '' : `-${n}`}`
    if (!existsSync(join(folder, name))) return name
  }
}

const notArchived = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-possible',
  message: say('ledger.nothing-taken-out', { message }),
})
