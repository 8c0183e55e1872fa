// Pages of a run's rows with what became of them, in their order. A run may have a hundred thousand
// rows, and a page may be of a few among them: those are found by indexes where there is one for
// them, and else in windows with the turns of others in between. It changes nothing.
import type { RowGroup, RowOutcome } from '#shared/runs/run-state.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { outcomeSql, shownOf, shownSql, type ShownRow, statesOf } from './run-record.ts'

export interface RowPage {
  rows: ShownRow[]
  /** What it goes on behind; null at the end. */
  next: number | null
}

type RowsOf = { group: RowGroup } | { outcomes: readonly RowOutcome[] }

export interface RunPages {
  /** From behind `after` on. */
  shown(id: string, after: number, limit: number): RowPage
  /** Of these alone. */
  shownOf(id: string, of: RowsOf, after: number, limit: number): Promise<RowPage>
}

/** Rows that are looked through in one turn: some milliseconds. */
const windowRows = 4_000

export function openRunPages(db: Database): RunPages {
  const shown = (id: string, after: number, where: string, values: object): ShownRow[] =>
    statement<[object], SqlRow>(
      db,
      `${shownSql} WHERE r.run_id = @id AND r.at > @after ${where} ORDER BY r.at LIMIT @limit`,
    )
      .all({ id, after, ...values })
      .map(shownOf)
  const lastOf = statement<[string], number | null>(
    db,
    'SELECT max(at) FROM run_row WHERE run_id = ?',
    { as: 'value', integers: 'number' },
  )
  return {
    shown: (id, after, limit) => pageOf(shown(id, after, '', { limit: limit + 1 }), limit),
    shownOf: async (id, of, after, limit) => {
      const last = lastOf.get(id) ?? -1
      const rows: ShownRow[] = []
      for (let from = after; from < last && rows.length <= limit;) {
        if (from > after) await new Promise((resolve) => setImmediate(resolve))
        const places = 'outcomes' in of ? placesOf(db, id, of.outcomes, from) : null
        if (places?.length === 0) break
        const until = places?.at(-1) ?? Math.min(from + windowRows, last)
        const within = { until, limit: limit + 1 - rows.length }
        rows.push(...shown(id, from, ...whereOf(of, places, within)))
        from = until
      }
      return pageOf(rows, limit)
    },
  }
}

function whereOf(
  of: RowsOf,
  places: readonly number[] | null,
  within: { until: number; limit: number },
): [where: string, values: object] {
  if ('group' in of) return ['AND r.at <= @until AND r.grp = @group', { ...within, ...of }]
  const values = { ...within, outcomes: JSON.stringify(of.outcomes) }
  const where = `AND r.at <= @until AND ${outcomeSql} IN (SELECT value FROM json_each(@outcomes))`
  return places === null
    ? [where, values]
    : [
        `AND r.at IN (SELECT value FROM json_each(@places)) ${where}`,
        { ...values, places: JSON.stringify(places) },
      ]
}

function pageOf(rows: ShownRow[], limit: number): RowPage {
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.at ?? null) : null }
}

/**
 * The first rows behind `after` that may have come to this, by indexes: those with such a request,
 * whether it is their newest or not, and those that were skipped. Null where that may be any row.
 */
function placesOf(
  db: Database,
  id: string,
  outcomes: readonly RowOutcome[],
  after: number,
): number[] | null {
  if (outcomes.includes('waiting') || outcomes.includes('left-out')) return null
  const ofRequests = outcomes
    .flatMap((outcome) => statesOf[outcome] ?? [])
    .map(
      (state) =>
        `SELECT * FROM (SELECT DISTINCT run_at AS at FROM attempt WHERE run_id = @id AND state = '${state}'
           AND run_at > @after ORDER BY run_at LIMIT ${mostPlaces})`,
    )
  const ofSkipped = `SELECT * FROM (SELECT at FROM run_row WHERE run_id = @id AND skip IS NOT NULL
    AND at > @after ORDER BY at LIMIT ${mostPlaces})`
  const all = outcomes.includes('skipped') ? [...ofRequests, ofSkipped] : ofRequests
  if (all.length === 0) return []
  const sql = `SELECT at FROM (${all.join(' UNION ')}) ORDER BY at LIMIT ${mostPlaces}`
  return statement<[object], number>(db, sql, { as: 'value', integers: 'number' }).all({
    id,
    after,
  })
}

/** More than a page has. */
const mostPlaces = 500
