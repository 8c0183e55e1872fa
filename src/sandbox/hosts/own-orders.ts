// Hosts that give each capture, void and return an order id of its own. The number stands for the
// transaction in the books; only what is told and taken changes.
import type { Order, Transaction } from '../book/book.ts'
import type { SandboxContext } from '../context/context.ts'

/** Far above the ids of orders, so that no id names two things. */
const firstOwn = 900_000_000

const ownTypes: readonly string[] = ['capture', 'void', 'cancel', 'reversal']

type Where = Pick<SandboxContext, 'book' | 'switches'>

const hasOwn = ({ switches }: Pick<Where, 'switches'>, { type }: Transaction): boolean =>
  switches.isOn('order-id-per-transaction') && ownTypes.includes(type)

/** The order id that an answer or a callback about this transaction tells. */
export const reportedOrderid = (where: Pick<Where, 'switches'>, stage: Transaction): string =>
  String(hasOwn(where, stage) ? firstOwn + stage.id : stage.orderid)

function ownTransaction(where: Where, orderid: number): Transaction | undefined {
  const stage = where.book.transaction(orderid - firstOwn)
  return stage !== undefined && hasOwn(where, stage) ? stage : undefined
}

/** The order that an id names, be it the order's own or one of its transactions'. */
export const orderNamed = (where: Where, orderid: number): Order | undefined =>
  where.book.order(orderid) ?? where.book.order(ownTransaction(where, orderid)?.orderid ?? 0)

/** What status tells of the order under the id it was asked for; null asks by the merchant's id. */
export function stageNamed(
  where: Where,
  order: Order,
  orderid: number | null,
): Transaction | undefined {
  const own = orderid === null ? undefined : ownTransaction(where, orderid)
  const stages = where.book.transactions(order.orderid)
  return own ?? stages.filter((stage) => !hasOwn(where, stage)).at(-1)
}
