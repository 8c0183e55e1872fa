// Counts the captures and refunds of an order, each once: what the gateway told, however often, and
// what was sent from here. Pure. MONEY: where answers can't be told apart there is a least and a
// most, and whoever draws a limit takes the one that allows less.
import type { ReportedTwice } from '../clearances/clearance.ts'
import { isOpen } from '../../attempt.ts'
import type { AttemptFact } from './attempt-fact.ts'
import { leastOf, mostOf } from './order-answers.ts'
import { type StoredSnapshot, outcomeOf, statusTypesOf, transactionIdOf } from '../status/status.ts'

export type EventKind = 'capture' | 'return'

export interface Count {
  /** What surely happened. */
  least: bigint
  /** What may have happened, as far as amounts were told. */
  most: bigint
  /** At least one of them happened, of whatever can't be true together: the smallest. */
  smallest: bigint
  /** Something happened of which no amount is known. */
  isUnnamed: boolean
  /** Those of others that were last told as processing, as far as amounts were told. */
  inProgress: bigint
  /** One of these has no id, and may have been told again since, or no amount. */
  isInProgressUnsure: boolean
  /** A request from here is among it that asked for all there was, without an amount. */
  tookAll: boolean
  /** Transactions that were told with more than one amount. */
  twice: ReportedTwice[]
  /** What the gateway told that no request from here stands for: done, or under way. */
  others: OthersEvent[]
}

/** A transaction that somebody else asked for, as far as answers tell it apart. */
export interface OthersEvent {
  /** As told: none where no amount was, and more than one where answers contradict each other. */
  minors: readonly bigint[]
  /** Unix milliseconds of the first answer that tells of it. */
  firstAt: number
}

/** One transaction; without an id, one telling of a transaction that others may tell again. */
interface Event {
  id: string
  /** Told with more than one amount, the smallest; the largest may be true as well. */
  minor: bigint | null
  most: bigint | null
  minors: bigint[]
  /** The answers that tell it, oldest first. */
  reported: StoredSnapshot[]
}

const typesOf: Readonly<Record<EventKind, readonly string[]>> = {
  capture: ['capture'],
  return: ['reversal', 'refund'],
}

/**
 * `own`: requests of that kind that happened; `sent`: all that left. Answers come oldest first.
 * MONEY: what the gateway told as processing, and then no more, may have happened: a later answer
 * hides it and does not undo it.
 */
export function countEvents(
  kind: EventKind,
  snapshots: readonly StoredSnapshot[],
  own: readonly AttemptFact[],
  sent: readonly AttemptFact[] = own,
): Count {
  const all = eventsOf(kind, snapshots, own)
  const events = all.filter(wasApproved)
  const claims = claimsOf(events, own)
  const waiting = waitingOf(all, { snapshots, sent, claims })
  const ownAmounts = own.map(amountOfOwn(claims))
  const claimed = new Set(claims.values())
  const others = events.filter((event) => !claimed.has(event))
  const named = others.filter((event) => event.id !== '' && stands(event))
  // MONEY: an own one that was told without an id may be told again with the id that came late.
  const nameable = own.filter((attempt) => claims.get(attempt)?.id === '').map(amountOfOwn(claims))
  // MONEY: one that nobody told yet may be a contested one, by another of its amounts.
  const untold = own.filter((attempt) => !claims.has(attempt)).map(amountOfOwn(claims))
  const [contested, plain] = [named.filter(isContested), named.filter((one) => !isContested(one))]
  const amounts = new Set(others.filter(({ id }) => id === '').map(({ minor }) => minor))
  const nameless = [...amounts].filter((minor) => isAnother(minor, events, others, own))
  const one = leastOf([...ownAmounts, ...others.map(({ minor }) => minor)].map((m) => m ?? 0n))
  return {
    least:
      sumOf(ownAmounts) +
      sumOf(without([...plain, ...contested], { nameable, untold })) +
      sumOf(nameless),
    most: sumOf(own.map(mostOfOwn(claims))) + sumOf(others.map(({ most }) => most)),
    smallest: one ?? 0n,
    inProgress: sumOf(waiting.map(({ most }) => most)),
    isInProgressUnsure: waiting.some(({ id, minor }) => id === '' || minor === null),
    tookAll: ownAmounts.some((minor) => minor === undefined || minor === null),
    isUnnamed:
      ownAmounts.includes(undefined) ||
      [...others, ...waiting].some(({ minor }) => minor === null) ||
      (kind === 'return' && own.some((attempt) => isGuess(attempt, claims.get(attempt)))),
    twice: events.filter(isContested).map(({ id, minors }) => ({ transaction: kind, id, minors })),
    others: [...others, ...waiting].map(({ minors, reported }) => ({
      minors,
      firstAt: reported[0]?.at ?? Infinity,
    })),
  }
}

