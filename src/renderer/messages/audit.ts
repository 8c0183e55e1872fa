// Audit kinds in words. A kind that is not in the catalogue is shown as it is recorded: nothing is
// hidden or renamed.
import { attemptStates } from '#shared/attempt.ts'
import {
  type AttemptKind,
  attemptKindOf,
  type AuditKind,
  type ReadKind,
} from '#shared/audit-kinds.ts'
import type { AuditRow, Verification } from '#shared/bridge/lists.ts'
import type { Tone } from '../theme/tokens.ts'
import { isState, states, titleOf, wordingOfState } from './attempts.ts'
import { badgeOf } from './badges.ts'
import type { Wording } from './phases.ts'

const attemptKinds = Object.fromEntries(
  attemptStates.map((state) => [
    attemptKindOf(state),
    `Request: ${states[state].label.toLowerCase()}`,
  ]),
) as Record<AttemptKind, string>

export const auditKinds: Readonly<Record<Exclude<AuditKind, ReadKind>, string>> = {
  'order:look-up': 'Order looked up',
  'order:changed': 'New status seen',
  'order:evidence': 'Evidence pack made',
  'order:noted': 'Note added',
  'order:tagged': 'Tag added',
  'order:untagged': 'Tag removed',
  ...attemptKinds,
  'attempt:conflict': 'Contradicting answer seen',
  'attempt:order-named': 'Order named by the gateway',
  'attempt:conflict-cleared': 'Contradiction cleared by hand',
  'recipient:added': 'Recipient added',
  'recipient:changed': 'Recipient changed',
  'recipient:removed': 'Recipient removed',
  'subscription:stopped': 'Subscription marked as stopped',
  'subscription:running': 'Subscription marked as running',
  'callback:checked': 'Callback checked',
  'audit:archived': 'Old entries archived',
  'audit:exported': 'Audit log exported',
  'audit:verified': 'Audit log verified',
  'ledger:backup': 'Ledger copied',
  'ledger:restore-asked': 'Putting back a copy asked for',
  'ledger:restore-withdrawn': 'Putting back a copy called off',
  'ledger:restored': 'Copy of the ledger put back',
  'look-ups:exported': 'Look-ups exported',
  'log:opened': 'Paydesk started',
  'log:closed': 'Paydesk closed',
  'confirmation:declined': 'Question answered with no',
  'connection:created': 'Connection added',
  'connection:changed': 'Connection changed',
  'connection:removed': 'Connection removed',
  'connection:tested': 'Connection tested',
  'key:created': 'Key created',
  'key:imported': 'Key imported',
  'key:set': 'Key entered',
  'key:removed': 'Key removed',
  'clock:went-back': 'This computer’s clock went back',
  'drift:seen': 'Something new in an answer',
  'money:resumed': 'Money resumed by hand',
}

/** A kind of an older or newer Paydesk is shown as it is recorded. */
export const auditLabel = (kind: string): string =>
  kind.startsWith('read:')
    ? `Asked: ${titleOf({ operation: kind.slice('read:'.length) })}`
    : ((auditKinds as Readonly<Record<string, string>>)[kind] ?? kind)

const isAttemptStep = ({ kind, details, outcome }: AuditRow): boolean =>
  kind.startsWith('attempt:') &&
  isState(outcome) &&
  typeof details['operation'] === 'string' &&
  details['from'] !== undefined

const namedOf = ({ details }: AuditRow) => ({
  operation: String(details['operation']),
  isRelease: details['isRelease'] === true,
})

/** What an entry is about, in words: of a request what was asked for. */
export const entryTitle = (row: AuditRow): string =>
  isAttemptStep(row) ? titleOf(namedOf(row)) : auditLabel(row.kind)

/** How an entry ended: of a request what was done. */
export const entryWording = (row: AuditRow): Wording =>
  isAttemptStep(row) && isState(row.outcome)
    ? badgeOf({ ...namedOf(row), state: row.outcome })
    : wordingOfOutcome(row.outcome)

/**
 * An outcome as recorded: a state of an attempt, a status word of the gateway, or a word of the log
 * itself.
 */
export function wordingOfOutcome(outcome: string): Wording {
  const tone = ownTones[outcome]
  return tone === undefined ? wordingOfState(outcome) : { label: outcome, tone, hint: '' }
}

const ownTones: Readonly<Record<string, Tone>> = {
  ok: 'good',
  good: 'good',
  warning: 'warn',
  bad: 'bad',
  intact: 'good',
  started: 'info',
  noticed: 'warn',
  failed: 'bad',
  conflict: 'bad',
  tampered: 'bad',
  truncated: 'bad',
  uncheckable: 'warn',
  valid: 'good',
  'wrong-control': 'bad',
  'missing-field': 'bad',
}

export const verifications: Readonly<
  Record<Verification['outcome'], { label: string; tone: Tone; advice: string }>
> = {
  intact: {
    label: 'Intact',
    tone: 'good',
    advice: 'Every entry is where it was written, unchanged, and the signed checkpoints agree.',
  },
  tampered: {
    label: 'Changed after it was written',
    tone: 'bad',
    advice: 'At least one entry differs from what was sealed. Keep the file and tell your auditor.',
  },
  truncated: {
    label: 'Entries are missing at the end',
    tone: 'bad',
    advice: 'The log is shorter than the evidence says. Keep the file and tell your auditor.',
  },
  uncheckable: {
    label: 'Can’t be checked',
    tone: 'warn',
    advice:
      'Something needed for checking is missing. It says nothing about the entries themselves.',
  },
}
