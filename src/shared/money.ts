// The only arithmetic on amounts: bigint minor units and one parser. It never guesses:
// an amount that can be read in two ways is refused with its readings. Callers: main parses what
// was typed, the renderer shows the same reading.
import { type MessageValue, say } from './message.ts'
import { currencyDigits } from './currency.ts'
import { fail, type Fault, inputFault, ok, type Result } from './fault.ts'
import { clearReading, readTyped, type TypedNumber, type TypedReadings } from './typed-amount.ts'

/**
 * An amount in minor units. `digits` is how many of them are behind the decimal point on the wire.
 */
export interface Money {
  minor: bigint
  currency: string
  digits: number
}

/**
 * The plain-JSON form that crosses IPC: `amount` is canonical ("1234.50"), always with all digits
 * of the currency.
 */
export interface MoneyText {
  amount: string
  currency: string
}

/**
 * How many minor digits a connection uses (interface.md says only "cents"): ISO 4217's exponent, or
 * always two.
 */
export type DigitsRule = 'iso-4217' | 'always-2'

// MONEY: above this the integer no longer fits SQLite's and the formula's 64 bits with room for
// sums.
const MOST_MINOR = 10n ** 15n
// What the gateway writes may be larger than what may be typed, but has to fit the ledger's
// integers with room for sums.
const MOST_READ = 10n ** 17n

/**
 * Minor digits of a currency under a rule, or undefined when the currency is not in the pinned ISO
 * 4217 table.
 */
export function digitsOf(currency: string, rule: DigitsRule): number | undefined {
  const digits = currencyDigits[currency]
  if (digits === undefined) return undefined
  return rule === 'always-2' ? 2 : digits
}

/**
 * Reads a typed amount: a dot or a comma before the decimals, thousands grouped or not, and no more
 * decimals than the currency has. Faults: input (field as given), with the readings the text could
 * have had.
 */
export function parseAmount(
  text: string,
  currency: string,
  rule: DigitsRule,
  field = 'amount',
): Result<Money> {
  const digits = digitsOf(currency, rule)
  if (digits === undefined)
    return fail(inputFault('currency', say('connections.not-a-currency', { input: currency })))
  const typed = text.trim()
  if (typed === '')
    return fail(inputFault(field, say('operations.enter-an-amount', { digits: exampleOf(digits) })))
  const readings = readTyped(typed, digits)
  const clear = digits === 0 && isLikeDecimals(typed) ? null : clearReading(readings)
  if (clear === null) return fail(unclear(typed, currency, digits, readings, field))
  const minor = minorOf(clear, digits)
  if (minor === 0n) return fail(inputFault(field, say('operations.amount-zero')))
  if (minor > MOST_MINOR)
    return fail(
      inputFault(
        field,
        say('operations.amount-too-large', { most: { minor: MOST_MINOR, currency, digits } }),
      ),
    )
  return ok({ minor, currency, digits })
}

const exampleOf = (digits: number): string =>
  digits === 0 ? '1250' : `1250.${'5'.padEnd(digits, '0')}`

/** "1,234" may be a thousand or one and a bit, also where a currency has no decimals. */
const isLikeDecimals = (typed: string): boolean => /^\d{1,3}[.,]\d{3}$/.test(typed)

const minorOf = ({ whole, decimals }: TypedNumber, digits: number): bigint =>
  BigInt(whole + decimals.padEnd(digits, '0'))

