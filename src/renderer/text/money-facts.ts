// The money facts of an order with the sentence that explains each word.
import type { OrderView } from '#shared/bridge.ts'
import type { MoneyText } from '#shared/money.ts'

const unknownHere =
  'If it says “not known here”, this desk has not seen it; the service may know more.'

export interface MoneyFact {
  label: string
  hint: string
  money: MoneyText | null
  /** What to say instead of an amount, when not “not known here”. */
  none?: string
  isStrong?: boolean
}

export const moneyFactsOf = (order: OrderView): MoneyFact[] => [
  {
    label: 'Original',
    hint: `The amount the order began with. ${unknownHere}`,
    money: order.original,
  },
  {
    label: 'Held',
    hint: 'Reserved on the customer’s account, not charged. A sale holds nothing: it charges at once.',
    money: order.held,
    none: 'no hold seen here',
  },
  { label: 'Captured', hint: `Charged to the customer. ${unknownHere}`, money: order.captured },
  {
    label: 'Returned',
    hint: `Given back to the customer, as far as this desk has seen. ${unknownHere}`,
    money: order.returned,
  },
  {
    label: 'On its way',
    hint: 'Asked for and not settled, unknown outcomes included. It counts as spent until it is settled.',
    money: order.pending,
  },
  {
    label: 'Can still be returned',
    hint: `Captured, less returned, less on its way, as far as this desk knows. ${unknownHere}`,
    money: order.returnable,
    isStrong: true,
  },
]
