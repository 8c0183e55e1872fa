// The switch amounts-always-2: on the wire every currency has two decimals. The books keep each
// currency's own minor units, so that the switch can be turned at any time; nothing is rounded.
import type { AnswerRecord } from '../http/answers.ts'
import { digitsOf, knowsCurrency, toMinor } from './currency.ts'
import type { Fields } from '../http/fields.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'

/** The request with its amount as the books write it. */
export function fromTwoDecimals(fields: Fields): Checked<Fields> {
  const [amount, currency] = [fields.get('amount') ?? '', fields.get('currency') ?? '']
  if (!knowsCurrency(currency)) return accept(fields)
  if (/\.\d{3}/.test(amount))
    return refuse('INVALID_AMOUNT', 'amount may have two decimals, in every currency', 'amount')
  return digitsOf(currency) === 0
    ? accept(new Map(fields).set('amount', amount.replace(/\.0{1,2}$/, '')))
    : accept(fields)
}

/** The answer with its amount in two decimals; one that has more of them than zeros keeps them. */
export function toTwoDecimals(record: AnswerRecord): AnswerRecord {
  const { amount, currency } = record
  if (amount === undefined || currency === undefined || !knowsCurrency(currency)) return record
  if (toMinor(amount, currency) === undefined) throw new Error(`not an amount: ${amount}`)
  const [whole, decimals = ''] = amount.split('.')
  return { ...record, amount: `${whole}.${decimals.replace(/0$/, '').padEnd(2, '0')}` }
}
