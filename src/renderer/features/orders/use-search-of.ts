// The way to the list of orders, searched by a text and else as it was looked at last: with its
// columns and its order, and of one connection, whichever is chosen above.
import { onMounted } from 'vue'
import { useAppState } from '../../api/app-state.ts'
import { noFilter, toQuery } from './order-filter.ts'
import { useOrdersStore } from './orders-store.ts'

export function useSearchOf() {
  const app = useAppState()
  const list = useOrdersStore()
  onMounted(list.recall)
  return (text: string, connectionId: string) => {
    const connections = app.connection?.id === connectionId ? '' : connectionId
    const filter = { ...noFilter(), text, connections }
    const query = toQuery({ filter, columns: list.columns, sort: list.sort })
    return { path: '/orders', query }
  }
}
