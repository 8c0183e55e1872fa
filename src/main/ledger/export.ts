// Exports the audit log to a folder an outsider can check (docs/audit-format.md): complete or absent, all rows or an error. Rows outside
// the filter become stubs, so that a filtered export still verifies. It reads by pages and gives the event loop back after each.
// Spreadsheet files (.xlsx) are not written: audit.csv is the form for people.
import { createHash, type Hash } from 'node:crypto'
import {
  copyFile,
  type FileHandle,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AuditFilter, ExportReport } from '#shared/bridge.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { type AuditLog, auditRow, filterSql, type StoredEntry } from './audit.ts'
import {
  type Checkpoint,
  checkpointOf,
  type Checkpointer,
  type StoredCheckpoint,
} from './checkpoint.ts'
import { csvHead, csvLine } from './csv.ts'
import type { Database } from './open.ts'

export interface ExportOptions {
  audit: AuditLog
  db: Database
  checkpointer: Checkpointer
  filter: AuditFilter
  /** The folder to make; it must not exist yet. */
  folder: string
  version: string
  clock: () => number
  /** Where the two verifiers lie. */
  resourcesDir: string
}

const PAGE = 200
const EXTRAS = ['verify-audit.mjs', 'verify_audit.py'] as const

interface FileFact {
  name: string
  bytes: number
  sha256: string
}

/** Faults: input (folder) when the folder exists already or can't be written; then nothing is left behind. */
export async function exportAudit(options: ExportOptions): Promise<Result<ExportReport>> {
  if (await exists(options.folder))
    return fail(inputFault('folder', `${options.folder} exists already. Choose another name.`))
  let temporary: string
  try {
    temporary = await mkdtemp(`${options.folder}.partial-`)
  } catch (error) {
    return notWritten(options.folder, error)
  }
  try {
    const report = await writeAll(temporary, options)
    await rename(temporary, options.folder)
    await syncFolder(dirname(options.folder))
    return ok(report)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (!hasCode(error)) throw error
    return notWritten(options.folder, error)
  }
}

async function writeAll(temporary: string, options: ExportOptions): Promise<ExportReport> {
  const { audit, checkpointer, filter, clock } = options
  checkpointer.now('export')
  const head = audit.head()
  const checkpoints = readCheckpoints(options.db)
  const { facts, full, stubs } = await writeEntries(temporary, options, head.size)
  const files = [...facts, await writeText(temporary, 'README.txt', readme(options.version))]
  for (const name of EXTRAS) files.push(await copyExtra(options.resourcesDir, temporary, name))
  const manifest = Buffer.from(
    `${JSON.stringify(
      {
        format: 'paydesk-audit-export',
        v: 1,
        logId: audit.logId,
        program: options.version,
        madeAt: new Date(clock()).toISOString(),
        filter,
        first: 1,
        size: head.size,
        chain: head.chain,
        full,
        stubs,
        publicKey: checkpointer.publicKey,
        fingerprint: checkpointer.fingerprint,
        checkpoints: checkpoints.map((checkpoint) => ({
          body: checkpoint.body.toString('base64'),
          signature: checkpoint.signature.toString('base64'),
          publicKey: checkpoint.publicKey,
        })),
        files,
      },
      null,
      1,
    )}\n`,
    'utf8',
  )
  await writeText(temporary, 'manifest.json', manifest)
  await writeText(temporary, 'manifest.sig', `${checkpointer.sign(manifest).toString('base64')}\n`)
  await syncFolder(temporary)
  return {
    folder: options.folder,
    files: [...files.map((file) => file.name), 'manifest.json', 'manifest.sig'],
    entries: full,
    stubs,
  }
}

