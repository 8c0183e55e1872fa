// Wires archives: the ledger that gives entries up, the thread that writes and reads back, the seal
// that signs and marks. Called by wire-desk.ts. It holds no rule of its own; it only connects.
import { say } from '#shared/message.ts'
import { join } from 'node:path'
import { createArchiveMethods, finishArchive } from '../desk/api/archives.ts'
import type { Desk } from '../desk/base/desk.ts'
import type { Jobs } from '../desk/base/jobs.ts'
import {
  type ArchivePlan,
  archivesOf,
  makeArchive,
  MOST_ENTRIES,
} from '../ledger/archive/archive.ts'
import { oldestOf } from '../ledger/audit/audit-base.ts'
import type { AuditDraft, AuditLog } from '../ledger/audit/audit.ts'
import type { Database } from '../ledger/db/open.ts'
import type { Reader, RunOptions } from '../ledger/worker/reader.ts'
import type { Seal } from '../ledger/audit/seal.ts'
import { hasPurgeable, purge } from '../ledger/archive/purge.ts'
import type { Vault } from '../vault/vault.ts'

const locked = say('ledger.archive-key-in-keychain')

export function wireArchives(parts: {
  db: Database
  audit: AuditLog
  seal: Seal
  vault: Vault
  reader: Reader
  work: Jobs
  note: (draft: AuditDraft) => void
  moneyStop: () => string | null
  /** Null once all of the ledger was checked against its log; else why it is not sound. */
  checked: () => Promise<string | null>
  /** Whether a gateway's clock contradicts this computer's by more than a day. */
  isClockDoubted: () => boolean
  report: (incident: string, error: unknown) => void
  onArchived: () => void
  /** User data: the archives lie in a folder of their own in it. */
  folder: string
  actor: () => string
  version: string
  resourcesDir: string
  clock: () => number
}): Pick<Desk, 'archive:list' | 'archive:make'> {
  const { db, audit, seal, vault, reader, resourcesDir, clock } = parts
  const folder = join(parts.folder, 'archives')
  // Checkpoint the write-ahead log as we go; otherwise one commit would have to flush all of it.
  const onSlice = (): void => reader.wake()
  const wired = {
    ...parts,
    folder,
    hasPurgeable: () => hasPurgeable(db),
    purge: () => purge(db, { onSlice }),
    archives: () => archivesOf(db),
    keptSince: () => oldestOf(db),
    why: () => {
      if (vault.kind === 'memory') return say('ledger.archives-need-a-keychain')
      if (seal.checkpointer() === null) return locked
      const stop = parts.moneyStop()
      if (stop !== null) return say('ledger.money-is-stopped-for-archives', { stop })
      return parts.isClockDoubted() ? say('ledger.clock-contradicts') : null
    },
    plan: (months: number, isAll: boolean) =>
      reader.run('plan', {
        months,
        now: clock(),
        publicKey: seal.checkpointer()?.publicKey ?? '',
        mostEntries: isAll ? Number.MAX_SAFE_INTEGER : MOST_ENTRIES,
      }),
    make: async (plan: ArchivePlan, run: RunOptions) => {
      const signing = await seal.toSign()
      if (!signing.ok) return signing
      const made = await makeArchive({
        ...parts,
        folder,
        actor: parts.actor(),
        ...signing.value,
        plan,
        audit,
        writeContent: (query) => reader.run('write', query, run),
        check: (written) =>
          reader.run('check', { folder: written, size: plan.size, resourcesDir }, run),
        marked: () => seal.marked(plan.size),
        onSlice,
      })
      if (made.ok && made.value !== null) parts.onArchived()
      return made
    },
  }
  void finishArchive(wired)
  return createArchiveMethods(wired)
}
