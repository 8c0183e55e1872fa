// The life of one attempt to do something at the gateway, as a table: main obeys it, the ledger
// refuses what is not in it, screens and docs are drawn from it. Pure data; every arrow taken is
// one transaction with its audit record.

export type AttemptState =
  | 'DRAFT' // reviewed, its one-use confirmation not used yet
  | 'APPROVED' // confirmed; nothing has left yet
  | 'EXPIRED'
  | 'UNDONE'
  | 'SENDING' // committed and fsynced before the socket opens
  | 'NOT_SENT' // proven: no connection was ever made
  | 'ACCEPTED' // the gateway took it and is still processing it
  | 'REJECTED'
  | 'UNKNOWN' // it may or may not have reached the gateway
  | 'SUCCEEDED'
  | 'DECLINED'
  | 'FAILED'
  | 'RESOLVED_BY_HAND'

/**
 * Every arrow there is. A state that is no key here, or has no arrows, is final.
 */
export const transitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  DRAFT: ['APPROVED', 'UNDONE', 'EXPIRED'],
  APPROVED: ['SENDING', 'EXPIRED', 'UNDONE'],
  EXPIRED: [],
  UNDONE: [],
  SENDING: ['NOT_SENT', 'ACCEPTED', 'REJECTED', 'UNKNOWN'],
  NOT_SENT: [],
  ACCEPTED: ['SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND'],
  REJECTED: [],
  UNKNOWN: ['SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND'],
  SUCCEEDED: [],
  DECLINED: [],
  FAILED: [],
  RESOLVED_BY_HAND: [],
}

export const attemptStates = Object.keys(transitions) as AttemptState[]

/**
 * States in which money may be on its way: at most one such attempt per order (or request), and all
 * count as spent.
 */
export const openStates = ['SENDING', 'UNKNOWN', 'ACCEPTED'] as const satisfies AttemptState[]

/**
 * States that prove no money moved by this attempt; every other sent state counts towards the sums.
 */
export const unspentStates = [
  'DRAFT',
  'APPROVED',
  'EXPIRED',
  'UNDONE',
  'NOT_SENT',
  'REJECTED',
  'DECLINED',
  'FAILED',
] as const satisfies AttemptState[]

export const mayMove = (from: AttemptState, to: AttemptState): boolean =>
  transitions[from].includes(to)

export const isFinal = (state: AttemptState): boolean => transitions[state].length === 0

/**
 * Final states that a later answer may contradict by showing what they deny: looked at for a day
 * more. A bank's decline is no such word; an error of the gateway's own is, as some hosts go on.
 */
export const watchedStates = [
  'REJECTED',
  'FAILED',
  'RESOLVED_BY_HAND',
] as const satisfies AttemptState[]

export const isWatched = (state: AttemptState): boolean =>
  (watchedStates as readonly AttemptState[]).includes(state)

export const isOpen = (state: AttemptState): boolean =>
  (openStates as readonly AttemptState[]).includes(state)

/**
 * So many look-ups, over at least thirty minutes, come before a person resolves a request without
 * saying why it can't wait.
 */
export const lookUpsNeeded = 3

/** What a person resolving an attempt by hand says really happened. */
export type HandOutcome = 'happened' | 'did-not-happen'

/** The audit log's subject for everything about one order, attempts included. */
export const orderSubject = (connectionId: string, orderid: string): string =>
  `order/${connectionId}/${orderid}`

/**
 * Everything about one order, through whatever connection record: what happened before the gateway
 * named it has the merchant's id.
 */
export const orderSubjects = (
  order: { connectionId: string; orderid: string },
  attempts: readonly { connectionId: string; orderid: string; clientOrderid: string }[],
): string[] => [
  ...new Set([
    ...attempts.flatMap((row) => [attemptSubject({ ...row, orderid: '' }), attemptSubject(row)]),
    orderSubject(order.connectionId, order.orderid),
  ]),
]

/**
 * The subject of an attempt: its order, or the merchant's own id while the gateway has not named
 * one yet.
 */
export const attemptSubject = (attempt: {
  connectionId: string
  orderid: string
  clientOrderid: string
}): string =>
  attempt.orderid === ''
    ? `request/${attempt.connectionId}/${attempt.clientOrderid}`
    : orderSubject(attempt.connectionId, attempt.orderid)
