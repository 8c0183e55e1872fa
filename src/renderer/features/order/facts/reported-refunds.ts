// Asks main which refunds of an order reports list and nothing here explains.
import type { Result } from '#shared/fault.ts'
import type { ReportedRefund } from '#shared/reconcile/reconcile-methods.ts'
import { call } from '../../../api/bridge.ts'

export const refundsReported = (
  connectionId: string,
  orderid: string,
): Promise<Result<ReportedRefund[]>> => call('reconcile:of-order', { connectionId, orderid })
