// Whether the files that are open are still the ones that the next start will find: a ledger that was moved, replaced or deleted
// under a running Paydesk takes everything that is written from then on with it. It opens nothing.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { codeOf } from './sqlite-fault.ts'

/** What SQLite keeps beside the ledger while it is open, and what is lost with it. */
const endings = ['', '-wal', '-shm'] as const

/** Called while the ledger is open and was written to: then all of its files are there. Returns what is wrong with them later, or null. */
export function watchPlace(file: string): () => string | null {
  const open = endings.map((ending) => identityOf(file + ending))
  return () => {
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

const takenAway = (name: string): string =>
  `The file ${name} was moved, replaced or deleted while Paydesk was running, so what is written now would be lost. Close Paydesk, put the file back or restore a copy, and open Paydesk again.`
