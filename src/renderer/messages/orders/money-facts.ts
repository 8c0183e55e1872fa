// The money facts of an order with the sentence that explains each word.
import type { OrderView } from '#shared/bridge/views.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { isSideType, type SideType } from '#shared/gateway/status/status.ts'
import type { MoneyText } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'
import { type Doubt, inProgressOf, onHoldOf, type Taken, takenLabel } from './money-bar.ts'
import { leastText, leftInDoubt } from './left-in-doubt.ts'
import { t } from '../message.ts'

const unknownHere = t('orders.not-known-note')

export interface MoneyFact {
  label: string
  hint: string
  money: MoneyText | null
  /** What to say instead of an amount, when not “not known here”. */
  none?: string
  /** `none` is a bound of the amount, as loud as the amount would be. */
  isBound?: boolean
  isStrong?: boolean
  isUnknown?: boolean
  /** The head of the order has the amount already. */
  isInHead?: boolean
  /** Money is here only for a while: nothing of it is nothing to say. */
  isPassing?: boolean
}

const inProgressPart = (order: OrderView): MoneyFact => ({
  label: t('orders.in-progress'),
  hint: t('orders.in-progress-note'),
  money: inProgressOf(order),
  isPassing: true,
})

/**
 * Shown only while the outcome of a request is unknown: the part of the amount in progress that may
 * or may not have moved.
 */
const unknownFact = (order: OrderView): MoneyFact[] =>
  order.hasUnknown
    ? [
        {
          label: t('everywhere.outcome-unknown'),
          hint: t('orders.unknown-note'),
          money: order.unknown,
          none: t('everywhere.amount-not-known'),
          isUnknown: true,
        },
      ]
    : []

/** What was seen to have gone out, beside what was asked for; null where an order is a payment. */
const sideFacts: Readonly<Record<SideType, { asked: string; done: [Phase, string] | null }>> = {
  payout: {
    asked: t('orders.the-amount-of-the-payout'),
    done: ['paid-out', t('everywhere.paid-out')],
  },
  'payout check': {
    asked: t('orders.the-amount-that-was-checked'),
    done: ['paid-out', t('everywhere.paid-out')],
  },
  transfer: {
    asked: t('orders.the-amount-of-the-transfer'),
    done: ['transferred', t('everywhere.transferred')],
  },
  'account verification': { asked: t('orders.card-check-note'), done: null },
}

export type KnownOrder = OrderView & { taken?: Taken; doubt?: Doubt }

/** What is left to say below the head, which has the order's amount. */
export function factsBelowHead(order: KnownOrder): MoneyFact[] {
  const all = moneyFactsOf(order)
  const left = all.filter(
    ({ money, isInHead, isPassing }) =>
      money === null || !(isInHead || (isPassing && /^[0.]+$/.test(money.amount))),
  )
  return left.length === 0 ? all : left
}

/** Figures beside the loud one that nobody told, where several say nothing: one line names them. */
export function untoldOf(facts: readonly MoneyFact[]): string[] {
  const labels = facts
    .filter(
      ({ money, none, isUnknown, isStrong }) =>
        money === null && none === undefined && !isUnknown && !isStrong,
    )
    .map(({ label }) => label)
  return labels.length > 1 ? labels : []
}

export const moneyFactsOf = (order: KnownOrder): MoneyFact[] =>
  isSideType(order.origin) ? factsOfSide(order, sideFacts[order.origin]) : factsOfPayment(order)

function factsOfSide(
  order: KnownOrder,
  { asked, done }: (typeof sideFacts)[SideType],
): MoneyFact[] {
  const amount = {
    label: t('everywhere.amount'),
    hint: `${asked} ${unknownHere}`,
    money: order.original,
    isInHead: true,
  }
  if (done === null) return [{ ...amount, none: t('orders.none-inside') }]
  const [phase, label] = done
  return [
    amount,
    inProgressPart(order),
    ...unknownFact(order),
    {
      label,
      hint: t('orders.paid-out-note'),
      money: order.phase === phase ? order.original : null,
      none: t('orders.nothing-seen-here'),
      isStrong: true,
    },
  ]
}

/** The loudest first: what can be refunded, or the hold while there is nothing else. */
const factsOfPayment = (order: KnownOrder): MoneyFact[] =>
  figuresOf(order).toSorted((a, b) => Number(b.isStrong ?? false) - Number(a.isStrong ?? false))

const figuresOf = (order: KnownOrder): MoneyFact[] => [
  {
    label: t('everywhere.refundable'),
    hint: t('orders.refundable-note', { unknownHere }),
    money: isShut(order) ? null : order.returnable,
    ...(isShut(order)
      ? { none: t('orders.none-label') }
      : order.isReported
        ? leftInDoubt(order)
        : atMost(order, false)),
    isStrong: !isHoldOnly(order),
  },
  ...heldFact(order),
  {
    label: t('orders.original'),
    hint: t('orders.original-note', { unknownHere }),
    money: order.original,
    isInHead: true,
  },
  {
    label: t('everywhere.captured'),
    hint: t('orders.captured-note', { unknownHere }),
    money: order.captured,
    ...atLeast(order.captured, order.capturedLeast),
  },
  {
    label: t('everywhere.refunded'),
    hint: t('orders.refunded-note', { unknownHere }),
    money: order.returned,
    ...atLeast(order.returned, order.returnedLeast),
  },
  inProgressPart(order),
  ...unknownFact(order),
  ...takenFact(order),
]

/** What a colleague of the team asked for, in the words of what nobody knows the end of. */
const takenFact = ({ taken }: KnownOrder): MoneyFact[] =>
  taken === undefined
    ? []
    : [
        {
          label: takenLabel(taken),
          hint: t('orders.in-progress-at-note', { by: taken.request.by }),
          money: taken.request.amount,
          none: t('everywhere.amount-not-known'),
          isUnknown: true,
        },
      ]

/** MONEY: of a figure that a colleague takes an unknown part of, only its most is known. */
const atMost = ({ taken }: KnownOrder, isOfHold: boolean): { none?: string } =>
  taken === undefined || taken.most === null || taken.isOfHold !== isOfHold
    ? {}
    : { none: t('orders.at-most', { amount: formatAmount(taken.most) }) }

/** MONEY: the sum of what is known to have moved is no sum of all that did: it is said apart. */
function atLeast(whole: MoneyText | null, least: MoneyText | null): { none?: string } {
  return whole !== null || least === null || /^[0.]+$/.test(least.amount)
    ? {}
    : { none: leastText(least) }
}

const isHoldOnly = ({ phase }: OrderView): boolean => phase === 'authorised'

/** What was captured is gone, and main refuses to refund it. */
const isShut = ({ phase, actions }: OrderView): boolean =>
  ['charged-back', 'voided', 'released'].includes(phase) && !actions.return.isPossible

/** A sale never was a hold, and has no such figure. */
const heldFact = (order: KnownOrder): MoneyFact[] =>
  order.held === null && order.origin === 'sale'
    ? []
    : [
        {
          label: t('everywhere.on-hold'),
          hint: t('orders.held-note'),
          money: onHoldOf(order),
          ...atMost(order, true),
          isStrong: isHoldOnly(order),
        },
      ]
