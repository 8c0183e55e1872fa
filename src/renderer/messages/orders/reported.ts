// An order of which a report of the gateway lists a refund that nothing here explains. Nobody knows
// how often it was refunded, so what is left is not known either, and no amount is offered. Pure.
// MONEY: what main permits stays as it is; a person compares and types the amount.
import type { ActionView, OrderView } from '#shared/bridge/views.ts'
import { mayBeReported } from '#shared/orders/reported-order.ts'
import type { KnownOrder } from './money-facts.ts'

const withoutMost = (view: ActionView): ActionView =>
  view.isPossible && view.mayBePartial ? { ...view, most: null } : view

export function reportedView(view: OrderView): KnownOrder {
  if (!mayBeReported(view.phase, isNothing(view))) return view
  const { actions } = view
  return {
    ...{ ...view, returnable: null, isReported: true },
    actions: { ...actions, return: withoutMost(actions.return) },
  }
}

const isNothing = ({ returnable }: OrderView): boolean =>
  returnable !== null && /^[0.]+$/.test(returnable.amount)
