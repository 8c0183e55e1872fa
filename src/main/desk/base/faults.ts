// Every fault that the desk itself makes, each named for what happened. Pure. What another room
// found is handed on as it came; a fault of one field of a form is made where the field is read.
import { type MessageValue, say } from '#shared/message.ts'
import type { DeniedReason, FaultOf } from '#shared/fault.ts'

type Denied = FaultOf<'denied'>

const denied = (reason: DeniedReason, message: string): Denied => ({
  kind: 'denied',
  sent: 'no',
  reason,
  message,
})
const deniedOf = (reason: DeniedReason, message: string, attemptId: string): Denied => ({
  ...denied(reason, message),
  attemptId,
})
const conflict = (message: string, detail: string): FaultOf<'conflict'> => ({
  kind: 'conflict',
  sent: 'yes',
  message,
  detail,
})

/** For a reason that was worked out elsewhere. */
export const notPossible = (why: string): Denied => denied('not-possible', why)

/** The same, of a request that would have moved money. */
export const nothingSent = (why: string): Denied =>
  notPossible(say('and-nothing-was-sent', { why }))

// What is not here.
export const noConnection = denied('not-found', say('paydesk-has-no-such-connection'))
export const noRequest = denied('not-found', say('this-computer-has-no-such-request'))
export const noAttempt = denied('not-found', say('there-is-no-such-attempt-here'))
export const orderNotRead = denied('not-found', say('paydesk-has-not-looked-up-that-order-yet'))
export const copyGone = denied('not-found', say('this-copy-is-not-there-any-more'))
export const recipientGone = denied('not-found', say('this-recipient-is-not-here-any-more'))
export const noPrivateKey = denied('not-found', say('this-connection-has-no-private-key-yet'))
export const noListYet = notPossible(say('no-list-was-looked-up-yet-since-paydesk-was'))

// Money is stopped, or the ledger is not to be trusted or not to be written.
export const moneyStopped = (why: string): Denied =>
  denied('money-stopped', say('money-is-stopped-nothing-was-sent', { why }))
export const ledgerUnwritten = (why: string): Denied =>
  denied('money-stopped', say('nothing-was-sent-as-said', { why }))
export const ledgerTampered = (found: string): Denied =>
  denied('money-stopped', say('nothing-is-saved-while-the-ledger-was-changed', { found }))
export const ledgerBusy = denied('ledger-busy', say('another-program-like-a-backup-tool'))

// The program, and work that a person waits for.
export const closing = notPossible(say('paydesk-is-closing'))
export const cutOff: FaultOf<'bug'> = {
  kind: 'bug',
  sent: 'maybe',
  message: say('paydesk-closed-before-this-was-done'),
  incident: 'closing',
}
export const logInUse = notPossible(say('something-else-goes-through-the-log-at-the-moment'))
export const underWay = notPossible(say('this-is-under-way-already'))
export const listUnderWay = notPossible(say('a-list-is-being-looked-up-already'))
export const declinedOutside = denied(
  'not-permitted',
  say('the-question-in-the-systems-dialog-was-answered-with'),
)

// Connections and their keys.
export const sandboxKeepsItself = notPossible(
  say('the-sandbox-looks-after-its-own-settings-and-keys'),
)
export const tooManyChanges = notPossible(say('change-fewer-settings-at-once'))
export const changedMeanwhile = notPossible(
  say('the-connection-was-changed-while-the-question-was-open'),
)
export const keyOfOtherWorld = (name: string, environment: string): Denied =>
  notPossible(say('name-uses-this-very-key', { name, environment }))
export const keyElsewhere: FaultOf<'vault'> = {
  kind: 'vault',
  sent: 'no',
  reason: 'absent',
  message: say('the-key-is-in-a-keychain-that-is-not'),
}

// What a review refuses.
export const readsOnly = (operation: string): Denied =>
  notPossible(say('operation-only-reads', { operation: { title: operation } }))
/** MONEY: only the journalled path may send what changes anything. */
export const changesSomething = (operation: string): Denied =>
  notPossible(say('operation-changes-something', { operation: { title: operation } }))
export const notOfInterface = (operation: string): Denied =>
  denied(
    'not-permitted',
    say('operation-is-not-part-of-the-gateways-interface', { operation: { title: operation } }),
  )
export const currencyNotPermitted = (values: {
  connectionName: string
  currencies: readonly string[]
  currency: string
}): Denied =>
  denied('not-permitted', say('connection-name-may-use-currencies-and-not-currency', values))
