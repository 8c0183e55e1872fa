// Words and colour of the states of an attempt, and of the actions a person takes.
import type { AttemptState } from '#shared/attempt.ts'
import { attemptStates, looksNeeded } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { formatAmount } from '#shared/money.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { WayId } from '#shared/gateway/orders/give-back.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { findNames, namesOf, type OperationNames } from './forms/operations.ts'
import { statusLabel, toneOfStatus, type Wording } from './phases.ts'

export const states: Readonly<Record<AttemptState, Wording>> = {
  DRAFT: {
    label: 'In review',
    tone: 'neutral',
    hint: 'Reviewed, not confirmed. Nothing was sent.',
  },
  PENDING_APPROVAL: {
    label: 'Waiting for approval',
    tone: 'info',
    hint: 'Another person has to approve it. Nothing was sent.',
  },
  APPROVED: { label: 'Confirmed', tone: 'info', hint: 'Confirmed; nothing has left yet.' },
  EXPIRED: { label: 'Expired', tone: 'neutral', hint: 'Not confirmed in time. Nothing was sent.' },
  DISCARDED: { label: 'Undone', tone: 'neutral', hint: 'Stopped before it was sent.' },
  REFUSED_APPROVAL: {
    label: 'Not approved',
    tone: 'neutral',
    hint: 'Another person did not approve it. Nothing was sent.',
  },
  SENDING: { label: 'Sending', tone: 'info', hint: 'The request is being sent to the gateway.' },
  NOT_SENT: {
    label: 'Not sent',
    tone: 'neutral',
    hint: 'No connection was made. The gateway has not seen the request.',
  },
  ACCEPTED: {
    label: 'Processing',
    tone: 'info',
    hint: 'The gateway accepted the request and is processing it.',
  },
  REJECTED: { label: 'Refused', tone: 'bad', hint: 'The gateway refused the request.' },
  UNKNOWN: {
    label: 'Outcome unknown',
    tone: 'unknown',
    hint: 'The request may or may not have reached the gateway. Sending it again could move the money twice.',
  },
  SUCCEEDED: { label: 'Succeeded', tone: 'good', hint: 'The gateway confirmed the request.' },
  DECLINED: { label: 'Declined', tone: 'bad', hint: 'The gateway or a bank declined the request.' },
  FAILED: { label: 'Failed', tone: 'bad', hint: 'The request ended with an error.' },
  RESOLVED_BY_HAND: {
    label: 'Resolved by hand',
    tone: 'neutral',
    hint: 'An operator recorded the outcome and the reason.',
  },
}

/** How far the look-ups have come that a person waits for before resolving a request. */
export const looksLabel = ({ looks }: Pick<AttemptView, 'looks'>): string =>
  looks === null ? 'can’t be looked up' : `${looks} of ${looksNeeded} look-ups over 30 minutes`

export const isState = (state: string): state is AttemptState =>
  (attemptStates as string[]).includes(state)

/** A timeline entry's state: one of an attempt, or a status word of the gateway. */
export const wordingOfState = (state: string): Wording =>
  isState(state)
    ? states[state]
    : { label: statusLabel(state), tone: toneOfStatus(state), hint: '' }

export interface ActionLabels extends OperationNames {
  full: string
  partial: string
  most: string
  /** Before the amount that remains after it. */
  left: string
}

/** The ways to refund or to release a hold, as the chooser names them. */
export const wayTitles: Readonly<Record<WayId, string>> = {
  void: 'Void',
  release: 'Release hold',
  return: 'Refund',
}

const actions: Readonly<Record<ActionId, ActionLabels>> = {
  return: {
    ...namesOf('return'),
    full: 'All that is refundable',
    partial: 'A part',
    most: 'Refundable',
    left: 'Refundable afterwards:',
  },
  capture: {
    ...namesOf('capture'),
    full: 'The whole hold',
    partial: 'A part',
    most: 'Can still be captured',
    left: 'Not captured afterwards:',
  },
  void: {
    ...namesOf('void'),
    full: 'The whole hold',
    partial: 'A part',
    most: 'Held',
    left: 'Held afterwards:',
  },
}

const release = { title: 'Release hold', noun: 'release of the hold' }

/** The operation `return` releases a hold as a whole; on a captured payment it is a refund. */
export const actionLabels = (action: ActionId, phase: Phase | null): ActionLabels =>
  action === 'return' && phase === 'authorised'
    ? {
        ...actions.return,
        ...release,
        send: release.title,
        full: actions.void.full,
        most: actions.void.most,
        left: actions.void.left,
      }
    : actions[action]

export const actionOrder: readonly ActionId[] = ['return', 'capture', 'void']

export const isActionId = (text: string): text is ActionId => Object.hasOwn(actions, text)

/** The operation `return` releases a hold as well: the request itself tells which. */
export interface NamedRequest {
  operation: string
  isRelease?: boolean
}

const labelsOf = ({ operation, isRelease = false }: NamedRequest) =>
  isRelease ? release : (findNames(operation) ?? { title: operation, noun: operation })

/** "refund", "capture"; an operation that is not in the catalogue is shown as it is called. */
export const nounOf = (request: NamedRequest): string => labelsOf(request).noun

export const titleOf = (request: NamedRequest): string => labelsOf(request).title

type Subject = NamedRequest & Pick<AttemptView, 'amount' | 'orderid'>
const whereOf = ({ orderid }: Subject): string => (orderid === '' ? '' : ` on order ${orderid}`)

/** "refund of 20.00 EUR on order 6760150", inside sentences. */
export const subjectOf = (request: Subject): string =>
  `${nounOf(request)}${request.amount === null ? '' : ` of ${formatAmount(request.amount)}`}${whereOf(request)}`
