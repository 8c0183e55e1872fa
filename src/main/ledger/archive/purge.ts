// Takes entries out of the ledger that a signed entry says were archived: a few at a time, oldest
// first, each slice a transaction of its own with the place it came to. Whatever ends it, the log
// verifies from that place on, and the rest goes the next time.
import {
  type AuditBase,
  baseOf,
  isNamed,
  leavingIn,
  leavingText,
  startOf,
} from '../audit/audit-base.ts'
import { latestCheckpoint } from '../audit/checkpoint.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'

/** Together with the disk they take far less than the 50 ms a window may be held up. */
const ENTRIES_AT_ONCE = 100

/** Whether archived entries are still in the ledger, and the log says that they may go. */
export function hasPurgeable(db: Database): boolean {
  const base = baseOf(db)
  return startOf(db, base).size < base.size && isNamed(db, latestCheckpoint(db)?.size ?? 0)
}

/**
 * Gives the event loop back after each slice; `onSlice` hears that something was written. Throws
 * when the ledger was closed.
 */
export async function purge(
  db: Database,
  { atOnce = ENTRIES_AT_ONCE, onSlice }: { atOnce?: number; onSlice?: () => void } = {},
): Promise<void> {
  if (!hasPurgeable(db)) return
  while (takeSlice(db, atOnce)) {
    onSlice?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * MONEY: entries go only as far as a signed entry said they were archived. True while some are
 * left.
 */
function takeSlice(db: Database, atOnce: number): boolean {
  const base = baseOf(db)
  const { size } = startOf(db, base)
  const until = Math.min(size + atOnce, base.size)
  inTransaction(db, () => {
    setStart(db, base, until)
    const gone = statement<[number]>(db, 'DELETE FROM audit_entry WHERE seq <= ?').run(
      until,
    ).changes
    if (gone !== until - size) throw new Error(`${gone} entries would have gone`)
    statement<[number, number]>(db, 'DELETE FROM checkpoint WHERE size <= ? AND size < ?').run(
      until,
      base.size,
    )
  })
  return until < base.size
}

function setStart(db: Database, base: AuditBase, until: number): void {
  if (until === base.size) {
    leavingIn(db).forget()
    return
  }
  const chain = statement<[number]>(db, 'SELECT chain FROM audit_entry WHERE seq = ?', {
    as: 'value',
  }).get(until)
  if (!(chain instanceof Uint8Array)) throw new Error(`entry ${until} is not there`)
  leavingIn(db).write(leavingText({ size: until, chain: Buffer.from(chain) }))
}
