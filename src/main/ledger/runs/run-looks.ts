// Rows that need a look, by whether one answer of a person may stand for all of their kind. MONEY:
// only what is a property of the list itself may be kept together: lines that are equal, and what
// was sent more than a day before the check, as a list of every month asks for it again. Whatever
// else is found, nobody has said of the other rows: each of those is kept by itself, and so is a
// line that was sent before and is equal to an earlier one, of which only the first is said.
import type { LookKind } from '#shared/runs/run-state.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'

export interface RunLooks {
  /** Places of the rows of this kind that are out, in their order; of `places` alone if given. */
  outOf(id: string, kind: LookKind, places?: readonly number[]): number[]
}

/** A request so lately sent may be this very one. */
const dayMs = 24 * 3_600_000

/** Over `run_row r`; null for rows that need no look. Before the check ends nothing is old. */
export const lookSql = `CASE WHEN r.grp = 'look' THEN
  CASE WHEN NOT json_valid(r.finding) THEN 'alone'
    WHEN r.finding ->> '$.code' IN ('runs.equal-line', 'runs.equal-payout', 'runs.equal-charge')
      THEN 'equal'
    WHEN r.finding ->> '$.code' IN ('runs.made-before', 'runs.paid-before')
      AND r.finding ->> '$.values.time.at'
        < (SELECT checked_at FROM run WHERE id = r.run_id) - ${dayMs}
      AND NOT EXISTS (SELECT 1 FROM run_row e INDEXED BY run_row_meaning
        WHERE e.meaning = r.meaning AND e.run_id = r.run_id AND e.at < r.at)
      THEN 'sent-before'
    ELSE 'alone' END
  END`

export function openRunLooks(db: Database): RunLooks {
  const ofKind = `SELECT r.at FROM run_row r WHERE r.run_id = @id AND r.is_in = 0
    AND r.grp = 'look' AND ${lookSql} = @kind`
  const as = { as: 'value', integers: 'number' } as const
  const all = statement<[object], number>(db, `${ofKind} ORDER BY r.at`, as)
  const some = statement<[object], number>(
    db,
    `${ofKind} AND r.at IN (SELECT value FROM json_each(@places)) ORDER BY r.at`,
    as,
  )
  return {
    outOf: (id, kind, places) =>
      places === undefined
        ? all.all({ id, kind })
        : some.all({ id, kind, places: JSON.stringify(places) }),
  }
}