/** Names every amount the text could have meant. MONEY: none that leaves out a digit of it. */
function unclear(
  typed: string,
  currency: string,
  digits: number,
  { exact, near }: TypedReadings,
  field: string,
): Fault {
  const isCut = ({ decimals }: TypedNumber): boolean => /[1-9]/.test(decimals.slice(digits))
  const cut = ({ whole, decimals }: TypedNumber): TypedNumber => ({
    whole,
    decimals: decimals.slice(0, digits),
  })
  const long = near.find((one) => isCut(one) && minorOf(cut(one), digits) > 0n)
  const readings = [...exact, ...near.filter((one) => !isCut(one)).map(cut)]
    .map((one) => minorOf(one, digits))
    .filter((minor) => minor > 0n && minor <= MOST_MINOR)
    .toSorted((a, b) => (a < b ? -1 : 1))
  const hint =
    digits === 0
      ? say('operations.amount-no-decimals', { currency, digits: exampleOf(digits) })
      : say('operations.amount-fewer-decimals', { digits, example: exampleOf(digits) })
  const meant: MessageValue[] = readings.map((minor) => ({ minor, currency, digits }))
  if (digits === 0 && isLikeDecimals(typed) && meant.length > 0) meant.push(typed.replace(',', '.'))
  const count = long?.decimals.length ?? 0
  const told =
    meant.length === 0
      ? count === 0
        ? say('operations.amount-unreadable', { typed, hint })
        : say('operations.amount-too-long', { typed, count, hint })
      : count === 0
        ? say('operations.amount-ambiguous', { typed, meant: { or: meant }, hint })
        : say('operations.amount-too-long-or', { typed, count, meant: { or: meant }, hint })
  return inputFault(
    field,
    told,
    readings.map((minor) => plain(minor, digits)),
  )
}

/**
 * Reads an amount the gateway wrote ("10.5", "10.50", "10"). Undefined when it is not exactly
 * representable.
 */
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

/** In which unit a connection's amounts are on the wire (interface.md: not shown). */
export type AmountUnit = 'units' | 'minor'

/** How a connection's amounts are counted, and in which unit they are on the wire. */
export interface AmountForm {
  digitsRule: DigitsRule
  amountUnit: AmountUnit
}

/** Where commas group thousands before a dot, the dot marks the decimals. */
const grouped = /^\d{1,3}(,\d{3})+\.\d\d$/

/**
 * Reads an amount as readWireAmount does, in the unit the host counts in. A comma with exactly two
 * digits behind it marks the decimals of a currency that has two: it can't group thousands.
 */
export function readReportedAmount(
  text: string,
  currency: string,
  { digitsRule, amountUnit }: AmountForm,
): Money | undefined {
  const digits = digitsOf(currency, digitsRule)
  const reported = text.trim()
  if (amountUnit === 'units')
    return readWireAmount(
      digits !== 2
        ? reported
        : grouped.test(reported)
          ? reported.replaceAll(',', '')
          : reported.replace(/^(\d+),(\d\d)$/, '$1.$2'),
      currency,
      digitsRule,
    )
  // Minor units are whole, also where a host writes every number with decimals ("1250.00").
  const whole = /^(\d{1,18})(?:\.0{1,6})?$/.exec(reported)
  if (digits === undefined || whole === null) return undefined
  const minor = BigInt(whole[1]!)
  return minor > MOST_READ ? undefined : { minor, currency, digits }
}

/** As it is sent: the wire form, or the minor units where a host counts in them. */
export const sentAmount = (money: Money, unit: AmountUnit): string =>
  unit === 'minor' ? money.minor.toString() : wireAmount(money)

/**
 * The wire form: major units with a dot and all digits ("10.50"; "1250" for a currency without
 * decimals).
 */
export const wireAmount = (money: Money): string => plain(money.minor, money.digits)

/**
 * MONEY: 5000 in units of a currency and 5000 in hundredths of it are two amounts, so the digits
 * count too.
 */
export const isSameMoney = (a: Money, b: Money): boolean =>
  a.minor === b.minor && a.currency === b.currency && a.digits === b.digits

/** The same amount in as many decimals; null where it has more of them. */
export function minorIn({ minor, digits: own }: Money, digits: number): bigint | null {
  if (digits >= own) return minor * 10n ** BigInt(digits - own)
  const unit = 10n ** BigInt(own - digits)
  return minor % unit === 0n ? minor / unit : null
}

/** MONEY: units taken for minor units, or the other way round. */
export const isFactorOf = (reported: Money, sent: Money): boolean => {
  const factor = 10n ** BigInt(sent.digits)
  return (
    factor > 1n &&
    reported.currency === sent.currency &&
    reported.digits === sent.digits &&
    (reported.minor === sent.minor * factor || reported.minor * factor === sent.minor)
  )
}

export const toText = (money: Money): MoneyText => ({
  amount: wireAmount(money),
  currency: money.currency,
})

export const textIfAny = (money: Money | null): MoneyText | null =>
  money === null ? null : toText(money)

function plain(minor: bigint, digits: number): string {
  if (minor < 0n) return `-${plain(-minor, digits)}`
  const text = minor.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
