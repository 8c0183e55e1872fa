// The icon of a kind of request: of what is done to an order one of its own, else that of the area
// in which the request is made, as the rail shows it. Pure.
import { rowOf, isOperationId } from '#shared/gateway/operations/index.ts'
import { areaOf } from '../../messages/areas.ts'
import { isActionId } from '../../messages/attempts.ts'

const own = { return: 'refund', capture: 'capture', void: 'void' } as const

type ActivityGlyph =
  (typeof own)[keyof typeof own] | NonNullable<ReturnType<typeof areaOf>>['glyph']

/** A release of a hold is sent as a refund, and gives nothing back. */
export function activityGlyph(operation: string, isRelease: boolean): ActivityGlyph {
  if (isRelease) return 'void'
  if (!isOperationId(operation)) return 'orders'
  if (isActionId(operation)) return own[operation]
  return areaOf(rowOf(operation).place)?.glyph ?? 'orders'
}
