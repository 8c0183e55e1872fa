// What an entry of the log is about, in the words people use: on the page, in a table that leaves
// the desk, and for who searches the log by what the list shows. Pure; messages come as references.
import { type AttemptState, attemptStates } from '../attempt.ts'
import { type AttemptKind, type AuditKind, attemptKindOf, type ReadKind } from './audit-kinds.ts'
import { isOperationId, rowOf } from '../gateway/operations/index.ts'
import { say } from '../message.ts'

/** A request is named by its operation and state instead. */
export const kindMessages: Readonly<Record<Exclude<AuditKind, ReadKind | AttemptKind>, string>> = {
  'order:look-up': say('logged-order-look-up'),
  'order:changed': say('logged-order-changed'),
  'order:evidence': say('logged-order-evidence'),
  'order:chargeback-cleared': say('logged-order-chargeback-cleared'),
  'order:contradiction-cleared': say('logged-order-contradiction-cleared'),
  'order:noted': say('logged-order-noted'),
  'order:tagged': say('logged-order-tagged'),
  'order:untagged': say('logged-order-untagged'),
  'attempt:conflict': say('logged-attempt-conflict'),
  'attempt:order-named': say('logged-attempt-order-named'),
  'attempt:conflict-cleared': say('logged-attempt-conflict-cleared'),
  'recipient:added': say('logged-recipient-added'),
  'recipient:changed': say('logged-recipient-changed'),
  'recipient:removed': say('logged-recipient-removed'),
  'subscription:stopped': say('logged-subscription-stopped'),
  'subscription:running': say('logged-subscription-running'),
  'callback:checked': say('logged-callback-checked'),
  'notice:seen': say('logged-notice-seen'),
  'audit:archived': say('logged-audit-archived'),
  'audit:exported': say('logged-audit-exported'),
  'audit:verified': say('logged-audit-verified'),
  'ledger:backup': say('logged-ledger-backup'),
  'ledger:restore-asked': say('logged-ledger-restore-asked'),
  'ledger:restore-withdrawn': say('logged-ledger-restore-withdrawn'),
  'ledger:restored': say('logged-ledger-restored'),
  'look-ups:exported': say('logged-look-ups-exported'),
  'look-ups:finished': say('logged-look-ups-finished'),
  'log:opened': say('logged-log-opened'),
  'log:closed': say('logged-log-closed'),
  'confirmation:declined': say('logged-confirmation-declined'),
  'connection:created': say('logged-connection-created'),
  'connection:changed': say('logged-connection-changed'),
  'connection:removed': say('logged-connection-removed'),
  'connection:tested': say('logged-connection-tested'),
  'key:created': say('logged-key-created'),
  'key:exported': say('logged-key-exported'),
  'key:imported': say('logged-key-imported'),
  'key:set': say('logged-key-set'),
  'key:removed': say('logged-key-removed'),
  'diagnostics:saved': say('logged-diagnostics-saved'),
  'clock:went-back': say('logged-clock-went-back'),
  'update:set': say('logged-update-set'),
  'update:refused': say('logged-update-refused'),
  'update:installed': say('logged-update-installed'),
  'unknown-term:seen': say('logged-unknown-term-seen'),
  'money:resumed': say('logged-money-resumed'),
}

export const stateMessages: Readonly<Record<AttemptState, string>> = {
  DRAFT: say('logged-request-draft'),
  APPROVED: say('logged-request-approved'),
  EXPIRED: say('logged-request-expired'),
  UNDONE: say('logged-request-undone'),
  SENDING: say('logged-request-sending'),
  NOT_SENT: say('logged-request-not-sent'),
  ACCEPTED: say('logged-request-accepted'),
  REJECTED: say('logged-request-rejected'),
  UNKNOWN: say('logged-request-unknown'),
  SUCCEEDED: say('logged-request-succeeded'),
  DECLINED: say('logged-request-declined'),
  FAILED: say('logged-request-failed'),
  RESOLVED_BY_HAND: say('logged-request-resolved-by-hand'),
}

/** `return` releases a hold as well: filters and reports keep the two apart. */
export const RELEASE = 'release'

interface Requested {
  operation: string
  isRelease: boolean
}

/** "Refund", "Release hold": as the page names a request. */
export const requestTitle = ({ operation, isRelease }: Requested): string =>
  isRelease ? say('logged-release') : isOperationId(operation) ? rowOf(operation).title : operation

const stateOfKind = new Map<string, AttemptState>(
  attemptStates.map((state) => [attemptKindOf(state), state]),
)

interface Labelled {
  kind: string
  details: Readonly<Record<string, unknown>>
}

const requestedIn = ({ details }: Labelled): Requested | null =>
  typeof details['operation'] === 'string'
    ? { operation: details['operation'], isRelease: details['isRelease'] === true }
    : null

/**
 * What happened: "Refund: succeeded", "Order looked up". A kind that this program does not know is
 * called as it was recorded.
 */
export function actionMessage(entry: Labelled): string {
  const state = stateOfKind.get(entry.kind)
  const requested = requestedIn(entry)
  if (state !== undefined && requested !== null)
    return say('logged-request', { title: requestTitle(requested), state: stateMessages[state] })
  if (entry.kind.startsWith('read:')) {
    const operation = entry.kind.slice('read:'.length)
    return say('logged-asked', { title: requestTitle({ operation, isRelease: false }) })
  }
  return (kindMessages as Readonly<Record<string, string>>)[entry.kind] ?? entry.kind
}

/** What a request that succeeded is called: "Refunded". Null for any other entry. */
export function doneMessage(entry: Labelled): string | null {
  const requested = requestedIn(entry)
  if (requested === null || stateOfKind.get(entry.kind) !== 'SUCCEEDED') return null
  if (requested.isRelease) return say('hold-released')
  return isOperationId(requested.operation) ? rowOf(requested.operation).done : null
}
