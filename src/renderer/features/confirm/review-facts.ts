// The facts of a review in labels: the recipient and the purpose, with the labels of the form. The
// fields as sent stand under the technical details. Pure.
import type { Review } from '#shared/bridge/views.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { formRedirect } from '#shared/gateway/operations/parts/answers.ts'
import { isMintedId } from '#shared/gateway/minted-id.ts'
import { cardNumberFields } from '#shared/gateway/operations/parts/fields.ts'
import {
  labelsByField,
  type FieldGroup,
  groupOrder,
  labelsOfField,
} from '../../messages/forms/operation-fields.ts'
import type { MoneyText } from '#shared/money.ts'
import type { Doubt, MoneyPart } from '../../messages/orders/money-bar.ts'
import type { Suggestions } from '../../forms/typed-fields.ts'
import { maskedCard } from '../../messages/forms/payer.ts'
import { t } from '../../messages/message.ts'
import { formatSpan } from '../../messages/times.ts'

/** Whose card or account is in question. */
export interface Payee {
  label: string
  text: string
  /** A report puts in doubt what is left of the order afterwards. */
  isInDoubt?: boolean
  /** How much of it, where that is known. */
  doubt?: Doubt | undefined
  /** The order's money as a request of this amount would leave it. */
  partsWith?: (asked: MoneyText | null) => MoneyPart[]
}

export interface ReviewFact {
  name: string
  label: string
  value: string
  /** As it was typed or chosen by its name on the wire. */
  isData: boolean
}

/** Said in large above the facts. */
const saidAbove = ['amount', 'currency']
/** So is a card, once. The parts of an account are told apart by their labels below. */
const namesOfCard: ReadonlySet<string> = new Set([
  ...cardNumberFields,
  ...['cardrefid', 'recurring-payment-id', 'destination_card_recurring_payment_id'],
])
/** What the sheet beside an order says in its title. */
const ofOrder = ['orderid', 'client_orderid']
const shownGroups: readonly FieldGroup[] = groupOrder.filter(
  (group) => group !== 'browser' && group !== 'addresses',
)
const cardLabel = (name: string): string =>
  name === 'destination-card-no' ? t('requests.receiving-card') : t('everywhere.card')

/**
 * MONEY: whom the money goes to or comes from, by what the request names; null where it names
 * nobody. The name stands first, as in lists, and before a reference what is known here of it. A
 * card whose holder is known needs no reference there.
 */
export function payeeIn(
  action: OperationId,
  payTo: Review['payTo'],
  suggestions: Suggestions,
): Payee | null {
  const [first] = payTo
  if (first === undefined) return null
  const label = payeeLabel(action, first)
  const text = payTo
    .toSorted((a, b) => Number(b.name === 'account_name') - Number(a.name === 'account_name'))
    .flatMap(({ name, value }) => {
      const known = suggestions[name]?.find((one) => one.value === value)
      if (known === undefined) return [value]
      return known.isWhole === true ? [known.label] : [known.label, value]
    })
    .join(' · ')
  // Its label says of a card that it is one.
  return { label, text: label === cardLabel(first.name) ? text : maskedCard(text) }
}

/** A check is about the recipient of its payout. */
function payeeLabel(action: OperationId, first: Review['payTo'][number]): string {
  const { moves } = rowOf(action)
  if (moves === 'out' || action === 'payout-check') return t('requests.pay-to')
  if (moves === 'in') return t('orders.charged-to')
  return cardNumberFields.has(first.name) ? cardLabel(first.name) : labelsOfField(first.name).label
}

/** Whether the money goes to an account that the request, or the check of it, names. */
export const paysAccount = (action: OperationId, { payTo }: Pick<Review, 'payTo'>): boolean =>
  (rowOf(action).moves === 'out' || action === 'payout-check') && payTo.length > 0

export const paidBeforeFact = 'paid-before'
const connectionFact = 'connection'
/** Whom, where to and what for; what is not here stands behind. */
const payoutOrder = [
  ...['account_name', 'first_name', 'last_name', 'account_number', 'cardrefid'],
  ...['credit_card_number', 'phone', 'bank_name', 'bank_branch', 'bank_city', 'routing_number'],
  ...[paidBeforeFact, 'order_desc', 'purpose', 'orderid', 'client_orderid'],
  connectionFact,
]

/** Of the card that a transfer pays, where it is named in full. */
export const transferFacts = (
  action: OperationId,
  { paidBefore }: Pick<Review, 'paidBefore'>,
): ReviewFact[] =>
  rowOf(action).moves === 'between-cards' && paidBefore !== null ? [neverPaid()] : []

