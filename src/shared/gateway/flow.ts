// How an operation is used at a desk, derived from its row: on an order's money, about an order, or
// making something new; and where its outcome comes from. Pure; nothing here is written per
// operation.
import { z } from 'zod'
import type { ActionId } from './actions.ts'
import type { Operation } from './operations/parts/operation.ts'
import { type OperationId, operationIds, rowOf } from './operations/index.ts'

/**
 * on-order: refund, capture, void with the order's sums. about-order: needs an order's id. new:
 * mints its own.
 */
export type FlowKind = 'read' | 'on-order' | 'about-order' | 'new'

const onOrder: readonly string[] = ['capture', 'void', 'return'] satisfies ActionId[]

export const isAction = (id: OperationId): id is ActionId & OperationId => onOrder.includes(id)

export function flowOf(id: OperationId): FlowKind {
  const row = rowOf(id)
  if (row.risk === 'read') return 'read'
  if (isAction(id)) return 'on-order'
  return needsOrder(row) ? 'about-order' : 'new'
}

const needsOrder = (row: Operation): boolean => {
  const schema = row.request.shape['orderid']
  return schema !== undefined && !z.safeParse(schema, undefined).success
}

/** What an area of the window sends, in the table's order: its register lists them. */
export const operationsIn = (area: string): OperationId[] =>
  operationIds.filter((id) => rowOf(id).risk !== 'read' && rowOf(id).place.startsWith(`${area}/`))

/** The field in which an operation carries the merchant's own order id; null when it has none. */
export const orderidFieldOf = (
  id: OperationId,
): 'client_orderid' | 'client-orderid' | 'client-order-id' | null =>
  (['client_orderid', 'client-orderid', 'client-order-id'] as const).find(
    (name) => rowOf(id).request.shape[name] !== undefined,
  ) ?? null

/**
 * Whether an operation makes an order under an id of the merchant's, by which it can be told from a
 * repetition.
 */
export const makesOrder = (id: OperationId): boolean =>
  flowOf(id) === 'new' && orderidFieldOf(id) !== null

/** Whether the gateway's status can tell the outcome; otherwise the answer itself is final. */
export const isResolvedByStatus = (id: OperationId): boolean => rowOf(id).resolvedBy === 'status'
