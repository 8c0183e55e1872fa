// New files in a folder of an export, each with its length and digest, and on disk before it counts
// as written. It overwrites nothing.
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

// A commit of the ledger waits for what other files have not brought to the disk yet: never leave
// it much.
const SYNC_EVERY = 1_000_000

export interface FileFact {
  name: string
  bytes: number
  sha256: string
}

export interface OpenFile {
  /**
   * Takes the text over: it is written while the caller makes the next, which hears of a write that
   * failed.
   */
  write(text: string | Uint8Array): Promise<void>
  /** On disk, with its length and digest. */
  finish(): Promise<FileFact>
  close(): Promise<void>
}

export async function createFile(folder: string, name: string): Promise<OpenFile> {
  const handle: FileHandle = await open(join(folder, name), 'wx', 0o600)
  const hash: Hash = createHash('sha256')
  let bytes = 0
  let unsynced = 0
  let isOpen = true
  let writing: Promise<void> = Promise.resolve()
  const put = async (chunk: Uint8Array): Promise<void> => {
    await handle.writeFile(chunk)
    unsynced += chunk.length
    if (unsynced < SYNC_EVERY) return
    unsynced = 0
    await handle.datasync()
  }
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await Promise.allSettled([writing])
    await handle.close()
  }
  return {
    write: async (text) => {
      const chunk = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
      hash.update(chunk)
      bytes += chunk.length
      await writing
      writing = put(chunk)
      // The next write or finish reports a failure; until then the promise has no listener.
      void Promise.allSettled([writing])
    },
    finish: async () => {
      await writing
      await handle.sync()
      await close()
      return { name, bytes, sha256: hash.digest('hex') }
    },
    close,
  }
}

export async function writeText(
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

/** Written, not copied: a copy would take over the permissions of the installed file. */
export const copyExtra = async (from: string, folder: string, name: string): Promise<FileFact> =>
  writeText(folder, name, await readFile(join(from, name)))
