// An order of which a report of the gateway lists a refund that nothing here explains. Nobody knows
// how often it was refunded, so what is left is not known either, and no amount is offered. What
// the report does not list is left at least. Pure.
// MONEY: what main permits stays as it is; a person compares and types the amount.
import type { ActionView, OrderView } from '#shared/bridge/views.ts'
import type { MoneyText } from '#shared/money.ts'
import type { ReportedRefund } from '#shared/reconcile/reconcile-methods.ts'
import { mayBeReported } from '#shared/orders/reported-order.ts'
import { type Doubt, lessOf } from './money-bar.ts'
import type { KnownOrder } from './money-facts.ts'

const withoutMost = (view: ActionView): ActionView =>
  view.isPossible && view.mayBePartial ? { ...view, most: null } : view

/** `refunds`: all that reports list; none while they are not known. */
export function reportedView(
  view: OrderView,
  refunds: readonly Pick<ReportedRefund, 'amount' | 'count'>[] = [],
): KnownOrder {
  if (!mayBeReported(view.phase, isNothing(view))) return view
  const { actions } = view
  const doubt = doubtOf(view, refunds)
  return {
    ...{ ...view, returnable: null, isReported: true },
    ...(doubt === null ? {} : { doubt }),
    actions: { ...actions, return: withoutMost(actions.return) },
  }
}

/**
 * MONEY: each line is taken for a refund of its own, so what is left is no less. Null where that
 * can't be told, as for other money.
 */
function doubtOf(
  { phase, returnable }: OrderView,
  refunds: readonly Pick<ReportedRefund, 'amount' | 'count'>[],
): Doubt | null {
  const isOver = ['charged-back', 'voided', 'released'].includes(phase)
  if (isOver || returnable === null || refunds.length === 0) return null
  let least: MoneyText | null = returnable
  for (const { amount, count } of refunds) {
    if (amount.amount.startsWith('-')) return null
    for (let line = 0; line < count && least !== null; line += 1) least = lessOf(least, amount)
  }
  const part = least && lessOf(returnable, least)
  return least === null || part === null ? null : { least, part }
}

const isNothing = ({ returnable }: OrderView): boolean =>
  returnable !== null && /^[0.]+$/.test(returnable.amount)
