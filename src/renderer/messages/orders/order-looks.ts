// How the list of orders is looked at, in words: what a saved view shows.
import type { KeptLook } from '#shared/bridge/lists.ts'
import { phases, typeLabel } from '../phases.ts'

const phaseOf = (phase: string): string =>
  Object.entries(phases).find(([known]) => known === phase)?.[1].label ?? phase

/** `nameOf` tells a connection's name by its id. */
export function lookLabel(look: KeptLook, nameOf: (id: string) => string): string {
  const { amountFrom, amountUntil, from, until } = look
  const parts = [
    look.text && `search “${look.text}”`,
    look.phase && `status ${phaseOf(look.phase)}`,
    look.type && `last event ${typeLabel(look.type)}`,
    look.actor && `done by ${look.actor}`,
    amountFrom && `amount from ${amountFrom}`,
    amountUntil && `amount until ${amountUntil}`,
    from && `checked from ${from}`,
    until && `checked until ${until}`,
    look.connections === 'all' ? 'all connections' : look.connections && nameOf(look.connections),
    look.columns && `${look.columns.length} columns of its own`,
  ].filter((part): part is string => part !== undefined && part !== '')
  return parts.length === 0 ? 'everything, with the usual columns' : parts.join(', ')
}
