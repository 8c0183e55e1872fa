// Reasons of facts by their codes, and those that are text alone. Pure.
import { plainReason } from '#shared/connections/reasons.ts'
import type { UncodedReason } from '#shared/reports/reason-methods.ts'
import { hasReason } from '../settings/reason-map.ts'
import type { FactColumns, FactShape } from './fact-columns.ts'

/** A code stands in the place of the text that it was given for. */
export function withCodes(
  shapes: readonly FactShape[],
  codes: ReadonlyMap<string, string>,
): FactShape[] {
  return shapes.map((shape) => {
    if (shape.reason === '') return shape
    const reasonCode =
      shape.reasonCode === '' && hasReason(shape.operation)
        ? (codes.get(plainReason(shape.reason)) ?? '')
        : shape.reasonCode
    return reasonCode === '' ? shape : { ...shape, reasonCode, reason: '' }
  })
}

/** Reasons without a code of their own, mapped or not, the most frequent first. */
export function uncodedReasons(
  columns: FactColumns,
  codes: ReadonlyMap<string, string>,
): UncodedReason[] {
  const found = new Map<string, UncodedReason>()
  const own = columns.shapes.map((shape): UncodedReason | null => {
    const plain = plainReason(shape.reason)
    if (plain === '' || shape.reasonCode !== '' || !hasReason(shape.operation)) return null
    const known = found.get(plain)
    if (known !== undefined) return known
    const reason = { text: shape.reason, count: 0, lastAt: 0, code: codes.get(plain) ?? null }
    found.set(plain, reason)
    return reason
  })
  for (let place = 0; place < columns.size; place += 1) {
    const reason = own[columns.shape[place]!]
    if (reason === null || reason === undefined) continue
    reason.count += 1
    reason.lastAt = Math.max(reason.lastAt, columns.at[place]!)
  }
  return [...found.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
}
