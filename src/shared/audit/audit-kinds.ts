// What an entry of the audit log can be about: the whole vocabulary, the same for the embedded
// sandbox and for every other connection. Main appends no other kind, and the messages have words
// for each. A kind that was written once stays readable for ever.
import type { AttemptState } from '../attempt.ts'
import type { OperationId } from '../gateway/operations/index.ts'

type Dashed<S extends string> = S extends `${infer A}_${infer B}` ? `${A}-${Dashed<B>}` : S

/** An attempt came into this state, or began in it. */
export type AttemptKind = `attempt:${Dashed<Lowercase<AttemptState>>}`

export const attemptKindOf = (state: AttemptState): AttemptKind =>
  `attempt:${state.toLowerCase().replaceAll('_', '-')}` as AttemptKind

/** Somebody asked the gateway for something that is no order's status. */
export type ReadKind = `read:${OperationId}`

export type AuditKind =
  | AttemptKind
  | ReadKind
  | 'attempt:conflict'
  | 'attempt:conflict-cleared'
  | 'attempt:order-named'
  | 'audit:archived'
  | 'audit:exported'
  | 'audit:verified'
  | 'callback:checked'
  | 'clock:went-back'
  | 'confirmation:declined'
  | 'connection:changed'
  | 'connection:created'
  | 'connection:removed'
  | 'connection:tested'
  | 'diagnostics:saved'
  | 'unknown-term:seen'
  | 'key:created'
  | 'key:exported'
  | 'key:imported'
  | 'key:removed'
  | 'key:set'
  | 'ledger:backup'
  | 'ledger:restore-asked'
  | 'ledger:restore-withdrawn'
  | 'ledger:restored'
  | 'log:closed'
  | 'log:opened'
  | 'look-ups:exported'
  | 'look-ups:finished'
  | 'money:resumed'
  | 'notice:seen'
  | 'order:changed'
  | 'order:chargeback-cleared'
  | 'order:contradiction-cleared'
  | 'order:evidence'
  | 'order:look-up'
  | 'order:noted'
  | 'order:tagged'
  | 'order:untagged'
  | 'subscription:stopped'
  | 'subscription:running'
  | 'update:installed'
  | 'update:refused'
  | 'update:set'
  | 'recipient:added'
  | 'recipient:changed'
  | 'recipient:removed'
