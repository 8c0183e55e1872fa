// The product's own ledger in memory, one for all walks: each walk ends with a roll-back.
// Transactions of the product become savepoints of the walk, so that it is known how many are under
// way. It decides nothing.
import type { Database } from '../../../src/main/ledger/db/open.ts'
import { openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import type { Approval, Row } from './oracle/truth.ts'

interface Statement {
  all(...values: unknown[]): unknown
  get(...values: unknown[]): unknown
  run(...values: unknown[]): unknown
  pluck(): Statement
  raw(): Statement
}

/** SQLite's own truth values. */
type Flagged = Omit<Row, 'isFull' | 'wasAccepted'> & { isFull: number; wasAccepted: number }

const mostReads = 200

const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).join('\u0001') : String(value)

export interface WalkLedger {
  /** What the product's journal and orders are opened with. */
  db: Database
  /** Transactions that are under way. */
  depth(): number
  /** Whether anything was written since this was asked last. */
  wasWritten(): boolean
  rows(): Row[]
  /** Oldest first. */
  approvals(): Approval[]
  /**
   * Attempts and answers in the order they were made, without times and random ids: equal for equal
   * states.
   */
  lines(): string[][]
  begin(): void
  rollBack(): void
}

export function openWalkLedger(hasIndex = true): WalkLedger {
  const opened = openLedger({ file: ':memory:', clock: () => 0 })
  if (!opened.ok) throw new Error(opened.fault.message)
  const real = opened.value.db
  if (!hasIndex) real.exec('DROP INDEX attempt_one_open')
  /** Grows with each write, so that what was read since the last one need not be read again. */
  let version = 0
  let ofOrders = 0
  const remembered = <T>(read: () => T, readsOrders = false): (() => T) => {
    let at = -1
    let value: T
    return () => {
      const now = readsOrders ? version + ofOrders : version
      if (at !== now) [at, value] = [now, read()]
      return value
    }
  }
  const kept = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    const statement = real.prepare(sql)
    const reads = new Map<string, () => unknown>()
    const readsOrders = sql.includes('payment_order')
    const writesOrders = /^\s*(UPDATE|INSERT INTO) payment_order\b/.test(sql)
    const read = (how: 'all' | 'get', values: unknown[]): unknown => {
      const key = how + values.map(wordOf).join('\u0000')
      const again = reads.get(key)
      if (again !== undefined) return again()
      if (reads.size > mostReads) reads.clear()
      const answer = remembered(() => statement[how](...values), readsOrders)
      reads.set(key, answer)
      return answer()
    }
    const made: Statement = {
      all: (...values) => read('all', values),
      get: (...values) => read('get', values),
      run: (...values) => {
        if (writesOrders) ofOrders += 1
        else version += 1
        return statement.run(...values)
      },
      pluck: () => {
        statement.pluck()
        return made
      },
      raw: () => {
        statement.raw()
        return made
      },
    }
    kept.set(sql, made)
    return made
  }
  let depth = 0
  const save = [0, 1, 2, 3, 4].map((level) => ({
    open: real.prepare(`SAVEPOINT s${level}`),
    back: real.prepare(`ROLLBACK TO s${level}`),
    close: real.prepare(`RELEASE s${level}`),
  }))
  const run = <Args extends unknown[], T>(fn: (...args: Args) => T, args: Args): T => {
    const level = save[depth]!
    level.open.run()
    depth += 1
    try {
      const value = fn(...args)
      depth -= 1
      level.close.run()
      return value
    } catch (error) {
      depth -= 1
      level.back.run()
      level.close.run()
      version += 1
      throw error
    }
  }
  const transaction = <Args extends unknown[], T>(fn: (...args: Args) => T) => {
    const whole = (...args: Args): T => run(fn, args)
    return Object.assign(whole, { immediate: whole, deferred: whole, exclusive: whole })
  }
  const walkDb = {
    prepare,
    transaction,
    get inTransaction() {
      return depth > 0
    },
  }
  const selectRows = real
    .prepare(
      `SELECT id, connection_id AS connection, operation, orderid, client_orderid AS clientOrderid, state, amount_minor AS minor, conflict,
         hand_outcome AS handOutcome, sent_at AS sentAt, next_check_at AS nextCheckAt, replaces, actor, digest,
         coalesce(request ->> 'account_number', '') AS account, is_full AS isFull,
         serial_number IS NOT NULL OR answer IS NOT NULL AS wasAccepted
       FROM attempt ORDER BY made_number`,
    )
    .safeIntegers(false)
  const selectApprovals = real
    .prepare(
      `SELECT id, author, connection_id AS connection, operation, orderid, amount_minor AS minor,
         coalesce(request ->> 'account_number', '') AS account, request, state,
         json_array_length(signatures) AS signatures, attempt_id AS attempt
       FROM approval ORDER BY rowid`,
    )
    .safeIntegers(false)
  const selectLines = [
    `SELECT made_number, operation, connection_id, orderid <> '', state, amount_minor, is_full, conflict IS NOT NULL, hand_outcome,
       resolved_by, snapshot ->> 'seq', serial_number IS NOT NULL, min(checks, 2), looks, min(watched, 2), awaits_look, next_check_at IS NULL, cleared_seq,
       (SELECT made_number FROM attempt one WHERE one.id = attempt.replaces), sent_number FROM attempt ORDER BY made_number`,
    `SELECT seq, connection_id, orderid, fingerprint, asked FROM status_snapshot ORDER BY seq`,
    `SELECT author, connection_id, operation, orderid, amount_minor, state, json_array_length(signatures), NULL FROM approval ORDER BY rowid`,
  ].map((sql) => real.prepare(sql).raw().safeIntegers(false))
  const rows = remembered(() =>
    (selectRows.all() as Flagged[]).map((row) => ({
      ...row,
      isFull: row.isFull === 1,
      wasAccepted: row.wasAccepted === 1,
    })),
  )
  const approvals = remembered(() => selectApprovals.all() as Approval[])
  const lines = remembered(() => selectLines.flatMap((select) => select.all() as string[][]))
  let lastVersion = -1
  return {
    db: walkDb as unknown as Database,
    depth: () => depth,
    wasWritten: () => {
      const was = version !== lastVersion
      lastVersion = version
      return was
    },
    rows,
    approvals,
    lines,
    begin: () => {
      real.exec('BEGIN')
      depth = 0
    },
    rollBack: () => {
      real.exec('ROLLBACK')
      version += 1
    },
  }
}
