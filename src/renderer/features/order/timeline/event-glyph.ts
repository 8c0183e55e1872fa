// The icon of what happened to an order, and of a request of any kind. Pure.
import type { TimelineEntry } from '#shared/bridge/views.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { areaOf } from '../../../messages/areas.ts'
import { isActionId } from '../../../messages/attempts.ts'

const own = { return: 'refund', capture: 'capture', void: 'void' } as const

export type EventGlyph =
  | (typeof own)[keyof typeof own]
  | NonNullable<ReturnType<typeof areaOf>>['glyph']
  | 'search'
  | 'lock'

/**
 * Of what is done to an order an icon of its own, else that of the area in which the request is
 * made, as the rail shows it. A release of a hold is sent as a refund, and gives nothing back.
 */
export function activityGlyph(operation: string, isRelease: boolean): EventGlyph {
  if (isRelease) return 'void'
  if (!isOperationId(operation)) return 'orders'
  if (isActionId(operation)) return own[operation]
  return areaOf(rowOf(operation).place)?.glyph ?? 'orders'
}

/** By the transaction type that the gateway names. */
const told: Readonly<Record<string, EventGlyph>> = {
  sale: 'capture',
  preauth: 'lock',
  capture: 'capture',
  cancel: 'void',
  reversal: 'refund',
  refund: 'refund',
  void: 'void',
  chargeback: 'refund',
  payout: 'payouts',
  'payout check': 'payouts',
  transfer: 'transfers',
  'account verification': 'cards',
}

export function eventGlyph({
  source,
  title,
  isRelease,
}: Pick<TimelineEntry, 'source' | 'title' | 'isRelease'>): EventGlyph {
  if (source === 'desk') return activityGlyph(title, isRelease)
  if (source === 'service') return told[title] ?? 'orders'
  return title === 'order:look-up' ? 'search' : 'audit'
}
