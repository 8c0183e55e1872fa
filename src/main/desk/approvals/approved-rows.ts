// The rows of a run that others approved, as they were when its digest was last worked out: only
// such a row may leave under the approval. In memory, from each start of the run on. Pure.
import { createHash } from 'node:crypto'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'

const hashBytes = 32

export interface ApprovedRows {
  /** Of the run with this digest: a line of its digest for each row, in their order. */
  keep(runId: string, digest: string, lines: RowHashes): void
  /** The sums of a run, also of one that nobody had to approve. */
  keepSums(runId: string, digest: string, sums: readonly RunAmount[]): void
  sumsOf(runId: string, digest: string): readonly RunAmount[] | null
  /** Whether rows of this run were kept, under this digest. */
  has(runId: string, digest: string): boolean
  /** MONEY: whether the row at this place is the one that the digest is over. */
  isOf(runId: string, digest: string, at: number, line: string): boolean
}

/** Hashes of lines, one behind the other. */
export interface RowHashes {
  add(line: string): void
  whole(): Buffer
}

export function openRowHashes(): RowHashes {
  const hashes: Buffer[] = []
  return {
    add: (line) => void hashes.push(hashOf(line)),
    whole: () => Buffer.concat(hashes),
  }
}

export function openApprovedRows(): ApprovedRows {
  const kept = new Map<string, { digest: string; hashes: Buffer }>()
  const has = (runId: string, digest: string): boolean => kept.get(runId)?.digest === digest
  const sums = new Map<string, { digest: string; sums: readonly RunAmount[] }>()
  return {
    keepSums: (runId, digest, of) => void sums.set(runId, { digest, sums: of }),
    sumsOf: (runId, digest) => {
      const known = sums.get(runId)
      return known?.digest === digest ? known.sums : null
    },
    keep: (runId, digest, lines) => void kept.set(runId, { digest, hashes: lines.whole() }),
    has,
    isOf: (runId, digest, at, line) => {
      const hashes = kept.get(runId)?.hashes
      if (hashes === undefined || !has(runId, digest)) return false
      const own = hashes.subarray(at * hashBytes, (at + 1) * hashBytes)
      return own.length === hashBytes && own.equals(hashOf(line))
    },
  }
}

const hashOf = (line: string): Buffer => createHash('sha256').update(line).digest()

export interface ApprovedRowsPort {
  approvedRows: ApprovedRows
}
