// One row for each event of an order: a request with its steps and the gateway's answers to it, an
// answer that tells of anything else, and each other entry. Look-ups that brought nothing new are
// one row. Pure.
import type { TimelineEntry } from '#shared/bridge/views.ts'
import { t } from '../../../messages/message.ts'
import { momentOf } from '../../../messages/times.ts'

export interface TimelineRow {
  /** Of a request: its newest step. */
  entry: TimelineEntry
  /** All entries of the row, oldest first. */
  steps: TimelineEntry[]
  /** The person who asked for it, whoever took the last step. */
  askedBy: string | null
}

/** So near, what happened and what was read of it are one moment. */
const nearMs = 120_000

/**
 * When the event of a row happened, by the bank, where Paydesk read of it clearly later; null where
 * both are one moment, and where the bank's clock says that it has not happened yet.
 */
export function happenedAt({ entry, steps }: TimelineRow): number | null {
  if (entry.source !== 'service') return null
  const told = steps.find(({ bank }) => (bank?.processingDate ?? '') !== '')?.bank?.processingDate
  const at = momentOf(told ?? '')
  return at === null || entry.at - at < nearMs ? null : at
}

/** An answer and the look-up that brought it are written in one go. */
const atOnceMs = 2_000

/**
 * `entries` in main's order, newest first. `waiting`: requests that are confirmed and can still be
 * undone, which the log tells only as far as it was read.
 */
export function rowsOf(
  entries: readonly TimelineEntry[],
  waiting: ReadonlySet<string> = new Set(),
): TimelineRow[] {
  const asked = new Set(
    entries.filter(({ source }) => source === 'desk').map(({ attemptId }) => attemptId),
  )
  const byRequest = Map.groupBy(entries, ({ attemptId }, at) =>
    attemptId !== null && asked.has(attemptId) ? attemptId : at,
  )
  const rows = [...byRequest.values()].flatMap((found): TimelineRow[] => {
    const newest = found.find(({ source }) => source === 'desk') ?? found[0]
    if (newest === undefined) return []
    const steps = found.toReversed()
    const entry = waiting.has(newest.attemptId ?? '') ? waitingEntry(newest) : newest
    const first = steps.find(({ source }) => source === 'desk') ?? steps[0]
    return [{ entry, steps, askedBy: first?.actor ?? null }]
  })
  return foldLookUps(rows)
}

export const isLookUp = ({ title }: TimelineEntry): boolean => title === 'order:look-up'

/**
 * A look-up belongs to the answer that it brought, or to the look-ups before and after it; the end
 * of work to its begin.
 */
function foldLookUps(rows: readonly TimelineRow[]): TimelineRow[] {
  const folded: TimelineRow[] = []
  for (const row of rows.toReversed()) {
    const before = folded.at(-1)
    const isFolded =
      before !== undefined &&
      isLookUp(row.entry) &&
      (isLookUp(before.entry) || broughtBy(row.entry, before))
    const isEndOf = before !== undefined && hasBegun(before.entry, row.entry)
    if (!isFolded && !isEndOf) folded.push(row)
    else if (isEndOf || isLookUp(before.entry))
      folded[folded.length - 1] = { ...row, steps: [...before.steps, ...row.steps] }
    else before.steps.push(...row.steps)
  }
  return folded.toReversed()
}

/** Work that is told when it begins and when it ends is one row. */
const hasBegun = (first: TimelineEntry, { source, title }: TimelineEntry): boolean =>
  source === 'log' && first.source === 'log' && first.title === title && first.state === 'started'

const broughtBy = (lookUp: TimelineEntry, { steps }: TimelineRow): boolean =>
  steps.some(({ source, at }) => source === 'service' && Math.abs(lookUp.at - at) <= atOnceMs)

const waitingEntry = (entry: TimelineEntry): TimelineEntry => ({
  ...entry,
  state: 'APPROVED',
  message: t('order.stage-confirmed'),
})
