// Whether the archives that the ledger names are still in their folder, as they were made. It reads
// the manifests, not the logs in them: a verifier does that. An archive on another disk alone is
// missing here, and is said to be.
import { say } from '#shared/message.ts'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { archivesOf } from './archive.ts'
import type { Database } from '../db/open.ts'

export interface ArchiveProblem {
  outcome: 'tampered' | 'truncated'
  /** The first entry that is concerned. */
  seq: number
  message: string
}

/** The oldest archive that is not there as it was made, or null. */
export function archiveProblem(db: Database, folder: string): ArchiveProblem | null {
  for (const { first, size, folder: name, digest } of archivesOf(db).reverse()) {
    const held = say('ledger.archived-as', { first, size, name })
    const place = join(folder, name)
    const manifest = join(place, 'manifest.json')
    if (!existsSync(manifest) || !existsSync(join(place, 'audit.jsonl')))
      return {
        ...{ outcome: 'truncated', seq: first },
        message: say('ledger.archive-not-there', { held }),
      }
    const bytes = readFileSync(manifest)
    if (createHash('sha256').update(bytes).digest('hex') !== digest || isCut(place, bytes))
      return {
        ...{ outcome: 'tampered', seq: first },
        message: say('ledger.archive-changed', { held }),
      }
  }
  return null
}

function isCut(place: string, manifest: Buffer): boolean {
  const { files } = JSON.parse(manifest.toString('utf8')) as {
    files: { name: string; bytes: number }[]
  }
  const log = files.find(({ name }) => name === 'audit.jsonl')
  return log?.bytes !== statSync(join(place, 'audit.jsonl')).size
}
