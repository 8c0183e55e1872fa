// Every commit of a ledger, cut out of its write-ahead log: the file together with the log up to a
// commit frame is what a copy taken right after that commit would hold. Format: "WAL-index and WAL
// file format" of SQLite's own documentation.
export interface LedgerBytes {
  file: Buffer
  wal: Buffer
}

const headerBytes = 32
const frameHeaderBytes = 24

/**
 * Byte offsets in the log at which a commit ends, oldest first. Frames of an older life of the log
 * don't count.
 */
function commitEnds(wal: Buffer): number[] {
  if (wal.length < headerBytes) return []
  const pageBytes = wal.readUInt32BE(8)
  const salt = wal.subarray(16, 24)
  const ends: number[] = []
  const step = frameHeaderBytes + pageBytes
  for (let at = headerBytes; at + step <= wal.length; at += step) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break
    const pagesAfterCommit = wal.readUInt32BE(at + 4)
    if (pagesAfterCommit !== 0) ends.push(at + step)
  }
  return ends
}

/** The ledger as it was after each commit in its log; the state of the file alone comes first. */
export function statesOf({ file, wal }: LedgerBytes): LedgerBytes[] {
  return [0, ...commitEnds(wal)].map((end) => ({ file, wal: wal.subarray(0, end) }))
}

/** Equal for two looks at the same commit. */
export const commitName = ({ file, wal }: LedgerBytes): string =>
  wal.length < headerBytes
    ? `file ${file.readUInt32BE(24)}`
    : `${wal.subarray(16, 24).toString('hex')} ${wal.length}`
