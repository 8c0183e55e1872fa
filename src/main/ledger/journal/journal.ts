// The journal of attempts: every arrow of the transition table is one transaction that also appends
// its audit record. Called by the desk only. It never sends, and never moves an attempt along an
// arrow that is not in the table.
import { say } from '#shared/message.ts'
import { type AttemptState, attemptSubject, mayMove } from '#shared/attempt.ts'
import { attemptKindOf } from '#shared/audit/audit-kinds.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { type AttemptRow, attemptOf, type SqlRow } from './attempt-row.ts'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { type AttemptLists, openAttemptLists } from './attempt-lists.ts'
import { requestDetails, stepDetails } from './attempt-entry.ts'
import { approvalFault, isUniqueViolation, missing, notNow, orderBusy } from './journal-refusals.ts'
import { maskCardNumbers, maskDetails } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export type AttemptDraft = Pick<
  AttemptRow,
  | 'id'
  | 'service'
  | 'connectionId'
  | 'endpointId'
  | 'operation'
  | 'risk'
  | 'orderid'
  | 'clientOrderid'
  | 'lockKey'
  | 'amount'
  | 'isFull'
  | 'request'
  | 'digest'
  | 'expiresAt'
  | 'actor'
  | 'comment'
  | 'seen'
> & {
  tokenHash: string
  /** The attempt that is sent again; left out for any other. */
  replaces?: string | null
  /** What only the entry of the review says. */
  details?: Record<string, unknown>
}

/** Fields that may change with a state. A trigger refuses a change of confirmed fields. */
type Patch = Partial<
  Pick<
    AttemptRow,
    | 'orderid'
    | 'snapshot'
    | 'serialNumber'
    | 'answer'
    | 'conflict'
    | 'clearedSeq'
    | 'resolvedBy'
    | 'handOutcome'
    | 'sentAt'
    | 'sentNumber'
    | 'resolvedAt'
    | 'nextCheckAt'
  >
> & { message: string }

export interface Move {
  id: string
  from: readonly AttemptState[]
  to: AttemptState
  patch: Patch
  actor: string
  origin: 'operator' | 'desk' | 'service'
  details?: Record<string, unknown>
  /** Runs inside the transaction, before the arrow is taken; a fault stops it. */
  guard?: (row: AttemptRow) => Fault | null
  /** Runs inside the transaction, after it. */
  also?: (row: AttemptRow) => void
  /**
   * A second arrow of the same attempt, taken in the same transaction: both are taken or none is.
   */
  then?: Move
}

export interface Journal extends AttemptLists {
  draft(attempt: AttemptDraft): AttemptRow
  /** Burns the one-use token: DRAFT -> APPROVED. Exactly one caller ever gets ok. */
  approve(id: string, tokenHash: string, actor: string): Result<AttemptRow>
  move(move: Move): Result<AttemptRow>
  /** Notes a contradiction without leaving the state; money for the order stops on it. */
  noteConflict(id: string, conflict: string): AttemptRow
  /** A person looked into a contradiction on a final attempt: its order is free again. */
  clearConflict(id: string, actor: string, reason: string): Result<AttemptRow>
  noteCheck(id: string, nextCheckAt: number | null, message: string): void
  /** One more look-up of an open request counts. */
  noteLook(id: string): void
  /** A look at a request that is final: its words stay. Null: it is watched no more. */
  noteWatch(id: string, watched: number, nextCheckAt: number | null): void
  /** The gateway named the order that an operation created; once known it never changes. */
  learnOrderid(id: string, orderid: string): AttemptRow
  get(id: string): AttemptRow | null
}

/** Reads one row, and appends the audit entry of each state change. */
interface Rows {
  get(id: string): AttemptRow | null
  mustGet(id: string): AttemptRow
  appendStep(
    row: AttemptRow,
    from: AttemptState | null,
    by: Pick<Move, 'actor' | 'origin' | 'details'>,
  ): void
}

interface Parts {
  db: Database
  audit: AuditLog
  rows: Rows
  clock: () => number
  onMoved: (row: AttemptRow) => void
  /** Runs inside the transaction of every arrow, after it. */
  also?: (row: AttemptRow) => void
}

