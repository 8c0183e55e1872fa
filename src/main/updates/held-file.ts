// The downloaded file: written once into a folder of this account alone, held open from then on,
// and read again through that very handle before it is handed on. What is checked and what is used
// are one file, whatever happens to its name meanwhile.
import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { UpdateBody } from './description.ts'
import type { RefusalCode } from './refusal.ts'

type Described = Pick<UpdateBody, 'size' | 'sha512'>

export interface HeldFile {
  path: string
  /** Null while it is whole, under its name, and what was described. */
  fault(): Promise<RefusalCode | null>
  /** Every byte from the first on, through the handle. */
  chunks(): AsyncGenerator<Uint8Array, void>
  /** Nobody writes to it any more, not even this account by mistake. */
  makeReadOnly(): Promise<void>
  close(): Promise<void>
}

/** The folder with nothing in it, open to nobody else. */
export async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is no folder`)
  await chmod(folder, 0o700)
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Writes what comes until it is more than described. A refusal leaves no file. Throws what the disk
 * or the feed throws, and leaves none either.
 */
export async function holdFile(
  path: string,
  described: Described,
  { chunks, onProgress }: { chunks: AsyncIterable<Uint8Array>; onProgress: (done: number) => void },
): Promise<{ held: HeldFile } | { refused: RefusalCode }> {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = await open(path, O_RDWR | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600)
  const held = heldFile(path, handle, described)
  let isKept = false
  try {
    const refused = (await write(handle, described, { chunks, onProgress })) ?? (await held.fault())
    if (refused !== null) return { refused }
    isKept = true
    return { held }
  } finally {
    if (!isKept) {
      await handle.close()
      await rm(path, { force: true })
    }
  }
}

async function write(
  handle: FileHandle,
  { size }: Described,
  { chunks, onProgress }: { chunks: AsyncIterable<Uint8Array>; onProgress: (done: number) => void },
): Promise<RefusalCode | null> {
  let done = 0
  for await (const chunk of chunks) {
    if (done + chunk.length > size) return 'update-file-too-long'
    await writeAll(handle, chunk)
    done += chunk.length
    onProgress(done)
  }
  if (done < size) return 'update-file-cut'
  await handle.sync()
  return null
}

/** A write may take a part only. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten
}

const chunkBytes = 1_048_576

async function* chunksIn(handle: FileHandle): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** Counts and digests what passes through, and says at the end whether that was described. */
export function digester({ size, sha512 }: Described): {
  add: (chunk: Uint8Array) => void
  fault: () => RefusalCode | null
} {
  const hash: Hash = createHash('sha512')
  let length = 0
  return {
    add: (chunk) => {
      length += chunk.length
      hash.update(chunk)
    },
    fault: () => {
      if (length < size) return 'update-file-cut'
      if (length > size) return 'update-file-too-long'
      return hash.digest('hex') === sha512 ? null : 'update-file-differs'
    },
  }
}

function heldFile(path: string, handle: FileHandle, described: Described): HeldFile {
  const isReplaced = async (): Promise<boolean> => {
    const own = await handle.stat({ bigint: true })
    const named = await lstat(path, { bigint: true }).catch(() => null)
    return named === null || named.dev !== own.dev || named.ino !== own.ino || own.nlink !== 1n
  }
  return {
    path,
    fault: async () => {
      if (await isReplaced()) return 'update-file-replaced'
      const digest = digester(described)
      for await (const chunk of chunksIn(handle)) digest.add(chunk)
      return digest.fault()
    },
    chunks: () => chunksIn(handle),
    makeReadOnly: () => handle.chmod(0o400),
    close: () => handle.close(),
  }
}
