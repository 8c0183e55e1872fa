// The first screen in words: what needs a person, most urgent first, and what was done last. Pure.
import type { AttemptView } from '#shared/bridge/views.ts'
import type { DeskState } from '#shared/bridge.ts'
import { type FigureId, figureOf, type HeldOrder } from '#shared/bridge/today.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { MoneyText } from '#shared/money.ts'
import type { Tone } from '../theme/tokens.ts'
import { nounOf } from './attempts.ts'

export const figureTitles: Readonly<
  Record<FigureId, { title: string; one: string; many: string }>
> = {
  refunded: { title: 'Refunded', one: 'refund', many: 'refunds' },
  captured: { title: 'Captured', one: 'capture', many: 'captures' },
  'paid-out': { title: 'Paid out', one: 'payout', many: 'payouts' },
}

export const countLabel = (figure: FigureId, count: number): string =>
  `${count} ${count === 1 ? figureTitles[figure].one : figureTitles[figure].many}`

type NeedAction =
  | { kind: 'go'; label: string; to: string }
  | { kind: 'check'; label: string; attempt: AttemptView }
  | { kind: 'resume' | 'unlock' | 'reload'; label: string }

/** One line of the queue: a sentence whose amount is loud. */
export interface Need {
  id: string
  tone: Tone
  chip: string
  before: string
  money: MoneyText | null
  after: string
  /** Milliseconds since 1970; null where nobody knows since when. */
  at: number | null
  action: NeedAction
}

/** "refund" where the gateway says return. */
const noun = nounOf

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const orderLabel = ({
  orderid,
  clientOrderid,
}: {
  orderid: string
  clientOrderid: string
}): string => (orderid === '' ? `merchant order ${clientOrderid}` : `order ${orderid}`)

const orderPath = (connectionId: string, orderid: string): string =>
  `/orders/${encodeURIComponent(connectionId)}/${encodeURIComponent(orderid)}`

const checks = (count: number): string =>
  count === 1 ? 'Paydesk asked once.' : `Paydesk asked ${count} times.`

/** A request whose result takes longer than this is looked at by a person. */
const longMs = 3_600_000

function needOfAttempt(attempt: AttemptView, now: number): Need[] {
  const what = {
    id: attempt.id,
    before: capital(noun(attempt)),
    money: attempt.amount,
    at: attempt.sentAt ?? attempt.createdAt,
  }
  const before = attempt.amount === null ? what.before : `${what.before} of `
  const place = attempt.amount === null ? ` for ${orderLabel(attempt)}` : `, ${orderLabel(attempt)}`
  if (attempt.conflict !== null)
    return [
      {
        ...what,
        before,
        tone: 'bad',
        chip: 'Contradiction',
        after: `${place}. The gateway shows another result than this computer.`,
        action: { kind: 'go', label: 'Review', to: '/open-requests' },
      },
    ]
  if (attempt.state === 'UNKNOWN')
    return [
      {
        ...what,
        before,
        tone: 'unknown',
        chip: 'Outcome unknown',
        after: `${place}. ${checks(attempt.checks)} Don’t repeat it.`,
        action: { kind: 'check', label: 'Check status', attempt },
      },
    ]
  return now - what.at < longMs
    ? []
    : [
        {
          ...what,
          before,
          tone: 'info',
          chip: 'Processing',
          after: `${place}. No final result yet.`,
          action: { kind: 'check', label: 'Check status', attempt },
        },
      ]
}

export interface NeedSources {
  state: DeskState
  attempts: readonly AttemptView[]
  holds: readonly HeldOrder[]
  drafts: readonly { connectionId: string; orderid: string; action: string; amount: string }[]
  now: number
}

/** One line of this computer's own troubles. */
const trouble = (
  id: string,
  tone: 'bad' | 'warn',
  chip: string,
  sentence: string,
  action: NeedAction,
): Need => ({ id, tone, chip, before: sentence, money: null, after: '', at: null, action })

