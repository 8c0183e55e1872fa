// The values of an answer that are worth keeping, by name. The order and the audit log have the
// rest.
import type { AttemptView } from '#shared/bridge/views.ts'
import { checkLink } from './customer-link.ts'
import { t } from '../message.ts'

export interface ResultFact {
  name: string
  label: string
  value: string
  isCopied: boolean
}

const known: readonly { name: string; label: string; isCopied: boolean }[] = [
  { name: 'redirect-url', label: t('link-label'), isCopied: true },
  { name: 'card-ref-id', label: t('card-reference'), isCopied: true },
  { name: 'recurring-payment-id', label: t('subscription-id'), isCopied: true },
  { name: 'bin', label: t('first-digits'), isCopied: false },
  { name: 'last-four-digits', label: t('last-four-digits'), isCopied: false },
  { name: 'brand', label: t('brand'), isCopied: false },
  { name: 'sending-eligible', label: t('may-send-money'), isCopied: false },
]
const labels: Readonly<Record<string, string>> = { true: t('yes'), false: t('no-label') }

export const resultsOf = (attempt: AttemptView): ResultFact[] =>
  known.flatMap((one) => {
    const value = attempt.answer[one.name] ?? ''
    if (value === '') return []
    const isRefused = one.name === 'redirect-url' && checkLink(value, '').kind === 'refused'
    return [{ ...one, isCopied: one.isCopied && !isRefused, value: labels[value] ?? value }]
  })

/** Facts of an answer, by the names the gateway gives them; others are shown as they are called. */
const answerLabels: Readonly<Record<string, string>> = {
  brand: t('brand'),
  bin: t('first-digits'),
  'last-four-digits': t('last-four-digits'),
  'expire-month': t('expires'),
  'card-printed-name': t('name-on-the-card'),
  'bank-name': t('bank'),
  'card-type': t('type'),
  country: t('country'),
}
/** Of every answer, and nothing about what was asked for. */
const envelope = ['type', 'serial-number', 'merchant-order-id', 'paynet-order-id', 'end-point-id']

export const answerFacts = (
  answer: Readonly<Record<string, string>>,
): { name: string; label: string; value: string }[] =>
  Object.entries(answer)
    .filter(([name]) => !envelope.includes(name) && name !== 'expire-year')
    .map(([name, value]) => ({
      name,
      label: answerLabels[name] ?? name,
      value: name === 'expire-month' ? `${value}/${answer['expire-year'] ?? '?'}` : value,
    }))

/** "411111 •••••• 1111"; null where the answer has neither end of the number. */
export function maskedNumber(answer: Readonly<Record<string, string>>): string | null {
  const bin = answer['bin'] ?? ''
  const last = answer['last-four-digits'] ?? ''
  return bin === '' && last === '' ? null : `${bin} •••••• ${last}`.trim()
}
