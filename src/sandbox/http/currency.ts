// Amounts as this gateway reads and writes them: major units with a dot on the wire, integers of
// minor units inside. The table of currencies is the sandbox's own, so that client and gateway are
// not wrong together. Nothing is rounded.

const digitsByCurrency = new Map<string, number>([
  ...codes(
    'AED ALL AMD ARS AUD AZN BGN BOB BRL BYN CAD CHF CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR KES KGS KZT LKR MAD MDL MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD TZS UAH USD UYU UZS ZAR',
    2,
  ),
  ...codes('CLP ISK JPY KRW PYG UGX VND XAF XOF', 0),
  ...codes('BHD IQD JOD KWD LYD OMR TND', 3),
])

function codes(list: string, digits: number): [string, number][] {
  return list.split(' ').map((code) => [code, digits])
}

/** Twelve digits of minor units: what an acquirer's amount field holds. */
export const MOST_MINOR = 999_999_999_999

export const knowsCurrency = (currency: string): boolean => digitsByCurrency.has(currency)

export const digitsOf = (currency: string): number => {
  const digits = digitsByCurrency.get(currency)
  if (digits === undefined) throw new Error(`no digits for currency ${currency}`)
  return digits
}

/**
 * "10.5" EUR is 1050; undefined when it is no plain decimal, has too many decimals or is too large.
 */
export function toMinor(text: string, currency: string): number | undefined {
  const digits = digitsByCurrency.get(currency)
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  if (digits === undefined || match === null) return undefined
  const reported = match[2] ?? ''
  // Zeros after the currency's last decimal don't change the amount: "25.0000" EUR is exact.
  const decimals = /^0*$/.test(reported.slice(digits)) ? reported.slice(0, digits) : reported
  if (decimals.length > digits) return undefined
  const minor = Number(`${match[1]}${decimals.padEnd(digits, '0')}`)
  return Number.isSafeInteger(minor) && minor <= MOST_MINOR ? minor : undefined
}

/**
 * "12000.00" is 1200000 whatever the currency; undefined when it is no decimal of two places at
 * most.
 */
export function hundredthsOf(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  return match === null ? undefined : Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

export function toMajor(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  if (digits === 0) return String(minor)
  const text = String(minor).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
