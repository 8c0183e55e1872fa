// What lies below a folder while a program is at work in it: a file may go between being listed
// and being looked at (SQLite's journal lives as long as one write).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What was read, or undefined where the file or folder has gone. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The paths of all files and folders below a folder, as they were at one moment or another. */
export function pathsBelow(folder: string): string[] {
  const entries = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...pathsBelow(path)] : [path]
  })
}

/** Every file below a folder that is still there when it is read, with what it holds. */
export const filesBelow = (folder: string): { path: string; content: Buffer }[] =>
  pathsBelow(folder).flatMap((path) => {
    const content = unlessGone(() => (statSync(path).isFile() ? readFileSync(path) : undefined))
    return content ? [{ path, content }] : []
  })

/** The permissions of a file or folder (0o777), or undefined where it has gone. */
export const modeOf = (path: string): number | undefined =>
  unlessGone(() => statSync(path).mode & 0o777)
