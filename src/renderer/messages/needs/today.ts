// The first screen in words: what needs a person, most urgent first, and what was done last. Pure.
import { movesMoney, namesOf } from '../operations.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { AppState } from '#shared/contract/bridge.ts'
import { type Happened, personEvents } from '#shared/desktop/person-events.ts'
import type { DisputeNeed } from '#shared/disputes/dispute-methods.ts'
import type { FoundNeed } from '#shared/orders/found-refunds.ts'
import type { FigureId, HeldOrder, PlanNeed, ReportNeed } from '#shared/bridge/today.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import type { Tone } from '../../theme/tokens.ts'
import { attemptNeed, draftsToFinish, type OrderDraft } from '#shared/notices/needs.ts'
import { aboutOrder, type Need, type NeedAction, orderPath } from './need.ts'
import { needOfDispute, needOfMoreDisputes } from './of-disputes.ts'
import { needOfFound, needOfMoreFound } from './of-found.ts'
import { needOfExport, needOfReport } from './of-reports.ts'
import { capital, inSentence, isActionId, nounOf, states, wordingOf } from '../attempts.ts'
import { around, t } from '../message.ts'

export const figureTitles: Readonly<
  Record<FigureId, { title: string; counted: (count: number) => string }>
> = {
  refunded: {
    title: t('everywhere.refunded'),
    counted: (count) => t('today.count-refunds', { count }),
  },
  'paid-in': {
    title: t('everywhere.paid-in'),
    counted: (count) => t('today.count-payments', { count }),
  },
  'paid-out': {
    title: t('everywhere.paid-out'),
    counted: (count) => t('today.count-payouts', { count }),
  },
}

export const countLabel = (figure: FigureId, count: number): string =>
  figureTitles[figure].counted(count)

/** "refund" where the gateway says return. */
const noun = nounOf

const orderLabel = ({
  orderid,
  clientOrderid,
}: {
  orderid: string
  clientOrderid: string
}): string =>
  orderid === ''
    ? t('today.merchant-order-client-orderid', { clientOrderid })
    : t('today.order-orderid-inside', { orderid })

interface NeedNames {
  noun: string
  order: string
  checks: string
}

const checkStatus = (attempt: AttemptView): NeedAction => ({
  kind: 'check',
  label: t('everywhere.check-now'),
  attempt,
})

/** What each kind of request that needs a person says, with its amount or where none is known. */
const needLines: Readonly<
  Record<
    Exclude<ReturnType<typeof attemptNeed>, null>,
    {
      tone: Tone
      chip: string
      text: (names: NeedNames, hasAmount: boolean) => { before: string; after: string }
      action: (attempt: AttemptView) => NeedAction
    }
  >
> = {
  contradiction: {
    tone: 'bad',
    chip: t('everywhere.contradiction'),
    text: (names, hasAmount) =>
      hasAmount
        ? around('today.need-contradiction', 'amount', names)
        : { before: t('today.noun-on-order-contradicts', names), after: '' },
    action: () => ({ kind: 'go', label: t('everywhere.review'), to: '/open-requests' }),
  },
  unknown: {
    tone: states.UNKNOWN.tone,
    chip: states.UNKNOWN.label,
    text: (names, hasAmount) =>
      hasAmount
        ? around('today.need-unknown', 'amount', names)
        : { before: t('today.noun-on-order-is-unknown', names), after: '' },
    action: checkStatus,
  },
  slow: {
    tone: states.ACCEPTED.tone,
    chip: states.ACCEPTED.label,
    text: (names, hasAmount) =>
      hasAmount
        ? around('today.need-processing', 'amount', names)
        : { before: t('today.noun-on-order-is-processing', names), after: '' },
    action: checkStatus,
  },
}

function needOfAttempt(attempt: AttemptView, now: number): Need[] {
  const need = attemptNeed(attempt, now)
  if (need === null) return []
  const { tone, chip, text, action } = needLines[need]
  const names = {
    noun: capital(noun(attempt)),
    order: orderLabel(attempt),
    checks:
      attempt.checks === 0
        ? t('today.not-asked-yet')
        : t('today.paydesk-asked-count-times', { count: attempt.checks }),
  }
  return [
    {
      ...{ id: attempt.id, tone, chip, action: action(attempt) },
      ...text(names, attempt.amount !== null),
      money: attempt.amount,
      at: attempt.sentAt ?? attempt.createdAt,
      connectionId: attempt.connectionId,
      ...aboutOrder(attempt.orderid),
    },
  ]
}

