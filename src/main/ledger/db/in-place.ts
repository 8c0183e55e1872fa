// Whether the files that are open are still the ones that the next start will find: a ledger that
// was moved, replaced or deleted under a running Paydesk takes everything that is written from then
// on with it. It opens nothing.
import { codeOf } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * What SQLite keeps beside the ledger while it is open, and what is lost with it; and the lock,
 * which holds nobody back without its file.
 */
const endings = ['', '-wal', '-shm', '-lock'] as const

/**
 * Called while the ledger is open and was written to: then all of its files are there. Returns what
 * is wrong with them later, or null. `isStillOurs`: no other Paydesk opened the ledger since
 * (holder.ts).
 */
export function watchPlace(file: string, isStillOurs: () => boolean): () => string | null {
  const open = endings.map((ending) => identityOf(file + ending))
  return () => {
    if (!isStillOurs()) return openedTwice(dirname(file))
    const gone = endings.find((ending, nth) => identityOf(file + ending) !== open[nth])
    return gone === undefined ? null : takenAway(basename(file) + gone)
  }
}

function identityOf(path: string): string | null {
  try {
    // bigint: on Windows an identity has 64 bits.
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    if (codeOf(error) === '') throw error
    return null
  }
}

const openedTwice = (folder: string): string => say('ledger.opened-meanwhile', { folder })

const takenAway = (name: string): string => say('ledger.the-file-name-was-moved', { name })
