// Opens the threads that read the ledger, or reads on its own connection where there is none to
// start. Called by wire-ledger.ts.
import { join } from 'node:path'
import type { Database } from '../ledger/db/open.ts'
import { leaveToCheckpointer } from '../ledger/db/pragmas.ts'
import { localReader, type Reader, threadReader } from '../ledger/worker/reader.ts'

/**
 * SQLite's own measure: so much is carried over in a moment, and so much is read again after a
 * crash.
 */
export const checkpointFromBytes = 4 * 1024 * 1024

/** The processor and the disk are the window's until it shows its first rows. */
export const firstRowsMs = 3_000

export interface Readers {
  lists: Reader
  long: Reader
  /** One more thread for long work, for whoever closes it again; of a short log the same one. */
  openAside: () => Reader
  /** Something was written to the ledger. */
  wake(): void
  close(limitMs: number): Promise<void>
}

interface ReadLedger {
  db: Database
  file: string
  monotonic: () => number
  renewStamp: () => void
  /** To be read to its end takes no longer than the start of a thread. */
  isShort: () => boolean
}

interface ReaderOptions {
  folder: string
  readerEntry?: URL
  report: (incident: string, error: unknown) => void
}

export function openReaders(options: ReaderOptions, ledger: ReadLedger): Readers {
  const { lists, long } = openBoth(options, ledger)
  // Only to carry the log over, which can wait.
  let isLongAwake = false
  const later = setTimeout(() => {
    isLongAwake = true
    long.wake()
  }, firstRowsMs)
  return {
    ...{ lists, long },
    openAside: () => openAside(options, ledger, long),
    wake: () => {
      lists.wake()
      if (isLongAwake) long.wake()
    },
    close: async (limitMs) => {
      clearTimeout(later)
      await Promise.all([lists.close(limitMs), long.close(limitMs)])
    },
  }
}

function openAside(
  { readerEntry: entry, report }: ReaderOptions,
  { file, isShort }: ReadLedger,
  long: Reader,
): Reader {
  // One reader for all stays open.
  if (entry === undefined || isShort()) return { ...long, close: () => Promise.resolve() }
  return threadReader({ entry, report, place: { file, searchFile: null } })
}

/**
 * Lists have a thread of their own: nobody waits for a search because a verification is under way.
 */
function openBoth(
  { folder, readerEntry: entry, report }: ReaderOptions,
  { db, file, monotonic, renewStamp }: ReadLedger,
): Pick<Readers, 'lists' | 'long'> {
  if (entry === undefined) {
    const reader = localReader(db, monotonic)
    return { lists: reader, long: reader }
  }
  leaveToCheckpointer(db)
  const searchFile = join(folder, 'search.sqlite')
  return {
    lists: threadReader({ entry, place: { file, searchFile }, report }),
    long: threadReader({
      ...{ entry, report, renewStamp },
      place: { file, searchFile: null, checkpointFrom: checkpointFromBytes },
    }),
  }
}
