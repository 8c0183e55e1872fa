// The life of a run as a table: main obeys it and the ledger refuses what is not in it. A run is a
// list of requests; each of its rows has the life of any other request (attempt.ts).
import type { ActionId } from '../gateway/actions.ts'

export type RunState =
  | 'READ' // its rows are kept; nothing was asked
  | 'CHECKING' // the gateway is asked about its orders; nothing is sent
  | 'CHECKED'
  | 'PENDING_APPROVAL' // others are asked; nothing of it changes meanwhile
  | 'CONFIRMED' // all of it can still be undone
  | 'RUNNING' // the only state in which a row may be sent
  | 'PAUSED'
  | 'DONE'
  | 'STOPPED'
  | 'DROPPED'

const runTransitions: Readonly<Record<RunState, readonly RunState[]>> = {
  READ: ['CHECKING', 'DROPPED'],
  // Paused where its check failed: it was never confirmed. It is checked on, or dropped.
  CHECKING: ['CHECKED', 'PAUSED', 'DROPPED'],
  CHECKED: ['PENDING_APPROVAL', 'CONFIRMED', 'DROPPED'],
  PENDING_APPROVAL: ['CONFIRMED', 'CHECKED', 'DROPPED'],
  CONFIRMED: ['RUNNING', 'CHECKED', 'PENDING_APPROVAL'],
  RUNNING: ['PAUSED', 'DONE', 'STOPPED'],
  PAUSED: ['RUNNING', 'STOPPED', 'CHECKING', 'DROPPED'],
  DONE: [],
  STOPPED: [],
  DROPPED: [],
}

const ofChecks: readonly RunState[] = ['CHECKING', 'DROPPED']
/** MONEY: what may have been sent in part is never checked or dropped as if nothing had been. */
export const mayRunMove = (from: RunState, to: RunState, isChecked: boolean): boolean =>
  runTransitions[from].includes(to) && (from !== 'PAUSED' || ofChecks.includes(to) === !isChecked)

/** Its check was paused before its end: nothing of it was confirmed or sent. */
export const isCheckPaused = (run: { state: RunState; checkedAt: number | null }): boolean =>
  run.state === 'PAUSED' && run.checkedAt === null

/** What a run asks for on orders that are there. A refund of a hold is its release. */
export const orderOperations = ['return', 'capture', 'void'] as const satisfies ActionId[]
export type OrderOperation = (typeof orderOperations)[number]
/**
 * What a list can ask for. Payouts are sent at once, or checked, and then paid by another run; a
 * rebill charges a saved card.
 */
export const listOperations = [...orderOperations, 'payout', 'payout-check', 'make-rebill'] as const
export type ListOperation = (typeof listOperations)[number]
export type RunOperation = ListOperation | 'payout-pay'
/** Makes an order of its own for each row: no order is there to be asked about. */
export type MakingOperation = Extract<RunOperation, 'payout' | 'payout-check' | 'make-rebill'>

export const isMaking = (operation: RunOperation): operation is MakingOperation =>
  operation === 'payout' || operation === 'payout-check' || isCharge(operation)

/** Its rows name the saved card that they charge. */
export const isCharge = (operation: RunOperation): operation is 'make-rebill' =>
  operation === 'make-rebill'

/** MONEY: each row pays or charges somebody once more. */
export const movesAnew = (operation: RunOperation): boolean =>
  operation === 'payout' || operation === 'payout-pay' || isCharge(operation)

/** Its rows name whom they pay. */
export const isPayout = (operation: RunOperation): boolean =>
  operation === 'payout' || operation === 'payout-check' || operation === 'payout-pay'

/** Its rows name a party and no order: whom they pay, or which card they charge. */
export const namesParty = (operation: RunOperation): boolean =>
  isPayout(operation) || isCharge(operation)

/** What a row does, as the check found it. */
export type RowWay = 'refund' | 'release' | Exclude<RunOperation, 'return'>

/** What the check says of a row. */
export type RowGroup = 'ready' | 'look' | 'impossible'

/** Rows that need a look and that one reason of a person may take in together. */
export const lookKinds = ['equal', 'sent-before'] as const
export type LookKind = (typeof lookKinds)[number]

/**
 * What became of a row: out of its newest request, or why it was never asked for. `left-out`: a
 * person did not want it.
 */
export const rowOutcomes = [
  'unknown',
  'declined',
  'not-sent',
  'skipped',
  'sending',
  'processing',
  'done',
  'resolved',
  'waiting',
  'left-out',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** Of these nothing has left: a person may ask for them in a run of their own. */
export const unsentOutcomes: readonly RowOutcome[] = ['waiting', 'skipped', 'not-sent']

/** From so many rows on a person types how many there are. */
export const typedFrom = 100

/** The audit log's subject for everything about one run. */
export const runSubject = (id: string): string => `run/${id}`
