// What the rows of a run are and have come to: their numbers and sums, by group and by outcome. A
// run may have a hundred thousand rows, so they are counted in pages with the turns of others in
// between, once for all who ask meanwhile, and for a tenth of the time at most.
import type { Money } from '#shared/money.ts'
import type { LookKind, RowGroup, RowOutcome, RowWay } from '#shared/runs/run-state.ts'
import type { AuditLog } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { lookSql } from './run-looks.ts'
import { outcomeSql, type RunRecord } from './run-record.ts'

/** Rows of one group, kind of look, way and currency. */
export interface GroupSum {
  group: RowGroup
  way: RowWay | null
  isIn: boolean
  wasMade: boolean
  look: LookKind | 'alone' | null
  rows: number
  /** Null where these rows name no amount. */
  sum: Money | null
}

interface OutcomeSum {
  outcome: RowOutcome
  rows: number
  sum: Money | null
}

interface RunSums {
  groups: GroupSum[]
  outcomes: OutcomeSum[]
}

export type SumsOf = (run: Pick<RunRecord, 'id' | 'rows'>) => Promise<RunSums>

/** A page takes a few milliseconds. */
const pageRows = 2_000
/** How much longer nothing is counted than the last count took. */
const restPart = 9
const mostRestMs = 1_000

interface Counted {
  /** Of the log as it was counted: whatever changes a row makes an entry. */
  size: number
  sums: RunSums
  /** Not counted again before; by the clock of the process. */
  restsUntil: number
}

export function openRunSums(db: Database, audit: Pick<AuditLog, 'head'>): SumsOf {
  const counted = new Map<string, Counted>()
  /** Those that have not begun: whoever asks meanwhile is answered by them, too. */
  const waiting = new Map<string, Promise<RunSums>>()
  const last = new Map<string, Promise<unknown>>()
  const count = async ({ id, rows }: Pick<RunRecord, 'id' | 'rows'>): Promise<RunSums> => {
    await last.get(id)
    const restMs = (counted.get(id)?.restsUntil ?? 0) - performance.now()
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    waiting.delete(id)
    const { size } = audit.head()
    let tookMs = 0
    const [groups, outcomes] = [new Map<string, GroupSum>(), new Map<string, OutcomeSum>()]
    for (let from = 0; from < rows; from += pageRows) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve))
      const startedAt = performance.now()
      const page = [id, from, from + pageRows] as const
      // Before it was confirmed no row has a request: none is looked for then.
      const hasRequests = statement<[string], unknown>(db, requestSql).get(id) !== undefined
      const ofOutcomes = hasRequests ? outcomesSql : unsentSql
      for (const row of statement<unknown[], SqlRow>(db, groupSql).all(...page))
        add(groups, groupOf(row))
      for (const row of statement<unknown[], SqlRow>(db, ofOutcomes).all(...page))
        add(outcomes, outcomeOf(row))
      tookMs += performance.now() - startedAt
    }
    const restsUntil = performance.now() + Math.min(mostRestMs, tookMs * restPart)
    const sums = { groups: [...groups.values()], outcomes: [...outcomes.values()] }
    counted.set(id, { size, sums, restsUntil })
    return sums
  }
  return async (run) => {
    const known = counted.get(run.id)
    if (known?.size === audit.head().size) return known.sums
    const joined = waiting.get(run.id)
    if (joined !== undefined) return joined
    const asked = count(run)
    waiting.set(run.id, asked)
    last.set(
      run.id,
      asked.catch(() => null),
    )
    return asked
  }
}

const groupSql = `
  SELECT grp, way, is_in, was_made, ${lookSql} AS look, moves_currency AS currency,
    moves_digits AS digits, count(*) AS rows, sum(moves_minor) AS sum_minor
  FROM run_row r WHERE run_id = +? AND at >= ? AND at < ? AND grp IS NOT NULL
  GROUP BY grp, way, is_in, was_made, look, moves_currency, moves_digits`

const outcomesOf = (request: string): string => `
  SELECT ${outcomeSql} AS outcome, r.moves_currency AS currency, r.moves_digits AS digits,
    count(*) AS rows, sum(r.moves_minor) AS sum_minor
  FROM run_row r LEFT JOIN ${request}
  WHERE r.run_id = +? AND r.at >= ? AND r.at < ?
  GROUP BY outcome, r.moves_currency, r.moves_digits`
/** By the newest request of each row. */
const outcomesSql = outcomesOf(`attempt a ON a.id = (SELECT b.id FROM attempt b
    WHERE b.run_id = r.run_id AND b.run_at = r.at ORDER BY b.made_number DESC LIMIT 1)`)
const unsentSql = outcomesOf('(SELECT NULL AS state) a')
const requestSql = 'SELECT 1 FROM attempt WHERE run_id = ? LIMIT 1'

const groupOf = (row: SqlRow): GroupSum => ({
  group: String(row.grp) as RowGroup,
  way: row.way === null ? null : (String(row.way) as RowWay),
  isIn: row.is_in === 1n,
  wasMade: row.was_made === 1n,
  look: row.look === null ? null : (String(row.look) as LookKind | 'alone'),
  rows: Number(row.rows),
  sum: sumOf(row),
})

const outcomeOf = (row: SqlRow): OutcomeSum => ({
  outcome: String(row.outcome) as RowOutcome,
  rows: Number(row.rows),
  sum: sumOf(row),
})

const sumOf = (row: SqlRow): Money | null =>
  typeof row.sum_minor === 'bigint' && typeof row.currency === 'string'
    ? { minor: row.sum_minor, currency: row.currency, digits: Number(row.digits) }
    : null

/** To what was counted before of the same, in the order in which each was met first. */
function add<T extends GroupSum | OutcomeSum>(found: Map<string, T>, one: T): void {
  const { rows, sum, ...of } = one
  const key = JSON.stringify([of, sum?.currency, sum?.digits])
  const before = found.get(key)
  if (before === undefined) found.set(key, one)
  else
    found.set(key, {
      ...before,
      rows: before.rows + rows,
      sum: before.sum && sum && { ...sum, minor: before.sum.minor + sum.minor },
    })
}
