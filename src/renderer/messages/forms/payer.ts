// Who paid with which card, from the gateway's last answer: what it left out is not there; and whom
// an order paid. Pure.
import { shortBrandOf } from '#shared/cards/card-brand.ts'
import type { Payee } from '#shared/gateway/orders/event-facts.ts'
import { t } from '../message.ts'
import { inZone } from '../times.ts'
import type { TimelineEntry } from '#shared/bridge/views.ts'

export interface PayerFact {
  label: string
  text: string
}

/** The last two digits of a year, however many the gateway writes. */
const shortYear = (year: string): string => year.slice(-2)

/** One spelling of a brand on all screens: “Visa 1111”, “Mastercard 2222”, but “JCB 3333”. */
export const cardLabel = (card: string): string =>
  card.replace(/^\p{Lu}{4,}(?=\P{L}|$)/u, (brand) => brand.charAt(0) + brand.slice(1).toLowerCase())

/** The one label of a card: its brand, its last four digits and, where it is told, its holder. */
export const cardNamed = (brand: string, lastFour: string, holder = ''): string =>
  [[cardLabel(brand) || t('everywhere.card'), lastFour].filter(Boolean).join(' '), holder]
    .filter(Boolean)
    .join(' · ')

/** Of an answer that tells both ends of the number; empty where it tells none. */
export const cardOfAnswer = (answer: Readonly<Record<string, string>>): string => {
  const lastFour = answer['last-four-digits'] ?? ''
  return lastFour === '' ? '' : cardNamed(shortBrandOf(answer['bin'] ?? ''), lastFour)
}

/** Of a card number as a request is kept: “Card 1111” for “•••• 1111”. */
export const maskedCard = (kept: string): string =>
  kept.replaceAll(/(?<![\d•] ?)•••• (?=\d{4}(?!\d))/g, `${t('everywhere.card')} `)

/** The paying card of an answer and its holder; empty where the answer tells neither. */
export function payingCard(answer: Readonly<Record<string, string>>): string {
  const field = (name: string): string => answer[name]?.trim() ?? ''
  const holder = field('cardholder-name') || field('name')
  const [brand, lastFour] = [field('card-type'), field('last-four-digits')]
  return brand + lastFour === '' ? holder : cardNamed(brand, lastFour, holder)
}

export function payerFacts(answer: Readonly<Record<string, string>>): PayerFact[] {
  const field = (name: string): string => answer[name]?.trim() ?? ''
  const [month, year] = [field('card-exp-month'), field('card-exp-year')]
  const expires =
    month !== '' && year !== '' ? `, ${month.padStart(2, '0')}/${shortYear(year)}` : ''
  const card = [field('card-type'), field('last-four-digits')]
    .filter((part) => part !== '')
    .join(' ')
  return [
    { label: t('everywhere.customer'), text: field('cardholder-name') || field('name') },
    { label: t('everywhere.card'), text: card === '' ? '' : `${cardLabel(card)}${expires}` },
    { label: t('everywhere.e-mail'), text: field('email') },
  ].filter(({ text }) => text !== '')
}

export const payeeFacts = (payee: Payee | undefined): PayerFact[] =>
  payee === undefined
    ? []
    : [
        { label: t('everywhere.recipient'), text: payee.name },
        { label: t('audit.account-of-the-recipient'), text: payee.account },
        { label: t('everywhere.description'), text: payee.description },
      ].filter(({ text }) => text !== '')

const paymentIn = (timeline: readonly TimelineEntry[]): TimelineEntry | undefined =>
  timeline.findLast(
    ({ source, title, bank }) =>
      source === 'service' && (title === 'sale' || title === 'preauth') && bank?.processingDate,
  )

/** When it was, as the gateway wrote it; empty where that begins with no day. */
export function paidAt(timeline: readonly TimelineEntry[]): string {
  const told = paymentIn(timeline)?.bank?.processingDate ?? ''
  return /^\d{4}-\d{2}-\d{2}/.test(told) ? told : ''
}

/** When the customer paid, or the hold was placed, by the clocks of a zone. */
export const paidFacts = (timeline: readonly TimelineEntry[], zone: string): PayerFact[] => {
  const payment = paymentIn(timeline)
  return payment?.bank?.processingDate === undefined
    ? []
    : [
        {
          label: payment.title === 'sale' ? t('order.paid-by-customer') : t('order.hold-placed'),
          text: inZone(payment.bank.processingDate, zone),
        },
      ]
}
