// What the beginning of a verb offers before an id is typed: the orders of last that it fits. Pure;
// whether it is possible is decided once the order was looked up.
import type { OrderRow } from '#shared/bridge/views.ts'
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
  return rows
    .filter((row) => row.connectionId === connectionId && isFor(row))
    .map(({ orderid }) => ({
      command: {
        id: `ask-${orderid}`,
        title: t('frame.open-form', { verb, orderid }),
        kind: t('everywhere.order'),
      },
      wish: { ...wish, value: orderid, amount: '', currency: '', reason: '' },
    }))
}
