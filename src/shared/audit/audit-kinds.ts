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
  'order:look-up': say('audit.logged-order-look-up'),
  'order:changed': say('audit.logged-order-changed'),
  'order:evidence': say('audit.logged-order-evidence'),
  'order:receipt': say('audit.logged-order-receipt'),
  'order:chargeback-cleared': say('audit.logged-order-chargeback-cleared'),
  'order:contradiction-cleared': say('audit.logged-order-contradiction-cleared'),
  'order:noted': say('audit.logged-order-noted'),
  'order:tagged': say('audit.logged-order-tagged'),
  'order:untagged': say('audit.logged-order-untagged'),
  'attempt:conflict': say('audit.logged-attempt-conflict'),
  'attempt:order-named': say('audit.logged-attempt-order-named'),
  'attempt:looked': say('audit.logged-attempt-looked'),
  'attempt:conflict-cleared': say('audit.logged-attempt-conflict-cleared'),
  'recipient:added': say('audit.logged-recipient-added'),
  'recipient:changed': say('audit.logged-recipient-changed'),
  'recipient:removed': say('audit.logged-recipient-removed'),
  'subscription:stopped': say('audit.logged-subscription-stopped'),
  'subscription:running': say('audit.logged-subscription-running'),
  'callback:checked': say('audit.logged-callback-checked'),
  'notice:seen': say('audit.logged-notice-seen'),
  'audit:archived': say('audit.logged-audit-archived'),
  'audit:exported': say('audit.logged-audit-exported'),
  'audit:verified': say('audit.logged-audit-verified'),
  'ledger:backup': say('audit.logged-ledger-backup'),
  'ledger:restore-asked': say('audit.logged-ledger-restore-asked'),
  'ledger:restore-withdrawn': say('audit.logged-ledger-restore-withdrawn'),
  'ledger:found': say('audit.logged-ledger-found'),
  'ledger:lists-updated': say('audit.logged-ledger-lists-updated'),
  'ledger:restored': say('audit.logged-ledger-restored'),
  'list:exported': say('audit.logged-list-exported'),
  'look-ups:exported': say('audit.logged-look-ups-exported'),
  'look-ups:finished': say('audit.logged-look-ups-finished'),
  'log:opened': say('audit.logged-log-opened'),
  'log:closed': say('audit.logged-log-closed'),
  'confirmation:declined': say('audit.logged-confirmation-declined'),
  'confirmation:not-asked': say('audit.logged-confirmation-not-asked'),
  'connection:created': say('audit.logged-connection-created'),
  'connection:changed': say('audit.logged-connection-changed'),
  'connection:removed': say('audit.logged-connection-removed'),
  'connection:tested': say('audit.logged-connection-tested'),
  'key:created': say('audit.logged-key-created'),
  'key:exported': say('audit.logged-key-exported'),
  'key:imported': say('audit.logged-key-imported'),
  'key:set': say('audit.logged-key-set'),
  'key:removed': say('audit.logged-key-removed'),
  'diagnostics:saved': say('audit.logged-diagnostics-saved'),
  'clock:went-back': say('audit.logged-clock-went-back'),
  'update:set': say('audit.logged-update-set'),
  'update:remembered': say('audit.logged-update-remembered'),
  'update:refused': say('audit.logged-update-refused'),
  'update:installed': say('audit.logged-update-installed'),
  'run:read': say('audit.logged-run-read'),
  'run:rows-read': say('audit.logged-run-rows-read'),
  'run:checking': say('audit.logged-run-checking'),
  'run:rows-checked': say('audit.logged-run-rows-checked'),
  'run:checked': say('audit.logged-run-checked'),
  'run:rows-chosen': say('audit.logged-run-rows-chosen'),
  'run:confirmed': say('audit.logged-run-confirmed'),
  'run:running': say('audit.logged-run-running'),
  'run:paused': say('audit.logged-run-paused'),
  'run:row-skipped': say('audit.logged-run-row-skipped'),
  'run:done': say('audit.logged-run-done'),
  'run:stopped': say('audit.logged-run-stopped'),
  'run:discarded': say('audit.logged-run-discarded'),
  'run:evidence': say('audit.logged-run-evidence'),
  'run:exported': say('audit.logged-run-exported'),
  'reconcile:report-taken': say('audit.logged-reconcile-report-taken'),
  'reconcile:lines-kept': say('audit.logged-reconcile-lines-kept'),
  'reconcile:matched': say('audit.logged-reconcile-matched'),
  'reconcile:matched-again': say('audit.logged-reconcile-matched-again'),
  'reconcile:decided': say('audit.logged-reconcile-decided'),
  'shop:list-taken': say('audit.logged-shop-list-taken'),
  'shop:rows-taken': say('audit.logged-shop-rows-taken'),
  'shop:whole-taken': say('audit.logged-shop-whole-taken'),
  'shop:asking': say('audit.logged-shop-asking'),
  'shop:asking-paused': say('audit.logged-shop-asking-paused'),
  'shop:asking-stopped': say('audit.logged-shop-asking-stopped'),
  'shop:asking-done': say('audit.logged-shop-asking-done'),
  'shop:not-there': say('audit.logged-shop-not-there'),
  'unknown-term:seen': say('audit.logged-unknown-term-seen'),
  'person:added': say('audit.logged-person-added'),
  'person:changed': say('audit.logged-person-changed'),
  'person:rekeyed': say('audit.logged-person-rekeyed'),
  'person:removed': say('audit.logged-person-removed'),
  'person:signed-in': say('audit.logged-person-signed-in'),
  'person:signed-out': say('audit.logged-person-signed-out'),
  'person:refused': say('audit.logged-person-refused'),
  'person:proved': say('audit.logged-person-proved'),
  'person:passphrase': say('audit.logged-person-passphrase'),
  'people:recovery-asked': say('audit.logged-people-recovery-asked'),
  'people:recovery-refused': say('audit.logged-people-recovery-refused'),
  'people:idle-set': say('audit.logged-people-idle-set'),
  'money:resumed': say('audit.logged-money-resumed'),
} as const satisfies Readonly<Record<string, string>>

export type AuditKind = AttemptKind | ReadKind | keyof typeof kindMessages