/** A request that ended otherwise than asked, and that nobody has seen end so. */
function needOfEnd(attempt: AttemptView): Need {
  const { label, tone } = wordingOf(attempt)
  const names = { noun: capital(noun(attempt)), order: orderLabel(attempt) }
  const hasOrder = attempt.orderid !== ''
  return {
    id: `end-${attempt.id}`,
    tone,
    chip: label,
    ...(attempt.amount === null
      ? { before: t('today.noun-on-order-not-made', names), after: '' }
      : around('today.need-not-made', 'amount', names)),
    money: attempt.amount,
    at: attempt.resolvedAt ?? attempt.createdAt,
    connectionId: attempt.connectionId,
    ...aboutOrder(attempt.orderid),
    action: {
      kind: 'see',
      label: hasOrder ? t('frame.show-the-order') : t('everywhere.close'),
      to: hasOrder ? orderPath(attempt.connectionId, attempt.orderid) : null,
      attemptId: attempt.id,
    },
  }
}

const draftText = ({ action, orderid, amount }: OrderDraft): string => {
  const names = { noun: capital(noun({ operation: action })), orderid }
  return amount === ''
    ? t('today.noun-order-orderid-not-sent', names)
    : t('today.need-not-sent', { ...names, amount })
}

export interface NeedSources {
  state: AppState
  attempts: readonly AttemptView[]
  holds: readonly HeldOrder[]
  reports: readonly ReportNeed[]
  exports: readonly PlanNeed[]
  disputes: readonly DisputeNeed[]
  moreDisputes: number
  found: readonly FoundNeed[]
  moreFound: number
  drafts: readonly OrderDraft[]
  now: number
}

/** One line of this computer's own troubles. */
const trouble = (
  id: string,
  tone: 'bad' | 'warn',
  chip: string,
  sentence: string,
  action: NeedAction,
): Need => ({
  ...{ id, tone, chip, before: sentence, money: null, after: '', at: null },
  ...{ connectionId: null, action },
})

function troublesOf(state: AppState): Need[] {
  const stops = state.moneyStops.map((stop) =>
    trouble(`stop-${stop.id}`, 'bad', t('today.money-stopped'), stop.message, {
      kind: 'resume',
      label: t('everywhere.review'),
    }),
  )
  const clocks = state.clockWarnings.map((warning) =>
    trouble(
      `clock-${warning.connectionId ?? 'own'}`,
      warning.state === 'stopped' ? 'bad' : 'warn',
      t('everywhere.clock'),
      warning.message,
      {
        kind: 'go',
        label: t('today.open'),
        to:
          warning.connectionId === null
            ? '/audit'
            : `/connections/${encodeURIComponent(warning.connectionId)}`,
      },
    ),
  )
  const vault =
    state.vault.state === 'locked'
      ? [
          trouble('vault', 'warn', t('today.keychain-locked'), t('today.unlock-keychain'), {
            kind: 'unlock',
            label: t('everywhere.try-again'),
          }),
        ]
      : []
  const backup =
    state.backupFault === null
      ? []
      : [
          trouble(
            'backup',
            'warn',
            t('today.backup-failed'),
            `${t('today.backup-missing')} ${state.backupFault}`,
            { kind: 'go', label: t('today.open'), to: '/audit' },
          ),
        ]
  const secondFolder =
    state.secondFolderFault === null
      ? []
      : [
          trouble('second-folder', 'warn', t('today.backup-failed'), state.secondFolderFault, {
            kind: 'go',
            label: t('today.open'),
            to: '/audit',
          }),
        ]
  return [
    ...stops,
    ...clocks.filter(({ tone }) => tone === 'bad'),
    ...vault,
    ...backup,
    ...secondFolder,
  ].concat(clocks.filter(({ tone }) => tone === 'warn'))
}

const happenedTexts: Readonly<Record<Happened['kind'], { chip: string; before: string }>> = {
  'look-ups-open': { chip: t('audit.logged-look-ups-finished'), before: t('today.list-rows-open') },
  'callback-contradicts': {
    chip: t('gateway.callback'),
    before: t('today.a-callback-contradicts-this-computer'),
  },
  'run-paused': { chip: t('runs.paused'), before: t('ledger.notice-run-paused') },
  'run-ended': { chip: t('runs.run'), before: t('today.run-ended') },
  'shop-asking-paused': {
    chip: t('runs.paused'),
    before: t('ledger.notice-shop-asking-paused'),
  },
  'shop-asking-done': {
    chip: t('audit.logged-look-ups-finished'),
    before: t('ledger.notice-shop-asking-done'),
  },
}

