// The money facts of an order with the sentence that explains each word.
import type { OrderView } from '#shared/bridge/views.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { isSideType, type SideType } from '#shared/gateway/status.ts'
import type { MoneyText } from '#shared/money.ts'

const unknownHere =
  'If it says “not known here”, Paydesk has not seen it; the gateway may know more.'

export interface MoneyFact {
  label: string
  hint: string
  money: MoneyText | null
  /** What to say instead of an amount, when not “not known here”. */
  none?: string
  isStrong?: boolean
  isUnknown?: boolean
}

const onItsWay = (order: OrderView): MoneyFact => ({
  label: 'In progress',
  hint: 'Sent, with no final outcome yet. It counts as spent until the outcome is known.',
  money: order.pending,
})

/**
 * Only while there is a request whose outcome is not known: the part of what is on its way that may
 * or may not have moved.
 */
const unknownFact = (order: OrderView): MoneyFact[] =>
  order.hasUnknown
    ? [
        {
          label: 'Outcome unknown',
          hint: 'May or may not have moved. It is counted in “In progress”, and nothing more is sent until it is resolved.',
          money: order.unknown,
          none: 'amount not known',
          isUnknown: true,
        },
      ]
    : []

/** What was seen to have gone out, beside what was asked for; null where an order is a payment. */
const sideFacts: Readonly<Record<SideType, { asked: string; done: [Phase, string] | null }>> = {
  payout: { asked: 'The amount of the payout.', done: ['paid-out', 'Paid out'] },
  'payout check': { asked: 'The amount that was checked.', done: ['paid-out', 'Paid out'] },
  transfer: { asked: 'The amount of the transfer.', done: ['transferred', 'Transferred'] },
  'account verification': { asked: 'A card check moves no money.', done: null },
}

export const moneyFactsOf = (order: OrderView): MoneyFact[] =>
  isSideType(order.origin) ? factsOfSide(order, sideFacts[order.origin]) : factsOfPayment(order)

function factsOfSide(order: OrderView, { asked, done }: (typeof sideFacts)[SideType]): MoneyFact[] {
  const amount = { label: 'Amount', hint: `${asked} ${unknownHere}`, money: order.original }
  if (done === null) return [{ ...amount, none: 'none' }]
  const [phase, label] = done
  return [
    amount,
    onItsWay(order),
    ...unknownFact(order),
    {
      label,
      hint: 'What the gateway says has gone out, as far as Paydesk has seen.',
      money: order.phase === phase ? order.original : null,
      none: 'nothing seen here',
      isStrong: true,
    },
  ]
}

const factsOfPayment = (order: OrderView): MoneyFact[] => [
  {
    label: 'Original',
    hint: `The amount the order began with. ${unknownHere}`,
    money: order.original,
  },
  {
    label: 'Held',
    hint: 'Reserved on the customer’s account, not charged. After a partial capture: the hold less what was captured, unless the connection says that the rest is released.',
    money: order.held,
    none: order.origin === 'preauth' ? 'not known here' : 'no hold seen here',
  },
  { label: 'Captured', hint: `Charged to the customer. ${unknownHere}`, money: order.captured },
  {
    label: 'Refunded',
    hint: `Refunded to the customer, as far as Paydesk has seen. ${unknownHere}`,
    money: order.returned,
  },
  onItsWay(order),
  ...unknownFact(order),
  {
    label: 'Refundable',
    hint: `Captured, less refunded, less in progress, as far as Paydesk knows. ${unknownHere}`,
    money: order.returnable,
    isStrong: true,
  },
]
