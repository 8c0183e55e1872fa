// Asks main which refunds of an order reports list and nothing here explains, keeps what it said
// for whatever shows the order, and tells main what a person found out about one.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { ReportedRefund } from '#shared/reconcile/reconcile-methods.ts'
import { call } from '../../../api/bridge.ts'
import { type ChosenOrder, keyOfOrder } from './chosen-order.ts'

export const useReportedStore = defineStore('reported-refunds', () => {
  const told = shallowRef<ReadonlyMap<string, readonly ReportedRefund[]>>(new Map())
  const of = (at: ChosenOrder): readonly ReportedRefund[] => told.value.get(keyOfOrder(at)) ?? []
  /** Until then nobody here knows whether an amount may be offered. */
  const isTold = (at: ChosenOrder): boolean => told.value.has(keyOfOrder(at))

  async function read({ connectionId, orderid }: ChosenOrder): Promise<void> {
    const found = await call('reconcile:of-order', { connectionId, orderid })
    const at = { connectionId, orderid }
    // MONEY: what can't be read again is not gone.
    const now = found.ok ? found.value : of(at)
    if (isTold(at) && JSON.stringify(now) === JSON.stringify(of(at))) return
    told.value = new Map([...told.value, [keyOfOrder(at), now]])
  }
  return { of, isTold, read }
})

export const sayFound = (asked: {
  connectionId: string
  orderid: string
  seq: number
  reason: string
}): Promise<Result<OrderView>> => call('found:seen', asked)
