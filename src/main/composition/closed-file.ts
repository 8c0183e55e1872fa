// Whether the ledger's file is, byte for byte, the one that an orderly end left behind a whole
// check. MONEY: then that check still holds, and the start makes no other. What an end left is
// proven by the key of the entries; which of two old files is the newer one, the log's seal says.
import { createHmac } from 'node:crypto'
import { fstatSync, statSync } from 'node:fs'
import type { OpenLedger } from '../ledger/opening/open-ledger.ts'
import type { Reader } from '../ledger/worker/reader.ts'

/** What was checked, and when: a state of the ledger by its data_version. */
export interface CheckedState {
  version: number
  checkedAt: number
}

export interface ClosedFile {
  /**
   * As it was checked before it was closed, or null: then nothing is known of it. Asked before this
   * run's log is carried over into the file.
   */
  opened(key: Uint8Array, signal: AbortSignal): Promise<CheckedState | null>
  /**
   * At an orderly end: from now on nothing is written. `isStill`: what was checked then is what the
   * ledger holds; asked once the file was read. Leaves nothing where that takes longer than
   * `limitMs`.
   */
  leave(
    key: Uint8Array,
    left: { checkedAt: number; isStill: () => boolean; limitMs: number },
  ): Promise<void>
}

interface Parts {
  ledger: Pick<OpenLedger, 'db' | 'file'>
  /** Another version may make other tables from the same log. */
  version: string
  clock: () => number
  long: Pick<Reader, 'run'>
  /** More is not hashed while a person waits for the end. */
  mostBytes?: number
}

/**
 * MONEY: so long a check holds. Bytes that another program put into the file past SQLite while
 * Paydesk had it open become a part of what is closed; only a whole check sees them.
 */
const holdsMs = 86_400_000
/** Takes longer than an end has (assemble.ts). */
const usualMostBytes = 2_000_000_000
/** Carrying the log over waits so long for a reader that is still at work. */
const busyMs = 200

export function openClosedFile(parts: Parts): ClosedFile {
  const { ledger, version, clock, long, mostBytes = usualMostBytes } = parts
  const { db, file } = ledger
  const proofOf = async (
    key: Uint8Array,
    { handle, checkedAt, signal }: { handle: number; checkedAt: number; signal: AbortSignal },
  ): Promise<Buffer> => {
    const digest = await long.run('file-digest', { handle }, { signal })
    // No proof of an entry is made of a text like it: those begin with a number.
    return createHmac('sha256', key)
      .update(`${closedBy(version, checkedAt)}:`)
      .update(digest)
      .digest()
  }
  return {
    opened: async (key, signal) => {
      const closed = file?.closed.read() ?? null
      if (file === null || file.bareAt === null || closed === null) return null
      const { checkedAt, proof } = closed
      const age = clock() - checkedAt
      if (age < 0 || age > holdsMs) return null
      const found = await proofOf(key, { handle: file.handle, checkedAt, signal })
      return found.equals(proof) ? { version: file.bareAt, checkedAt } : null
    },
    leave: async (key, { checkedAt, isStill, limitMs }) => {
      if (file === null || fstatSync(file.handle).size > mostBytes) return
      db.pragma(`busy_timeout = ${busyMs}`)
      db.pragma('wal_checkpoint(TRUNCATE)')
      if (statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size !== 0) return
      const signal = AbortSignal.timeout(Math.max(0, Math.floor(limitMs)))
      const proof = await proofOf(key, { handle: file.handle, checkedAt, signal })
      // MONEY: what is written after this look makes another file than the one that was read.
      if (isStill()) file.closed.write({ checkedAt, proof })
    },
  }
}

const closedBy = (version: string, checkedAt: number): string =>
  `ledger closed by ${version}, checked at ${checkedAt}`
