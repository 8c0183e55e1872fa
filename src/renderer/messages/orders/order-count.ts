// How many orders a list shows, and whether that is all. While the search has not read every entry,
// nobody knows.
import { t } from '../message.ts'

interface ReadOrders {
  rows: readonly unknown[]
  /** Where the next page begins, or null behind the last one. */
  next: string | null
  /** Log entries the search has not read yet. */
  unindexed: number
}

export function countMessage({ rows, next, unindexed }: ReadOrders): string {
  const count = { count: rows.length }
  if (next !== null) return t('orders.loaded-more', count)
  return unindexed > 0
    ? t('orders.count-orders-found-so-far', count)
    : t('orders.loaded-all', count)
}