export function openJournal(
  db: Database,
  audit: AuditLog,
  options: Pick<Parts, 'clock' | 'onMoved' | 'also'>,
): Journal {
  const { clock } = options
  const rows = openRows(db, audit)
  const parts: Parts = { db, audit, rows, ...options }
  const move = mover(parts)
  return {
    draft: drafter(parts),
    approve: (id, tokenHash, actor) =>
      move({
        id,
        from: ['DRAFT'],
        to: 'APPROVED',
        patch: { message: say('confirmed-nothing-has-been-sent-yet') },
        actor,
        origin: 'operator',
        guard: (row) => approvalFault(row, tokenHash, clock()),
      }),
    move,
    ...conflictNotes(parts),
    ...checkNotes(db),
    learnOrderid: orderNamer(parts),
    get: rows.get,
    ...openAttemptLists(db),
  }
}

function openRows(db: Database, audit: AuditLog): Rows {
  const selectOne = statement<[string], SqlRow>(db, 'SELECT * FROM attempt WHERE id = ?')
  const get = (id: string): AttemptRow | null => {
    const row = selectOne.get(id)
    return row === undefined ? null : attemptOf(row)
  }
  const mustGet = (id: string): AttemptRow => {
    const row = get(id)
    if (row === null) throw new Error(`attempt ${id} vanished`)
    return row
  }

  const appendStep = (
    row: AttemptRow,
    from: AttemptState | null,
    by: Pick<Move, 'actor' | 'origin' | 'details'>,
  ): void => {
    audit.append({
      actor: by.actor,
      kind: attemptKindOf(row.state),
      outcome: row.state,
      origin: by.origin,
      subject: attemptSubject(row),
      details: { ...stepDetails(db, row, from), ...by.details },
    })
  }
  return { get, mustGet, appendStep }
}

const insertDraft = `
    INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
      amount_minor, currency, digits, is_full, request, digest, token_hash, expires_at, actor, comment, seen, message, created_at,
      replaces, made_number)
    VALUES (@id, @service, @connectionId, @endpointId, @operation, @risk, @orderid, @clientOrderid, @lockKey, 'DRAFT',
      @amountMinor, @currency, @digits, @isFull, @request, @digest, @tokenHash, @expiresAt, @actor, @comment, @seen, @message, @now,
      @replaces, (SELECT coalesce(max(made_number), 0) + 1 FROM attempt))`

function drafter({ db, rows, clock }: Parts): Journal['draft'] {
  const insert = statement<Record<string, unknown>>(db, insertDraft)
  const draft = (attempt: AttemptDraft): AttemptRow => {
    const { amount, details = {}, ...rest } = attempt
    insert.run({
      ...rest,
      amountMinor: amount?.minor ?? null,
      ...{ currency: amount?.currency ?? null, digits: amount?.digits ?? null },
      ...{ isFull: attempt.isFull ? 1 : 0, replaces: attempt.replaces ?? null },
      // A second net behind the doors: whatever got past them is masked before it is written.
      request: JSON.stringify(maskDetails(attempt.request)),
      comment: maskCardNumbers(attempt.comment),
      message: say('reviewed-not-confirmed-yet'),
      now: clock(),
    })
    const row = rows.mustGet(attempt.id)
    rows.appendStep(row, null, { actor: attempt.actor, origin: 'operator', details })
    return row
  }
  return (attempt) => inTransaction(db, () => draft(attempt))
}

/** How the fields that change are named in SQL. */
const columns: Record<keyof Patch, string> = {
  orderid: 'orderid',
  snapshot: 'snapshot',
  serialNumber: 'serial_number',
  answer: 'answer',
  conflict: 'conflict',
  clearedSeq: 'cleared_seq',
  resolvedBy: 'resolved_by',
  handOutcome: 'hand_outcome',
  sentAt: 'sent_at',
  sentNumber: 'sent_number',
  resolvedAt: 'resolved_at',
  nextCheckAt: 'next_check_at',
  message: 'message',
}

