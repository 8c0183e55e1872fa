// Writes the outcome of a sent request. When the ledger can't take it (disk full), the outcome is
// kept in memory, money stops, and writing is tried again until there is room. It never drops an
// outcome while the program runs, and never sends anything.
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Journal, Move } from '../../../ledger/journal/journal.ts'
import { isBusy, unwritten, type Watchers } from '../plan/unwritten.ts'

const retryAfterMs = 5_000

/** One for each desk: it knows every outcome that is still only in memory. */
export interface OutcomeWriter {
  /**
   * Returns the row as written, or null when writing goes on in the background or another evidence
   * resolved it first.
   */
  write(step: Move): AttemptRow | null
  /** Tries now what could not be written; returns how many outcomes are still only in memory. */
  flush(): number
  /**
   * Once more, and no further try: call it before the ledger closes. What is lost then is UNKNOWN
   * at the next start.
   */
  close(): number
}

export function createOutcomeWriter({
  journal,
  report,
  stopMoney,
}: Watchers & { journal: Pick<Journal, 'move'> }): OutcomeWriter {
  const steps = new Map<string, Move>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function write(step: Move): AttemptRow | null {
    try {
      const moved = journal.move(step)
      steps.delete(step.id)
      if (moved.ok) return moved.value
      report(`outcome-${step.id}`, new Error(moved.fault.message))
      return null
    } catch (error) {
      report(`outcome-${step.id}`, error)
      // After the end it stays SENDING in the ledger, which the next start takes for UNKNOWN and
      // looks up.
      if (isClosed) return null
      // A backup tool holds the ledger for some seconds; who holds it longer stops money.
      if (!isBusy(error) || steps.has(step.id)) stopMoney(unwritten(error))
      steps.set(step.id, step)
      // A real timer: it is the disk that is waited for. It must not keep a program alive that
      // wants to end.
      timer ??= setTimeout(() => {
        timer = undefined
        flush()
      }, retryAfterMs).unref()
      return null
    }
  }

  function flush(): number {
    for (const step of [...steps.values()]) write(step)
    return steps.size
  }

  return {
    write,
    flush,
    close: () => {
      isClosed = true
      clearTimeout(timer)
      const left = flush()
      steps.clear()
      return left
    },
  }
}
