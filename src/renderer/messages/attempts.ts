// Words and colour of the states of an attempt, and of the actions a person takes.
import type { AttemptState } from '#shared/attempt.ts'
import { attemptStates, lookUpsNeeded } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { MoneyText } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { WayId } from '#shared/gateway/give-back.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { findNames, namesOf, type OperationNames } from './operations.ts'
import { statusLabel, toneOfStatus, type Wording } from './phases.ts'
import { t } from './message.ts'

export const states: Readonly<Record<AttemptState, Wording>> = {
  DRAFT: {
    label: t('requests.in-review'),
    tone: 'neutral',
    hint: t('requests.state-reviewed'),
  },
  APPROVED: { label: t('requests.confirmed'), tone: 'info', hint: t('ledger.confirmed-unsent') },
  EXPIRED: {
    label: t('requests.expired'),
    tone: 'neutral',
    hint: t('requests.state-not-in-time'),
  },
  UNDONE: {
    label: t('requests.undone'),
    tone: 'neutral',
    hint: t('requests.stopped-before-it-was-sent'),
  },
  SENDING: {
    label: t('requests.sending'),
    tone: 'info',
    hint: t('requests.state-sending'),
  },
  NOT_SENT: {
    label: t('requests.not-sent-text'),
    tone: 'neutral',
    hint: t('requests.no-connection-was-made'),
  },
  ACCEPTED: {
    label: t('everywhere.processing'),
    tone: 'info',
    hint: t('requests.taken-and-processing'),
  },
  REJECTED: {
    label: t('everywhere.refused'),
    tone: 'bad',
    hint: t('requests.the-gateway-refused-the-request'),
  },
  UNKNOWN: {
    label: t('everywhere.outcome-unknown'),
    tone: 'unknown',
    hint: t('requests.state-unknown'),
  },
  SUCCEEDED: {
    label: t('requests.succeeded'),
    tone: 'good',
    hint: t('requests.the-gateway-confirmed-the-request'),
  },
  DECLINED: {
    label: t('everywhere.declined'),
    tone: 'bad',
    hint: t('requests.state-declined'),
  },
  FAILED: {
    label: t('everywhere.failed'),
    tone: 'bad',
    hint: t('requests.state-failed'),
  },
  RESOLVED_BY_HAND: {
    label: t('requests.resolved-by-hand-label'),
    tone: 'neutral',
    hint: t('requests.state-by-hand'),
  },
}

/** What no person undid is not called undone. */
export const wordingOf = ({
  state,
  isHeldBack,
}: Pick<AttemptView, 'state' | 'isHeldBack'>): Wording =>
  state === 'UNDONE' && isHeldBack
    ? { ...states.NOT_SENT, hint: states.UNDONE.hint }
    : states[state]

/** Look-ups that a person waits for before resolving a request. */
export const lookUpsLeft = (lookUps: number): number => Math.max(0, lookUpsNeeded - lookUps)

export function lookUpsLabel({ lookUps }: Pick<AttemptView, 'lookUps'>): string {
  if (lookUps === null) return t('requests.cant-be-looked-up')
  const left = lookUpsLeft(lookUps)
  return left === 0 ? t('requests.look-ups-made') : t('requests.look-ups-left', { left })
}

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
  void: t('everywhere.void'),
  release: t('requests.release-hold'),
  return: t('everywhere.refund'),
}

const actions: Readonly<Record<ActionId, ActionLabels>> = {
  return: {
    ...namesOf('return'),
    full: t('requests.all-that-is-refundable'),
    partial: t('requests.a-part'),
    most: t('everywhere.refundable'),
    left: t('requests.refundable-afterwards'),
  },
  capture: {
    ...namesOf('capture'),
    full: t('requests.the-whole-hold'),
    partial: t('requests.a-part'),
    most: t('requests.can-still-be-captured-label'),
    left: t('requests.not-captured-afterwards'),
  },
  void: {
    ...namesOf('void'),
    full: t('requests.the-whole-hold'),
    partial: t('requests.a-part'),
    most: t('everywhere.on-hold'),
    left: t('requests.held-afterwards'),
  },
}

const release = { title: t('requests.release-hold'), noun: t('requests.release-of-the-hold') }

/** The operation `return` releases a hold as a whole; on a captured payment it is a refund. */
export const actionLabels = (action: ActionId, phase: Phase | null): ActionLabels =>
  action === 'return' && phase === 'authorised'
    ? {
        ...actions.return,
        ...release,
        send: release.title,
        sendIsVerb: undefined,
        full: actions.void.full,
        most: actions.void.most,
        left: actions.void.left,
      }
    : actions[action]

/** On the button that sends: “Refund 20.00 EUR”, “Create payment link of 20.00 EUR”. */
export const sendLabel = (names: OperationNames, amount: MoneyText | null): string => {
  const { send, sendIsVerb = false } = names
  if (amount === null) return send
  return t(sendIsVerb ? 'requests.send-amount' : 'requests.send-of-amount', {
    send,
    amount: formatAmount(amount),
  })
}

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

/** At the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A label inside a sentence: what is written in capitals, as ID, keeps them. */
export const inSentence = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

type Subject = NamedRequest & Pick<AttemptView, 'amount' | 'orderid'>
/** "refund of 20.00 EUR"; what is sent in full has no amount. */
export const withAmount = (what: string, amount: MoneyText | null): string =>
  amount === null ? what : t('requests.what-of-amount', { what, amount: formatAmount(amount) })

/** "refund on order 6760150"; of something new the gateway has not named an order yet. */
export const withOrder = (what: string, orderid: string): string =>
  orderid === '' ? what : t('requests.a-row-on-an-order', { row: what, order: orderid })

/** "refund of 20.00 EUR on order 6760150", inside sentences. */
export const subjectOf = (request: Subject): string =>
  withOrder(withAmount(nounOf(request), request.amount), request.orderid)
