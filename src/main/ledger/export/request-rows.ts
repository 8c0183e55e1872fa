// Requests as rows of a table, with who asked, what became of each and whom it paid: the sheet
// beside the entries of an export, and the file of a register. It only reads.
import { formatMessage } from '#wording/format-messages.ts'
import { requestTitle, stateMessages } from '#shared/audit/audit-labels.ts'
import { plainReason } from '#shared/connections/reasons.ts'
import { bankFactsOf } from '#shared/gateway/orders/event-facts.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { wireAmount } from '#shared/money.ts'
import { maskCardNumbers, maskDetails } from '../audit/mask.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { payeeIn } from '../journal/attempt-entry.ts'
import { type AttemptRow, attemptOf, type SqlRow } from '../journal/attempt-row.ts'
import { hasReason, mappingsIn } from '../settings/reason-map.ts'
import { directionOf, type TablePlace } from './csv.ts'

export const requestColumns = [
  'requested',
  'sent',
  'connection',
  'orderid',
  'client_orderid',
  'operation',
  'direction',
  'amount',
  'currency',
  'reason',
  'reason_code',
  'requested_by',
  'outcome',
  'resolved',
  'rrn',
  'approval_code',
  'payee',
  'payee_account',
  'description',
  'message',
  'request',
  'computer',
  'log',
] as const
export const requestTimes: readonly string[] = ['requested', 'sent', 'resolved']

/** Cells of these requests, in the order they were made; an id that is none here has no row. */
export function requestReader(
  db: Database,
  place: TablePlace,
): (ids: readonly string[]) => string[][] {
  const select = statement<[string], SqlRow>(
    db,
    `SELECT a.* FROM json_each(?) j JOIN attempt a ON a.id = j.value ORDER BY a.made_number`,
  )
  const selectName = statement<[string]>(
    db,
    `SELECT record ->> '$.name' FROM connection WHERE id = ?`,
    { as: 'value' },
  )
  const numbersOf = numberReader(db)
  return (ids) => {
    const codes = mappingsIn(db)
    return select.all(JSON.stringify(ids)).map((row) => {
      const attempt = attemptOf(row)
      const name = selectName.get(attempt.connectionId)
      const payee = payeeIn(db, attempt)
      const numbers = maskDetails(numbersOf(attempt)) as ReturnType<typeof numbersOf>
      return [
        isoTime(attempt.createdAt),
        isoTime(attempt.sentAt),
        typeof name === 'string' ? name : attempt.connectionId,
        attempt.orderid,
        attempt.clientOrderid,
        formatMessage(titleOf(attempt)),
        attempt.amount === null ? '' : directionOf(attempt.operation),
        attempt.amount === null ? '' : wireAmount(attempt.amount),
        attempt.amount?.currency ?? '',
        attempt.comment,
        codeOf(row, attempt, codes),
        attempt.actor,
        outcomeOf(attempt),
        isoTime(attempt.resolvedAt),
        numbers.rrn ?? '',
        numbers.approvalCode ?? '',
        ...[payee?.name, payee?.account, payee?.description].map((text) =>
          maskCardNumbers(text ?? ''),
        ),
        formatMessage(attempt.message),
        attempt.id,
        place.computer,
        place.logId,
      ]
    })
  }
}

/** Its own, or the one that its text was mapped to, as reports group by. */
function codeOf(
  row: SqlRow,
  { operation, comment }: AttemptRow,
  codes: ReadonlyMap<string, string>,
): string {
  if (typeof row.reason_code === 'string') return row.reason_code
  return hasReason(operation) ? (codes.get(plainReason(comment)) ?? '') : ''
}

const isoTime = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

const titleOf = (attempt: AttemptRow): string =>
  requestTitle({ operation: attempt.operation, isRelease: isReleaseOf(attempt) === true })

const outcomeOf = ({ state, handOutcome }: AttemptRow): string => {
  const said = formatMessage(stateMessages[state])
  return handOutcome === null ? said : `${said}: ${handOutcome.replaceAll('-', ' ')}`
}

/** Of the answer that resolved a request, or of the one to the request itself. */
function numberReader(db: Database) {
  const select = statement<[number], { rrn: string; approvalCode: string }>(
    db,
    `SELECT rrn, approval_code AS approvalCode FROM money_event WHERE snapshot_seq = ?
       ORDER BY (rrn = '') + (approval_code = ''), seq DESC LIMIT 1`,
  )
  return ({ resolvedBy, answer }: AttemptRow): { rrn?: string; approvalCode?: string } =>
    (resolvedBy === null ? undefined : select.get(resolvedBy)) ?? bankFactsOf(answer ?? {})
}
