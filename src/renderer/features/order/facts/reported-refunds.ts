// Asks main which refunds of an order reports list and nothing here explains, and tells main what a
// person found out about one.
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { ReportedRefund } from '#shared/reconcile/reconcile-methods.ts'
import { call } from '../../../api/bridge.ts'

export const refundsReported = (
  connectionId: string,
  orderid: string,
): Promise<Result<ReportedRefund[]>> => call('reconcile:of-order', { connectionId, orderid })

export const sayFound = (asked: {
  connectionId: string
  orderid: string
  seq: number
  reason: string
}): Promise<Result<OrderView>> => call('found:seen', asked)
