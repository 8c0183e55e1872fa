// What an entry of the log says of a request: what was asked for, by whom, and whom it pays. It
// writes nothing.
import type { AttemptState } from '#shared/attempt.ts'
import { bankFactsOf, type Payee, payeeOf } from '#shared/gateway/orders/event-facts.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { wireAmount } from '#shared/money.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { AttemptRow } from './attempt-row.ts'

type Paying = Pick<AttemptRow, 'service' | 'orderid' | 'operation' | 'request'>

/** A checked payout is paid by its order ID alone: its check says to whom. */
export function payeeIn(db: Database, row: Paying): Payee | null {
  if (row.operation !== 'payout-pay') return payeeOf(row.operation, row.request)
  const request = statement<[string, string], string>(
    db,
    `SELECT request FROM attempt WHERE service = ? AND orderid = ? AND operation = 'payout-check'
       ORDER BY made_number DESC LIMIT 1`,
    { as: 'value' },
  ).get(row.service, row.orderid)
  return request === undefined
    ? null
    : payeeOf('payout-check', JSON.parse(request) as Record<string, string>)
}

const payeeDetails = (payee: Payee | null): Record<string, string> =>
  payee === null
    ? {}
    : { payee: payee.name, payeeAccount: payee.account, description: payee.description }

/** Which request an entry is about, and who asked for it, whoever wrote the entry. */
export const requestDetails = (row: AttemptRow): Record<string, unknown> => ({
  attemptId: row.id,
  operation: row.operation,
  requestedBy: row.actor,
  ...(isReleaseOf(row) === true ? { isRelease: true } : {}),
})

/** The details of one arrow, with the state it came from. */
export const stepDetails = (
  db: Database,
  row: AttemptRow,
  from: AttemptState | null,
): Record<string, unknown> => ({
  ...requestDetails(row),
  clientOrderid: row.clientOrderid,
  orderid: row.orderid,
  amount: row.amount === null ? null : wireAmount(row.amount),
  currency: row.amount?.currency ?? null,
  isFull: row.isFull,
  comment: row.comment,
  from,
  message: row.message,
  serialNumber: row.serialNumber,
  ...bankFactsOf(row.answer ?? {}),
  ...(row.state === 'SENDING' ? payeeDetails(payeeIn(db, row)) : {}),
  digest: row.digest,
  ...(row.replaces === null ? {} : { replaces: row.replaces }),
  ...(row.row === null ? {} : { run: row.row.runId, row: row.row.at }),
})