/** The caller draws how often, where it was. */
const neverPaid = (): ReviewFact => ({
  ...{ name: paidBeforeFact, label: t('requests.paid-before') },
  ...{ value: t('requests.paid-before-never'), isData: false },
})

/**
 * MONEY: a holder and an account, and nothing else, can't be taken for each other: the head of the
 * review says both. A lone number and any other part of an account keep their labels.
 */
const holderAndAccount: ReadonlySet<string> = new Set(['account_name', 'account_number'])
const saysAccount = (payTo: Review['payTo']): boolean =>
  payTo.length === holderAndAccount.size && payTo.every(({ name }) => holderAndAccount.has(name))

/**
 * MONEY: what the head of a payout's review does not say, at the pay step as it was checked. The
 * caller draws when the account was paid before.
 */
export function payoutFacts(
  review: Pick<Review, 'fields' | 'checked' | 'payTo' | 'paidBefore' | 'connectionName'>,
  hasTypedId: boolean,
): ReviewFact[] {
  const names = new Set(review.fields.map(({ name }) => name))
  const isSaidAbove = saysAccount(review.payTo)
  const fields = [
    ...review.fields,
    ...review.checked.filter(({ name }) => !names.has(name)),
  ].filter(({ name }) => !isSaidAbove || !holderAndAccount.has(name))
  const placeOf = ({ name }: ReviewFact): number => {
    const at = payoutOrder.indexOf(name)
    return at < 0 ? payoutOrder.length : at
  }
  return [
    ...reviewFacts({ fields }, false, hasTypedId),
    {
      ...{ name: connectionFact, label: t('everywhere.connection') },
      ...{ value: review.connectionName, isData: false },
    },
    ...(review.paidBefore === null ? [] : [neverPaid()]),
  ].sort((a, b) => placeOf(a) - placeOf(b))
}

/** What a person gives as a reason is called so on an order. */
const labelOnOrder: Readonly<Record<string, string>> = { comment: t('everywhere.reason') }

/** MONEY: what waits until it can't be undone any more, or leaves at once where nothing waits. */
export const saysUndo = (action: OperationId): boolean => rowOf(action).risk === 'money'

/** MONEY: what has to be acknowledged before it is sent, of this computer and of colleagues. */
export const namesOfTwins = ({
  twins,
  teamTwins,
}: Pick<Review, 'twins' | 'teamTwins'>): string[] => [
  ...twins.map(({ id }) => id),
  ...teamTwins.map(({ claim }) => claim),
]

/** MONEY: said of every request before it is confirmed, and where it is asked for. */
export function undoText(action: OperationId, noun: string, undoMs: number): string {
  if (undoMs > 0) return t('requests.review-undo', { noun, undo: formatSpan(undoMs) })
  const { response, moves } = rowOf(action)
  // A link goes to the gateway alone: a person hands the link over.
  if (response !== formRedirect) return t('requests.review-at-once', { noun })
  return moves === 'out'
    ? t('requests.review-payout-link-at-once')
    : t('requests.review-link-at-once')
}

/**
 * `isOnOrder`: beside the order, whose ids need no second line. An id that Paydesk made says
 * nothing to a person who did not type it.
 */
export function reviewFacts(
  { fields, payTo = [] }: Pick<Review, 'fields'> & Partial<Pick<Review, 'payTo'>>,
  isOnOrder: boolean,
  hasTypedId = false,
  suggestions: Suggestions = {},
): ReviewFact[] {
  const isNamedWhole = ({ name, value }: Review['payTo'][number]): boolean =>
    suggestions[name]?.some((one) => one.value === value && one.isWhole === true) === true
  const cards = payTo.filter((one) => namesOfCard.has(one.name) && !isNamedWhole(one))
  const above = [...saidAbove, ...cards.map(({ name }) => name)]
  const facts = fields
    .filter(({ name, value }) => value !== '' && !above.includes(name))
    .filter(({ name }) => !isOnOrder || !ofOrder.includes(name))
    .filter(({ value }) => hasTypedId || !isMintedId(value))
    .flatMap(({ name, value }): (ReviewFact & { at: number })[] => {
      if (cardNumberFields.has(name))
        return [{ name, value, label: cardLabel(name), isData: true, at: 0 }]
      const labels = labelsByField[name]
      if (labels === undefined || labels.kind === 'long') return []
      const at = shownGroups.indexOf(labels.group)
      const label = (isOnOrder ? labelOnOrder[name] : undefined) ?? labels.label
      const choice = labels.choices?.[value]
      return at < 0
        ? []
        : [{ name, label, value: choice ?? value, isData: choice === undefined, at }]
    })
  return facts
    .sort((a, b) => a.at - b.at)
    .map(({ name, label, value, isData }) => ({ name, label, value, isData }))
}
