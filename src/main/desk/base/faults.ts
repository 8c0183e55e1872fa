// Every fault that the desk itself makes, each named for what happened. Pure. What another room
// found is handed on as it came; a fault of one field of a form is made where the field is read.
import { type MessageValue, say } from '#shared/message.ts'
import type { DeniedReason, FaultOf } from '#shared/fault.ts'
import type { Money } from '#shared/money.ts'

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
/** Of people and their roles. */
export const notMine = (why: string): Denied => denied('not-permitted', why)
export const signInFirst = notMine(say('people.sign-in-first'))
export const notPossible = (why: string): Denied => denied('not-possible', why)

/** The same, of a request that would have moved money. */
export const nothingSent = (why: string): Denied => notPossible(say('requests.why-unsent', { why }))

// What is not here.
export const noConnection = denied('not-found', say('gateway.paydesk-has-no-such-connection'))
export const noRequest = denied('not-found', say('program.no-such-request'))
export const noAttempt = denied('not-found', say('program.no-such-attempt'))
export const orderNotRead = denied('not-found', say('program.order-not-looked-up-yet'))
export const copyGone = denied('not-found', say('program.copy-gone'))
export const recipientGone = denied('not-found', say('program.recipient-gone'))
export const noPrivateKey = denied('not-found', say('connections.no-private-key-yet'))
export const noNextKey = denied('not-found', say('keys.no-next-key'))
export const noListYet = notPossible(say('program.no-list-yet'))

// Money is stopped, or the ledger is not to be trusted or not to be written.
export const peopleNeeded = say('connections.needs-people')
export const moneyStopped = (why: string): Denied =>
  why === peopleNeeded
    ? denied('people-off', why)
    : denied('money-stopped', say('requests.money-stopped', { why }))
export const ledgerUnwritten = (why: string): Denied =>
  denied('money-stopped', say('requests.unsent-as-said', { why }))
export const ledgerTampered = (found: string): Denied =>
  denied('money-stopped', say('connections.not-saved-while-changed', { found }))
export const ledgerBusy = denied('ledger-busy', say('requests.ledger-busy'))

// The program, and work that a person waits for.
export const closing = notPossible(say('program.paydesk-is-closing'))
export const cutOff: FaultOf<'bug'> = {
  kind: 'bug',
  sent: 'maybe',
  message: say('program.closed-before-done'),
  incident: 'closing',
}
export const logInUse = notPossible(say('program.log-busy'))
export const underWay = notPossible(say('program.this-is-under-way-already'))
export const listUnderWay = notPossible(say('program.list-under-way'))
export const declinedOutside = denied('not-permitted', say('program.question-declined'))

// Runs.
export const noRun = denied('not-found', say('runs.no-such-run'))
export const runMoved = notPossible(say('runs.moved-on'))
export const runWaits = notPossible(say('approvals.run-waits'))
export const runHeld = denied('run-held', say('runs.does-not-run'))
export const runTooMany = (most: number): Denied => notPossible(say('runs.too-many-rows', { most }))
export const runNotOver = notPossible(say('runs.not-over'))
export const runTooLongToPack = (most: number): Denied =>
  notPossible(say('runs.too-long-to-pack', { most }))
export const noReading = denied('not-found', say('files.reading-gone'))
export const noPlan = denied('not-found', say('reports.no-such-plan'))
export const noReconciliation = denied('not-found', say('reconcile.not-here'))
export const matchedOtherwise = notPossible(say('reconcile.matched-otherwise'))
export const noShopOrder = denied('not-found', say('shop.no-such-order'))
export const readOtherwise = notPossible(say('files.read-otherwise'))
export const runEmpty = notPossible(say('runs.no-row-is-in'))
export const runAllSentSince = notPossible(say('runs.all-sent-since'))
export const runSentSince = denied('confirmation-mismatch', say('runs.sent-since-review'))
export const runNothingChecked = notPossible(say('runs.nothing-checked'))
export const runCheckOld = notPossible(say('runs.check-too-old'))
export const runPausedTooLong = notPossible(say('runs.paused-too-long'))
export const runReviewGone = denied('confirmation-expired', say('runs.review-gone'))
export const runChanged = denied('confirmation-mismatch', say('runs.rows-changed'))
export const sentSinceCheck = (actor: string, at: number): Denied =>
  denied('order-moved', say('runs.sent-since', { actor, time: { at } }))
export const toldSinceCheck = (amount: Money): Denied =>
  denied('order-moved', say('runs.told-since', { amount }))
export const sentByOtherRow = (line: number): Denied =>
  denied('order-moved', say('runs.sent-by-other-row', { line }))
export const runUndone = denied('undone', say('runs.was-taken-back'))
export const runHasBegun = notPossible(say('runs.has-begun'))

// Connections and their keys.
export const sandboxKeepsItself = notPossible(say('connections.sandbox-keeps-itself'))
export const tooManyChanges = notPossible(say('connections.change-fewer-settings-at-once'))
export const changedMeanwhile = notPossible(say('connections.changed-meanwhile'))
export const keyOfOtherWorld = (name: string, environment: string): Denied =>
  notPossible(say('connections.name-uses-this-very-key', { name, environment }))
