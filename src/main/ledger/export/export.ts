// Exports the audit log to a folder an outsider can check (docs/audit-format.md): complete or
// absent, all rows or an error. Rows outside the filter become stubs, so that a filtered export
// still verifies. All but the signature may be written by the reader's thread; the key stays here.
// Ended half-way it leaves nothing behind.
import { say } from '#shared/message.ts'
import { mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AuditFilter, ExportReport } from '#shared/bridge/lists.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Checkpointer, latestCheckpoint } from '../audit/checkpoint.ts'
import { type Content, type ContentQuery, writeContent } from './export-content.ts'
import type { Reached } from '../audit/audit-base.ts'
import { writeText } from './export-file.ts'
import type { Database } from '../db/open.ts'
import { createTimeSlice, isEnded } from '../db/time-slice.ts'

export interface ExportOptions {
  audit: AuditLog
  db: Database
  checkpointer: Checkpointer
  /**
   * How far the keychain says the log had come, read before this export; null when it could not be
   * asked.
   */
  reached: Reached | null
  filter: AuditFilter
  /** The folder to make; it must not exist yet. */
  folder: string
  version: string
  clock: () => number
  /** Where the two verifiers lie. */
  resourcesDir: string
  /**
   * Writes all but the signature elsewhere; here when left out. Rejects when the work was ended.
   */
  writeContent?: (query: ContentQuery) => Promise<Content>
}

/**
 * Null when the work was ended. Faults: input (folder) when the folder exists already or can't be
 * written. Then nothing is left behind.
 */
export function exportAudit(options: ExportOptions): Promise<Result<ExportReport | null>> {
  const { audit, db, checkpointer, reached, filter, clock, version, resourcesDir } = options
  checkpointer.now('export')
  const { size, chain } = audit.head()
  const query: Unplaced = {
    purpose: 'export',
    filter,
    size,
    chain,
    lastSigned: latestCheckpoint(db)?.size ?? 0,
    reached,
    version,
    madeAt: new Date(clock()).toISOString(),
    publicKey: checkpointer.publicKey,
    fingerprint: checkpointer.fingerprint,
    resourcesDir,
  }
  const inTurns = (placed: ContentQuery) =>
    writeContent(db, placed, createTimeSlice({ monotonic: clock }))
  return writeSealed(options.folder, query, {
    checkpointer,
    writeContent: options.writeContent ?? inTurns,
  })
}

export type Unplaced = Omit<ContentQuery, 'folder'>

/**
 * Writes a whole folder, signs its manifest and brings it to the disk under its name: complete or
 * absent. Null when the work was ended.
 */
export async function writeSealed(
  folder: string,
  query: Unplaced,
  parts: {
    checkpointer: Pick<Checkpointer, 'sign'>
    writeContent: (query: ContentQuery) => Promise<Content>
  },
): Promise<Result<ExportReport | null>> {
  if (await exists(folder))
    return fail(inputFault('folder', say('ledger.folder-exists-already', { folder })))
  let temporary: string
  try {
    temporary = await mkdtemp(`${folder}.partial-`)
  } catch (error) {
    return notWritten(folder, error)
  }
  try {
    const { names, ...counts } = await parts.writeContent({ ...query, folder: temporary })
    const manifest = await readFile(join(temporary, 'manifest.json'))
    const signature = await parts.checkpointer.sign(manifest)
    if (signature === null) {
      await rm(temporary, { recursive: true, force: true })
      return fail(heldBack)
    }
    await writeText(temporary, 'manifest.sig', `${signature.toString('base64')}\n`)
    await syncFolder(temporary)
    await rename(temporary, folder)
    await syncFolder(dirname(folder))
    return ok({ folder, files: [...names, 'manifest.sig'], ...counts })
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (isEnded(error)) return ok(null)
    if (!hasCode(error)) throw error
    return notWritten(folder, error)
  }
}

/**
 * For what began before the log was found to contradict its mark. Seal.toSign() refuses with the
 * reason.
 */
export const heldBack: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message: say('ledger.money-was-stopped-meanwhile'),
}

/**
 * The names in a folder are on disk only after the folder itself was synced; Windows has no such
 * thing and does it by itself.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (hasCode(error) && error.code === 'ENOENT') return false
    throw error
  }
}

/** Errors of the file system and of SQLite carry a code; one without it is a bug. */
export const hasCode = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'code' in error

export const notWritten = (folder: string, error: unknown): Result<never> =>
  fail(
    inputFault(
      'folder',
      say('ledger.export-not-written', {
        folder: basename(folder),
        why: fileTrouble(error),
      }),
    ),
  )
