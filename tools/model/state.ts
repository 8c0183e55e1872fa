// One state of the model as a few bytes, and as the observations and attempts that the real functions read. It decides nothing.
import { type AttemptState, attemptStates } from '#shared/attempt.ts'
import type { AttemptFact } from '#shared/gateway/order-facts.ts'
import type { Observation } from '#shared/gateway/status.ts'
import type { Money } from '#shared/money.ts'

export type Kind = 'honest' | 'lying' | 'deduplicating'

/** What stays the same along a path; every combination is a start. */
export interface World {
  kind: Kind
  /** Minor units per intent. */
  amounts: readonly [number, number]
  /** What was captured (order 0, a sale) or is held (order 1, a hold). */
  limit: number
  /** Whether status names the transaction. */
  hasMarks: boolean
}

export const worlds: readonly World[] = (['honest', 'lying', 'deduplicating'] as const).flatMap(
  (kind) =>
    [true, false].flatMap((hasMarks) =>
      [30, 15].flatMap((limit) =>
        (
          [
            [10, 10],
            [10, 7],
          ] as const
        ).map((amounts) => ({ kind, amounts, limit, hasMarks })),
      ),
    ),
)

export const ordersCount = 2
export const intentsCount = 2
/** Room for a transaction more than there are intents: a doubled one must be visible. */
export const mostTransactions = 3
export const mostObservations = 6

/** Where the desk is with an intent, in memory only: a crash forgets it. */
export const places = [
  'nowhere',
  'confirmed',
  'ready',
  'committed',
  'waiting',
  'got-accepted',
  'got-not-sent',
  'got-rejected',
  'got-unknown',
  'got-foreign',
] as const
export type Place = (typeof places)[number]

export const fates = ['processing', 'approved', 'declined', 'error'] as const
export type Fate = (typeof fates)[number]

// Bytes: world, down; per order: transactions, number of observations, observations; per intent: the fields below.
const orderAt = 2
const orderSize = mostTransactions + 1 + mostObservations
const intentAt = orderAt + ordersCount * orderSize
const fields = [
  'order',
  'state',
  'place',
  'wire',
  'net',
  'seen',
  'snap',
  'settledBy',
  'hand',
  'conflict',
  'before',
] as const
export type Field = (typeof fields)[number]
export const size = intentAt + intentsCount * fields.length

export type State = Uint8Array
export const encode = (state: State): string => String.fromCharCode(...state)
export const decode = (text: string): State => Uint8Array.from(text, (char) => char.charCodeAt(0))

export function start(world: number): State {
  const state = new Uint8Array(size)
  state[0] = world
  // Both orders were looked up once, before anything was sent.
  for (let order = 0; order < ordersCount; order += 1)
    state[orderAt + order * orderSize + mostTransactions] = 1
  return state
}

export const worldOf = (state: State): World => worlds[state[0]!]!
export const isDown = (state: State): boolean => state[1] === 1
export const setDown = (state: State, down: boolean): void => {
  state[1] = down ? 1 : 0
}

const at = (intent: number, field: Field): number =>
  intentAt + intent * fields.length + fields.indexOf(field)
export const get = (state: State, intent: number, field: Field): number => state[at(intent, field)]!
export const set = (state: State, intent: number, field: Field, value: number): void => {
  state[at(intent, field)] = value
}

/** Null before the first review. */
export const stateOf = (state: State, intent: number): AttemptState | null =>
  attemptStates[get(state, intent, 'state') - 1] ?? null
export const setState = (state: State, intent: number, to: AttemptState): void =>
  set(state, intent, 'state', attemptStates.indexOf(to) + 1)
export const placeOf = (state: State, intent: number): Place => places[get(state, intent, 'place')]!
export const setPlace = (state: State, intent: number, place: Place): void =>
  set(state, intent, 'place', places.indexOf(place))

export interface Transaction {
  intent: number
  fate: Fate
}

/** What the service did on an order, oldest first. */
export function transactionsOf(state: State, order: number): Transaction[] {
  const found: Transaction[] = []
  for (let k = 0; k < mostTransactions; k += 1) {
    const code = state[orderAt + order * orderSize + k]!
    if (code !== 0) found.push({ intent: (code - 1) >> 2, fate: fates[(code - 1) & 3]! })
  }
  return found
}

export function setTransaction(state: State, order: number, k: number, made: Transaction): void {
  state[orderAt + order * orderSize + k] = 1 + made.intent * 4 + fates.indexOf(made.fate)
}

/** What a status answer shows: 0 the payment itself, else transaction k in a fate. */
export type View = number
export const viewOf = (k: number, fate: Fate): View => 1 + k * 4 + fates.indexOf(fate)
export const readView = (view: View): { k: number; fate: Fate } | null =>
  view === 0 ? null : { k: (view - 1) >> 2, fate: fates[(view - 1) & 3]! }

export function viewsOf(state: State, order: number): View[] {
  const base = orderAt + order * orderSize + mostTransactions
  return [...state.subarray(base + 1, base + 1 + state[base]!)]
}

/** Appends what was seen; false when there is no room left: such paths end there. */
export function addView(state: State, order: number, view: View): boolean {
  const base = orderAt + order * orderSize + mostTransactions
  const count = state[base]!
  if (count === mostObservations) return false
  state[base + 1 + count] = view
  state[base] = count + 1
  return true
}

const eur = (minor: number): Money => ({ minor: BigInt(minor), currency: 'EUR', digits: 2 })
export const operationOf = (order: number): 'return' | 'capture' =>
  order === 0 ? 'return' : 'capture'
export const amountOf = (world: World, intent: number): Money => eur(world.amounts[intent]!)

/** The view as the answer it stands for; `owners` names the intent behind each transaction. */
export function observationOf(
  world: World,
  order: number,
  view: View,
  seq: number,
  owners: readonly number[],
): Observation {
  const seen = readView(view)
  const type =
    seen === null ? (order === 0 ? 'sale' : 'preauth') : order === 0 ? 'reversal' : 'capture'
  const status = seen === null ? 'approved' : seen.fate
  const amount = seen === null ? world.limit : world.amounts[owners[seen.k]!]!
  return {
    seq,
    at: seq,
    status,
    transactionType: type,
    stage: `${type}_${status}`,
    amount: eur(amount),
    transactionMark: world.hasMarks ? `tx-${seen === null ? 'first' : seen.k}` : '',
    partialReturn: true,
    partialCapture: true,
    reason: '',
  }
}

export function attemptsOf(state: State, order: number): AttemptFact[] {
  const world = worldOf(state)
  const found: AttemptFact[] = []
  for (let intent = 0; intent < intentsCount; intent += 1) {
    const now = stateOf(state, intent)
    if (now === null || get(state, intent, 'order') !== order) continue
    const settledBy = get(state, intent, 'settledBy')
    const happened = get(state, intent, 'hand') === 1
    found.push({
      id: String(intent),
      operation: operationOf(order),
      // As orders.ts hands a person's finding to the sums.
      state: now === 'RESOLVED_BY_HAND' ? (happened ? 'SUCCEEDED' : 'FAILED') : now,
      amount: amountOf(world, intent),
      settledBy: settledBy === 0 ? null : settledBy,
      sentAfter: get(state, intent, 'snap'),
      conflict: get(state, intent, 'conflict') === 1 ? 'foreign' : null,
      createdAt: intent,
    })
  }
  return found
}
