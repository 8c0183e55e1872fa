// What a desk's sums of an order may say, worked out from the gateway's books and from what the
// wire told: a sum is exactly that of the events the desk was told of, each counted once, or it is
// "not known". Pure.
import {
  type Fields,
  isFinalRecord,
  type Passage,
  plainMinor,
  realIdOf,
  statusPassages,
} from './witness.ts'

/** A transaction as the gateway's own books have it. */
export interface Booked {
  processorTxId: string
  type: string
  amountMinor: number
  currency: string
  status: string
  comment: string | null
  requestSerial: string | null
}

/** What a person said of a request, right or wrong. */
export interface HandWord {
  operation: string
  outcome: 'happened' | 'did-not-happen'
  amountMinor: number
  /** The transaction it was in truth; null when there was none. */
  processorTxId: string | null
}

export interface Known {
  type: string
  minor: number
  /** Whether the desk must count it. 'maybe': it was told two ways, spoilt, or just now. */
  counts: 'yes' | 'maybe' | 'no'
  /** Last told as processing: it may be gone, and is no sum yet. */
  isInProgress?: boolean
}

/** An answer so fresh may not be in the ledger yet. */
const freshMs = 600

/** The events of an order that a desk can know of. */
export function knownEvents(
  order: { orderid: string; place: string },
  passages: readonly Passage[],
  booked: readonly Booked[],
  hands: readonly HandWord[],
  now: number,
): Known[] {
  const events = new Map<string, Known>()
  for (const { reported, real, isDoubtful, answeredAt, place } of statusPassages(passages)) {
    if (reported === null || real === null || place !== order.place) continue
    if (real['paynet-order-id'] !== order.orderid) continue
    const row = booked.find((one) => one.processorTxId === realIdOf(real))
    if (row === undefined) continue
    const isSure = !isDoubtful && now - (answeredAt ?? 0) > freshMs
    const known = events.get(row.processorTxId) ?? {
      type: row.type,
      minor: row.amountMinor,
      counts: 'no' as const,
    }
    const isInProgress = !isFinalRecord(reported)
    const counts = nextOf(known.counts, reported, isSure)
    events.set(row.processorTxId, { ...known, counts, isInProgress })
  }
  for (const { operation, outcome, amountMinor, processorTxId } of hands) {
    const type = operation === 'return' ? 'reversal' : operation
    const id = processorTxId ?? `said-${events.size}`
    if (outcome === 'happened')
      events.set(id, events.get(id) ?? { type, minor: amountMinor, counts: 'yes' })
    else if (processorTxId !== null) {
      const known = events.get(id)
      // The gateway says otherwise than the person: which of them counts is not settled.
      if (known !== undefined) events.set(id, { ...known, counts: 'maybe' })
    }
  }
  return [...events.values()]
}

function nextOf(before: Known['counts'], reported: Fields, isSure: boolean): Known['counts'] {
  const isApproved = reported['status'] === 'approved'
  if (!isSure) return isApproved || isFinalRecord(reported) ? 'maybe' : before
  if (isApproved) return before === 'no' ? 'yes' : before
  // Told as approved once and as ended otherwise later: the two contradict each other.
  return isFinalRecord(reported) && before === 'yes' ? 'maybe' : before
}

/**
 * Where nothing but its looks is told of an event, a second one that looks the same may be the
 * first one told again.
 */
export const lookAlikes = (events: readonly Known[]): Known[] =>
  events.map((event, place) => {
    const isSecond = events
      .slice(0, place)
      .some(
        ({ type, minor, counts }) =>
          type === event.type && minor === event.minor && counts === 'yes',
      )
    return isSecond && event.counts === 'yes' ? { ...event, counts: 'maybe' } : event
  })

/** Every sum that counts what must be counted and some of what may be. */
function sumsOf(events: readonly Known[], types: readonly string[]): Set<number> {
  let sums = new Set([0])
  for (const { type, minor, counts } of events) {
    if (!types.includes(type) || counts === 'no') continue
    const more = [...sums].map((sum) => sum + minor)
    sums = new Set(counts === 'yes' ? more : [...sums, ...more])
  }
  return sums
}

