// One row for each request of a timeline, with the steps that led to its newest entry; each other
// entry is a row of its own. Pure.
import type { TimelineEntry } from '#shared/bridge/views.ts'
import { t } from '../../messages/message.ts'

export interface TimelineRow {
  /** Of a request: its newest. */
  entry: TimelineEntry
  /** All entries of the request, oldest first; of anything else the entry alone. */
  steps: TimelineEntry[]
  /** The person who asked for it, whoever took the last step. */
  askedBy: string | null
}

/**
 * `entries` in main's order, newest first. `waiting`: requests that are confirmed and can still be
 * undone, which the log tells only as far as it was read.
 */
export function rowsOf(
  entries: readonly TimelineEntry[],
  waiting: ReadonlySet<string> = new Set(),
): TimelineRow[] {
  const byRequest = Map.groupBy(entries, ({ attemptId }, at) => attemptId ?? at)
  return [...byRequest.values()].flatMap((found) => {
    const [newest] = found
    if (newest === undefined) return []
    const steps = found.toReversed()
    const entry = waiting.has(newest.attemptId ?? '') ? waitingEntry(newest) : newest
    return [{ entry, steps, askedBy: steps[0]?.actor ?? null }]
  })
}

const waitingEntry = (entry: TimelineEntry): TimelineEntry => ({
  ...entry,
  state: 'APPROVED',
  message: t('confirmed-and-sent-when-the-undo-time-is-over'),
})
