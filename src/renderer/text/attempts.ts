// Words and colour of the states of an attempt, and of the actions a person takes.
import type { AttemptState } from '#shared/attempt.ts'
import { attemptStates, looksNeeded } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { WayId } from '#shared/gateway/give-back.ts'
import type { Phase } from '#shared/gateway/order-facts.ts'
import { wordsOfOperation } from './operations.ts'
import { toneOfStatus, type Wording } from './phases.ts'

export const states: Readonly<Record<AttemptState, Wording>> = {
  DRAFT: {
    words: 'In review',
    tone: 'neutral',
    hint: 'Reviewed, not confirmed. Nothing was sent.',
  },
  PENDING_APPROVAL: {
    words: 'Waiting for approval',
    tone: 'info',
    hint: 'Another person has to approve it. Nothing was sent.',
  },
  APPROVED: { words: 'Confirmed', tone: 'info', hint: 'Confirmed; nothing has left yet.' },
  EXPIRED: { words: 'Expired', tone: 'neutral', hint: 'Not confirmed in time. Nothing was sent.' },
  DISCARDED: { words: 'Discarded', tone: 'neutral', hint: 'Taken back before it was sent.' },
  REFUSED_APPROVAL: {
    words: 'Not approved',
    tone: 'neutral',
    hint: 'Another person did not approve it. Nothing was sent.',
  },
  SENDING: { words: 'Sending', tone: 'info', hint: 'The request is on its way to the service.' },
  NOT_SENT: {
    words: 'Not sent',
    tone: 'neutral',
    hint: 'No connection was ever made: the service has not seen it.',
  },
  ACCEPTED: {
    words: 'Accepted, not final',
    tone: 'info',
    hint: 'The service took the request. Its final word is awaited.',
  },
  REJECTED: { words: 'Refused', tone: 'bad', hint: 'The service refused the request.' },
  UNKNOWN: {
    words: 'Outcome unknown',
    tone: 'unknown',
    hint: 'It may or may not have reached the service. Sending it again could move the money twice.',
  },
  SUCCEEDED: { words: 'Done', tone: 'good', hint: 'The service confirms that it happened.' },
  DECLINED: { words: 'Declined', tone: 'bad', hint: 'The service took it and declined it.' },
  FAILED: { words: 'Failed', tone: 'bad', hint: 'The service took it and it did not work.' },
  RESOLVED_BY_HAND: {
    words: 'Resolved by hand',
    tone: 'neutral',
    hint: 'A person said what became of it, and why.',
  },
}

/** How far the look-ups have come that a person waits for before resolving a request. */
export const looksWords = ({ looks }: Pick<AttemptView, 'looks'>): string =>
  looks === null ? 'can’t be looked up' : `${looks} of ${looksNeeded} look-ups over 30 minutes`

const isState = (state: string): state is AttemptState =>
  (attemptStates as string[]).includes(state)

/** A timeline entry's state: one of an attempt, or a status word of the service. */
export const wordingOfState = (state: string): Wording =>
  isState(state) ? states[state] : { words: state, tone: toneOfStatus(state), hint: '' }

export interface ActionWords {
  /** The button and the screen's title. */
  title: string
  /** "Send return", on the button that sends. */
  send: string
  /** "the return", inside sentences. */
  noun: string
  full: string
  partial: string
  most: string
  /** Before the amount that remains after it. */
  left: string
}

/** The ways money goes back, as the chooser names them. */
export const wayTitles: Readonly<Record<WayId, string>> = {
  void: 'Void the hold',
  release: 'Release the hold',
  return: 'Return the money',
}

export const actions: Readonly<Record<ActionId, ActionWords>> = {
  return: {
    title: 'Return',
    send: 'Send return',
    noun: 'return',
    full: 'All that is left',
    partial: 'A part',
    most: 'Refundable',
    left: 'Left to return afterwards:',
  },
  capture: {
    title: 'Capture',
    send: 'Send capture',
    noun: 'capture',
    full: 'The whole hold',
    partial: 'A part',
    most: 'Can still be captured',
    left: 'Not captured afterwards:',
  },
  void: {
    title: 'Void',
    send: 'Send void',
    noun: 'void',
    full: 'The whole hold',
    partial: 'A part',
    most: 'Held',
    left: 'Held afterwards:',
  },
}

/** A return on a hold gives nothing back: it lets the hold go, as a whole. */
export const actionWords = (action: ActionId, phase: Phase | null): ActionWords =>
  action === 'return' && phase === 'authorised'
    ? {
        ...actions.return,
        full: actions.void.full,
        most: actions.void.most,
        left: actions.void.left,
      }
    : actions[action]

export const actionOrder: readonly ActionId[] = ['return', 'capture', 'void']

export const isActionId = (text: string): text is ActionId => Object.hasOwn(actions, text)

/** "return", "capture"; an operation that is not in the catalogue is shown as it is called. */
export const nounOf = (operation: string): string => wordsOfOperation(operation)?.noun ?? operation

export const titleOf = (operation: string): string =>
  wordsOfOperation(operation)?.title ?? operation
