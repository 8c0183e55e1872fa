// Who paid with which card, from the gateway's last answer: what it left out is not there. Pure.
import { t } from '../message.ts'

export interface PayerFact {
  label: string
  text: string
}

/** The last two digits of a year, however many the gateway writes. */
const shortYear = (year: string): string => year.slice(-2)

export function payerFacts(answer: Readonly<Record<string, string>>): PayerFact[] {
  const of = (name: string): string => answer[name]?.trim() ?? ''
  const [month, year] = [of('card-exp-month'), of('card-exp-year')]
  const expires =
    month !== '' && year !== '' ? `, ${month.padStart(2, '0')}/${shortYear(year)}` : ''
  const card = [of('card-type'), of('last-four-digits')].filter((part) => part !== '').join(' ')
  return [
    { label: t('customer'), text: of('cardholder-name') || of('name') },
    { label: t('card'), text: card === '' ? '' : `${card}${expires}` },
    { label: t('rrn-for-the-bank'), text: of('processor-rrn') },
    { label: t('approval-code'), text: of('approval-code') },
  ].filter(({ text }) => text !== '')
}
