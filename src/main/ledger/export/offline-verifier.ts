// Asks the verifier that ships with every export, the very file an auditor is handed, about a
// folder on this disk. It only reads.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TimeSlice } from '../db/time-slice.ts'

export interface CheckQuery {
  folder: string
  /** Number of the newest entry in it, for its progress. */
  size: number
  /** Where the verifiers lie. */
  resourcesDir: string
}

/** Exit code and words (docs/audit-format.md, section 6). */
export interface OfflineVerdict {
  code: number
  text: string
}

interface OfflineVerifier {
  check(args: string[], turn: (entry: number) => Promise<void>): Promise<OfflineVerdict>
}

export async function checkFolder(query: CheckQuery, work: TimeSlice): Promise<OfflineVerdict> {
  const { href } = pathToFileURL(join(query.resourcesDir, 'verify-audit.mjs'))
  const { check } = (await import(/* @vite-ignore */ href)) as OfflineVerifier
  return check([query.folder], (entry) => work.turn(entry, query.size))
}
