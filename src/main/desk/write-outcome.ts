// Writes the outcome of a sent request. When the ledger can't take it (disk full), the outcome is kept in memory, money stops,
// and writing is tried again until there is room. It never drops an outcome and never sends anything.
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { Move } from '../ledger/journal.ts'
import type { DeskPorts } from './ports.ts'

const retryAfterMs = 5_000

/** Returns the row as written, or null when writing goes on in the background or another evidence settled it first. */
export function writeOutcome(ports: DeskPorts, step: Move): AttemptRow | null {
  try {
    const moved = ports.journal.move(step)
    if (moved.ok) return moved.value
    ports.report(`outcome-${step.id}`, new Error(moved.fault.message))
    return null
  } catch (error) {
    ports.report(`outcome-${step.id}`, error)
    ports.stopMoney('the ledger could not be written; free disk space and restart Paydesk.')
    setTimeout(() => writeOutcome(ports, step), retryAfterMs).unref()
    return null
  }
}
