// What a list of the shop said of the order that was read last: a form over that order shows the
// same from its first frame, so that nothing in the form moves while it is read again.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ShopOrder } from '#shared/shop/shop-methods.ts'
import { shopOrderOf } from './asking.ts'

export const useShopOfOrderStore = defineStore('shop-of-order', () => {
  const last = shallowRef<{ key: string; order: ShopOrder | null }>({ key: '', order: null })
  const keyOf = (connectionId: string, orderid: string): string => `${connectionId} ${orderid}`
  return {
    known: (connectionId: string, orderid: string): ShopOrder | null =>
      last.value.key === keyOf(connectionId, orderid) ? last.value.order : null,
    async read(connectionId: string, orderid: string): Promise<ShopOrder | null> {
      const found = await shopOrderOf(connectionId, orderid)
      const order = found.ok ? found.value : null
      last.value = { key: keyOf(connectionId, orderid), order }
      return order
    },
  }
})
