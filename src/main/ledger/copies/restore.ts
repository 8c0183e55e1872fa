// Puts a copy in the ledger's place, at a start, before anything is opened: the present ledger is
// kept under a name of its own. What was asked stays in the lock file until it is done, so that a
// power cut in the middle is finished by the next start.
import type { AskedRestore } from '../db/lock-file.ts'
import { codeOf } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { syncFile, syncFolder } from './sync-file.ts'
import { basename, dirname } from 'node:path'
import { quarantine } from './quarantine.ts'
import { messageOf } from '../db/sqlite-fault.ts'

export interface Restored extends AskedRestore {
  /** Name of the ledger that was there before; null when there was none. */
  quarantinedAs: string | null
}

/** A ledger that came from another computer lies under this name until it takes its place. */
export const movedInName = 'moved-in.db'

export const isMovedIn = ({ copy }: Pick<AskedRestore, 'copy'>): boolean =>
  basename(copy) === movedInName

export type RestoreEnd = { restored: Restored } | { failure: string }

/**
 * `faultIn` looks at a file as the start looks at the ledger, and says why it can't be one, or
 * null. A failure leaves the ledger as it is.
 */
export function putInPlace(
  file: string,
  asked: AskedRestore,
  parts: { clock: () => number; faultIn: (path: string) => string | null },
): RestoreEnd {
  const draft = `${file}.restoring`
  const clear = (): void => {
    for (const ending of endings) rmSync(draft + ending, { force: true })
  }
  const failed = (why: string): RestoreEnd => {
    try {
      clear()
    } catch (error) {
      // What can't be cleared away keeps nobody from opening the ledger that is there.
      if (codeOf(error) === '') throw error
    }
    return {
      failure: say('ledger.restore-failed', {
        basename: basename(asked.copy),
        why,
      }),
    }
  }
  try {
    clear()
    copyFileSync(asked.copy, draft)
    // A copy of the files of an open ledger has its newest commits in its own log.
    if (existsSync(`${asked.copy}-wal`)) copyFileSync(`${asked.copy}-wal`, `${draft}-wal`)
    const fault = parts.faultIn(draft)
    if (fault !== null) return failed(fault)
    syncFile(draft)
  } catch (error) {
    if (codeOf(error) === '') throw error
    return failed(`${messageOf(error)}.`)
  }
  const quarantinedAs = quarantine(file, parts.clock, 'replaced')
  renameSync(draft, file)
  // Windows can't open a folder; there the names are durable without it.
  syncFolder(dirname(file))
  return { restored: { ...asked, quarantinedAs } }
}

const endings = ['', '-wal', '-shm'] as const

export const restoredMessage = ({ copy, quarantinedAs }: Restored): string =>
  quarantinedAs === null
    ? say('ledger.restored', { copy: basename(copy) })
    : say('ledger.restored-and-kept', { copy: basename(copy), quarantinedAs })
