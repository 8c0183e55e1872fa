// Puts a ledger that can't be used aside under a name of its own. It renames and never deletes.
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'

/** Renames the ledger and what SQLite keeps beside it; returns the new name, or null when nothing was there. */
export function setAside(file: string, clock: () => number): string | null {
  const target = freeName(file, clock)
  let movedTo: string | null = null
  for (const ending of ['-wal', '-shm', '']) {
    if (!existsSync(file + ending)) continue
    renameSync(file + ending, target + ending)
    movedTo = basename(target)
  }
  return movedTo
}

export function freeName(path: string, clock: () => number): string {
  const stamp = new Date(clock()).toISOString().replace(/[-:.]/g, '')
  for (let n = 0; ; n += 1) {
    const name = `${path}.damaged-${stamp}${n === 0 ? '' : `-${n}`}`
    if (!['', '-wal', '-shm'].some((ending) => existsSync(name + ending))) return name
  }
}