function mover({ db, rows, onMoved, also }: Parts): (step: Move) => Result<AttemptRow> {
  /** Refuses an arrow that is not in the table, or that another call took first. */
  const take = (step: Move): Result<AttemptRow> => {
    const before = rows.get(step.id)
    if (before === null) return fail(missing(step.id))
    if (!step.from.includes(before.state) || !mayMove(before.state, step.to))
      return fail(notNow(before))
    const fault = step.guard?.(before) ?? null
    if (fault !== null) return fail(fault)
    // A status answer may have named the order already: the same name is no change.
    const names = (Object.keys(step.patch) as (keyof Patch)[]).filter(
      (name) => name !== 'orderid' || step.patch.orderid !== before.orderid,
    )
    const sets = names.map((name) => `${columns[name]} = @${name}`).join(', ')
    const values = Object.fromEntries(
      names.map((name) => {
        const value = step.patch[name] ?? null
        if (name === 'answer' && value !== null) return [name, JSON.stringify(value)]
        return [name, name === 'message' ? maskCardNumbers(step.patch.message) : value]
      }),
    )
    const changed = statement<Record<string, unknown>>(
      db,
      `UPDATE attempt SET state = @to, token_hash = NULL, ${sets} WHERE id = @id AND state = @before`,
    ).run({ ...values, id: step.id, to: step.to, before: before.state })
    if (changed.changes !== 1) throw new Error(`attempt ${step.id} moved under its own lock`)
    const row = rows.mustGet(step.id)
    rows.appendStep(row, before.state, step)
    step.also?.(row)
    also?.(row)
    if (step.then === undefined) return ok(row)
    const next = take(step.then)
    if (!next.ok) throw new Error(`attempt ${step.id}: ${next.fault.message}`)
    return next
  }

  return (step) => {
    let moved: Result<AttemptRow>
    try {
      moved = inTransaction(db, () => take(step))
    } catch (error) {
      if (isUniqueViolation(error)) return fail(orderBusy(step.id))
      throw error
    }
    if (moved.ok) onMoved(moved.value)
    return moved
  }
}

function conflictNotes(parts: Parts): Pick<Journal, 'noteConflict' | 'clearConflict'> {
  const { db, audit, rows, onMoved } = parts
  const setConflict = (
    id: string,
    conflict: string | null,
    entry: Pick<AuditDraft, 'actor' | 'kind' | 'origin'> & { message: string },
  ): AttemptRow =>
    inTransaction(db, () => {
      statement<[string | null, string]>(db, 'UPDATE attempt SET conflict = ? WHERE id = ?').run(
        conflict,
        id,
      )
      if (conflict === null)
        statement<[string]>(
          db,
          `UPDATE attempt SET cleared_seq = (SELECT max(seq) FROM status_snapshot o
             WHERE o.service = attempt.service AND o.orderid = attempt.orderid) WHERE id = ?`,
        ).run(id)
      const row = rows.mustGet(id)
      const { message, ...by } = entry
      audit.append({
        ...by,
        outcome: 'conflict',
        subject: attemptSubject(row),
        details: { ...requestDetails(row), state: row.state, message },
      })
      return row
    })

  return {
    noteConflict: (id, conflict) => {
      const row = setConflict(id, conflict, {
        actor: 'paydesk',
        kind: 'attempt:conflict',
        origin: 'service',
        message: conflict,
      })
      onMoved(row)
      return row
    },
    clearConflict: (id, actor, reason) => {
      const before = rows.get(id)
      if (before === null) return fail(missing(id))
      if (before.conflict === null) return fail(notNow(before))
      const row = setConflict(id, null, {
        actor,
        kind: 'attempt:conflict-cleared',
        origin: 'operator',
        message: reason,
      })
      onMoved(row)
      return ok(row)
    },
  }
}

function checkNotes(db: Database): Pick<Journal, 'noteCheck' | 'noteLook' | 'noteWatch'> {
  const run = (sql: string, ...values: unknown[]): void =>
    inTransaction(db, () => void statement<unknown[]>(db, sql).run(...values))
  return {
    noteCheck: (id, nextCheckAt, message) =>
      run(
        `UPDATE attempt SET checks = checks + 1, next_check_at = ?, message = ?
         WHERE id = ? AND state IN ('UNKNOWN', 'ACCEPTED')`,
        nextCheckAt,
        message,
        id,
      ),
    noteLook: (id) =>
      run(
        `UPDATE attempt SET looks = looks + 1 WHERE id = ? AND state IN ('UNKNOWN', 'ACCEPTED')`,
        id,
      ),
    noteWatch: (id, watched, nextCheckAt) =>
      run(
        'UPDATE attempt SET watched = ?, next_check_at = ? WHERE id = ?',
        watched,
        nextCheckAt,
        id,
      ),
  }
}

function orderNamer({ db, audit, rows }: Parts): Journal['learnOrderid'] {
  return (id, orderid) =>
    inTransaction(db, () => {
      statement<[string, string]>(
        db,
        "UPDATE attempt SET orderid = ? WHERE id = ? AND orderid = ''",
      ).run(orderid, id)
      const row = rows.mustGet(id)
      audit.append({
        actor: 'paydesk',
        kind: 'attempt:order-named',
        outcome: row.state,
        origin: 'service',
        subject: attemptSubject(row),
        details: {
          ...requestDetails(row),
          orderid,
          clientOrderid: row.clientOrderid,
        },
      })
      return row
    })
}
