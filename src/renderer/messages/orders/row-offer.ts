// What a row of the orders list offers of a refund: by what name, or why not. Pure; the order's own
// sheet decides, and main again.
import type { OrderField, OrderRow } from '#shared/bridge/views.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { t } from '../message.ts'

export interface RowOffer {
  label: string
  /** Null where it can be asked for. */
  whyNot: string | null
}

/** Of a payment, money that can go back at all. */
const open: readonly Phase[] = ['authorised', 'captured', 'partly-captured', 'partly-returned']

const over: Partial<Record<Phase, string>> = {
  processing: t('order.still-processing'),
  returned: t('order.refund-all-done'),
  voided: t('order.refund-voided'),
  released: t('order.refund-hold-ended'),
  declined: t('order.refund-no-payment'),
  failed: t('order.refund-no-payment'),
  'charged-back': t('order.refund-charged-back'),
}

type Offered = Pick<OrderRow, 'phase' | 'hasUnknown' | 'returnable'>

/**
 * Null where the order is no payment, or nobody knows what it is. `taken`: why, while a colleague
 * has it.
 */
export function offerOf(
  { phase, hasUnknown, returnable }: Offered,
  taken: string | null = null,
): RowOffer | null {
  const label = phase === 'authorised' ? t('orders.release') : t('orders.refund-dots')
  if (!open.includes(phase)) {
    const whyNot = over[phase]
    return whyNot === undefined ? null : { label, whyNot }
  }
  if (hasUnknown) return { label, whyNot: t('orders.refund-outcome-unknown') }
  if (taken !== null) return { label, whyNot: taken }
  // What is refundable of a hold is nothing yet; nobody here knows what null is.
  const isSpent = returnable !== null && /^[0.]+$/.test(returnable.amount)
  return { label, whyNot: isSpent && phase !== 'authorised' ? t('orders.refund-none-left') : null }
}

/**
 * Why Paydesk does not know an amount or a name. Empty where there can't be one: every order but a
 * card check has an amount, and only a payment has the rest.
 */
export const factUnseen = ({ phase }: Pick<OrderRow, 'phase'>, fact?: OrderField): string =>
  open.includes(phase) || phase === 'returned' || (fact === 'original' && phase !== 'card-checked')
    ? t('orders.why-not-known')
    : ''
