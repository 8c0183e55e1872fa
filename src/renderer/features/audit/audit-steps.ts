// A request is one row of the log's list: its last entry, with those before it folded below. The
// entries stay as they are; only the list is shorter. Pure.
import type { AuditRow } from '#shared/bridge/lists.ts'

export interface FoldedRow extends AuditRow {
  /** The request that the row stands for; empty for any other entry, and for a step. */
  attempt: string
  /** How many entries are folded below it. */
  steps: number
  isOpen: boolean
  /** Shown below the last entry of its request. */
  isStep: boolean
}

/** The attempt whose step an entry is; empty for any other entry. */
const attemptIn = ({ kind, details }: AuditRow): string =>
  kind.startsWith('attempt:') && typeof details['attemptId'] === 'string'
    ? details['attemptId']
    : ''

/**
 * `rows` in either order. The last entry of an attempt stands where it stood; with its attempt in
 * `opened` the entries before it follow, the newest first.
 */
export function foldedRows(rows: readonly AuditRow[], opened: ReadonlySet<string>): FoldedRow[] {
  const byAttempt = new Map<string, AuditRow[]>()
  for (const row of rows) {
    const attempt = attemptIn(row)
    if (attempt === '') continue
    const of = byAttempt.get(attempt)
    if (of === undefined) byAttempt.set(attempt, [row])
    else of.push(row)
  }
  return rows.flatMap((row) => {
    const attempt = attemptIn(row)
    const [last, ...before] = (byAttempt.get(attempt) ?? [row]).toSorted((a, b) => b.seq - a.seq)
    if (last !== row) return []
    const isOpen = opened.has(attempt)
    return [
      { ...row, attempt, steps: before.length, isOpen, isStep: false },
      ...(isOpen
        ? before.map((step) => ({ ...step, attempt: '', steps: 0, isOpen: false, isStep: true }))
        : []),
    ]
  })
}