/**
 * MONEY: what a person found to have happened may not be what was told without an amount; then that
 * is another one. Of captures it would only be more to refund.
 */
const isGuess = (attempt: AttemptFact, event: Event | undefined): boolean =>
  attempt.resolvedBy === null && event?.minor === null

const sumOf = (amounts: readonly (bigint | null | undefined)[]): bigint =>
  amounts.reduce<bigint>((sum, minor) => sum + (minor ?? 0n), 0n)

type Claims = ReadonlyMap<AttemptFact, Event>

const amountOfOwn =
  (claims: Claims) =>
  (attempt: AttemptFact): bigint | null | undefined =>
    leastOf(contestedIn(claims, attempt)) ?? attempt.amount?.minor ?? claims.get(attempt)?.minor

const mostOfOwn =
  (claims: Claims) =>
  (attempt: AttemptFact): bigint | null | undefined => {
    const [amount, event] = [amountOfOwn(claims)(attempt), claims.get(attempt)]
    if (event === undefined || !isContested(event)) return amount
    // MONEY: what a person found to have happened may be another one than this.
    return attempt.resolvedBy === null
      ? sumOf([attempt.amount?.minor, event.most])
      : mostOf(contestedIn(claims, attempt))
  }

/** MONEY: where the gateway told two amounts of it, what was asked for is only a third. */
function contestedIn(claims: Claims, attempt: AttemptFact): bigint[] {
  const event = claims.get(attempt)
  if (event === undefined || !isContested(event)) return []
  const { minors } = event
  return attempt.amount === null ? minors : [...minors, attempt.amount.minor]
}

/** Told with more than one amount. */
const isContested = ({ minors }: Event): boolean => minors.length > 1

type OwnAmounts = readonly (bigint | null | undefined)[]

/** The amounts of events, less one for each own amount that may be the same. */
function without(
  events: readonly Event[],
  own: { nameable: OwnAmounts; untold: OwnAmounts },
): (bigint | null)[] {
  const [nameable, untold] = [[...own.nameable], [...own.untold]]
  return events.flatMap((event) => {
    const isIt = (amount: bigint | null | undefined): boolean =>
      amount === event.minor || event.minors.some((minor) => minor === amount)
    const left = isContested(event) && !nameable.some(isIt) ? untold : nameable
    const at = left.findIndex(isIt)
    if (at === -1) return [event.minor]
    left.splice(at, 1)
    return []
  })
}

const firstSeq = ({ reported }: Event): number => reported[0]?.seq ?? 0

function eventsOf(
  kind: EventKind,
  snapshots: readonly StoredSnapshot[],
  own: readonly AttemptFact[],
): Event[] {
  const events: Event[] = []
  snapshots.forEach((seen, at) => {
    if (!typesOf[kind].includes(seen.transactionType)) return
    const id = transactionIdOf(seen)
    const minor = seen.amount?.minor ?? null
    const same = events.find((event) =>
      id === ''
        ? event.id === '' &&
          event.minor === minor &&
          isReportedAgain(event, seen, snapshots[at - 1]) &&
          !isOfLater(event, seen, own)
        : event.id === id,
    )
    if (same === undefined) {
      const minors = minor === null ? [] : [minor]
      events.push({ id, minor, most: minor, minors, reported: [seen] })
      return
    }
    same.reported.push(seen)
    if (minor === null || same.minors.includes(minor)) return
    same.minors.push(minor)
    same.minor = leastOf(same.minors)
    same.most = mostOf(same.minors)
  })
  return events
}

/** Without an id: the same date, or no other answer in between. */
const isReportedAgain = (
  { reported }: Event,
  seen: StoredSnapshot,
  before: StoredSnapshot | undefined,
): boolean =>
  seen.transactionMark !== ''
    ? reported.some((one) => one.transactionMark === seen.transactionMark)
    : before !== undefined && reported.at(-1) === before && before.transactionMark === ''

/**
 * MONEY: told of a request by its serial number that was sent after the event was told: that is
 * another one, however alike the two look.
 */
const isOfLater = (event: Event, seen: StoredSnapshot, own: readonly AttemptFact[]): boolean =>
  own.some(
    ({ resolvedBy, sentAfter }) => resolvedBy === seen.seq && (sentAfter ?? 0) >= firstSeq(event),
  )

const wasApproved = ({ reported }: Event): boolean =>
  reported.some(({ status, stage }) => outcomeOf(status, stage) === 'approved')

/**
 * Whether the last word on it is that it happened: an approval that was taken back later is in
 * doubt.
 */
const stands = ({ reported }: Event): boolean =>
  reported
    .map(({ status, stage }) => outcomeOf(status, stage))
    .findLast((word) => word !== 'processing') === 'approved'

