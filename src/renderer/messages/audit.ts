// Audit kinds in words. A kind that is not in the catalogue is shown as it is recorded: nothing is
// hidden or renamed.
import type { HappenedKind } from '#shared/desktop/person-events.ts'
import { formatMessages } from '#wording/format-messages.ts'
import { attemptStates } from '#shared/attempt.ts'
import {
  type AttemptKind,
  attemptKindOf,
  type AuditKind,
  kindMessages,
  type ReadKind,
} from '#shared/audit/audit-kinds.ts'
import { RELEASE } from '#shared/audit/audit-labels.ts'
import type { AuditRow, Verification } from '#shared/bridge/lists.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { outcomeOf } from '#shared/gateway/status/status.ts'
import type { MoneyText } from '#shared/money.ts'
import type { Tone } from '../theme/tokens.ts'
import { isState, states, titleOf, wordingOfState } from './attempts.ts'
import { badgeOf } from './badges.ts'
import { approvedAs, type Wording } from './phases.ts'
import { t } from './message.ts'

const attemptKinds = Object.fromEntries(
  attemptStates.map((state) => [attemptKindOf(state), states[state].label]),
) as Record<AttemptKind, string>

const auditKinds: Readonly<Record<Exclude<AuditKind, ReadKind>, string>> = {
  ...formatMessages(kindMessages),
  ...attemptKinds,
}

/** A kind of an older or newer Paydesk is shown as it is recorded. */
export const auditLabel = (kind: string): string =>
  kind.startsWith('read:')
    ? t('audit.asked-title', { title: titleOf({ operation: kind.slice('read:'.length) }) })
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

/** Who did it, or asked for what Paydesk then did. */
export const personOf = ({ actor, details }: AuditRow): string =>
  textIn(details['requestedBy']) || actor

/** Why, as the person gave it. */
export const reasonOf = ({ kind, details }: AuditRow): string =>
  textIn(details[kind.startsWith('attempt:') ? 'comment' : 'reason'])

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export function amountOf({ details }: AuditRow): MoneyText | null {
  const [amount, currency] = [textIn(details['amount']), textIn(details['currency'])]
  return amount === '' || currency === '' ? null : { amount, currency }
}

/** What only tells how an order stands: how much is one of the order's facts, and nothing moved. */
const isStanding = ({ kind, outcome }: Pick<AuditRow, 'kind' | 'outcome'>): boolean =>
  ['order:look-up', 'order:changed'].includes(kind) && !Object.hasOwn(ownOutcomes, outcome)

/** The amount that a row of the list shows. */
export const amountInList = (row: AuditRow): MoneyText | null =>
  isStanding(row) ? null : amountOf(row)

/** The order that an entry is about; empty where it is about none. */
export const orderIn = ({ details, subject }: AuditRow): string =>
  textIn(details['orderid']) || (/^order\/[^/]+\/([^/]+)$/.exec(subject)?.[1] ?? '')

const operationPrefix = 'operation:'

/** What the action filter offers: operations by their names, then other kinds of entries. */
export function actionChoices(kinds: readonly string[]): { value: string; label: string }[] {
  const byLabel = (a: { label: string }, b: { label: string }): number =>
    a.label.localeCompare(b.label, 'en')
  const moving = operationIds.filter((id) => rowOf(id).risk !== 'read')
  const requests = [
    ...moving.map((operation) => ({ value: operation as string, label: titleOf({ operation }) })),
    { value: RELEASE, label: titleOf({ operation: 'return', isRelease: true }) },
  ]
  const others = [...new Set([...Object.keys(auditKinds), ...kinds])].filter(
    (kind) => !Object.hasOwn(attemptKinds, kind),
  )
  return [
    ...requests.map(({ value, label }) => ({ value: actionOf(value), label })).sort(byLabel),
    ...others.map((kind) => ({ value: kind, label: auditLabel(kind) })).sort(byLabel),
  ]
}

/** What the outcome filter offers: how a request ended, then what else the log says of its work. */
export function outcomeChoices(): { value: string; label: string }[] {
  const ofRequests = attemptStates.map((state) => ({ value: state, label: states[state].label }))
  const taken = new Set(ofRequests.map(({ label }) => label))
  const others = Object.entries(ownOutcomes)
    .map(([value, { label }]) => ({ value, label }))
    .filter(({ value, label }) => value !== 'ok' && !taken.has(label))
  return [...ofRequests, ...others]
}

/** The choice of the action filter that shows an operation alone. */
export const actionOf = (operation: string): string => `${operationPrefix}${operation}`

/** The question behind a choice of the action filter. */
export const askedAction = (action: string): { kind?: string; operation?: string } =>
  action === ''
    ? {}
    : action.startsWith(operationPrefix)
      ? { operation: action.slice(operationPrefix.length) }
      : { kind: action }

/** What an entry is about, in words: of a request what was asked for. */
export const entryTitle = (row: AuditRow): string =>
  isAttemptStep(row) ? titleOf(namedOf(row)) : auditLabel(row.kind)

/** An approved sale is an order that is captured: it is called so, as its order is. */
const standingOf = ({ kind, outcome, details }: AuditRow): Wording | undefined =>
  isStanding({ kind, outcome }) && outcomeOf(outcome, textIn(details['stage'])) === 'approved'
    ? approvedAs[textIn(details['transactionType'])]
    : undefined

