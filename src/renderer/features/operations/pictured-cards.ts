// The cards that are drawn beside the facts of a request that succeeded: the one that paid, or
// those that money went from and to, as far as their last digits are known here. Pure.
import type { AttemptView } from '#shared/bridge/views.ts'
import { labelsOfField } from '../../messages/forms/operation-fields.ts'

interface PicturedCard {
  card: string
  holder: string
}

export interface PicturedCards {
  from: PicturedCard | null
  to: PicturedCard | null
  /** Money went from a card to another one, of which one may not be known. */
  isTransfer: boolean
}

const ends = {
  from: 'card_recurring_payment_id',
  to: 'destination_card_recurring_payment_id',
} as const

/** `cardOf` names a card by its ID, and is empty where this computer doesn't know the card. */
export function picturedCards(
  { operation, request, state }: Pick<AttemptView, 'operation' | 'request' | 'state'>,
  order: { card: string; customer: string },
  cardOf: (id: string) => string,
): PicturedCards | null {
  if (state !== 'SUCCEEDED') return null
  if (operation === 'transfer') {
    const end = (name: string): PicturedCard | null => {
      const card = cardOf(request[name] ?? '')
      return card === '' ? null : { card, holder: labelsOfField(name).label }
    }
    const [from, to] = [end(ends.from), end(ends.to)]
    return from === null && to === null ? null : { from, to, isTransfer: true }
  }
  if (order.card === '') return null
  return { from: { card: order.card, holder: order.customer }, to: null, isTransfer: false }
}
