// A new file in a folder that a person chose, complete or absent: it is written aside in that
// folder, and gets its name in one step. It replaces no file, whatever writes there meanwhile.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, lstat, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasCode, syncFolder } from '../export/export.ts'

export interface FilePlaces {
  in(folder: string, name: string): string
  folderOf(file: string): string
  /** Also by a link. */
  isFolder(folder: string): Promise<boolean>
  isThere(file: string): Promise<boolean>
  /** SHA-256 in hex; null where there is no plain file. */
  digestOf(file: string): Promise<string | null>
  /** A new, empty folder, whatever an earlier try left in its place. */
  beginAside(folder: string): Promise<void>
  /** False where another file has that name by now. */
  give(from: string, to: string): Promise<boolean>
  /** The name is on the disk. */
  sync(folder: string): Promise<void>
  endAside(folder: string): Promise<void>
}

const isMissing = (error: unknown): boolean =>
  hasCode(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function statOf(path: string, look: typeof stat | typeof lstat = lstat) {
  try {
    return await look(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const filePlaces: FilePlaces = {
  ...{ in: join, folderOf: dirname },
  isFolder: async (folder) => (await statOf(folder, stat))?.isDirectory() === true,
  isThere: async (file) => (await statOf(file)) !== null,
  digestOf: async (file) => {
    // A pipe never ends, and a link leads to what somebody else wrote.
    if ((await statOf(file))?.isFile() !== true) return null
    const hash = createHash('sha256')
    try {
      await pipeline(createReadStream(file), hash)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
    return hash.digest('hex')
  },
  beginAside: async (folder) => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
  },
  give: async (from, to) => {
    try {
      // A second name, which no file may have yet; the first one goes with the folder aside.
      await link(from, to)
      return true
    } catch (error) {
      if (!hasCode(error)) throw error
      if (error.code === 'EEXIST') return false
      return giveByRename(from, to)
    }
  },
  sync: syncFolder,
  endAside: (folder) => rm(folder, { recursive: true, force: true }),
}

/** For disks on which a file has one name only. */
async function giveByRename(from: string, to: string): Promise<boolean> {
  if ((await statOf(to)) !== null) return false
  await rename(from, to)
  return true
}