/** How an entry ended: of a request what was done, of an order how it stands. */
export const entryWording = (row: AuditRow): Wording =>
  isAttemptStep(row) && isState(row.outcome)
    ? badgeOf({ ...namedOf(row), state: row.outcome })
    : (standingOf(row) ?? wordingOfOutcome(row.outcome, row.kind))

/** Nothing but that it is in the log, as of most entries: no status that would need a chip. */
export const isRecorded = (row: AuditRow): boolean => entryWording(row) === recorded

/**
 * An outcome as recorded: a state of an attempt, a status of the gateway, or a value of the log
 * itself. A successful question reads "answered"; for everything else the entry is the proof.
 */
export function wordingOfOutcome(outcome: string, kind = ''): Wording {
  if (outcome === 'ok' && kind.startsWith('read:')) return answered
  if (outcome === 'ok' && kind === 'audit:exported') return exported
  if (outcome === 'ok' && kind === 'shop:not-there') return notFound
  if (kind === 'notice:seen' && Object.hasOwn(notices, outcome))
    return { label: notices[outcome as HappenedKind], tone: 'neutral', hint: '' }
  return ownOutcomes[outcome] ?? wordingOfState(outcome)
}

/** What it was that a person has seen. */
const notices: Readonly<Record<HappenedKind, string>> = {
  'look-ups-open': t('audit.logged-look-ups-finished'),
  'callback-contradicts': t('audit.notice-callback'),
  'run-paused': t('audit.logged-run-paused'),
  'run-ended': t('audit.logged-run-done'),
  'shop-asking-paused': t('audit.logged-shop-asking-paused'),
  'shop-asking-done': t('audit.logged-shop-asking-done'),
}

const answered: Wording = { label: t('audit.logged-answered'), tone: 'good', hint: '' }

const exported: Wording = { label: t('audit.logged-was-exported'), tone: 'neutral', hint: '' }

const notFound: Wording = { label: t('everywhere.not-found'), tone: 'neutral', hint: '' }

const recorded: Wording = { label: t('audit.logged-ok'), tone: 'neutral', hint: '' }

const ownOutcomes: Readonly<Record<string, Wording>> = {
  ok: recorded,
  refused: { label: t('everywhere.refused'), tone: 'bad', hint: '' },
  new: { label: t('frame.new'), tone: 'warn', hint: '' },
  good: { label: t('audit.logged-good'), tone: 'good', hint: '' },
  warning: { label: t('audit.logged-warning'), tone: 'warn', hint: '' },
  bad: { label: t('audit.logged-bad'), tone: 'bad', hint: '' },
  intact: { label: t('audit.logged-intact'), tone: 'good', hint: '' },
  started: { label: t('audit.logged-started'), tone: 'info', hint: '' },
  noticed: { label: t('audit.logged-noticed'), tone: 'warn', hint: '' },
  failed: { label: t('audit.logged-failed'), tone: 'bad', hint: '' },
  conflict: { label: t('audit.logged-conflict'), tone: 'bad', hint: '' },
  tampered: { label: t('audit.logged-tampered'), tone: 'bad', hint: '' },
  truncated: { label: t('audit.logged-truncated'), tone: 'bad', hint: '' },
  uncheckable: { label: t('audit.logged-uncheckable'), tone: 'warn', hint: '' },
  valid: { label: t('audit.logged-valid'), tone: 'good', hint: '' },
  'wrong-control': { label: t('audit.logged-wrong-control'), tone: 'bad', hint: '' },
  contradicts: { label: t('audit.logged-contradicts'), tone: 'bad', hint: '' },
  unclean: { label: t('audit.logged-unclean'), tone: 'warn', hint: '' },
  'missing-field': { label: t('audit.logged-missing-field'), tone: 'bad', hint: '' },
}

const verifications: Readonly<
  Record<Verification['outcome'], { label: string; tone: Tone; advice: string }>
> = {
  intact: {
    label: t('audit.audit-intact'),
    tone: 'good',
    advice: t('audit.keep-the-key-fingerprint-elsewhere'),
  },
  tampered: {
    label: t('audit.changed-after-it-was-written'),
    tone: 'bad',
    advice: t('audit.at-least-one-entry-differs'),
  },
  truncated: {
    label: t('audit.end-missing-title'),
    tone: 'bad',
    advice: t('audit.end-missing-advice'),
  },
  uncheckable: {
    label: t('audit.cant-be-checked'),
    tone: 'warn',
    advice: t('audit.check-impossible-advice'),
  },
}

/** An intact log is no good news while something else keeps money stopped. */
export const verdictOf = ({ outcome, moneyStops = [] }: Verification) =>
  outcome === 'intact' && moneyStops.length > 0
    ? {
        label: t('audit.intact-but-money-is-stopped'),
        tone: 'warn' as const,
        advice: t('audit.intact-but-advice'),
      }
    : verifications[outcome]

/** What became of archiving, by how many archives were made. */
export function archivedText(made: readonly unknown[]): string {
  if (made.length === 0) return t('archives.nothing-was-archived')
  return t('archives.archived', {
    archives: t('archives.count-archives-were', { count: made.length }),
  })
}
