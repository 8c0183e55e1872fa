// What the wire between desk and gateway saw: every request that left, every answer the desk was
// told, in one order. It is the witness of what a desk could know and when, and owes nothing to
// what the desk wrote down.

export type Fields = Readonly<Record<string, string>>

export interface Passage {
  /** Which gateway it was for. */
  place: string
  operation: string
  fields: Fields
  /** Places in the one order of all that passes the wires of a fixture. Null: it did not happen. */
  left: number
  forwarded: number | null
  answered: number | null
  /** Monotonic milliseconds of the request's arrival at the wire. */
  at: number
  answeredAt: number | null
  /**
   * By which the gateway itself knows the request; null when it said none, or nobody could read it.
   */
  serial: string | null
  /**
   * The record the desk was told; null when it was told none, or not in a form that is sure to be
   * read.
   */
  reported: Fields | null
  /** The record as the gateway meant it. An older one that was told again keeps its own. */
  real: Fields | null
  /**
   * The desk may have been able to read it, or not: a spoilt answer, or one that came as the
   * program died.
   */
  isDoubtful: boolean
}

const finalStatuses = ['approved', 'declined', 'filtered', 'error']

/** The processor's own name of a transaction, as the gateway really keeps it. */
export const realIdOf = (record: Fields | null): string => record?.['processor-tx-id'] ?? ''
export const typeOf = (record: Fields | null): string => record?.['transaction-type'] ?? ''
export const orderidOf = (record: Fields | null): string => record?.['paynet-order-id'] ?? ''
export const isFinalRecord = (record: Fields): boolean =>
  finalStatuses.includes(record['status'] ?? '')

/**
 * Minor units of an amount that is told so that nobody can read it in two ways; else null. Two
 * digits behind a comma can only be the decimals of a currency that has two.
 */
export function plainMinor(record: Fields): number | null {
  const digits = digitsOf(record['currency'] ?? '')
  const text = record['amount'] ?? ''
  const plain = digits === 2 ? text.replace(/^(\d+),(\d\d)$/, '$1.$2') : text
  const [, whole, part] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(plain) ?? []
  if (digits === null || whole === undefined || (part ?? '').length > digits) return null
  return Number(whole) * 10 ** digits + Number((part ?? '').padEnd(digits, '0') || '0')
}

/** The currencies of the orders this campaign practises on. */
const digitsOf = (currency: string): number | null =>
  ({ EUR: 2, GBP: 2, USD: 2, JPY: 0, KWD: 3 })[currency] ?? null

export const statusPassages = (passages: readonly Passage[]): Passage[] =>
  passages.filter((one) => one.operation === 'status' && one.answered !== null)

/**
 * Whether the desk was surely told of this transaction in an answer that came before that moment.
 */
export const wasTold = (
  passages: readonly Passage[],
  place: string,
  realId: string,
  before: number,
): boolean =>
  statusPassages(passages).some(
    (one) =>
      one.place === place &&
      one.reported !== null &&
      !one.isDoubtful &&
      (one.answered ?? Infinity) < before &&
      realIdOf(one.real) === realId,
  )
