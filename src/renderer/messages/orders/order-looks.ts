// Sentences that describe a view of the orders list.
import type { SavedLook } from '#shared/bridge/lists.ts'
import { phases, typeLabel } from '../phases.ts'
import { longDay } from '../times.ts'
import { t } from '../message.ts'

const phaseOf = (phase: string): string =>
  Object.entries(phases).find(([known]) => known === phase)?.[1].label ?? phase

/** `nameOf` tells a connection's name by its id. */
export function lookLabel(look: SavedLook, nameOf: (id: string) => string): string {
  const { amountFrom, amountUntil, from, until } = look
  const parts = [
    look.text && t('orders.search-look', { look: look.text }),
    look.phase && t('orders.status-phase', { phase: phaseOf(look.phase) }),
    look.type && t('orders.last-event-type', { type: typeLabel(look.type) }),
    look.actor && t('orders.done-by-actor', { actor: look.actor }),
    amountFrom && t('orders.amount-from-amount-from', { amountFrom }),
    amountUntil && t('orders.amount-until-amount-until', { amountUntil }),
    from && t('orders.checked-from-from', { from: longDay(from) }),
    until && t('orders.checked-until-until', { until: longDay(until) }),
    look.connections === 'all'
      ? t('orders.all-connections')
      : look.connections && nameOf(look.connections),
    look.columns && t('orders.count-columns-of-its-own', { count: look.columns.length }),
  ].filter((part): part is string => part !== undefined && part !== '')
  return parts.length === 0 ? t('orders.everything-with-the-usual-columns') : parts.join(', ')
}
