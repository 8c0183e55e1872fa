// Who paid with which card, from the gateway's last answer: what it left out is not there; and whom
// an order paid. Pure.
import type { Payee } from '#shared/gateway/orders/event-facts.ts'
import { inSentence } from '../attempts.ts'
import { t } from '../message.ts'
import { typeLabel } from '../phases.ts'

export interface PayerFact {
  label: string
  text: string
}

/** The last two digits of a year, however many the gateway writes. */
const shortYear = (year: string): string => year.slice(-2)

export function payerFacts(answer: Readonly<Record<string, string>>): PayerFact[] {
  const field = (name: string): string => answer[name]?.trim() ?? ''
  const [month, year] = [field('card-exp-month'), field('card-exp-year')]
  const expires =
    month !== '' && year !== '' ? `, ${month.padStart(2, '0')}/${shortYear(year)}` : ''
  const card = [field('card-type'), field('last-four-digits')]
    .filter((part) => part !== '')
    .join(' ')
  // The numbers are those of the last event: an order has others of each earlier one.
  const type = field('transaction-type')
  const event = inSentence(typeLabel(type))
  return [
    { label: t('customer'), text: field('cardholder-name') || field('name') },
    { label: t('card'), text: card === '' ? '' : `${card}${expires}` },
    {
      label: type === '' ? t('rrn-for-the-bank') : t('rrn-of-event', { event }),
      text: field('processor-rrn'),
    },
    {
      label: type === '' ? t('approval-code') : t('approval-code-of-event', { event }),
      text: field('approval-code'),
    },
  ].filter(({ text }) => text !== '')
}

export const payeeFacts = (payee: Payee | undefined): PayerFact[] =>
  payee === undefined
    ? []
    : [
        { label: t('recipient'), text: payee.name },
        { label: t('account-of-the-recipient'), text: payee.account },
        { label: t('description'), text: payee.description },
      ].filter(({ text }) => text !== '')
