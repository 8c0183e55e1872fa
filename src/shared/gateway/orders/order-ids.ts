// Ids of a processor that are the order's and no transaction's: some hosts tell one id with the
// sale, its refunds and everything else of an order. Pure. MONEY: such an id neither makes two
// refunds one nor proves whose a refund is; on that order date and amount have to do.
import { isSideType, type StoredSnapshot, transactionIdOf } from '../status/status.ts'

/** What can't be one transaction, however hosts name it; empty for what can be anything. */
function kindOf(type: string): string {
  if (['sale', 'preauth'].includes(type)) return 'payment'
  if (['reversal', 'refund', 'cancel', 'void'].includes(type)) return 'back'
  return type
}

/** "PN-6768788" of order 6768788; not 16768788. */
function endsInOrder(id: string, orderid: string): boolean {
  if (orderid === '' || !id.endsWith(orderid)) return false
  return !/\d$/.test(id.slice(0, -orderid.length))
}

/**
 * The same answers, with the order's own ids left out. Orders that take nothing from a customer
 * have one transaction: there is nothing to mistake it for.
 */
export function withoutOrderIds<
  Seen extends Pick<StoredSnapshot, 'transactionType' | 'transactionMark'>,
>(snapshots: readonly Seen[], orderid: string): Seen[] {
  const kinds = new Map<string, Set<string>>()
  for (const seen of snapshots) {
    const [id, type] = [transactionIdOf(seen), seen.transactionType]
    if (id === '' || type === '' || isSideType(type)) continue
    const known = kinds.get(id) ?? new Set()
    kinds.set(id, known.add(kindOf(type)))
  }
  const isOrders = (id: string): boolean =>
    (kinds.get(id)?.size ?? 0) > 1 || (kinds.has(id) && endsInOrder(id, orderid))
  return snapshots.map((seen) => {
    const id = transactionIdOf(seen)
    return id !== '' && isOrders(id)
      ? { ...seen, transactionMark: seen.transactionMark.slice(id.length) }
      : seen
  })
}
