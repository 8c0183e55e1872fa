// Card references and subscriptions Paydesk has made, offered where a form asks for one.
import { computed } from 'vue'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Suggestion, Suggestions } from '../../forms/typed-fields.ts'
import { useRegister } from '../attempts/register.ts'
import { cardOfAnswer } from '../../messages/forms/payer.ts'
import { t } from '../../messages/message.ts'

const givers = operationIds.filter((id) =>
  ['card-ref-id', 'recurring-payment-id'].includes(rowOf(id).gives ?? ''),
)

export function useKnownReferences(connectionId: () => string | undefined) {
  const register = useRegister(connectionId, givers)
  const known = (answerKey: string, label: (row: AttemptView) => string) =>
    register.sent.flatMap((row): Suggestion[] => {
      const value = row.answer[answerKey] ?? ''
      return value === '' ? [] : [{ value, label: label(row) }]
    })
  const suggestions = computed<Suggestions>(() => {
    const cards = known('card-ref-id', (row) =>
      t('operations.card-of-order', {
        card: cardOfAnswer(row.answer) || t('everywhere.card'),
        orderid: row.orderid,
      }),
    )
    const kept = new Map(register.sent.map(({ answer }) => [answer['card-ref-id'], answer]))
    const subscriptions = known('recurring-payment-id', ({ request }) => {
      const card = kept.get(request['cardrefid'] ?? '')
      const parts = [card && cardOfAnswer(card), request['email'], request['order_desc']]
      const told = parts.filter((part) => part !== undefined && part !== '')
      return told.length === 0 ? t('everywhere.subscription') : told.join(' · ')
    })
    return {
      cardrefid: cards,
      'sending-card-ref-id': cards,
      'recurring-payment-id': subscriptions,
      card_recurring_payment_id: subscriptions,
      destination_card_recurring_payment_id: subscriptions,
    }
  })
  /** The card behind a reference or a subscription; empty where it was not kept here. */
  function cardOf(id: string): string {
    const row = register.sent.find(
      ({ answer }) => answer['card-ref-id'] === id || answer['recurring-payment-id'] === id,
    )
    const reference = row?.answer['card-ref-id'] ?? row?.request['cardrefid']
    const kept = register.sent.find(({ answer }) => answer['card-ref-id'] === reference)
    return reference === undefined ? '' : cardOfAnswer(kept?.answer ?? {})
  }
  return { suggestions, cardOf }
}

/** Fields given in an address, without what is no text or empty. */
export const fieldsInQuery = (
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
