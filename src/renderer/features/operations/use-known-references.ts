// Card references and subscriptions Paydesk has made, offered where a form asks for one.
import { computed, ref, watch } from 'vue'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { formatAmount } from '#wording/amounts.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Suggestion, Suggestions } from '../../forms/typed-fields.ts'
import { useRead } from '../../api/use-read.ts'
import { useRegister } from '../attempts/register.ts'
import { cardOfAnswer } from '../../messages/forms/payer.ts'
import { scheduleLabel } from '../../messages/forms/schedules.ts'
import { t } from '../../messages/message.ts'

const givers = operationIds.filter((id) =>
  ['card-ref-id', 'recurring-payment-id'].includes(rowOf(id).gives ?? ''),
)

const isSubscription = ({ answer }: AttemptView): boolean =>
  (answer['recurring-payment-id'] ?? '') !== ''

export function useKnownReferences(connectionId: () => string | undefined) {
  const register = useRegister(connectionId, givers)
  const nameOf = (row: AttemptView): string => cardOfAnswer(row.answer) || t('everywhere.card')
  const known = (answerKey: string, told: (row: AttemptView) => Omit<Suggestion, 'value'>) =>
    register.sent.flatMap((row): Suggestion[] => {
      const value = row.answer[answerKey] ?? ''
      return value === '' ? [] : [{ value, ...told(row) }]
    })
  const suggestions = computed<Suggestions>(() => {
    const cards = known('card-ref-id', (row) => ({
      label: t('operations.card-of-order', { card: nameOf(row), orderid: row.orderid }),
      card: { name: nameOf(row), orderid: row.orderid },
    }))
    const kept = new Map(register.sent.map(({ answer }) => [answer['card-ref-id'], answer]))
    const cardOfSubscription = ({ request }: AttemptView): string => {
      const card = kept.get(request['cardrefid'] ?? '')
      return card === undefined ? '' : cardOfAnswer(card)
    }
    const aboutOf = ({ request }: AttemptView): string[] =>
      [request['email'] ?? '', request['order_desc'] ?? ''].filter(Boolean)
    const subscriptionName = (row: AttemptView): string =>
      [cardOfSubscription(row), ...aboutOf(row)].filter(Boolean).join(' · ') ||
      t('everywhere.subscription')
    const named = Map.groupBy(register.sent.filter(isSubscription), subscriptionName)
    /** Of several that are called alike, each says what it charges, and how often. */
    const subscriptions = known('recurring-payment-id', (row) => {
      const name = subscriptionName(row)
      const { period = '', interval = '' } = row.request
      const amount = row.amount === null ? '' : formatAmount(row.amount)
      const charge = [amount, scheduleLabel({ period, interval })].filter(Boolean).join(' ')
      const isAlike = (named.get(name)?.length ?? 0) > 1 && charge !== ''
      const first = [cardOfSubscription(row), charge].filter(Boolean).join(' · ')
      const second = aboutOf(row).join(' · ')
      return {
        label: isAlike ? `${name} · ${t('operations.subscription-charge', { charge })}` : name,
        ...(first === '' || second === '' ? {} : { lines: { first, second } }),
      }
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

/**
 * The suggestions for a review: the chosen card is named by the customer of the order that it was
 * saved from, where this computer knows both. Its reference says nothing to a person.
 */
export function useCardHolder(
  connectionId: () => string,
  cardrefid: () => string,
  suggestions: () => Suggestions,
) {
  const told = useRead('order:show')
  const holder = ref({ orderid: '', customer: '' })
  const savedFrom = computed(
    () => suggestions()['cardrefid']?.find(({ value }) => value === cardrefid())?.card,
  )
  watch(
    () => savedFrom.value?.orderid ?? '',
    async (orderid) => {
      if (orderid === '') return
      const order = await told.read({ connectionId: connectionId(), orderid })
      if (order !== null) holder.value = { orderid, customer: order.customer }
    },
    { immediate: true },
  )
  return computed((): Suggestions => {
    const all = suggestions()
    const { orderid, customer } = holder.value
    if (customer === '' || savedFrom.value?.orderid !== orderid) return all
    const named = (all['cardrefid'] ?? []).map((one) =>
      one.value === cardrefid() && one.card !== undefined
        ? { ...one, label: `${one.card.name} · ${customer}`, isWhole: true }
        : one,
    )
    return { ...all, cardrefid: named }
  })
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
