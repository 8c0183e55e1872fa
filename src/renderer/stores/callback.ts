// A pasted callback's way to main and back, and the look-up it may lead to. Nothing of it is kept: it can hold a person's name.
import type { CallbackReport } from '#shared/bridge/callbacks.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import { call } from '../bridge.ts'

export const checkCallback = (
  connectionId: string,
  text: string,
): Promise<Result<CallbackReport>> => call('callback:check', { connectionId, text })

/** What the service itself says of the order a callback names. */
export const askStatus = (
  connectionId: string,
  { orderid, clientOrderid }: Pick<CallbackReport, 'orderid' | 'clientOrderid'>,
): Promise<Result<OrderView>> =>
  call('order:look-up', {
    connectionId,
    ...(orderid === ''
      ? { by: 'client_orderid', value: clientOrderid }
      : { by: 'orderid', value: orderid }),
  })
