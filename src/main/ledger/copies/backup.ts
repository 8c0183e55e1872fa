// A copy of the ledger a day, verified before it counts, the last seven kept. Made in the reader's
// thread, so that the window is never held up. It never removes a copy before a newer one has been
// verified, and never writes the ledger.
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { say } from '#shared/message.ts'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { syncFile, syncFolder } from './sync-file.ts'
import { readLog } from '../audit/audit-rows.ts'
import { type Database, openLedgerReader } from '../db/open.ts'
import { type VerifyOptions, verifyLog } from '../audit/verify.ts'
import { createTimeSlice, type TimeSlice } from '../db/time-slice.ts'
import { statement } from '../db/statements.ts'

export interface BackupQuery {
  folder: string
  /** Wall clock: in the name, and what "a day ago" is reckoned from. */
  at: number
  evidence: Pick<VerifyOptions, 'expectedFingerprint' | 'mark'>
}

export interface BackupReport {
  file: string
  bytes: number
  entries: number
  head: string
  /** Older copies that were let go. */
  removed: string[]
}

export const mostBackups = 7
const everyMs = 24 * 60 * 60_000
export interface BackupTiming {
  firstAfterMs: number
  lookEveryMs: number
}
// Opening is for the person who waits; the copy can come a little later.
const usualTiming: BackupTiming = { firstAfterMs: 30_000, lookEveryMs: 60 * 60_000 }
const form = /^ledger-daily-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/

const nameAt = (at: number): string =>
  `ledger-daily-${new Date(at).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z.db`

/** Oldest first. */
export const backupsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => form.test(name))
        .sort()
    : []

/** Newest first. */
export const copiesIn = (folder: string): { name: string; at: number; bytes: number }[] =>
  backupsIn(folder)
    .reverse()
    .map((name) => ({ name, at: madeAt(name) ?? 0, bytes: statSync(join(folder, name)).size }))

/** When the newest copy was made, by its name; null when there is none. */
export function lastBackupAt(folder: string): number | null {
  return madeAt(backupsIn(folder).at(-1) ?? '')
}

function madeAt(name: string): number | null {
  const [, year, month, day, hour, minute, second] = form.exec(name) ?? []
  return year === undefined
    ? null
    : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Copies, syncs, verifies and only then gives it its name. Throws when the copy is not sound; the
 * older ones then stay.
 */
export async function makeBackup(
  db: Database,
  { folder, at, evidence }: BackupQuery,
  monotonic: () => number,
  work: TimeSlice = createTimeSlice({ monotonic }),
): Promise<BackupReport> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A crash can leave an unfinished copy, which was never verified.
  for (const name of readdirSync(folder))
    if (/^ledger-daily-.*\.part(-journal)?$/.test(name)) rmSync(join(folder, name))
  const name = nameAt(at)
  const part = join(folder, `${name}.part`)
  copyTo(db, part)
  syncFile(part)
  const proof = await proveCopy(part, evidence, monotonic, work)
  if (typeof proof === 'string') {
    rmSync(part)
    throw new Error(`The copy of the ledger is not sound: ${proof}`)
  }
  renameSync(part, join(folder, name))
  syncFolder(folder)
  const old = backupsIn(folder)
    .filter((other) => other !== name)
    .slice(0, -(mostBackups - 1))
  for (const other of old) rmSync(join(folder, other))
  return { file: name, bytes: statSync(join(folder, name)).size, ...proof, removed: old }
}

function copyTo(db: Database, file: string): void {
  const wasQueryOnly = db.pragma('query_only', { simple: true })
  // SQLite takes the copy for a write to this connection, whose file is opened for reading all the
  // same.
  db.pragma('query_only = OFF')
  try {
    statement<[string]>(db, 'VACUUM main INTO ?').run(file)
  } finally {
    db.pragma(`query_only = ${String(wasQueryOnly)}`)
  }
}

/** The contents of a sound copy, or why the copy is damaged. */
export async function proveCopy(
  file: string,
  evidence: BackupQuery['evidence'],
  monotonic: () => number,
  work: TimeSlice,
): Promise<Pick<BackupReport, 'entries' | 'head'> | string> {
  const opened = openLedgerReader(file)
  if (!opened.ok) return opened.fault.message
  const copy = opened.value
  try {
    const message = String(copy.pragma('quick_check(1)', { simple: true }))
    if (message !== 'ok') return message
    const log = readLog(copy)
    if (log === undefined) return say('ledger.it-has-no-audit-log')
    const verified = await verifyLog(copy, log, { ...evidence, monotonic, work })
    return verified.outcome === 'intact'
      ? { entries: verified.entries, head: verified.head }
      : verified.message
  } finally {
    copy.close()
  }
}

export interface Backups {
  /** Makes one now if the last is a day old; resolves when it is done. */
  look(): Promise<void>
  /** Why the last one could not be made, or null. */
  fault(): string | null
  stop(): void
}

/**
 * Looks soon after opening and then every hour. What came of it is told through `onDone`, which
 * audits it.
 */
export function startBackups(parts: {
  /** Null where no copies are kept. */
  folder: () => string | null
  /** Why none can be kept there now, or null. */
  missing?: () => string | null
  /** The fault that was told is over. */
  onFound?: () => void
  clock: () => number
  /** Runs makeBackup, in a thread where there is one. */
  run: (at: number) => Promise<BackupReport>
  onDone: (report: BackupReport | { failure: string }) => void
  report: (incident: string, error: unknown) => void
  timing?: BackupTiming | undefined
}): Backups {
  const { firstAfterMs, lookEveryMs } = parts.timing ?? usualTiming
  let isStopped = false
  let fault: string | null = null
  let running: Promise<void> | null = null

  const found = (): void => {
    if (fault === null) return
    fault = null
    parts.onFound?.()
  }
  const make = async (): Promise<void> => {
    try {
      const folder = parts.folder()
      if (folder === null) return found()
      const gone = parts.missing?.() ?? null
      if (gone !== null) {
        // Told once, however often it is looked for.
        if (fault !== gone) parts.onDone({ failure: (fault = gone) })
        return
      }
      const now = parts.clock()
      const last = lastBackupAt(folder)
      // A clock that was turned back must not leave the ledger without copies.
      if (last !== null && Math.abs(now - last) < everyMs) return found()
      const made = await parts.run(now)
      if (isStopped) return
      fault = null
      parts.onDone(made)
    } catch (error) {
      // The reader ends with the program: that is no failure of the copy.
      if (isStopped) return
      parts.report('backup', error)
      fault = fileTrouble(error)
      parts.onDone({ failure: fault })
    }
  }
  const look = (): Promise<void> => {
    if (isStopped) return Promise.resolve()
    running ??= make()
      .catch((error: unknown) => parts.report('backup', error))
      .finally(() => {
        running = null
      })
    return running
  }
  const first = setTimeout(() => void look(), firstAfterMs).unref()
  const hourly = setInterval(() => void look(), lookEveryMs).unref()
  return {
    look,
    fault: () => fault,
    stop: () => {
      isStopped = true
      clearTimeout(first)
      clearInterval(hourly)
    },
  }
}
