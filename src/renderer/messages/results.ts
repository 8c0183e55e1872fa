// What an answer gives that is worth keeping, by name; everything else of it stands on the order or
// in the audit log.
import type { AttemptView } from '#shared/bridge/views.ts'
import { checkLink } from './forms/customer-link.ts'

export interface ResultFact {
  name: string
  label: string
  value: string
  isCopied: boolean
}

const known: readonly { name: string; label: string; isCopied: boolean }[] = [
  { name: 'redirect-url', label: 'Link', isCopied: true },
  { name: 'card-ref-id', label: 'Card reference', isCopied: true },
  { name: 'recurring-payment-id', label: 'Subscription id', isCopied: true },
  { name: 'bin', label: 'First digits', isCopied: false },
  { name: 'last-four-digits', label: 'Last four digits', isCopied: false },
  { name: 'brand', label: 'Brand', isCopied: false },
  { name: 'sending-eligible', label: 'May send money', isCopied: false },
]
const labels: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

export const resultsOf = (attempt: AttemptView): ResultFact[] =>
  known.flatMap((one) => {
    const value = attempt.answer[one.name] ?? ''
    if (value === '') return []
    const isRefused = one.name === 'redirect-url' && checkLink(value, '').kind === 'refused'
    return [{ ...one, isCopied: one.isCopied && !isRefused, value: labels[value] ?? value }]
  })

/** Facts of an answer, by the names the gateway gives them; others are shown as they are called. */
const answerLabels: Readonly<Record<string, string>> = {
  brand: 'Brand',
  bin: 'First digits',
  'last-four-digits': 'Last four digits',
  'expire-month': 'Expires',
  'card-printed-name': 'Name on the card',
  'bank-name': 'Bank',
  'card-type': 'Type',
  country: 'Country',
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
