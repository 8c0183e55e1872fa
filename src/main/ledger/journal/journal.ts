// The journal of attempts: every arrow of the transition table is one transaction that also appends
// its audit record. Called by the desk only. It never sends, and never moves an attempt along an
// arrow that is not in the table.
import { say } from '#shared/message.ts'
import { type AttemptState, attemptSubject, isWatched, mayMove } from '#shared/attempt.ts'
import { destinationKeys } from '#shared/gateway/twins.ts'
import { attemptKindOf } from '#shared/audit/audit-kinds.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { type AttemptRow, attemptOf, type RowPlace, type SqlRow } from './attempt-row.ts'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { type AttemptLists, openAttemptLists } from './attempt-lists.ts'
import { requestDetails, stepDetails } from './attempt-entry.ts'
import { type LookNotes, openLookNotes } from './look-notes.ts'
import { approvalFault, isUniqueViolation, missing, notNow, orderBusy } from './journal-refusals.ts'
import { maskCardNumbers, maskDetails } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Cells, nextNumber, withoutNulls } from '../projections/changes.ts'

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
  /** The row of a run; left out for what is asked for by itself. */
  row?: RowPlace | null
  /** Redacted fields that name whose money it is; left out where the request has them. */
  goesTo?: Readonly<Record<string, string>>
  /** Of the connection's list; empty, or left out, for the operator's own words. */
  reasonCode?: string
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
    | 'confirmedNumber'
  >
> & { message: string; confirmedAt?: number }

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

export interface Journal extends AttemptLists, LookNotes {
  draft(attempt: AttemptDraft): AttemptRow
  /**
   * Burns the one-use token: DRAFT -> APPROVED. Exactly one caller ever gets ok. `counted`: when,
   * its place among all that was confirmed, and why it may not be, asked inside the transaction.
   */
  approve(id: string, tokenHash: string, actor: string, counted?: Counted): Result<AttemptRow>
  move(move: Move): Result<AttemptRow>
  /** Notes a contradiction without leaving the state; money for the order stops on it. */
  noteConflict(id: string, conflict: string): AttemptRow
  /** A person looked into a contradiction on a final attempt: its order is free again. */
  clearConflict(id: string, actor: string, reason: string): Result<AttemptRow>
  /** The gateway named the order that an operation created; once known it never changes. */
  learnOrderid(id: string, orderid: string): AttemptRow
  get(id: string): AttemptRow | null
}

interface Counted {
  at: number
  number: number
  guard: (row: AttemptRow) => Fault | null
}

/** Reads one row, and takes one step of it with its audit entry. */
interface Rows {
  get(id: string): AttemptRow | null
  mustGet(id: string): AttemptRow
  /** MONEY: the row and the entry that says so change together or not at all. */
  appendStep(
    change: { act: 'add' | 'set'; cells: Cells & { id: string } },
    from: AttemptState | null,
    by: Pick<Move, 'actor' | 'origin' | 'details'>,
  ): AttemptRow
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
    approve: (id, tokenHash, actor, counted) =>
      move({
        id,
        from: ['DRAFT'],
        to: 'APPROVED',
        patch: {
          message: say('ledger.confirmed-unsent'),
          ...(counted === undefined
            ? {}
            : { confirmedAt: counted.at, confirmedNumber: counted.number }),
        },
        actor,
        origin: 'operator',
        guard: (row) => approvalFault(row, tokenHash, clock()) ?? counted?.guard(row) ?? null,
      }),
    move,
    ...conflictNotes(parts),
    ...openLookNotes(db, audit, rows.get),
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

  const appendStep: Rows['appendStep'] = ({ act, cells }, from, by) => {
    const stepped = (): AuditDraft => {
      const row = mustGet(cells.id)
      return {
        actor: by.actor,
        kind: attemptKindOf(row.state),
        outcome: row.state,
        origin: by.origin,
        subject: attemptSubject(row),
        details: { ...stepDetails(db, row, from), ...by.details },
      }
    }
    audit.append(stepped, [[act, 'attempt', cells]])
    return mustGet(cells.id)
  }
  return { get, mustGet, appendStep }
}

