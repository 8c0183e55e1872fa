// A pasted callback, its check by main, and the look-up that may follow. A callback can hold a
// person's name, so it stays in the window's memory and is kept nowhere.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CallbackReport } from '#shared/bridge/callbacks.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import { call } from '../../api/bridge.ts'
import { openedInto } from '../../forms/typed-before.ts'

export const useCallbackStore = defineStore('callback', () => {
  const pasted = ref('')
  /** What looks like a card number stays no longer than its screen. */
  function leave(): void {
    if (holdsCardNumber(pasted.value)) pasted.value = ''
  }
  return { pasted, leave, ...openedInto(pasted) }
})

export const checkCallback = (
  connectionId: string,
  text: string,
): Promise<Result<CallbackReport>> => call('callback:check', { connectionId, text })

/** What the gateway itself says of the order a callback names. */
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
