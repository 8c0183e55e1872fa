// A second folder for the daily copies of the ledger: where a person chose to keep them as well.
// Each change is an entry of the log. It steers no money; a folder that is gone is told, never made
// anew, as a drive that was taken out would leave its copies on this disk.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { say } from '#shared/message.ts'
import type { AuditDraft } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import { openMeta } from '../db/meta.ts'

const row = { key: 'copies.second-folder', about: 'comfort', schema: z.string() } as const
/** The last move that brought the records to this computer. */
const moveRow = { key: 'copies.moved-here', about: 'comfort', schema: z.string() } as const

/**
 * From now on the copies lie in a folder of another name: the computer that saved the records may
 * keep copies of the same log on the same drive.
 */
export const copiesElsewhere = (db: Database, moveId: string): void =>
  openMeta(db, moveRow).write(moveId.slice(0, 8))

interface SecondFolder {
  /** What the person chose; null where there is none. */
  chosen(): string | null
  /** Where the copies of this log and computer lie in it: others may use the same drive. */
  place(): string | null
  /** Why no copy can be kept there, or null. */
  fault(): string | null
  /** Throws what the disk says. Null ends it; the copies stay. */
  choose(folder: string | null): void
}

export function openSecondFolder(
  db: Database,
  parts: { logId: string; actor: () => string; note: (draft: AuditDraft) => void },
): SecondFolder {
  const [kept, moved] = [openMeta(db, row), openMeta(db, moveRow)]
  const placeIn = (folder: string): string => {
    const move = moved.read()
    const name = `paydesk-${parts.logId.slice(0, 8)}`
    return join(folder, move === null ? name : `${name}-${move}`)
  }
  const place = (): string | null => {
    const folder = kept.read()
    return folder === null ? null : placeIn(folder)
  }
  return {
    chosen: () => kept.read(),
    place,
    fault: () => {
      const at = place()
      return at === null || existsSync(at) ? null : say('ledger.second-folder-gone', { folder: at })
    },
    choose: (folder) => {
      const before = kept.read()
      if (folder !== null) mkdirSync(placeIn(folder), { recursive: true, mode: 0o700 })
      if (folder === null) kept.forget()
      else kept.write(folder)
      parts.note({
        ...{ actor: parts.actor(), kind: 'ledger:second-folder', outcome: 'ok' },
        ...{ origin: 'operator', subject: 'ledger', details: { folder, before } },
      })
    },
  }
}
