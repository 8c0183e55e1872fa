// Puts a ledger that can't be used aside under a name of its own. It renames and never deletes.
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { freeName } from '../db/file-system.ts'

/**
 * Renames the ledger and what SQLite keeps beside it; returns the new name, or null when nothing
 * was there.
 */
export const quarantine = (
  file: string,
  clock: () => number,
  why: 'damaged' | 'replaced' = 'damaged',
): string | null => moveAway(file, freeName(file, clock, why), ['-wal', '-shm', ''])

/** Renames only the write-ahead log, with its index: it belongs to another ledger file. */
export const quarantineLog = (file: string, clock: () => number): string | null =>
  moveAway(file, freeName(file, clock), ['-shm', '-wal'])

function moveAway(file: string, target: string, endings: readonly string[]): string | null {
  let movedTo: string | null = null
  for (const ending of endings) {
    if (!existsSync(file + ending)) continue
    renameSync(file + ending, target + ending)
    movedTo = basename(target + ending)
  }
  return movedTo
}
