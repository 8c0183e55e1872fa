// The cards of a transfer or of a question of eligibility, as a line of their list names them: a
// card that this computer doesn't know by the ID that the request has for it. Pure.
import type { AttemptView } from '#shared/bridge/views.ts'
import { capital } from '../../messages/attempts.ts'
import { t } from '../../messages/message.ts'

const eligibility: Readonly<Record<string, string>> = {
  true: t('everywhere.may-send-money'),
  false: t('payouts.may-not-send-money'),
}

/** `cardOf` names a card by its ID, and is empty where this computer doesn't know the card. */
export function transferCards(
  { operation, request, answer }: Pick<AttemptView, 'operation' | 'request' | 'answer'>,
  cardOf: (id: string) => string,
): string {
  const named = (field: string): string | undefined => {
    const id = request[field]
    if (id === undefined) return undefined
    const card = cardOf(id)
    if (card !== '') return `${card} · ${id}`
    return field === 'sending-card-ref-id'
      ? t('payouts.card-of-reference', { id })
      : t('payouts.subscription-of-number', { id })
  }
  if (operation === 'pan-eligibility-send') {
    const said = answer['sending-eligible'] ?? ''
    return [named('sending-card-ref-id') ?? '', eligibility[said] ?? said]
      .filter((part) => part !== '')
      .join(' · ')
  }
  const isDeposit = request['deposit2card'] === 'true'
  const from =
    named('card_recurring_payment_id') ??
    (isDeposit ? t('payouts.the-merchant') : t('payouts.a-card'))
  return t('payouts.from-to-card', {
    from: capital(from),
    destinationCardRecurringPaymentId:
      named('destination_card_recurring_payment_id') ?? t('payouts.a-card'),
  })
}
