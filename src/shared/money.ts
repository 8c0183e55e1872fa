// The only arithmetic on amounts: bigint minor units, one parser, one formatter. It never guesses: an amount that can be read
// in two ways is refused with its readings. Callers: main parses what was typed, the renderer shows the same reading.
import { currencyDigits } from './currency.ts'
import { fail, inputFault, ok, type Result } from './fault.ts'

/** An amount in minor units. `digits` is how many of them are behind the decimal point on the wire. */
export interface Money {
  minor: bigint
  currency: string
  digits: number
}

/** The plain-JSON form that crosses IPC: `amount` is canonical ("1234.50"), always with all digits of the currency. */
export interface MoneyText {
  amount: string
  currency: string
}

/** How many minor digits a connection uses (interface.md says only "cents"): ISO 4217's exponent, or always two. */
export type DigitsRule = 'iso-4217' | 'always-2'

// MONEY: above this the integer no longer fits SQLite's and the formula's 64 bits with room for sums.
const MOST_MINOR = 10n ** 15n
// What the service writes may be larger than what may be typed, but has to fit the ledger's integers with room for sums.
const MOST_READ = 10n ** 17n

/** Minor digits of a currency under a rule, or undefined when the currency is not in the pinned ISO 4217 table. */
export function digitsOf(currency: string, rule: DigitsRule): number | undefined {
  const digits = currencyDigits[currency]
  if (digits === undefined) return undefined
  return rule === 'always-2' ? 2 : digits
}

/**
 * Reads a typed amount. Accepts ASCII digits with at most one dot and no more decimals than the currency has.
 * Faults: input (field as given), with the readings the text could have had.
 */
export function parseAmount(
  text: string,
  currency: string,
  rule: DigitsRule,
  field = 'amount',
): Result<Money> {
  const digits = digitsOf(currency, rule)
  if (digits === undefined)
    return fail(
      inputFault('currency', `"${currency}" is not a currency code. Use three letters, like EUR.`),
    )
  const typed = text.trim()
  const example = digits === 0 ? '1250' : `1250.${'5'.padEnd(digits, '0')}`
  if (typed === '') return fail(inputFault(field, `Enter an amount, like ${example}.`))
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(typed)
  if (match === null || (match[2] ?? '').length > digits) {
    const readings = readingsOf(typed, digits)
    const hint =
      digits === 0
        ? `${currency} has no decimals: write it like ${example}.`
        : `Write it with a dot and at most ${digits} decimals, like ${example}.`
    const words =
      readings.length === 0
        ? `"${typed}" is not an amount. ${hint}`
        : `"${typed}" could mean ${readings.map((reading) => `${reading} ${currency}`).join(' or ')}. ${hint}`
    return fail(inputFault(field, words, readings))
  }
  const minor = BigInt(match[1]! + (match[2] ?? '').padEnd(digits, '0'))
  if (minor === 0n) return fail(inputFault(field, 'The amount must be more than zero.'))
  if (minor > MOST_MINOR)
    return fail(inputFault(field, `The amount is too large: at most ${plain(MOST_MINOR, digits)}.`))
  return ok({ minor, currency, digits })
}

/** Reads an amount the service wrote ("10.5", "10.50", "10"). Undefined when it is not exactly representable. */
export function readWireAmount(
  text: string,
  currency: string,
  rule: DigitsRule,
): Money | undefined {
  const digits = digitsOf(currency, rule)
  const match = /^(\d{1,16})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (digits === undefined || match === null) return undefined
  const decimals = (match[2] ?? '').replace(/0+$/, '')
  if (decimals.length > digits) return undefined
  const minor = BigInt(match[1]! + decimals.padEnd(digits, '0'))
  return minor > MOST_READ ? undefined : { minor, currency, digits }
}

/** The wire form: major units with a dot and all digits ("10.50"; "1250" for a currency without decimals). */
export const wireAmount = (money: Money): string => plain(money.minor, money.digits)

/** MONEY: 5000 in units of a currency and 5000 in hundredths of it are two amounts, so the digits count too. */
export const isSameMoney = (a: Money, b: Money): boolean =>
  a.minor === b.minor && a.currency === b.currency && a.digits === b.digits

export const toText = (money: Money): MoneyText => ({
  amount: wireAmount(money),
  currency: money.currency,
})

/** For people: grouped with narrow spaces, all digits, currency after it: "1 234.50 EUR". */
export function formatAmount(money: MoneyText): string {
  const [whole = '', decimals] = money.amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`}\u00a0${money.currency}`
}

function plain(minor: bigint, digits: number): string {
  const text = minor.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Every amount the text could have meant if its dots, commas, spaces or quotes were decimal or grouping marks. */
function readingsOf(typed: string, digits: number): string[] {
  if (!/^\d[\d.,'’\s\u00a0\u202f]*$/.test(typed)) return []
  const readings = new Set<string>()
  const add = (whole: string, decimals: string): void => {
    const significant = decimals.replace(/0+$/, '')
    // MONEY: nobody groups thousands behind a zero, so 0.001 was never meant as 1.
    if (/^0\d{3}/.test(whole)) return
    if (significant.length > digits || whole.length > 15) return
    const minor = BigInt(
      (whole === '' ? '0' : whole) + decimals.slice(0, digits).padEnd(digits, '0'),
    )
    if (minor > 0n) readings.add(plain(minor, digits))
  }
  const last = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','))
  const bare = (part: string): string => part.replace(/\D/g, '')
  const tail = last === -1 ? '' : typed.slice(last + 1)
  const rounded = bare(tail).slice(0, digits)
  if (last !== -1 && /^\d+$/.test(tail)) {
    add(bare(typed.slice(0, last)), bare(tail))
    // "2.614": a person may also have meant 2.61 and slipped one digit.
    if (tail.length > digits && digits > 0) add(bare(typed.slice(0, last)), rounded)
  }
  if (/^\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3})+$/.test(typed)) add(bare(typed), '')
  if (last === -1) add(bare(typed), '')
  return [...readings]
}