async function writeEntries(
  temporary: string,
  options: ExportOptions,
  size: number,
): Promise<{ facts: FileFact[]; full: number; stubs: number }> {
  const { sql, values } = filterSql(options.filter)
  const select = options.db.prepare(
    `SELECT *, (${sql}) AS is_full FROM audit_entry WHERE seq > @after AND seq <= @size ORDER BY seq LIMIT ${PAGE}`,
  )
  const lines = await createFile(temporary, 'audit.jsonl')
  const cells = await createFile(temporary, 'audit.csv')
  let full = 0
  let stubs = 0
  try {
    await cells.write(csvHead())
    // Below every INTEGER: an entry smuggled in before the first must show up in the export, and be found.
    for (let after = -(2n ** 63n); ;) {
      const rows = select.all({ ...values, after, size }) as (StoredEntry & { is_full: bigint })[]
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.seq
      const chosen = rows.filter((row) => row.is_full === 1n)
      full += chosen.length
      stubs += rows.length - chosen.length
      await lines.write(rows.map((row) => entryLine(row, row.is_full === 1n)).join(''))
      await cells.write(chosen.map((row) => csvLine(auditRow(row))).join(''))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { facts: [await lines.finish(), await cells.finish()], full, stubs }
  } finally {
    await lines.close()
    await cells.close()
  }
}

function entryLine(row: StoredEntry, isFull: boolean): string {
  const seq = Number(row.seq)
  const place = { leaf: row.leaf.toString('hex'), chain: row.chain.toString('hex') }
  const entry = isFull ? { seq, body: row.body.toString('base64'), ...place } : { seq, ...place }
  return `${JSON.stringify(entry)}\n`
}

interface OpenFile {
  write(text: string | Uint8Array): Promise<void>
  /** On disk, with its length and digest. */
  finish(): Promise<FileFact>
  close(): Promise<void>
}

async function createFile(folder: string, name: string): Promise<OpenFile> {
  const handle: FileHandle = await open(join(folder, name), 'wx', 0o600)
  const hash: Hash = createHash('sha256')
  let bytes = 0
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await handle.close()
  }
  return {
    write: async (text) => {
      const chunk = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk)
    },
    finish: async () => {
      await handle.sync()
      await close()
      return { name, bytes, sha256: hash.digest('hex') }
    },
    close,
  }
}

async function writeText(
  folder: string,
  name: string,
  text: string | Uint8Array,
): Promise<FileFact> {
  const file = await createFile(folder, name)
  try {
    await file.write(text)
    return await file.finish()
  } finally {
    await file.close()
  }
}

async function copyExtra(from: string, folder: string, name: string): Promise<FileFact> {
  const target = join(folder, name)
  await copyFile(join(from, name), target)
  const handle = await open(target, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  const bytes = await readFile(target)
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function readCheckpoints(db: Database): Checkpoint[] {
  return (db.prepare('SELECT * FROM checkpoint ORDER BY size').all() as StoredCheckpoint[]).map(
    checkpointOf,
  )
}

/** The names in a folder are on disk only after the folder itself was synced; Windows has no such thing and does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (hasCode(error) && error.code === 'ENOENT') return false
    throw error
  }
}

/** Errors of the file system and of SQLite carry a code; one without it is a bug. */
const hasCode = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'code' in error

const notWritten = (folder: string, error: unknown): Result<never> =>
  fail(
    inputFault(
      'folder',
      `The export could not be written to ${basename(folder)}: ${error instanceof Error ? error.message : String(error)}. Nothing was left behind.`,
    ),
  )

const readme = (version: string): string =>
  [
    `Audit log exported by Paydesk ${version}.`,
    '',
    'audit.csv is for reading. audit.jsonl, manifest.json and manifest.sig are what is checked:',
    '',
    '  node verify-audit.mjs . --fingerprint <the fingerprint you wrote down>',
    '  python3 verify_audit.py . --fingerprint <the fingerprint you wrote down>',
    '',
    'Exit code: 0 intact, 2 tampered, 3 truncated, 4 can not be checked.',
    'Take the verifier from your own copy of Paydesk if you do not trust who handed you this folder.',
    'The format is described in docs/audit-format.md of Paydesk.',
    '',
  ].join('\n')
