// Whose card a subscription charges, as the request that made it says and what was kept here.
import type { AttemptView } from '#shared/bridge/views.ts'
import { createdIn, subscriptionOf } from '../../api/subscriptions.ts'
import { maskedCard } from '../../messages/forms/payer.ts'
import { t } from '../../messages/message.ts'

/** `cardOf`: the card behind a reference or a subscription; empty where it was not kept here. */
export function partyIn(
  row: AttemptView,
  rows: readonly AttemptView[],
  cardOf: (id: string) => string,
): string {
  const id = subscriptionOf(row)
  const { request } = createdIn(id, rows) ?? row
  const reference = request['cardrefid'] ?? ''
  const card =
    maskedCard(request['credit_card_number'] ?? '') ||
    cardOf(reference || id) ||
    (reference === '' ? '' : t('orders.paid-card', { card: reference }))
  // The name that is printed on a card is not kept.
  const person = [request['first-name'], request['last-name']].filter(Boolean).join(' ')
  return [card, person || request['email']].filter(Boolean).join(' · ')
}