function drafter({ db, rows, clock }: Parts): Journal['draft'] {
  const draft = (attempt: AttemptDraft): AttemptRow => {
    const { amount, details = {}, goesTo = attempt.request } = attempt
    const parties = maskDetails({ ...goesTo }) as Record<string, string>
    const keys = destinationKeys(attempt.operation, parties)
    const cells = withoutNulls({
      made_number: nextNumber(db, 'attempt', 'made_number'),
      ...{ service: attempt.service, connection_id: attempt.connectionId },
      ...{ endpoint_id: attempt.endpointId, operation: attempt.operation, risk: attempt.risk },
      ...{ orderid: attempt.orderid, client_orderid: attempt.clientOrderid },
      ...{ lock_key: attempt.lockKey, state: 'DRAFT' },
      ...{ amount_minor: amount?.minor ?? null, currency: amount?.currency ?? null },
      ...{ digits: amount?.digits ?? null, is_full: attempt.isFull ? 1 : 0 },
      // A second net behind the doors: whatever got past them is masked before it is written.
      request: maskDetails(attempt.request) as Record<string, string>,
      comment: maskCardNumbers(attempt.comment),
      reason_code: attempt.reasonCode || null,
      ...{ digest: attempt.digest, token_hash: attempt.tokenHash, expires_at: attempt.expiresAt },
      ...{ actor: attempt.actor, seen: attempt.seen, created_at: clock() },
      ...{ message: say('ledger.reviewed-not-confirmed-yet'), replaces: attempt.replaces ?? null },
      ...{ run_id: attempt.row?.runId ?? null, run_at: attempt.row?.at ?? null },
      destination_keys: keys.length === 0 ? null : keys,
    })
    const by = { actor: attempt.actor, origin: 'operator', details } as const
    return rows.appendStep({ act: 'add', cells: { id: attempt.id, ...cells } }, null, by)
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
  confirmedAt: 'confirmed_at',
  confirmedNumber: 'confirmed_number',
  message: 'message',
}

/** What an arrow changes. Its token is burnt with the first one, and what looks found is past. */
function cellsOf(before: AttemptRow, { id, to, patch }: Move): Cells & { id: string } {
  // A status answer may have named the order already: the same name is no change.
  const names = (Object.keys(patch) as (keyof Patch)[]).filter(
    (name) => name !== 'orderid' || patch.orderid !== before.orderid,
  )
  const changed = names.map((name) => [columns[name], patch[name] ?? null] as const)
  return {
    ...{ id, state: to },
    ...(before.tokenHash === null ? {} : { token_hash: null }),
    ...(before.checkMessage === null ? {} : { check_message: null }),
    ...Object.fromEntries(changed),
    message: maskCardNumbers(patch.message),
    ...(isWatched(to) && typeof patch.nextCheckAt === 'number' ? { awaits_look: 1 } : {}),
  }
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
    const row = rows.appendStep({ act: 'set', cells: cellsOf(before, step) }, before.state, step)
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
  const selectNewest = statement<[string, string], bigint | null>(
    db,
    'SELECT max(seq) FROM status_snapshot WHERE service = ? AND orderid = ?',
    { as: 'value' },
  )
  const newestOf = ({ service, orderid }: AttemptRow): number | null => {
    const newest = selectNewest.only(service, orderid)
    return newest === null ? null : Number(newest)
  }
  const setConflict = (
    id: string,
    conflict: string | null,
    entry: Pick<AuditDraft, 'actor' | 'kind' | 'origin'> & { message: string },
  ): AttemptRow =>
    inTransaction(db, () => {
      const { message, ...by } = entry
      const cells =
        conflict === null
          ? { id, conflict, cleared_seq: newestOf(rows.mustGet(id)) }
          : { id, conflict }
      const noted = (): AuditDraft => {
        const row = rows.mustGet(id)
        return {
          ...by,
          outcome: 'conflict',
          subject: attemptSubject(row),
          details: { ...requestDetails(row), state: row.state, message },
        }
      }
      audit.append(noted, [['set', 'attempt', cells]])
      return rows.mustGet(id)
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

function orderNamer({ db, audit, rows }: Parts): Journal['learnOrderid'] {
  return (id, orderid) =>
    inTransaction(db, () => {
      const isNew = rows.mustGet(id).orderid === ''
      const named = (): AuditDraft => {
        const row = rows.mustGet(id)
        return {
          actor: 'paydesk',
          kind: 'attempt:order-named',
          outcome: row.state,
          origin: 'service',
          subject: attemptSubject(row),
          details: { ...requestDetails(row), orderid, clientOrderid: row.clientOrderid },
        }
      }
      audit.append(named, isNew ? [['set', 'attempt', { id, orderid }]] : [])
      return rows.mustGet(id)
    })
}
