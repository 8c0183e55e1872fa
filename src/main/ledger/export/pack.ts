// The evidence pack of an order: a zip with what the desk hands in, a filtered export of the audit
// log that both verifiers accept, and a signed list of every file with its digest. Complete or
// absent: it is written beside its place under another name, synced, and then renamed. Ended
// half-way it leaves nothing behind.
import { say } from '#shared/message.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { EvidenceReport } from '#shared/bridge/evidence.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import {
  exists,
  exportAudit,
  type ExportOptions,
  hasCode,
  heldBack,
  notWritten,
  syncFolder,
} from './export.ts'
import { sha256Hex } from '../audit/audit-hash.ts'
import { maskDetails } from '../audit/mask.ts'
import { isEnded } from '../db/time-slice.ts'

/** `json` is masked as the audit log is; `bytes` are taken as they are. */
export type PackPart = { name: string; json: unknown } | { name: string; bytes: Uint8Array }

export interface PackOptions extends Omit<ExportOptions, 'folder'> {
  /** The zip to make; it must not exist yet. */
  file: string
  /** The one folder in it. */
  folderName: string
  parts: readonly PackPart[]
  signal: AbortSignal
}

interface Fact {
  name: string
  bytes: number
  sha256: string
}

/**
 * Null when the work was ended. Faults: input (folder) when the file exists already or can't be
 * written; nothing is left behind then.
 */
export async function writePack(options: PackOptions): Promise<Result<EvidenceReport | null>> {
  const { file } = options
  if (await exists(file))
    return fail(inputFault('folder', say('ledger.folder-exists-already', { folder: file })))
  let temporary: string
  try {
    temporary = await mkdtemp(`${file}.partial-`)
  } catch (error) {
    return notWritten(file, error)
  }
  try {
    return await write(temporary, options)
  } catch (error) {
    if (isEnded(error)) return ok(null)
    if (!hasCode(error)) throw error
    return notWritten(file, error)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function write(
  temporary: string,
  options: PackOptions,
): Promise<Result<EvidenceReport | null>> {
  const { file, folderName, checkpointer, signal } = options
  const auditFolder = join(temporary, 'audit')
  const exported = await exportAudit({ ...options, folder: auditFolder })
  if (!exported.ok) return exported
  if (exported.value === null) return ok(null)
  signal.throwIfAborted()

  const mtime = new Date(options.clock())
  // A file that only its owner reads, where it is unpacked too.
  const mode = 0o100600
  const zip = new ZipFile()
  // A file that can't be read ends the zip, and with it the pack.
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error))
  const facts: Fact[] = []
  const add = (name: string, bytes: Buffer): void => {
    zip.addBuffer(bytes, `${folderName}/${name}`, { mtime, mode })
    facts.push({ name, bytes: bytes.length, sha256: sha256Hex(bytes) })
  }
  for (const part of options.parts) add(part.name, bytesOf(part))
  for (const name of (await readdir(auditFolder)).sort()) {
    signal.throwIfAborted()
    const path = join(auditFolder, name)
    zip.addFile(path, `${folderName}/audit/${name}`, { mtime, mode })
    facts.push({ name: `audit/${name}`, ...(await digestOf(path)) })
  }
  const manifest = Buffer.from(
    `${JSON.stringify(
      {
        format: 'paydesk-evidence-pack',
        v: 1,
        program: options.version,
        madeAt: mtime.toISOString(),
        publicKey: checkpointer.publicKey,
        fingerprint: checkpointer.fingerprint,
        files: [...facts],
      },
      null,
      1,
    )}\n`,
  )
  add('manifest.json', manifest)
  const signature = await checkpointer.sign(manifest)
  if (signature === null) return fail(heldBack)
  add('manifest.sig', Buffer.from(`${signature.toString('base64')}\n`))
  // The form sha256sum reads; it lists everything but itself.
  const sums = facts.map((fact) => `${fact.sha256}  ${fact.name}\n`).join('')
  zip.addBuffer(Buffer.from(sums), `${folderName}/SHA256SUMS`, { mtime, mode })

  const made = join(temporary, 'pack.zip')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(made, { flags: 'wx', mode: 0o600 }), {
    signal,
  })
  await syncFile(made)
  const whole = await digestOf(made)
  signal.throwIfAborted()
  await rename(made, file)
  await syncFolder(dirname(file))
  const { entries, stubs } = exported.value
  return ok({
    file,
    ...whole,
    files: [...facts.map((fact) => fact.name), 'SHA256SUMS'],
    entries,
    stubs,
  })
}

const bytesOf = (part: PackPart): Buffer =>
  'json' in part
    ? Buffer.from(`${JSON.stringify(maskDetails(part.json), null, 1)}\n`, 'utf8')
    : Buffer.from(part.bytes)

async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const stream = createReadStream(path)
  stream.on('data', (chunk) => hash.update(chunk))
  await finished(stream)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
