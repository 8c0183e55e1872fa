// What an approval is of, and what an approver signs: texts that come out the same on every desk.
// Pure.
import { createHash } from 'node:crypto'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'

export type Requested = Pick<
  AttemptRow,
  | 'service'
  | 'connectionId'
  | 'endpointId'
  | 'operation'
  | 'orderid'
  | 'amount'
  | 'isFull'
  | 'request'
  | 'replaces'
>

/**
 * What would be sent, wherever and to whom, as one text. MONEY: everything that was reviewed
 * counts, as it is kept: of a card its last four. Only an id that Paydesk makes anew at each review
 * is left out; one that a person typed, or that is sent again, counts.
 */
export function requestText(row: Requested, hasOwnId: boolean): string {
  const { operation, amount } = row
  const own =
    isOperationId(operation) && flowOf(operation) === 'new' && !hasOwnId
      ? orderidFieldOf(operation)
      : null
  const fields = Object.entries(row.request)
    .filter(([name]) => name !== own)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const canonical = {
    ...{ v: 1, service: row.service, connection: row.connectionId, endpoint: row.endpointId },
    ...{ operation, orderid: row.orderid, replaces: row.replaces, isFull: row.isFull },
    amount: amount === null ? null : [amount.minor.toString(), amount.currency, amount.digits],
    fields,
  }
  return JSON.stringify(canonical)
}

/** SHA-256, hex, of a text that a request is. */
export const digestOfText = (text: string): string =>
  createHash('sha256').update(text).digest('hex')

export const digestOfRequest = (row: Requested, hasOwnId: boolean): string =>
  digestOfText(requestText(row, hasOwnId))

/**
 * MONEY: what is kept of it is what its digest is over: else somebody would read one thing and sign
 * another.
 */
export const isAsAsked = (kept: Requested & { hasOwnId: boolean; digest: string }): boolean =>
  digestOfRequest(kept, kept.hasOwnId) === kept.digest

/** What is signed: `body` is a statement (shared/approvals/statement.ts). */
export const approvalText = (body: string): Buffer => Buffer.from(`paydesk approval 1\n${body}`)
