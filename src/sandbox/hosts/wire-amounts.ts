// How amounts are written on the wire where hosts differ: with two decimals in every currency, or
// as whole numbers of minor units. The books keep each currency's own minor units, so that the
// switches can be turned at any time; nothing is rounded.
import type { AnswerRecord } from '../http/answers.ts'
import { digitsOf, knowsCurrency, toMinor } from '../http/currency.ts'
import type { Fields } from '../http/fields.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import type { Switches } from '../context/switches.ts'

/** The request with its amount as the books write it. */
export function amountsFromWire(switches: Switches, fields: Fields): Checked<Fields> {
  const isTwo = switches.isOn('amounts-always-2')
  if (!switches.isOn('takes-minor-units')) return isTwo ? fromTwoDecimals(fields) : accept(fields)
  const read = fromMinorUnits(fields, isTwo)
  return read.ok && isTwo ? fromTwoDecimals(read.value) : read
}

/** The answer, or the fields of a callback, with the amounts as this host writes them. */
export function amountsToWire(switches: Switches, record: AnswerRecord): AnswerRecord {
  const reported = switches.isOn('amounts-always-2') ? toTwoDecimals(record) : record
  return switches.isOn('tells-minor-units') ? toMinorUnits(reported) : reported
}

function fromMinorUnits(fields: Fields, isTwo: boolean): Checked<Fields> {
  const [amount, currency] = [fields.get('amount'), fields.get('currency') ?? '']
  if (amount === undefined || !knowsCurrency(currency)) return accept(fields)
  if (!/^\d{1,12}$/.test(amount))
    return refuse('INVALID_AMOUNT', 'amount must be a whole number of minor units', 'amount')
  const digits = isTwo ? 2 : digitsOf(currency)
  const text = amount.padStart(digits + 1, '0')
  const major = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return accept(new Map(fields).set('amount', major))
}

const reported = ['amount', 'initial-amount']

/** Without the point: "10.50" becomes "1050", and "0.05" becomes "5". */
const toMinorUnits = (record: AnswerRecord): AnswerRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      reported.includes(name) ? value.replace('.', '').replace(/^0+(?=\d)/, '') : value,
    ]),
  )

function fromTwoDecimals(fields: Fields): Checked<Fields> {
  const [amount, currency] = [fields.get('amount') ?? '', fields.get('currency') ?? '']
  if (!knowsCurrency(currency)) return accept(fields)
  if (/\.\d{3}/.test(amount))
    return refuse('INVALID_AMOUNT', 'amount may have two decimals, in every currency', 'amount')
  return digitsOf(currency) === 0
    ? accept(new Map(fields).set('amount', amount.replace(/\.0{1,2}$/, '')))
    : accept(fields)
}

/** The amount in two decimals; one that has more of them than zeros keeps them. */
function toTwoDecimals(record: AnswerRecord): AnswerRecord {
  const { amount, currency } = record
  if (amount === undefined || currency === undefined || !knowsCurrency(currency)) return record
  if (toMinor(amount, currency) === undefined) throw new Error(`not an amount: ${amount}`)
  const [whole, decimals = ''] = amount.split('.')
  return { ...record, amount: `${whole}.${decimals.replace(/0$/, '').padEnd(2, '0')}` }
}
