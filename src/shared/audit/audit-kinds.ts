// What an entry of the audit log can be about, and what people call it: the whole vocabulary, the
// same for the embedded sandbox and for every other connection. Main appends no other kind. A kind
// that was written once stays readable for ever.
import type { AttemptState } from '../attempt.ts'
import type { OperationId } from '../gateway/operations/index.ts'
import { say } from '../message.ts'

type Dashed<S extends string> = S extends `${infer A}_${infer B}` ? `${A}-${Dashed<B>}` : S

/** An attempt came into this state, or began in it. */
export type AttemptKind = `attempt:${Dashed<Lowercase<AttemptState>>}`

export const attemptKindOf = (state: AttemptState): AttemptKind =>
  `attempt:${state.toLowerCase().replaceAll('_', '-')}` as AttemptKind

/** Somebody asked the gateway for something that is no order's status. */
export type ReadKind = `read:${OperationId}`

/** Every other kind. A request is named by its operation and state instead. */
export const kindMessages = {
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
  'attempt:looked': say('logged-attempt-looked'),
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
  'ledger:found': say('logged-ledger-found'),
  'ledger:restored': say('logged-ledger-restored'),
  'look-ups:exported': say('logged-look-ups-exported'),
  'look-ups:finished': say('logged-look-ups-finished'),
  'log:opened': say('logged-log-opened'),
  'log:closed': say('logged-log-closed'),
  'confirmation:declined': say('logged-confirmation-declined'),
  'confirmation:not-asked': say('logged-confirmation-not-asked'),
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
  'update:remembered': say('logged-update-remembered'),
  'update:refused': say('logged-update-refused'),
  'update:installed': say('logged-update-installed'),
  'unknown-term:seen': say('logged-unknown-term-seen'),
  'money:resumed': say('logged-money-resumed'),
} as const satisfies Readonly<Record<string, string>>

export type AuditKind = AttemptKind | ReadKind | keyof typeof kindMessages
