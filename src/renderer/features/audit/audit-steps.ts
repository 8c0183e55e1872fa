// A request is one row of the log's list: its last entry, with those before it folded below. The
// entries stay as they are; only the list is shorter. Pure.
import type { AuditRow } from '#shared/bridge/lists.ts'

export interface FoldedRow extends AuditRow {
  /** The request or work that the row stands for; empty for any other entry, and for a step. */
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

/** What a file is saved under: work that is told when it begins and when it ends is one row. */
const fileIn = ({ details }: AuditRow): string => {
  const saved = details['file'] ?? details['folder']
  return typeof saved === 'string' ? saved : ''
}

/**
 * What each entry belongs to, by its number: an attempt, or work with a file. The new status of an
 * order belongs to the attempt whose step is the very next entry, about the same order: one answer
 * of the gateway wrote both.
 */
function groupsOf(rows: readonly AuditRow[]): ReadonlyMap<number, string> {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const begun = new Map<string, string>()
  const groups = new Map<number, string>()
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    const next = bySeq.get(row.seq + 1)
    const isOfNext =
      row.kind === 'order:changed' &&
      next !== undefined &&
      next.details['orderid'] === row.details['orderid']
    const work = `${row.kind} ${fileIn(row)}`
    if (row.outcome === 'started') begun.set(work, `${work} ${row.seq}`)
    const group = attemptIn(row) || (isOfNext ? attemptIn(next) : '') || (begun.get(work) ?? '')
    if (row.outcome !== 'started') begun.delete(work)
    if (group !== '') groups.set(row.seq, group)
  }
  return groups
}

/**
 * `rows` in either order. The last entry of an attempt stands where it stood; with its attempt in
 * `opened` the entries before it follow, the newest first.
 */
export function foldedRows(rows: readonly AuditRow[], opened: ReadonlySet<string>): FoldedRow[] {
  const groups = groupsOf(rows)
  const byGroup = Map.groupBy(rows, ({ seq }) => groups.get(seq) ?? '')
  return rows.flatMap((row) => {
    const attempt = groups.get(row.seq) ?? ''
    const members = attempt === '' ? [row] : (byGroup.get(attempt) ?? [row])
    const [last, ...before] = members.toSorted((a, b) => b.seq - a.seq)
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
