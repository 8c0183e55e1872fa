// The SHA-256 of an open file, read piece by piece.
import { createHash } from 'node:crypto'
import { fstatSync, readSync } from 'node:fs'
import type { TimeSlice } from '../db/time-slice.ts'

const pieceBytes = 1024 * 1024

/** `handle` stays open: whoever opened it closes it. */
export async function fileDigest(handle: number, work: TimeSlice): Promise<Buffer> {
  const total = fstatSync(handle).size
  const hash = createHash('sha256')
  const piece = Buffer.alloc(pieceBytes)
  let done = 0
  for (;;) {
    const read = readSync(handle, piece, 0, pieceBytes, done)
    if (read === 0) return hash.digest()
    hash.update(piece.subarray(0, read))
    await work.turn((done += read), total)
  }
}
