// The values of an answer that are worth keeping, by name, and the cards that are drawn beside
// them. The order and the audit log have the rest.
import type { AttemptView } from '#shared/bridge/views.ts'
import { checkLink } from './customer-link.ts'
import { labelsOfField } from './operation-fields.ts'
import { cardLabel } from './payer.ts'
import { t } from '../message.ts'

export interface ResultFact {
  name: string
  label: string
  value: string
  isCopied: boolean
}

const known: readonly { name: string; label: string; isCopied: boolean }[] = [
  { name: 'redirect-url', label: t('everywhere.link-label'), isCopied: true },
  { name: 'card-ref-id', label: t('everywhere.card-reference'), isCopied: true },
  { name: 'recurring-payment-id', label: t('everywhere.subscription-id'), isCopied: true },
  { name: 'bin', label: t('everywhere.first-digits'), isCopied: false },
  { name: 'last-four-digits', label: t('everywhere.last-four-digits'), isCopied: false },
  { name: 'brand', label: t('everywhere.brand'), isCopied: false },
  { name: 'sending-eligible', label: t('everywhere.may-send-money'), isCopied: false },
]
const labels: Readonly<Record<string, string>> = {
  true: t('everywhere.yes'),
  false: t('everywhere.no-label'),
}

export const resultsOf = (attempt: AttemptView): ResultFact[] =>
  known.flatMap((one) => {
    const value = attempt.answer[one.name] ?? ''
    if (value === '') return []
    const isRefused = one.name === 'redirect-url' && checkLink(value, '').kind === 'refused'
    return [{ ...one, isCopied: one.isCopied && !isRefused, value: labels[value] ?? value }]
  })

/** Facts of an answer, by the names the gateway gives them; others are shown as they are called. */
const answerLabels: Readonly<Record<string, string>> = {
  brand: t('everywhere.brand'),
  'expire-month': t('everywhere.expires'),
  'card-printed-name': t('everywhere.name-on-the-card'),
  'bank-name': t('everywhere.bank'),
  'card-type': t('everywhere.type'),
  country: t('everywhere.country'),
}
/** Of every answer, and nothing about what was asked for. */
const envelope = ['type', 'serial-number', 'merchant-order-id', 'paynet-order-id', 'end-point-id']

/** The number stands above the facts, and the month has the year beside it. */
const toldByOthers = ['bin', 'last-four-digits', 'expire-year']

function shownValue(name: string, value: string, answer: Readonly<Record<string, string>>): string {
  if (name === 'expire-month') return `${value}/${answer['expire-year'] ?? '?'}`
  return name === 'brand' ? cardLabel(value) : value
}

export const answerFacts = (
  answer: Readonly<Record<string, string>>,
): { name: string; label: string; value: string }[] =>
  Object.entries(answer)
    .filter(([name]) => !envelope.includes(name) && !toldByOthers.includes(name))
    // What is not kept says nothing.
    .filter(([, value]) => value !== '•••')
    .map(([name, value]) => ({
      name,
      label: answerLabels[name] ?? name,
      value: shownValue(name, value, answer),
    }))

/** "411111 •••••• 1111"; null where the answer has neither end of the number. */
export function maskedNumber(answer: Readonly<Record<string, string>>): string | null {
  const bin = answer['bin'] ?? ''
  const last = answer['last-four-digits'] ?? ''
  return bin === '' && last === '' ? null : `${bin} •••••• ${last}`.trim()
}

/** A card as it is drawn: under its digits stands whose it is, or what it was used for. */
interface PicturedCard {
  card: string
  holder: string
}

interface PicturedCards {
  from: PicturedCard | null
  to: PicturedCard | null
  /** Money went from a card to another one, of which one may not be known. */
  isTransfer: boolean
}

const ends = {
  from: 'card_recurring_payment_id',
  to: 'destination_card_recurring_payment_id',
} as const

/**
 * The cards beside the facts of a request that succeeded: the one that paid or will pay, or those
 * that money went from and to. `cardOf` names a card by its ID, and is empty where this computer
 * doesn't know the card.
 */
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
  const card = order.card || cardOf(request['cardrefid'] ?? '')
  return card === ''
    ? null
    : { from: { card, holder: order.customer }, to: null, isTransfer: false }
}
