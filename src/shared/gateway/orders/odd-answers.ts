// Answers that tell of money by a word that is not in the table, or by two that contradict each
// other. Nobody here knows which way that money went. Pure. MONEY: what they tell is held back from
// every limit until a person says what the word means.
import { sayAll } from '../../message.ts'
import type { AttemptFact } from './attempt-fact.ts'
import {
  contradictsStage,
  isKnownType,
  isSideType,
  outcomeOf,
  statusTypesOf,
  type StoredSnapshot,
  transactionIdOf,
  typeOfStage,
} from '../status/status.ts'
import { type Reason, reason } from './ways-out.ts'

/** What such answers tell, each transaction once. */
export interface OddMoves {
  minor: bigint
  /** One of them has no amount that can be read: it may be all there is. */
  isUnnamed: boolean
  /** What is odd about them, in sentences; null when nothing is. */
  uncertainty: string | null
  /** Types that are not known here: a setting can say what each means. */
  unknownTypes: string[]
}

/** May have moved money: whatever has not come to nothing for certain. */
const mayHaveHappened = ({ status, stage }: StoredSnapshot): boolean =>
  !['declined', 'failed'].includes(outcomeOf(status, stage))

const wasApproved = ({ status, stage }: StoredSnapshot): boolean =>
  outcomeOf(status, stage) === 'approved'

const idsOf = (snapshots: readonly StoredSnapshot[]): Set<string> =>
  new Set(snapshots.map(transactionIdOf).filter((id) => id !== ''))

/**
 * Which answers of an order are odd. A sale has no hold to let go of, and no payment is a payout as
 * well.
 */
export function oddIn(snapshots: readonly StoredSnapshot[]): Set<StoredSnapshot> {
  const plain = snapshots.filter(
    (seen) => isKnownType(seen.transactionType) && !contradictsStage(seen),
  )
  const ofPayment = plain.filter((seen) => wasApproved(seen) && isPaymentType(seen.transactionType))
  const first = ofPayment[0]
  const isSale = ofPayment.some(({ transactionType }) => transactionType === 'sale')
  const ids = idsOf(plain)
  const isOdd = (seen: StoredSnapshot): boolean => {
    const type = seen.transactionType
    if (contradictsStage(seen)) return true
    if (type === '') return first !== undefined && tellsAnother(seen, first, ids)
    if (!isKnownType(type)) return true
    if (isSideType(type)) return first !== undefined
    return type === 'cancel' && isSale
  }
  return new Set(snapshots.filter((seen) => mayHaveHappened(seen) && isOdd(seen)))
}

const isPaymentType = (type: string): boolean => ['sale', 'preauth', 'capture'].includes(type)

/** A nameless answer that is not the payment told again. */
function tellsAnother(
  seen: StoredSnapshot,
  first: StoredSnapshot,
  ids: ReadonlySet<string>,
): boolean {
  const id = transactionIdOf(seen)
  if (id !== '' && ids.size > 0) return !ids.has(id)
  return seen.amount === null
    ? first.amount !== null && seen.unreadableAmount !== undefined
    : seen.amount.minor !== first.amount?.minor
}

/** One transaction that odd answers tell. */
interface OddEvent {
  reported: StoredSnapshot[]
}

/** Answers of one id and type, of one date and amount, or told one right after the other. */
function eventsOf(snapshots: readonly StoredSnapshot[], odd: ReadonlySet<StoredSnapshot>) {
  const events: OddEvent[] = []
  snapshots.forEach((seen, at) => {
    if (!odd.has(seen)) return
    const before = snapshots[at - 1]
    const same = events.find(({ reported }) =>
      reported.some((one) => {
        if (one.transactionType !== seen.transactionType) return false
        const [idOfOne, id] = [transactionIdOf(one), transactionIdOf(seen)]
        if (idOfOne !== '' && id !== '') return idOfOne === id
        if (one.amount?.minor !== seen.amount?.minor) return false
        return seen.transactionMark === ''
          ? one === before
          : one.transactionMark === seen.transactionMark
      }),
    )
    if (same === undefined) events.push({ reported: [seen] })
    else same.reported.push(seen)
  })
  return events
}