function needOfHappened({ seq, kind, at }: Happened): Need {
  const { chip, before } = happenedTexts[kind]
  return {
    id: `happened-${seq}`,
    tone: 'warn',
    chip,
    before,
    money: null,
    after: '',
    at,
    connectionId: null,
    action: {
      kind: 'go',
      label: t('today.open'),
      to: personEvents[kind].place,
      seen: { kind, seq },
    },
  }
}

const daysLabel = (ms: number): string => {
  const days = Math.floor(ms / 86_400_000)
  return t('today.count-days', { days })
}

function heldText(hold: HeldOrder, now: number): { before: string; after: string } {
  const held = { orderid: hold.orderid, days: daysLabel(now - hold.firstSeenAt) }
  return hold.original === null
    ? { before: t('today.order-held-for-days', held), after: '' }
    : around('today.need-hold', 'amount', held)
}

/** Most urgent first; among equals the oldest first. */
export function needsOf({
  state,
  attempts,
  holds,
  reports,
  exports,
  disputes,
  moreDisputes,
  found,
  moreFound,
  drafts,
  now,
}: NeedSources): Need[] {
  const ofAttempts = attempts
    .flatMap((attempt) => needOfAttempt(attempt, now))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const withTone = (tone: Tone): Need[] => ofAttempts.filter((need) => need.tone === tone)
  return [
    ...withTone('unknown'),
    ...withTone('bad'),
    ...state.unseenEnds.map(needOfEnd),
    ...reports.map(needOfReport),
    ...disputes.map((one) => needOfDispute(one, now)),
    ...needOfMoreDisputes(moreDisputes),
    ...found.map(needOfFound),
    ...needOfMoreFound(moreFound),
    ...troublesOf(state),
    ...exports.map(needOfExport),
    ...state.happened.map(needOfHappened),
    ...holds.map((hold): Need => ({
      id: `hold-${hold.connectionId}-${hold.orderid}`,
      tone: 'info',
      chip: t('everywhere.on-hold'),
      ...heldText(hold, now),
      money: hold.original,
      at: hold.firstSeenAt,
      connectionId: hold.connectionId,
      ...aboutOrder(hold.orderid),
      action: {
        kind: 'go',
        label: t('today.open'),
        to: orderPath(hold.connectionId, hold.orderid),
      },
    })),
    ...withTone('info'),
    ...draftsToFinish(drafts, { waiting: state.waiting, attempts }).map((draft): Need => ({
      id: `draft-${draft.connectionId}-${draft.orderid}-${draft.action}`,
      tone: 'neutral',
      chip: t('today.draft'),
      before: draftText(draft),
      money: null,
      after: '',
      at: draft.at,
      connectionId: draft.connectionId,
      ...aboutOrder(draft.orderid),
      action: {
        kind: 'go',
        label: t('today.continue'),
        to: `${orderPath(draft.connectionId, draft.orderid)}/${draft.action}`,
      },
    })),
  ]
}

const endings: Partial<Record<AttemptView['state'], (noun: string) => string>> = {
  UNKNOWN: (noun) => t('today.noun-outcome-unknown', { noun }),
  ACCEPTED: (noun) => t('today.noun-processing', { noun }),
  SENDING: (noun) => t('today.noun-sending', { noun }),
  DECLINED: (noun) => t('today.noun-declined', { noun }),
  FAILED: (noun) => t('today.noun-failed', { noun }),
  REJECTED: (noun) => t('today.noun-rejected-by-the-gateway', { noun }),
  NOT_SENT: (noun) => t('today.noun-not-sent', { noun }),
}

/** "refunded" or "refund declined" after its amount; "Method result submitted" where none is. */
export const activityLabel = (attempt: AttemptView): string =>
  attempt.amount === null ? capital(activityOf(attempt)) : activityOf(attempt)

function activityOf(attempt: AttemptView): string {
  const { operation } = attempt
  const done = inSentence(
    isOperationId(operation) ? namesOf(operation).done : states.SUCCEEDED.label,
  )
  const hasHappened = attempt.state === 'SUCCEEDED' || attempt.handOutcome === 'happened'
  if (hasHappened && attempt.conflict !== null)
    return t('today.noun-in-contradiction', { noun: noun(attempt) })
  const isPlain =
    (attempt.amount !== null && movesMoney(operation)) ||
    isActionId(operation) ||
    done.includes(' ')
  if (hasHappened && isPlain) return attempt.isRelease ? t('requests.released-inside') : done
  const ending = endings[attempt.state]
  if (ending !== undefined) return ending(noun(attempt))
  return hasHappened
    ? t('order.event-state', { event: noun(attempt), state: done })
    : t('today.resolved-not-done', { noun: noun(attempt) })
}
