// Which orders of a list are another payment by what the gateway told of them, as their own pages
// warn. The rows stand first: the orders are read one after the other, each once for each answer.
import { reactive, watch } from 'vue'
import type { ShopOrder } from '#shared/shop/shop-methods.ts'
import { call } from '../../api/bridge.ts'
import { differenceOf } from './shop-facts.ts'

const keyOf = ({ number, list, answeredAt }: ShopOrder): string =>
  [number, list.id, answeredAt].join(' ')

/** What differs of a row, in words; null where it is the same payment or nobody can tell. */
export function useDiffering(rows: () => readonly ShopOrder[]): (row: ShopOrder) => string | null {
  const known = reactive(new Map<string, string | null>())
  watch(
    rows,
    async (shown) => {
      for (const row of shown) {
        if (rows() !== shown) return
        if (row.knownAs === '' || known.has(keyOf(row))) continue
        const { connectionId, knownAs: orderid } = row
        const told = await call('order:show', { connectionId, orderid })
        if (!told.ok) continue
        const { matters, what } = differenceOf(row, told.value)
        known.set(keyOf(row), matters ? what : null)
      }
    },
    { immediate: true },
  )
  return (row) => known.get(keyOf(row)) ?? null
}