const isWaiting = (event: Event): boolean => {
  const last = event.reported.at(-1)
  const word = last === undefined ? 'unclear' : outcomeOf(last.status, last.stage)
  return !wasApproved(event) && (word === 'processing' || word === 'unclear')
}

/** Without an id, an end that was told before may have been another one's. */
function waitsSince({ id, reported }: Event): number {
  const ended = reported.findLastIndex(({ status, stage }) =>
    ['declined', 'failed'].includes(outcomeOf(status, stage)),
  )
  return reported[id === '' ? ended + 1 : 0]?.seq ?? 0
}

/** Events without an end that no request from here stands for. */
function waitingOf(
  all: readonly Event[],
  {
    snapshots,
    sent,
    claims,
  }: {
    snapshots: readonly StoredSnapshot[]
    sent: readonly AttemptFact[]
    claims: ReadonlyMap<AttemptFact, Event>
  },
): Event[] {
  const waiting = new Set(all.filter(isWaiting))
  const isOfOwn = (event: Event, { amount, sentAfter }: AttemptFact): boolean =>
    waitsSince(event) > (sentAfter ?? 0) &&
    (amount === null || event.minor === null || event.minor === amount.minor)
  for (const event of waiting) {
    if (event.id !== '') continue
    const isOwn = sent.some(
      (attempt) =>
        isOfOwn(event, attempt) &&
        (isOpen(attempt.state) || (attempt.resolvedBy ?? 0) >= waitsSince(event)),
    )
    if (isOwn || isReportedOn(event, snapshots)) waiting.delete(event)
  }
  for (const attempt of sent) {
    const isFound = attempt.state === 'SUCCEEDED' && attempt.resolvedBy === null
    const isReported = (claims.get(attempt)?.minor ?? null) !== null
    if (!isOpen(attempt.state) && !(isFound && !isReported)) continue
    // MONEY: an open one that asked for all there was has no sum: what was told of it counts.
    if (attempt.amount === null && isOpen(attempt.state)) continue
    const itsOwn = [...waiting].filter((event) => isOfOwn(event, attempt))
    const first = itsOwn.find(({ minor }) => minor === attempt.amount?.minor) ?? itsOwn[0]
    if (first !== undefined) waiting.delete(first)
  }
  return [...waiting]
}

/** Without an id: the very next answer goes on with it, at another date or with an id. */
function isReportedOn({ reported, minor }: Event, snapshots: readonly StoredSnapshot[]): boolean {
  const last = reported.at(-1)
  const next = last && snapshots[snapshots.indexOf(last) + 1]
  return (
    next !== undefined &&
    next.transactionType === last?.transactionType &&
    (next.amount?.minor ?? null) === minor
  )
}

/**
 * Which event each own request stands for: the one that resolved it; a person's finding stands for
 * the first that can be its own.
 */
function claimsOf(events: readonly Event[], own: readonly AttemptFact[]): Map<AttemptFact, Event> {
  const claims = new Map<AttemptFact, Event>()
  for (const attempt of own) {
    const event = events.find(({ reported }) =>
      reported.some(({ seq }) => seq === attempt.resolvedBy),
    )
    if (event !== undefined) claims.set(attempt, event)
  }
  for (const attempt of own) {
    if (attempt.resolvedBy !== null) continue
    const taken = new Set(claims.values())
    const firstOf = (minor: bigint | null | undefined) =>
      events.find(
        (one) => !taken.has(one) && firstSeq(one) > (attempt.sentAfter ?? 0) && one.minor === minor,
      )
    // MONEY: one of its amount first: what was told without an amount may be somebody else's, of
    // any amount.
    const event = firstOf(attempt.amount?.minor) ?? firstOf(null)
    if (event !== undefined) claims.set(attempt, event)
  }
  return claims
}

/**
 * Whether answers without an id tell at least one more transaction of this amount. They may tell an
 * own one again, or one whose id came later; only what was told before the own ones were sent is
 * surely another.
 */
function isAnother(
  minor: bigint | null,
  events: readonly Event[],
  others: readonly Event[],
  own: readonly AttemptFact[],
): boolean {
  if (minor === null || events.some(({ id, minors }) => id !== '' && minors.includes(minor)))
    return false
  const sent = own
    .filter((attempt) => attempt.amount?.minor === minor)
    .map(({ sentAfter }) => sentAfter ?? 0)
  return others.some(
    (event) =>
      event.id === '' &&
      event.minor === minor &&
      stands(event) &&
      (sent.length === 0 || firstSeq(event) <= Math.min(...sent)),
  )
}

/**
 * Status tells the latest transaction: what went before the first one that was told here, nobody
 * told.
 */
export const isFirstSeenLate = ([first]: readonly StoredSnapshot[]): boolean =>
  first !== undefined && !isPayment(first.transactionType)

const isPayment = (type: string): boolean =>
  statusTypesOf('sale').includes(type) || statusTypesOf('preauth').includes(type)
