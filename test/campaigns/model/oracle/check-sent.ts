// What must hold at the moment a request goes to the socket.
import { hasEffect, knownReturns, openOnes } from './check-step.ts'
import { unapproved } from './check-approved.ts'
import type { Approval, Kind, Row, Reported, Truth } from './truth.ts'

const lateMs = 30_000
const freshMs = 24 * 3_600_000

export interface Leaving {
  rows: readonly Row[]
  approvals: readonly Approval[]
  /** Fields as they are sent. */
  fields: Readonly<Record<string, string>>
  digest: string
  connection: string
  /** How many transactions of the ledger are under way: what is not committed is not there. */
  uncommitted: number
  isStopped: boolean
  wall: number
  mono: number
}

/** Notes whose request it is. Faults are sentences. */
export function faultOfLeaving(
  truth: Truth,
  leaving: Leaving,
): { row: Row | null; fault: string | null } {
  const { rows, digest, connection } = leaving
  const mine = rows.filter(
    (row) => row.state === 'SENDING' && row.digest === digest && row.connection === connection,
  )
  const row = mine.find(({ id }) => !truth.sendings.has(id)) ?? mine[0] ?? null
  if (row === null) return { row, fault: 'a request left without a SENDING record' }
  return { row, fault: faultOf(truth, row, leaving) }
}

function faultOf(truth: Truth, row: Row, leaving: Leaving): string | null {
  const { deeds } = truth
  const { id } = row
  if (leaving.uncommitted > 0) return 'a request left before its SENDING was committed'
  if (truth.sendings.has(id)) return `one ${row.operation} was sent twice`
  if (!deeds.confirmed.has(id)) return `a ${row.operation} left that nobody confirmed`
  if (deeds.undone.has(id)) return `a ${row.operation} left that was taken back`
  if (leaving.isStopped) return `a ${row.operation} left while money was stopped`
  const at = deeds.confirmedAt.get(id)!
  const late = Math.max(leaving.wall - at.wall, leaving.mono - at.mono) - at.undoMs
  if (late > lateMs) return `a ${row.operation} left ${Math.round(late / 1000)} s late`
  const { amount } = leaving.fields
  if (amount !== undefined && Math.round(Number(amount) * 100) !== row.minor)
    return `a ${row.operation} of ${amount} left, and ${row.minor} was confirmed`
  const alone = unapproved(truth, row, leaving.approvals)
  if (alone !== null) return alone
  if (row.operation === 'payout') return twinFault(truth, row, leaving)
  return orderFault(truth, row, leaving)
}

function orderFault(truth: Truth, row: Row, leaving: Leaving): string | null {
  const others = sendingOf(truth, row, leaving).rows.filter(
    ({ id, orderid }) => id !== row.id && orderid === row.orderid,
  )
  const open = others.find(({ state }) => openOnes.includes(state))
  if (open !== undefined) return `a ${row.operation} left while another one is ${open.state}`
  if (others.some(({ conflict }) => conflict !== null))
    return `a ${row.operation} left though the order’s answers contradict each other`
  const reported = truth.reported.slice(0, truth.atSending.get(row.id)?.reported)
  const newest = reported.findLast(({ order }) => order === row.orderid)
  const reviewed = truth.deeds.reviewedBy.get(row.id)
  if (newest?.isDoubtful === false && newest.text !== reviewed)
    return `a ${row.operation} left though the desk knew that the order had changed`
  return row.operation === 'return'
    ? overReturned(truth, row, reported)
    : overCaptured(truth, row, reported)
}

/**
 * What was told to be returned, what was taken from here and not told yet, and this: never more
 * than was captured.
 */
function overReturned(truth: Truth, row: Row, reported: readonly Reported[]): string | null {
  if (row.minor === null || !truth.areRight) return null
  const captured = truth.booked
    .filter((tx) => ['sale', 'capture'].includes(tx.kind) && hasEffect(tx))
    .reduce((sum, tx) => sum + tx.minor, 0)
  // Who never saw how much was taken leaves it to the gateway.
  const isReported = (kind: Kind): boolean =>
    reported.some(
      (one) => one.tx.kind === kind && one.fate === 'approved' && one.hasAmount && !one.isDoubtful,
    )
  const isKnown =
    isReported('sale') || (truth.isPlain && isReported('preauth') && isReported('capture'))
  if (!isKnown) return null
  const known = knownReturns(truth, reported)
  return captured > 0 && known + row.minor > captured
    ? `a refund of ${row.minor} left after ${known} of ${captured}`
    : null
}

function overCaptured(truth: Truth, row: Row, reported: readonly Reported[]): string | null {
  if (row.operation !== 'capture' || row.minor === null) return null
  const held = truth.booked.find(({ kind }) => kind === 'preauth')?.minor ?? 0
  const known = new Set(
    reported
      .filter(
        ({ tx, fate, isDoubtful }) =>
          tx.kind === 'capture' && fate === 'approved' && truth.isPlain && !isDoubtful,
      )
      .map(({ tx }) => tx),
  )
  const captured = [...known].reduce((sum, tx) => sum + tx.minor, 0)
  const isKnown = reported.some(({ tx, hasAmount }) => tx.kind === 'preauth' && hasAmount)
  return truth.isPlain && isKnown && captured + row.minor > held
    ? `a capture of ${row.minor} left after ${captured} of ${held}`
    : null
}

/**
 * As they were when it became SENDING: what comes between that and the socket is too late for it.
 */
const sendingOf = (truth: Truth, { id }: Row, leaving: Leaving): Pick<Leaving, 'rows' | 'wall'> =>
  truth.atSending.get(id) ?? leaving

/** A payout like an open or fresh one leaves only when somebody said that both are meant. */
function twinFault(truth: Truth, row: Row, leaving: Leaving): string | null {
  const { rows, wall } = sendingOf(truth, row, leaving)
  const seen = truth.deeds.acknowledged.get(row.id) ?? []
  const twin = rows.find(
    (one) =>
      one.id !== row.id &&
      one.operation === 'payout' &&
      one.sentAt !== null &&
      one.account === row.account &&
      one.minor === row.minor &&
      !seen.includes(one.id) &&
      (openOnes.includes(one.state) ||
        one.conflict !== null ||
        ((one.state === 'SUCCEEDED' || one.handOutcome === 'happened') &&
          wall - one.sentAt < freshMs)),
  )
  return twin === undefined ? null : `a payout left though the same one is ${twin.state}`
}