function troublesOf(state: DeskState): Need[] {
  const stops = state.moneyStops.map((stop) =>
    trouble(`stop-${stop.id}`, 'bad', 'Money stopped', stop.message, {
      kind: 'resume',
      label: 'Review',
    }),
  )
  const clocks = state.clockWarnings.map((warning) =>
    trouble(
      `clock-${warning.connectionId}`,
      warning.state === 'stopped' ? 'bad' : 'warn',
      'Clock',
      warning.message,
      { kind: 'go', label: 'Open', to: `/connections/${encodeURIComponent(warning.connectionId)}` },
    ),
  )
  const vault =
    state.vault.state === 'locked'
      ? [
          trouble('vault', 'warn', 'Keychain locked', 'Unlock the keychain of this computer.', {
            kind: 'unlock',
            label: 'Try again',
          }),
        ]
      : []
  const backup =
    state.backupFault === null
      ? []
      : [
          trouble('backup', 'warn', 'Backup failed', 'Today’s copy of the ledger is missing.', {
            kind: 'go',
            label: 'Open',
            to: '/audit',
          }),
        ]
  return [...stops, ...clocks.filter(({ tone }) => tone === 'bad'), ...vault, ...backup].concat(
    clocks.filter(({ tone }) => tone === 'warn'),
  )
}

const daysLabel = (ms: number): string => {
  const days = Math.floor(ms / 86_400_000)
  return days === 1 ? '1 day' : `${days} days`
}

/** Most urgent first; among equals the oldest first. */
export function needsOf({ state, attempts, holds, drafts, now }: NeedSources): Need[] {
  const ofAttempts = attempts
    .flatMap((attempt) => needOfAttempt(attempt, now))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const withTone = (tone: Tone): Need[] => ofAttempts.filter((need) => need.tone === tone)
  return [
    ...withTone('unknown'),
    ...withTone('bad'),
    ...troublesOf(state),
    ...holds.map((hold): Need => ({
      id: `hold-${hold.connectionId}-${hold.orderid}`,
      tone: 'info',
      chip: 'On hold',
      before: '',
      money: hold.original,
      after: `${hold.original === null ? 'Order' : ', order'} ${hold.orderid}, held for ${daysLabel(now - hold.firstSeenAt)}. Capture or release it.`,
      at: hold.firstSeenAt,
      action: { kind: 'go', label: 'Open', to: orderPath(hold.connectionId, hold.orderid) },
    })),
    ...withTone('info'),
    ...drafts.map((draft): Need => ({
      id: `draft-${draft.connectionId}-${draft.orderid}-${draft.action}`,
      tone: 'neutral',
      chip: 'Draft',
      before: `${capital(noun({ operation: draft.action }))}, order ${draft.orderid}, not sent.`,
      money: null,
      after: '',
      at: null,
      action: {
        kind: 'go',
        label: 'Continue',
        to: `${orderPath(draft.connectionId, draft.orderid)}/${draft.action}`,
      },
    })),
  ]
}

const endings: Partial<Record<AttemptView['state'], string>> = {
  UNKNOWN: ', outcome unknown',
  ACCEPTED: ', processing',
  SENDING: ', sending',
  DECLINED: ' declined',
  FAILED: ' failed',
  REJECTED: ' rejected by the gateway',
  NOT_SENT: ' not sent',
}

/** "refunded" after its amount, or "refund declined". */
export function activityLabel(attempt: AttemptView): string {
  const { operation } = attempt
  const done =
    isOperationId(operation) && figureOf(operation) !== null ? rowOf(operation).done : null
  const hasHappened = attempt.state === 'SUCCEEDED' || attempt.handOutcome === 'happened'
  if (hasHappened && attempt.conflict !== null) return `${noun(attempt)} in contradiction`
  if (hasHappened && done !== null && attempt.amount !== null)
    return attempt.isRelease ? 'released' : done.toLowerCase()
  const ending = endings[attempt.state] ?? (hasHappened ? ' done' : ' resolved by hand as not done')
  return `${noun(attempt)}${ending}`
}
