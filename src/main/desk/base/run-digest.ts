// What a row and a run mean, as digests. Pure. A row's meaning is the same whatever file it stands
// in, so that what was asked for before is known again; a run's digest is over all that was
// confirmed, in its order.
import { createHash, hash } from 'node:crypto'
import type { RunRow } from '#shared/runs/run-row.ts'
import { canonicalOrder } from '#shared/order-place.ts'
import type { Money } from '#shared/money.ts'
import { plainAccount } from '#shared/cards/iban.ts'
import type { AskedRow, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'

type Place = Pick<RunRecord, 'service' | 'operation'>

const amountOf = (money: Money | null): (string | number)[] | null =>
  money === null ? null : [money.minor.toString(), money.currency, money.digits]

const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(value))

const meaningOf = (
  { service, operation }: Place,
  {
    orderid,
    clientOrderid,
    amount,
    party,
  }: Pick<AskedRow, 'orderid' | 'clientOrderid' | 'amount' | 'party'>,
): string => {
  // Whoever is named beside it, and paid at once or after a check: this money to this account.
  if (party !== null) {
    const card = party['cardrefid']
    if (card !== undefined) return hashOf(['charges', service, card, amountOf(amount)])
    const account = plainAccount(party['account_number'] ?? '')
    const to = [account, party['routing_number'] ?? '', orderid, clientOrderid]
    return hashOf(['pays', service, to, amountOf(amount)])
  }
  const order = orderid === '' ? ['own', clientOrderid] : ['order', canonicalOrder(orderid)]
  return hashOf([operation, service, order, amountOf(amount)])
}

export const askedRow = (place: Place, row: RunRow, at: number): AskedRow => {
  const asked = {
    at,
    line: row.line,
    orderid: row.orderId?.trim() ?? '',
    clientOrderid: row.merchantOrderId?.trim() ?? '',
    amount: row.amount,
    reason: row.reason?.trim() ?? '',
    party: row.party ?? null,
    beside: row.beside ?? [],
  }
  return { ...asked, meaning: meaningOf(place, asked) }
}

/** MONEY: the row is still the one that was read: whoever changed it changed what it means. */
export const isAsRead = (place: Place, row: RunRowRecord): boolean =>
  meaningOf(place, row) === row.meaning

/** All that decides about the money of a row. */
const confirmedOf = ({ check, ...row }: RunRowRecord): unknown => [
  ...[row.at, row.line, row.orderid, row.clientOrderid, amountOf(row.amount), row.reason],
  ...[row.meaning, check?.isIn ?? false, check?.way ?? null, check?.orderid ?? ''],
  ...[check?.clientOrderid ?? '', amountOf(check?.moves ?? null)],
  ...[check?.leftMinor?.toString() ?? null, row.party],
  // Whether it repeats what was sent, and what had left by the time it was asked about.
  ...[check?.group ?? null, check?.wasMade ?? false, check?.askedAt ?? null],
  // What the gateway is sent for its reason.
  check?.comment ?? null,
]

/** What the digest is over of one row. */
export const rowLine = (row: RunRowRecord): string => `${JSON.stringify(confirmedOf(row))}\n`

export interface RunDigest {
  add(rows: readonly RunRowRecord[]): void
  /** Hex; `reason`: why what was sent before is asked for once more. */
  end(reason: string): string
}

/** `onLine` is told of each line of text that the digest is over. */
export function openDigest(
  {
    id,
    service,
    connectionId,
    operation,
    source,
  }: Pick<RunRecord, 'id' | 'service' | 'connectionId' | 'operation' | 'source'>,
  onLine?: (line: string) => void,
): RunDigest {
  const all = createHash('sha256')
  const take = (value: unknown): void => {
    const line = `${JSON.stringify(value)}\n`
    all.update(line)
    onLine?.(line)
  }
  // With what stayed out of a list, and why it is taken once more.
  take([id, service, connectionId, operation, source])
  return {
    add: (rows) => {
      for (const row of rows) take(confirmedOf(row))
    },
    end: (reason) => {
      take(reason)
      return all.digest('hex')
    },
  }
}