/** MONEY: told with two amounts, the larger one is held back. */
const minorOf = ({ reported }: OddEvent): bigint | null =>
  reported.reduce<bigint | null>((most, { amount }) => {
    if (amount === null) return most
    return most === null || amount.minor > most ? amount.minor : most
  }, null)

/** Ended as nothing: its own last word, by its id, says so. */
function cameToNothing({ reported }: OddEvent, snapshots: readonly StoredSnapshot[]): boolean {
  const [one] = reported
  if (one === undefined || reported.some(wasApproved)) return false
  const id = transactionIdOf(one)
  const last = snapshots.findLast(
    (seen) => seen.transactionType === one.transactionType && transactionIdOf(seen) === id,
  )
  return id !== '' && last !== undefined && !mayHaveHappened(last)
}

/** What odd answers hold back, less what a person found to be a request of this computer. */
export function oddMovesOf(
  snapshots: readonly StoredSnapshot[],
  odd: ReadonlySet<StoredSnapshot>,
  attempts: readonly AttemptFact[],
): OddMoves {
  const events = eventsOf(snapshots, odd).filter((event) => !cameToNothing(event, snapshots))
  // MONEY: a capture that was found lets more be refunded, and what is odd may be a refund.
  const found = attempts.filter(
    (attempt) =>
      attempt.operation !== 'capture' &&
      attempt.state === 'SUCCEEDED' &&
      attempt.resolvedBy === null &&
      attempt.amount !== null &&
      !isToldPlainly(attempt, snapshots, odd),
  )
  const others = events.filter((event) => {
    const own = found.findIndex(
      ({ amount, sentAfter }) =>
        amount?.minor === minorOf(event) && (event.reported[0]?.seq ?? 0) > (sentAfter ?? 0),
    )
    if (own !== -1) found.splice(own, 1)
    return own === -1
  })
  const minors = others.map(minorOf)
  return {
    minor: minors.reduce<bigint>((sum, minor) => sum + (minor ?? 0n), 0n),
    isUnnamed: minors.includes(null),
    uncertainty: uncertaintyOf(others),
    unknownTypes: unknownTypesOf(others),
  }
}

/** Told since it was sent under a word of its own: that one is its own then. */
const isToldPlainly = (
  { operation, amount, sentAfter }: AttemptFact,
  snapshots: readonly StoredSnapshot[],
  odd: ReadonlySet<StoredSnapshot>,
): boolean =>
  snapshots.some(
    (seen) =>
      !odd.has(seen) &&
      seen.seq > (sentAfter ?? 0) &&
      statusTypesOf(operation).includes(seen.transactionType) &&
      (seen.amount === null || seen.amount.minor === amount?.minor),
  )

function uncertaintyOf(events: readonly OddEvent[]): string | null {
  const reported = events.flatMap((event) => event.reported)
  return sayAll(reported.map(messageOf)) || null
}

const unknownTypesOf = (events: readonly OddEvent[]): string[] => {
  const reported = events.flatMap((event) =>
    event.reported.map(({ transactionType }) => transactionType),
  )
  return [...new Set(reported)].filter((type) => type !== '' && !isKnownType(type))
}

function messageOf(seen: StoredSnapshot): Reason {
  const { transactionType: type, stage } = seen
  if (isKnownType(type) && contradictsStage(seen))
    return reason('order.type-contradicts-stage', {
      type,
      stageType: typeOfStage(stage),
    })
  if (type === '') return reason('order.type-missing')
  return isKnownType(type)
    ? reason('order.type-does-not-fit', { type })
    : reason('order.type-not-known', { type })
}
