// Opens the threads that read the ledger, or reads on its own connection where there is none to start. Called by assemble.ts.
import { join } from 'node:path'
import { type Database, leaveToCarrier } from './ledger/open.ts'
import { localReader, type Reader, threadReader } from './ledger/reader.ts'

/** SQLite's own measure: so much is carried over in a moment, and so much is read again after a crash. */
export const carryFromBytes = 4 * 1024 * 1024

/** Lists have a thread of their own: nobody waits for a search because a verification is under way. */
export function openReaders(
  {
    folder,
    readerEntry: entry,
    report,
  }: { folder: string; readerEntry?: URL; report: (incident: string, error: unknown) => void },
  ledger: { db: Database; file: string; monotonic: () => number; renewStamp: () => void },
): { lists: Reader; long: Reader } {
  const { db, file, monotonic, renewStamp } = ledger
  if (entry === undefined) {
    const reader = localReader(db, monotonic)
    return { lists: reader, long: reader }
  }
  leaveToCarrier(db)
  const searchFile = join(folder, 'search.sqlite')
  return {
    lists: threadReader({ entry, place: { file, searchFile }, report }),
    long: threadReader({
      ...{ entry, report, renewStamp },
      place: { file, searchFile: null, carryFrom: carryFromBytes },
    }),
  }
}
