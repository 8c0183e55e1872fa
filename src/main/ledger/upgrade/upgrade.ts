// Brings a ledger that holds something to a newer schema: never in place. A copy is kept, another
// one is migrated, proved against the ledger, synced, and takes its place in one step. Whoever
// kills it, or cuts the power, finds the ledger from before or the new one, whole.
import { say } from '#shared/message.ts'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { Database } from '../db/database.ts'
import { renewStamp } from '../copies/wal-base.ts'
import { damageIn } from '../db/integrity.ts'
import { stopped } from '../db/sqlite-fault.ts'
import { columnsOfProof, differenceOf, proofOf } from './proof.ts'

/** In their order; a test stops at each of them. */
export const upgradeSteps = [
  'begun', // nothing was written yet
  'kept', // the copy that people find is on the disk
  'copied', // the one that is migrated begins as the ledger
  'migrated',
  'proved', // it holds what the ledger holds
  'synced',
  'closed', // the ledger is a file without a log
  'replaced', // the new ledger is in its place
] as const
type UpgradeStep = (typeof upgradeSteps)[number]

export interface UpgradeParts {
  file: string
  /** Another connection to a file, which is there. */
  connect: (file: string) => Database
  /** The copy of the ledger as it is, under a name that people find; on disk when it returns. */
  keepCopy: () => void
  /** Every migration that is due, one after the other; why it failed, or null. */
  migrate: (db: Database) => Fault | null
  freeBytes?: (folder: string) => number
  onStep?: (step: UpgradeStep) => void
}

/** For the copy that is kept and the one that is migrated, and what the migrations add. */
const copies = 3

const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export const draftOf = (file: string): string => `${file}.migrating`

/**
 * The ledger is closed when it was replaced, and open as before otherwise. Faults:
 * denied/money-stopped, the ledger then being as it was. Throws what the disk throws.
 */
export function upgrade(db: Database, parts: UpgradeParts): Result<null> {
  const { file, onStep = () => undefined } = parts
  const draft = draftOf(file)
  const clear = (): void => {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(draft + ending, { force: true })
  }
  // Carried over whole: the file alone is the ledger then. Nobody else writes: the lock is ours.
  const [carried] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  if (carried?.busy !== 0) return fail(stopped(say('another-program-reads-the-ledger')))
  const needed = copies * statSync(file).size
  const free = (parts.freeBytes ?? freeBytesOf)(dirname(file))
  if (free < needed)
    return fail(
      stopped(say('no-room-to-migrate', { needed: megabytes(needed), free: megabytes(free) })),
    )
  // What a killed start left.
  clear()
  try {
    onStep('begun')
    parts.keepCopy()
    onStep('kept')
    copyFileSync(file, draft)
    onStep('copied')
    const made = migrateDraft(db, { ...parts, draft, onStep })
    if (!made.ok) {
      clear()
      return made
    }
    sync(draft, 'r+')
    onStep('synced')
    db.close()
    // MONEY: a log that another program holds open would be replayed over the new ledger.
    if (existsSync(`${file}-wal`)) {
      clear()
      return fail(stopped(say('another-program-reads-the-ledger')))
    }
    onStep('closed')
    renameSync(draft, file)
    // Windows can't open a folder; there the name is durable without it.
    if (process.platform !== 'win32') sync(dirname(file), 'r')
    onStep('replaced')
    return ok(null)
  } catch (error) {
    clear()
    throw error
  }
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)

function migrateDraft(
  db: Database,
  parts: UpgradeParts & { draft: string; onStep: (step: UpgradeStep) => void },
): Result<null> {
  const { draft, onStep } = parts
  const migrating = parts.connect(draft)
  try {
    // One file, without a log beside it that could be left behind.
    migrating.pragma('journal_mode = DELETE')
    migrating.pragma('synchronous = FULL')
    const fault = parts.migrate(migrating)
    if (fault !== null) return fail(fault)
    onStep('migrated')
    const why = faultOf(db, migrating)
    if (why !== null) return fail(stopped(say('a-migration-changed-what-it-may-not', { why })))
    onStep('proved')
    // The schema's cookie is another one now: a log that a killed start begins names this stamp.
    renewStamp(migrating)
    return ok(null)
  } finally {
    migrating.close()
  }
}

/** MONEY: what differs between the ledger and its migrated copy, or null. */
function faultOf(before: Database, after: Database): string | null {
  const damage = damageIn(after, 'whole')
  if (damage !== null) return damage
  const columns = columnsOfProof(before)
  return differenceOf(proofOf(before, columns), proofOf(after, columns))
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