const returnTypes = ['reversal', 'refund']

/** Minor units as a screen shows them; null: "not known". */
export interface ShownSums {
  captured: number | null
  returned: number | null
  returnable: number | null
}

/** What is wrong with the sums shown, in words; null when nothing is. */
export function sumsFault(
  events: readonly Known[],
  kind: 'sale' | 'preauth',
  shown: ShownSums,
  openReturns: readonly number[],
): string | null {
  const captured = sumsOf(events, kind === 'sale' ? ['sale'] : ['capture'])
  const returned = sumsOf(events, returnTypes)
  const list = (sums: ReadonlySet<number>): string => [...sums].sort((a, b) => a - b).join(' or ')
  if (shown.captured !== null && !captured.has(shown.captured))
    return `captured is shown as ${shown.captured}, the books have ${list(captured)}`
  if (shown.returned !== null && !returned.has(shown.returned))
    return `returned is shown as ${shown.returned}, the books have ${list(returned)}`
  if (shown.returnable === null) return null
  const open = openReturns.reduce((sum, minor) => sum + minor, 0)
  const inProgress = sumsOf(
    events.map((one) => ({ ...one, counts: one.isInProgress === true ? 'maybe' : 'no' })),
    returnTypes,
  )
  const left = new Set(
    [...captured].flatMap((all) =>
      [...returned].flatMap((back) =>
        [...inProgress].map((more) => Math.max(0, all - back - open - more)),
      ),
    ),
  )
  return left.has(shown.returnable)
    ? null
    : `returnable is shown as ${shown.returnable}, the books have ${list(left)}`
}

/**
 * MONEY: where events are told without a name, one that is told otherwise may be counted as
 * another. Then less may be left than there is, and never more.
 */
export function unsafeSum(
  events: readonly Known[],
  kind: 'sale' | 'preauth',
  shown: ShownSums,
  openReturns: readonly number[],
): string | null {
  const most = Math.max(...sumsOf(events, kind === 'sale' ? ['sale'] : ['capture']))
  const least = Math.min(...sumsOf(events, returnTypes))
  const open = openReturns.reduce((sum, minor) => sum + minor, 0)
  const left = Math.max(0, most - least - open)
  if (shown.captured !== null && shown.captured > most)
    return `captured is shown as ${shown.captured}, the books have at most ${most}`
  if (shown.returned !== null && shown.returned < least)
    return `returned is shown as ${shown.returned}, the books have at least ${least}`
  return shown.returnable !== null && shown.returnable > left
    ? `returnable is shown as ${shown.returnable}, the books have at most ${left}`
    : null
}

/**
 * Whether every telling of the order so far could be read: only then do the sums have to be exact.
 */
export const isToldPlainly = (
  orderid: string,
  passages: readonly Passage[],
  wantsIds: boolean,
): boolean =>
  statusPassages(passages).every(
    ({ reported, real }) =>
      reported === null ||
      real === null ||
      real['paynet-order-id'] !== orderid ||
      (plainMinor(reported) === plainMinor(real) &&
        (!wantsIds || realIdOf(reported) === realIdOf(real))),
  )

const sum = (booked: readonly Booked[], types: readonly string[]): number =>
  booked
    .filter((row) => row.status === 'approved' && types.includes(row.type))
    .reduce((all, row) => all + row.amountMinor, 0)

/**
 * What the books themselves say of an order: more captured than held, more returned than captured.
 */
export function booksFault(booked: readonly Booked[]): string | null {
  const first = booked[0]
  if (first === undefined) return null
  const isSale = first.type === 'sale'
  const captured = isSale ? sum(booked, ['sale']) : sum(booked, ['capture'])
  if (!isSale && captured > sum(booked, ['preauth'])) return 'more was captured than was held'
  if (sum(booked, returnTypes) > captured) return 'more was returned than was captured'
  return null
}
