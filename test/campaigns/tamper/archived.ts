// Logs that go on behind sealed archives, made by the program's own code: the pieces that left,
// what stays, and a log whose entries are just being taken out. Only the clock that makes entries
// old enough is not the desk's.
import { join } from 'node:path'
import { makeArchive, planArchive } from '../../../src/main/ledger/archive/archive.ts'
import { baseOf } from '../../../src/main/ledger/audit/audit-base.ts'
import { writeContent } from '../../../src/main/ledger/export/export-content.ts'
import { writeSealed } from '../../../src/main/ledger/export/export.ts'
import { checkFolder } from '../../../src/main/ledger/export/offline-verifier.ts'
import { createTimeSlice } from '../../../src/main/ledger/db/time-slice.ts'
import { must } from '../faults/must.ts'
import type { Random } from '../faults/random.ts'
import type { Target } from './attacks.ts'
import { manifestIn } from './export-folder.ts'
import {
  compareMark,
  exportLog,
  type Log,
  mintedWith,
  newKey,
  openLog,
  resourcesDir,
  rowsOf,
} from './log.ts'

/** When everything in a log of this tool is older than a year. */
const later = (): number => Date.UTC(2040, 0, 1)
const work = () => createTimeSlice({ monotonic: () => performance.now() })

class Stopped extends Error {}

/**
 * Where the archive lies; null when nothing may leave. With `slices` it stops between two of them,
 * as when the program ends there.
 */
export async function archive(
  log: Pick<Log, 'db' | 'audit' | 'checkpointer' | 'vault' | 'mark' | 'heads'>,
  folder: string,
  more: { mostEntries?: number; slices?: number; atOnce?: number } = {},
): Promise<string | null> {
  const { db, audit, checkpointer } = log
  const { mostEntries, slices = Infinity, atOnce } = more
  const { publicKey } = checkpointer
  const plan = must(
    planArchive(db, {
      ...{ months: 12, now: later(), publicKey },
      ...(mostEntries === undefined ? {} : { mostEntries }),
    }),
  )
  if (plan === null) return null
  await log.mark()
  let done = 0
  try {
    must(
      await makeArchive({
        ...{ db, audit, checkpointer, plan, folder, resourcesDir },
        reached: (await compareMark(log)).mark,
        ...{ actor: 'ana', version: '0.0.0', clock: later },
        ...(atOnce === undefined ? {} : { atOnce }),
        writeContent: (query) => writeContent(db, query, work()),
        check: (written) => checkFolder({ folder: written, size: plan.size, resourcesDir }, work()),
        marked: () => Promise.resolve(null),
        onSlice: () => {
          done += 1
          if (done === slices) throw new Stopped()
        },
      }),
    )
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  }
  // It may have stopped while the one before it was still leaving.
  if (baseOf(db).size !== plan.size) return null
  log.heads.push(mintedWith(audit.head().chain.slice(0, 8)))
  return join(folder, `audit-${plan.first}-to-${plan.size}`)
}

export interface ArchivedLog {
  log: Log
  /** Oldest first, and at last an export of what stays. */
  folders: string[]
  /** What left with each archive, and what stayed. */
  targets: Target[]
  /** The same entries as the first archive, signed as well, that no entry names. */
  twin: string
  /** An export of the same entries. */
  early: string
  /** An export of before the newest entries. */
  older: string
}

/**
 * Two of them, so that they join: the first one is named in the second, the second one in what
 * stays.
 */
const shares = [0.4, 0.7]
/** Short logs have checkpoints in every piece as well. */
const shortLog = 200

export async function openArchived(
  entries: number,
  random: Random,
  newPath: () => string,
): Promise<ArchivedLog> {
  const log = openLog({ file: ':memory:', random, key: newKey() })
  const folder = newPath()
  const folders: string[] = []
  const pieces: Pick<Target, 'base' | 'rows'>[] = []
  const [twin, early, older] = [newPath(), newPath(), newPath()]
  for (const share of shares) {
    appendTo(log, Math.floor(entries * share))
    if (folders.length === 0) {
      await exportLog(log, early)
      await writeTwin(log, twin)
    }
    const base = baseOf(log.db)
    const rows = rowsOf(log.db)
    folders.push((await archive(log, folder))!)
    pieces.push({ base, rows })
  }
  appendTo(log, entries - 2)
  await exportLog(log, older)
  appendTo(log, entries)
  await log.seal()
  const live = newPath()
  await exportLog(log, live)
  folders.push(live)
  pieces.push({ base: baseOf(log.db), rows: rowsOf(log.db) })
  const targets = pieces.map(({ base, rows }, index) => ({
    ...{ logId: log.audit.logId, base, rows, foreign: [], random },
    signedAt: manifestIn(folders[index]!).checkpoints.map(
      ({ body }) => (JSON.parse(Buffer.from(body, 'base64').toString()) as { size: number }).size,
    ),
  }))
  return { log, folders, targets, twin, early, older }
}

/** A log whose newest archive is just being taken out. */
export async function openLeaving(
  entries: number,
  random: Random,
  newPath: () => string,
): Promise<Log> {
  const log = openLog({ file: ':memory:', random, key: newKey() })
  const folder = newPath()
  appendTo(log, Math.floor(entries * shares[0]!))
  await archive(log, folder)
  appendTo(log, Math.floor(entries * shares[1]!))
  await archive(log, folder, { slices: 1, atOnce: Math.max(1, Math.floor(entries / 20)) })
  appendTo(log, entries)
  await log.seal()
  return log
}

function appendTo(log: Log, size: number): void {
  while (log.audit.head().size < size) {
    log.append()
    if (size < shortLog && log.heads.length % 5 === 3) log.checkpointer.now('final money state')
  }
  log.checkpointer.now('entries')
}

async function writeTwin(log: Log, folder: string): Promise<void> {
  const { audit, db, checkpointer } = log
  const { size, chain } = audit.head()
  must(
    await writeSealed(
      folder,
      {
        ...{ purpose: 'archive', filter: {}, size, chain, lastSigned: size, resourcesDir },
        ...{ reached: null, version: '0.0.1', madeAt: new Date(later()).toISOString() },
        publicKey: checkpointer.publicKey,
        fingerprint: checkpointer.fingerprint,
      },
      { checkpointer, writeContent: (query) => writeContent(db, query, work()) },
    ),
  )
}