export const keyElsewhere: FaultOf<'vault'> = {
  kind: 'vault',
  sent: 'no',
  reason: 'absent',
  message: say('connections.key-elsewhere'),
}

// What a review refuses.
export const readsOnly = (operation: string): Denied =>
  notPossible(say('requests.only-reads', { operation: { title: operation } }))
/** MONEY: only the journalled path may send what changes anything. */
export const changesSomething = (operation: string): Denied =>
  notPossible(say('program.operation-changes-something', { operation: { title: operation } }))
export const notOfInterface = (operation: string): Denied =>
  denied('not-permitted', say('requests.not-of-interface', { operation: { title: operation } }))
export const currencyNotPermitted = (values: {
  connectionName: string
  currencies: readonly string[]
  currency: string
}): Denied => denied('not-permitted', say('requests.currency-not-permitted', values))
export const overRemainder = (message: string): Denied => denied('over-remainder', message)
export const checkMoved = (why: string): Denied =>
  denied('order-moved', say('requests.why-unsent', { why }))
export const succeededSince = (request: MessageValue, attemptId: string): Denied =>
  deniedOf('told-since', say('requests.found-done', { request }), attemptId)
export const sentAlready = (
  values: { twin: string; actor: string },
  isSent: boolean,
  attemptId: string,
): Denied =>
  deniedOf(
    'twin',
    isSent ? say('requests.twin-sent', values) : say('requests.twin-confirmed', values),
    attemptId,
  )
export const payeeNotCalled = denied('not-permitted', say('requests.payee-not-called'))
/** `says`: the colleague's request and what became of it. */
export const sentByColleague = (says: string): Denied =>
  denied('twin', say('team.twin-sent', { says }))
export const aboutToSend = (why: string): Denied =>
  denied('order-busy', say('requests.why-unsent', { why }))

// Cards.
export const takesNoCard = (operation: string): Denied =>
  denied('not-permitted', say('requests.takes-no-card', { operation: { title: operation } }))
export const cardEntryOff = denied('not-permitted', say('requests.card-entry-off'))
export const cardNotSealed = denied('not-permitted', say('requests.card-only-in-fields'))
export const cardGone = denied('confirmation-expired', say('requests.card-forgotten'))

// What a confirmed request ends by before it leaves.
export const reviewGone = denied('confirmation-expired', say('requests.restarted-since-review'))
export const reviewedInOtherTeam = denied('order-moved', say('team.reviewed-otherwise'))
export const reviewTooOld = denied('confirmation-expired', say('requests.review-too-old'))
export const tooLate = denied('confirmation-expired', say('requests.due-too-long-ago'))
export const settingsChanged = (attemptId: string): Denied =>
  deniedOf('confirmation-mismatch', say('requests.settings-changed'), attemptId)
export const settingsMoved = denied(
  'order-moved',
  say('connections.settings-changed-before-sending'),
)
export const orderChanged = (
  values: { moved: string; transactionType: string; status: string },
  attemptId: string,
): Denied => deniedOf('order-moved', say('requests.order-changed', values), attemptId)
export const statusMoved = denied('order-moved', say('requests.told-just-now'))
export const orderMoved = denied('order-moved', say('requests.remainder-changed'))
export const undone = (attemptId: string, message: string): Denied =>
  deniedOf('undone', message, attemptId)
export const waitsNoMore = (attemptId: string): Denied =>
  deniedOf('already-confirmed', say('requests.waits-no-more'), attemptId)
/** MONEY: not an unknown outcome of the money request: that was never sent. */
export const statusUnread = (detail: string): FaultOf<'unreached'> => ({
  kind: 'unreached',
  sent: 'no',
  detail,
  message: say('requests.unsent-status-not-read'),
})

/** A bug after SENDING says nothing about what reached the gateway. */
export const brokeWhileSending = (incident: string): FaultOf<'outcome-unknown'> => ({
  kind: 'outcome-unknown',
  sent: 'maybe',
  detail: say('program.incident-stands-in-the-log', { incident }),
  message: say('requests.broke-while-sending'),
})

// What the gateway told.
export const answeredSince = denied('told-since', say('requests.told-since-shown'))
export const nothingToClear = notPossible(say('program.nothing-to-clear'))
export const ofAnotherOrder = (detail: string): FaultOf<'conflict'> =>
  conflict(say('gateway.answer-of-other-order'), detail)
export const ofAnotherRequest = (detail: string): FaultOf<'conflict'> =>
  conflict(say('requests.order-of-other-request'), detail)
export const namesNoOrder = conflict(
  say('requests.answer-names-no-order'),
  say('requests.answer-no-order-id'),
)
export const namesNoRequest = conflict(
  say('requests.answer-names-no-request'),
  say('requests.answer-no-merchant-id'),
)
