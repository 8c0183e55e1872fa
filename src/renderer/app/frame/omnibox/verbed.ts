// What the beginning of a verb offers before an id is typed: the orders of last that it fits, each
// with its customer and what can be refunded. MONEY: an order with a request whose outcome is open
// says so and is offered for nothing. Pure; whether it is possible is decided once the order was
// looked up.
import type { OrderRow } from '#shared/bridge/views.ts'
import { formatAmount } from '#wording/amounts.ts'
import { type Command, type OrderAsk, readVerb } from '../../../messages/commands.ts'
import { t } from '../../../messages/message.ts'

export interface VerbedOrder {
  command: Command
  wish: OrderAsk
}

const captured: readonly OrderRow['phase'][] = ['captured', 'partly-captured', 'partly-returned']

export function verbedOrders(
  text: string,
  rows: readonly OrderRow[],
  connectionId: string | undefined,
): VerbedOrder[] {
  const wish = readVerb(text)
  if (wish === null) return []
  const verb = wish.verb.charAt(0).toUpperCase() + wish.verb.slice(1)
  const isFor = ({ phase }: OrderRow): boolean =>
    wish.action === 'return' ? captured.includes(phase) : phase === 'authorised'
  const left = ({ returnable, isReported }: OrderRow): string | null =>
    isReported ? t('orders.in-doubt') : returnable === null ? null : formatAmount(returnable)
  const titleOf = (row: OrderRow): string =>
    [
      t('frame.open-form', { verb, orderid: row.orderid }),
      row.customer,
      wish.action === 'return' && left(row) !== null
        ? `${t('everywhere.refundable')}: ${left(row)}`
        : '',
    ]
      .filter((part) => part !== '')
      .join(' · ')
  return rows
    .filter((row) => row.connectionId === connectionId && isFor(row))
    .toSorted((one, other) => Number(one.hasUnknown) - Number(other.hasUnknown))
    .map((row) => ({
      command: {
        id: `ask-${row.orderid}`,
        title: titleOf(row),
        kind: t('everywhere.order'),
        ...(row.hasUnknown ? { why: t('everywhere.outcome-unknown-dont-repeat-it') } : {}),
      },
      wish: { ...wish, value: row.orderid, amount: '', currency: '', reason: '' },
    }))
}
