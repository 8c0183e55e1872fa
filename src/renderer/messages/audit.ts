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
import { t } from './message.ts'

const attemptKinds = Object.fromEntries(
  attemptStates.map((state) => [
    attemptKindOf(state),
    t('request-state', { state: states[state].label.toLowerCase() }),
  ]),
) as Record<AttemptKind, string>

export const auditKinds: Readonly<Record<Exclude<AuditKind, ReadKind>, string>> = {
  'order:look-up': t('order-looked-up'),
  'order:changed': t('new-status-seen'),
  'order:evidence': t('evidence-pack-made'),
  'order:noted': t('note-added'),
  'order:tagged': t('tag-added'),
  'order:untagged': t('tag-removed'),
  ...attemptKinds,
  'attempt:conflict': t('contradicting-answer-seen'),
  'attempt:order-named': t('order-named-by-the-gateway'),
  'attempt:conflict-cleared': t('contradiction-cleared-by-hand'),
  'recipient:added': t('recipient-added'),
  'recipient:changed': t('recipient-changed'),
  'recipient:removed': t('recipient-removed'),
  'subscription:stopped': t('subscription-marked-as-stopped'),
  'subscription:running': t('subscription-marked-as-running'),
  'callback:checked': t('callback-checked'),
  'notice:seen': t('event-seen-by-a-person'),
  'audit:archived': t('old-entries-archived'),
  'audit:exported': t('audit-log-exported'),
  'audit:verified': t('audit-log-verified'),
  'ledger:backup': t('ledger-copied'),
  'ledger:restore-asked': t('putting-back-a-copy-asked-for'),
  'ledger:restore-withdrawn': t('putting-back-a-copy-called-off'),
  'ledger:restored': t('copy-of-the-ledger-put-back'),
  'look-ups:exported': t('look-ups-exported'),
  'look-ups:finished': t('list-of-look-ups-ended'),
  'log:opened': t('paydesk-started'),
  'log:closed': t('paydesk-closed'),
  'confirmation:declined': t('question-answered-with-no'),
  'connection:created': t('connection-added'),
  'connection:changed': t('connection-changed'),
  'connection:removed': t('connection-removed'),
  'connection:tested': t('connection-tested'),
  'key:created': t('key-created'),
  'key:exported': t('public-key-exported'),
  'key:imported': t('key-imported'),
  'key:set': t('key-entered'),
  'key:removed': t('key-removed'),
  'diagnostics:saved': t('diagnostics-exported'),
  'clock:went-back': t('this-computers-clock-went-back'),
  'update:set': t('feed-of-updates-set'),
  'update:refused': t('update-was-refused'),
  'update:installed': t('update-was-installed'),
  'unknown-term:seen': t('something-new-in-an-answer'),
  'money:resumed': t('money-resumed-by-hand'),
}

/** A kind of an older or newer Paydesk is shown as it is recorded. */
export const auditLabel = (kind: string): string =>
  kind.startsWith('read:')
    ? t('asked-title', { title: titleOf({ operation: kind.slice('read:'.length) }) })
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
    : wordingOfOutcome(row.outcome, row.kind)

/**
 * An outcome as recorded: a state of an attempt, a status of the gateway, or a value of the log
 * itself. A successful question reads "answered"; for everything else the entry is the proof.
 */
export function wordingOfOutcome(outcome: string, kind = ''): Wording {
  if (outcome === 'ok' && kind.startsWith('read:')) return answered
  return ownOutcomes[outcome] ?? wordingOfState(outcome)
}

const answered: Wording = { label: t('logged-answered'), tone: 'good', hint: '' }

const ownOutcomes: Readonly<Record<string, Wording>> = {
  ok: { label: t('logged-ok'), tone: 'good', hint: '' },
  good: { label: t('logged-good'), tone: 'good', hint: '' },
  warning: { label: t('logged-warning'), tone: 'warn', hint: '' },
  bad: { label: t('logged-bad'), tone: 'bad', hint: '' },
  intact: { label: t('logged-intact'), tone: 'good', hint: '' },
  started: { label: t('logged-started'), tone: 'info', hint: '' },
  noticed: { label: t('logged-noticed'), tone: 'warn', hint: '' },
  failed: { label: t('logged-failed'), tone: 'bad', hint: '' },
  conflict: { label: t('logged-conflict'), tone: 'bad', hint: '' },
  tampered: { label: t('logged-tampered'), tone: 'bad', hint: '' },
  truncated: { label: t('logged-truncated'), tone: 'bad', hint: '' },
  uncheckable: { label: t('logged-uncheckable'), tone: 'warn', hint: '' },
  valid: { label: t('logged-valid'), tone: 'good', hint: '' },
  'wrong-control': { label: t('logged-wrong-control'), tone: 'bad', hint: '' },
  'missing-field': { label: t('logged-missing-field'), tone: 'bad', hint: '' },
}

export const verifications: Readonly<
  Record<Verification['outcome'], { label: string; tone: Tone; advice: string }>
> = {
  intact: {
    label: t('intact'),
    tone: 'good',
    advice: t('keep-the-key-fingerprint-elsewhere'),
  },
  tampered: {
    label: t('changed-after-it-was-written'),
    tone: 'bad',
    advice: t('at-least-one-entry-differs'),
  },
  truncated: {
    label: t('entries-are-missing-at-the-end'),
    tone: 'bad',
    advice: t('the-log-is-shorter-than-the-evidence-says'),
  },
  uncheckable: {
    label: t('cant-be-checked'),
    tone: 'warn',
    advice: t('something-needed-for-checking-is-missing-it-says'),
  },
}
