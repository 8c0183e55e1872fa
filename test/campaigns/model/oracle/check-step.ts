// What must hold after each step, told from the truth alone: the gateway's books, the answers that
// were given, what left, and the rows as plain SQL reads them. It asks no function of the product
// what is right.
import { claimFault, missedContradiction } from './claims.ts'
import type { Booked, Row, Sums, Reported, Truth } from './truth.ts'

const finals = [
  'EXPIRED',
  'UNDONE',
  'NOT_SENT',
  'REJECTED',
  'SUCCEEDED',
  'DECLINED',
  'FAILED',
  'RESOLVED_BY_HAND',
]
const neverSent = ['DRAFT', 'APPROVED', 'EXPIRED', 'UNDONE']
export const openOnes = ['SENDING', 'UNKNOWN', 'ACCEPTED']
const byAnswer = ['SUCCEEDED', 'DECLINED', 'FAILED']
const lookUpsNeeded = 3
const looksOverMs = 30 * 60_000

export const hasEffect = ({ fate }: Booked): boolean => fate === 'processing' || fate === 'approved'

/**
 * What is wrong after a step in which the desk may have been given an answer; null when nothing is.
 */
export function faultAfter(
  truth: Truth,
  before: readonly Row[],
  rows: readonly Row[],
  answer: Reported | null,
  sums: Sums | null,
): string | null {
  const old = new Map(before.map((row) => [row.id, row]))
  for (const row of rows) {
    const fault = faultOfRow(truth, old.get(row.id), row, rows, answer)
    if (fault !== null) return `${row.operation} ${rows.indexOf(row)}: ${fault}`
  }
  if (before.some(({ id }) => !rows.some((row) => row.id === id))) return 'an attempt is gone'
  if (answer !== null) {
    const missed = missedContradiction(truth, rows, answer)
    if (missed !== null) return missed
  }
  return (
    twoOpen(rows) ??
    twoEffects(truth, rows) ??
    (sums === null ? null : sumsFault(truth, rows, sums))
  )
}

function faultOfRow(
  truth: Truth,
  was: Row | undefined,
  row: Row,
  rows: readonly Row[],
  answer: Reported | null,
): string | null {
  if (was !== undefined && finals.includes(was.state) && row.state !== was.state)
    return `left ${was.state} for ${row.state}`
  if (neverSent.includes(row.state) && truth.sendings.has(row.id))
    return `${row.state}, but it was sent`
  if (row.state === 'NOT_SENT' && truth.booked.some((tx) => tx.by === row.id))
    return 'NOT_SENT, but the gateway has it'
  if (was?.state === row.state) return null
  if (byAnswer.includes(row.state)) return claimFault(truth, row, rows, answer)
  if (row.state === 'RESOLVED_BY_HAND') return brakeFault(truth, row)
  return null
}

function brakeFault(truth: Truth, row: Row): string | null {
  if (!truth.deeds.waited.has(row.id)) return null
  const sentNumber = truth.sentNumber.get(row.id) ?? 0
  const looks = truth.looks.get(row.id)?.filter(({ asked }) => asked > sentNumber) ?? []
  const over = (looks.at(-1)?.at ?? 0) - (looks[0]?.at ?? 0)
  return looks.length >= lookUpsNeeded && over >= looksOverMs
    ? null
    : `resolved after ${looks.length} look-ups over ${Math.round(over / 60_000)} minutes`
}

/** An order by the gateway's id, and what makes an order by the merchant's. */
const orderOf = ({ operation, orderid, clientOrderid }: Row): string =>
  operation === 'payout' ? `payout ${clientOrderid}` : orderid

function twoOpen(rows: readonly Row[]): string | null {
  const open = rows.filter(({ state }) => openOnes.includes(state)).map(orderOf)
  const twice = open.find((order, at) => open.indexOf(order) !== at)
  return twice === undefined ? null : `two open attempts on ${twice}`
}

function twoEffects(truth: Truth, rows: readonly Row[]): string | null {
  for (const row of rows) {
    const made = truth.booked.filter((tx) => tx.by === row.id)
    if (made.length > 1) return `${made.length} transactions of one ${row.operation}`
    if (made.length === 1 && row.sentAt === null) return 'an effect without a SENDING record'
    if ((truth.sendings.get(row.id) ?? 0) > 1) return `one ${row.operation} was sent twice`
    // People who are right resolve as not done only what is not and will not be done: what is sent
    // again is one request.
    if (row.replaces !== null && truth.areRight) {
      const first = truth.booked.some((tx) => tx.by === row.replaces && hasEffect(tx))
      if (first && made.some(hasEffect)) return 'two effects of one request that was sent again'
    }
  }
  return null
}

const sumOf = (booked: readonly Booked[], kinds: readonly Booked['kind'][]): number =>
  booked
    .filter((tx) => kinds.includes(tx.kind) && tx.fate === 'approved')
    .reduce((sum, tx) => sum + tx.minor, 0)

/**
 * The desk's sums are those of the books, less what nobody told it, or it says that it is in doubt.
 */
function sumsFault(truth: Truth, rows: readonly Row[], sums: Sums): string | null {
  if (!truth.areRight || sums.isContradicted) return null
  // Closed by a transaction that told no amount: how much it was nobody knows.
  const isGuessed = rows.some(({ id, minor }) => (truth.closedBy.get(id)?.minor ?? minor) !== minor)
  if (isGuessed) return null
  const captured = sumOf(truth.booked, ['sale', 'capture'])
  const returned = sumOf(truth.booked, ['reversal'])
  if (sums.captured !== null && sums.captured > captured)
    return `the desk counts ${sums.captured} captured, the books ${captured}`
  const left = captured - toldAsGone(truth)
  if (truth.isPlain && sums.returnable !== null && sums.returnable > Math.max(0, left))
    return `the desk would refund ${sums.returnable}, and what it was told leaves ${left}`
  if (sums.isDoubtful || sums.returned === null) return null
  // Of all there was, a person said that it happened: how much that was by then nobody told.
  const isLess = rows.some(
    ({ id, handOutcome, minor }) =>
      handOutcome === 'happened' && truth.booked.some((tx) => tx.by === id && tx.minor !== minor),
  )
  if (sums.returned > returned && !isLess)
    return `the desk counts ${sums.returned} returned, the books ${returned}`
  const known = knownReturns(truth, truth.reported)
  return sums.captured !== null && sums.captured > 0 && sums.returned < known
    ? `the desk counts ${sums.returned} returned, and was told of ${known}`
    : null
}

/** Refunds that are gone, or on their way, by the last word that the desk was given of each. */
function toldAsGone({ reported }: Truth): number {
  const last = new Map<Reported['tx'], Reported>()
  for (const one of reported) if (one.tx.kind === 'reversal') last.set(one.tx, one)
  return [...last.values()]
    .filter(({ fate, isDoubtful }) => !isDoubtful && ['approved', 'processing'].includes(fate))
    .reduce((sum, { tx }) => sum + tx.minor, 0)
}

/** Refunds that the desk was told of, each once, as far as they can be told apart. */
export function knownReturns(truth: Truth, reported: readonly Reported[]): number {
  const seen = new Set<number>()
  let sum = 0
  for (const { tx, fate, isDoubtful } of reported) {
    if (tx.kind !== 'reversal' || fate !== 'approved' || seen.has(tx.at)) continue
    if (!truth.isPlain || isDoubtful) continue
    seen.add(tx.at)
    sum += tx.minor
  }
  return sum
}
