// What one person confirmed from a moment on: requests that may have moved money, and runs under
// way with all of their rows. Read inside the transaction that is decided by it. It decides
// nothing.
import { unspentStates } from '#shared/attempt.ts'
import type { Money } from '#shared/money.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import { ownWordSql } from './own-word.ts'
import { amountsIn } from './run-amounts.ts'

/** Null where nobody knows the amount. */
export interface DayUse {
  operation: string
  amount: Money | null
}

export interface DayAsked {
  /** By name, as the log has it. */
  person: string
  since: number
  /** Whatever was confirmed before this place among all that was. */
  before: number
  /** The request and the run that it is asked for: neither counts before itself. */
  exceptAttempt: string
  exceptRun: string
  /** Of practice in the embedded sandbox alone (order-place.ts), or of everything but that. */
  isPractice: 0 | 1
}

const uncounted = unspentStates.filter((state) => state !== 'APPROVED')

// MONEY: a run counts whole for as long as it is under way, and on the day on which it was
// confirmed or resumed also while it is paused. Of one that has ended, its requests count.
const runSql = `SELECT id, operation, counted_sums AS sums FROM run
  WHERE counted_by = @person AND counted_number < @before AND id <> @exceptRun
    AND (service GLOB 'sandbox *') = @isPractice AND (state IN ('CONFIRMED', 'RUNNING') OR (state = 'PAUSED' AND counted_at >= @since))`

// MONEY: what was refused and is contradicted since may have moved all the same, and whoever asked
// for a request makes no room for the next by saying that it did not happen.
const attemptSql = `SELECT operation, currency, digits, sum(amount_minor) AS amount_minor
  FROM attempt
  WHERE actor = @person AND confirmed_at >= @since AND confirmed_number < @before
    AND (service GLOB 'sandbox *') = @isPractice AND risk = 'money' AND id <> @exceptAttempt AND run_id IS NOT @exceptRun
    AND (conflict IS NOT NULL OR ${ownWordSql}
      OR (state NOT IN (${uncounted.map((state) => `'${state}'`).join(', ')})
        AND hand_outcome IS NOT 'did-not-happen'))
    AND (run_id IS NULL OR run_id NOT IN (SELECT value FROM json_each(@whole)))
  GROUP BY operation, currency, digits`

export function openDayUse(db: Database): (asked: DayAsked) => DayUse[] {
  const selectRuns = statement<[Omit<DayAsked, 'exceptAttempt'>], SqlRow>(db, runSql)
  const selectAttempts = statement<[DayAsked & { whole: string }], SqlRow>(db, attemptSql)
  const find = ({ exceptAttempt, ...asked }: DayAsked): DayUse[] => {
    const runs = selectRuns.all(asked)
    const whole = JSON.stringify(runs.map(({ id }) => id))
    return [
      ...runs.flatMap(({ operation, sums }) =>
        amountsIn(String(sums)).map(({ amount }) => ({ operation: String(operation), amount })),
      ),
      ...selectAttempts
        .all({ ...asked, exceptAttempt, whole })
        .map((row) => ({ operation: String(row.operation), amount: moneyOf(row) })),
    ]
  }
  return keptUntilEntry(db, find)
}

/**
 * One step asks several times over the same day. MONEY: whatever changes a row makes an entry, and
 * an entry that was taken back is told from the next of its number by its digest.
 */
function keptUntilEntry(
  db: Database,
  find: (asked: DayAsked) => DayUse[],
): (asked: DayAsked) => DayUse[] {
  const selectNewest = statement<[], string>(
    db,
    'SELECT hex(leaf) FROM audit_entry ORDER BY seq DESC LIMIT 1',
    { as: 'value' },
  )
  const kept = new Map<string, DayUse[]>()
  let keptAt: string | undefined
  return (asked) => {
    const newest = selectNewest.get()
    if (newest !== keptAt) kept.clear()
    keptAt = newest
    const { person, since, before, exceptAttempt, exceptRun, isPractice } = asked
    const key = JSON.stringify([person, since, before, exceptAttempt, exceptRun, isPractice])
    const known = kept.get(key) ?? find(asked)
    kept.set(key, known)
    return known
  }
}
