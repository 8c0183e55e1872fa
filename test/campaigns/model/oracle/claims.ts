// Which transaction may close which attempt, and which contradiction must have been noted: by the
// truth, where each transaction has an owner. Somebody else's is excused only where nobody could
// tell it from the attempt's own.
import type { Booked, Kind, Row, Reported, Truth } from './truth.ts'

const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  return: ['reversal', 'cancel'],
  capture: ['capture'],
  void: ['void', 'cancel'],
  payout: ['payout'],
}
const fateOf: Readonly<Record<string, string>> = {
  SUCCEEDED: 'approved',
  DECLINED: 'declined',
  FAILED: 'error',
}

const isOfKind = (row: Row, tx: Booked): boolean => (kindsOf[row.operation] ?? []).includes(tx.kind)

const isPart = ({ kind }: Booked): boolean => kind === 'reversal' || kind === 'capture'

const numberOf = (truth: Truth, row: Pick<Row, 'id'>): number => truth.sentNumber.get(row.id) ?? 0

/** Why this answer does not close this attempt in that state; null when it does. */
export function claimFault(
  truth: Truth,
  row: Row,
  rows: readonly Row[],
  answer: Reported | null,
): string | null {
  if (answer === null) return `${row.state} without an answer`
  const { tx } = answer
  if (answer.fate !== fateOf[row.state]) return `${row.state}, but the gateway said ${answer.fate}`
  if (!isOfKind(row, tx)) return `${row.state} by a ${tx.kind}`
  const claimed = [...truth.closedBy].find(([id, one]) => id !== row.id && one === tx)
  truth.closedBy.set(row.id, tx)
  // A gateway that ignores the number it is asked by, and names nothing, is believed.
  if (truth.ignoresNumbers && !truth.isPlain) return null
  if (claimed !== undefined) return `${row.state} by what closed another request`
  // A part of an order is told by its amount alone, unless it was asked for by name.
  if (!answer.hasAmount && isPart(tx) && !answer.isByName) return `${row.state} by no amount`
  if (tx.by === row.id) return null
  if (answer.asked < numberOf(truth, row))
    return `${row.state} by an answer asked for before it left`
  if (answer.hasAmount && row.minor !== tx.minor) return `${row.state} by another amount`
  // An answer that was asked for before and came after it may be about this very request.
  const known = truth.reported
    .slice(0, truth.atSending.get(row.id)?.reported)
    .find(
      (reported) =>
        reported.tx === tx && reported.asked < numberOf(truth, row) && !reported.isDoubtful,
    )
  if (known !== undefined) return `${row.state} by what was known before it left`
  return standsForAnother(truth, row, rows, tx)
}

/**
 * Somebody said of another request that it happened, and this is what it made: nothing else could
 * be meant.
 */
function standsForAnother(truth: Truth, row: Row, rows: readonly Row[], tx: Booked): string | null {
  const other = rows.find((one) => one.id === tx.by && one.handOutcome === 'happened')
  if (other === undefined || other.id === row.id) return null
  const isAmbiguous = truth.booked.some(
    (one) => one !== tx && one.by !== row.id && isOfKind(other, one) && one.minor === tx.minor,
  )
  return isAmbiguous ? null : `${row.state} by what a person counted as another request’s`
}

const denied = ['REJECTED', 'NOT_SENT', 'DECLINED', 'FAILED']

/**
 * An answer told that something happened of which the ledger says that it did not; nobody was told
 * so.
 */
export function missedContradiction(
  truth: Truth,
  rows: readonly Row[],
  answer: Reported,
): string | null {
  const { tx } = answer
  const row = rows.find(({ id }) => id === tx.by)
  if (row === undefined || answer.fate !== 'approved' || answer.isDoubtful) return null
  const isDenied =
    denied.includes(row.state) ||
    (row.state === 'RESOLVED_BY_HAND' && row.handOutcome === 'did-not-happen')
  if (!isDenied || row.conflict !== null || answer.asked < numberOf(truth, row)) return null
  if (!truth.isPlain || row.minor !== tx.minor) return null
  if ((truth.deeds.cleared.get(row.id) ?? -1) >= 0) return null
  if ([...truth.closedBy.values()].includes(tx)) return null
  const wasKnown = truth.reported
    .slice(0, truth.deeds.decidedAt.get(row.id) ?? 0)
    .some((reported) => reported.tx === tx && reported.fate === answer.fate)
  if (wasKnown) return null
  const mayBeLater = rows.some(
    (one) =>
      numberOf(truth, one) > numberOf(truth, row) &&
      isOfKind(one, tx) &&
      !truth.closedBy.has(one.id) &&
      one.state !== 'NOT_SENT' &&
      (one.minor === null || one.minor === tx.minor),
  )
  return mayBeLater
    ? null
    : `${row.operation} is ${row.state} and was told to be ${answer.fate}, and no contradiction was noted`
}