export const overRemainder = (message: string): Denied => denied('over-remainder', message)
export const checkMoved = (why: string): Denied =>
  denied('order-moved', say('and-nothing-was-sent', { why }))
export const succeededSince = (request: MessageValue, attemptId: string): Denied =>
  deniedOf('told-since', say('an-earlier-request-was-found-done', { request }), attemptId)
export const sentAlready = (
  values: { twin: string; actor: string },
  isSent: boolean,
  attemptId: string,
): Denied =>
  deniedOf(
    'twin',
    isSent
      ? say('the-same-payment-was-sent-already', values)
      : say('the-same-payment-was-confirmed-already', values),
    attemptId,
  )
export const aboutToSend = (why: string): Denied =>
  denied('order-busy', say('and-nothing-was-sent', { why }))

// Cards.
export const takesNoCard = (operation: string): Denied =>
  denied(
    'not-permitted',
    say('operation-takes-no-card-number', { operation: { title: operation } }),
  )
export const cardEntryOff = denied(
  'not-permitted',
  say('typing-card-numbers-is-switched-off-for-this-connection'),
)
export const cardNotSealed = denied(
  'not-permitted',
  say('card-data-is-taken-from-the-cards-own-fields'),
)
export const cardGone = denied(
  'confirmation-expired',
  say('the-card-is-no-longer-held-it-is-forgotten'),
)

// What a confirmed request ends by before it leaves.
export const reviewGone = denied(
  'confirmation-expired',
  say('paydesk-was-restarted-since-the-review'),
)
export const reviewTooOld = denied('confirmation-expired', say('the-review-is-too-old'))
export const tooLate = denied(
  'confirmation-expired',
  say('more-than-30-seconds-passed-after-this-was-due'),
)
export const settingsChanged = (attemptId: string): Denied =>
  deniedOf(
    'confirmation-mismatch',
    say('the-connections-settings-changed-since-the-review'),
    attemptId,
  )
export const settingsMoved = denied(
  'order-moved',
  say('the-connections-settings-changed-just-before-the-request-was'),
)
export const orderChanged = (
  values: { moved: string; transactionType: string; status: string },
  attemptId: string,
): Denied =>
  deniedOf('order-moved', say('the-order-changed-since-it-was-reviewed', values), attemptId)
export const statusMoved = denied(
  'order-moved',
  say('the-gateway-told-something-new-about-this-order-just'),
)
export const orderMoved = denied(
  'order-moved',
  say('what-remains-on-this-order-changed-since-it-was'),
)
export const undone = (attemptId: string, message: string): Denied =>
  deniedOf('undone', message, attemptId)
export const waitsNoMore = (attemptId: string): Denied =>
  deniedOf('already-confirmed', say('this-request-does-not-wait-any-more'), attemptId)
/** MONEY: not an unknown outcome of the money request: that was never sent. */
export const statusUnread = (detail: string): FaultOf<'unreached'> => ({
  kind: 'unreached',
  sent: 'no',
  detail,
  message: say('the-orders-status-could-not-be-read-just-before'),
})

/** A bug after SENDING says nothing about what reached the gateway. */
export const brokeWhileSending = (incident: string): FaultOf<'outcome-unknown'> => ({
  kind: 'outcome-unknown',
  sent: 'maybe',
  detail: say('incident-stands-in-the-log', { incident }),
  message: say('something-unexpected-happened-while-sending'),
})

// What the gateway told.
export const answeredSince = denied(
  'told-since',
  say('the-gateway-told-something-new-about-this-order-after'),
)
export const nothingToClear = notPossible(say('nothing-to-clear-stands-on-this-order'))
export const ofAnotherOrder = (detail: string): FaultOf<'conflict'> =>
  conflict(say('the-answer-speaks-of-another-order-than-the-one'), detail)
export const ofAnotherRequest = (detail: string): FaultOf<'conflict'> =>
  conflict(say('the-answer-names-an-order-that-another-request-made'), detail)
export const namesNoOrder = conflict(
  say('the-gateway-answered-without-saying-which-order-it-speaks'),
  say('the-answer-has-no-paynet-order-id'),
)
export const namesNoRequest = conflict(
  say('the-gateway-answered-without-saying-which-request-it-speaks'),
  say('the-answer-has-no-merchant-order-id'),
)
