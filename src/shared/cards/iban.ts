// What an account number shows about itself: an IBAN (ISO 13616) has the length of its country and
// check digits. Pure. Other account numbers can't be checked, and are said to be unchecked.

/** By country, as the IBAN registry has them. */
const ibanLengths =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27' +
  'GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22' +
  'MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28' +
  'TL23TN24TR26UA29VA22VG24XK20YE30'

const lengths = new Map(
  (ibanLengths.match(/.{4}/g) ?? []).map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

/** By the two letters of a country; null where it has no IBAN. */
export const lengthOfIbans = (country: string): number | null => lengths.get(country) ?? null

/** Modulo 97, with the first four characters behind the others and letters as numbers from 10. */
export function hasGoodCheckDigits(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

export type AccountCheck =
  | { kind: 'sound' | 'unchecked' | 'wrong-check-digits' }
  | { kind: 'wrong-length'; country: string; has: number; needs: number }

/** A shorter one may be a wallet's number that begins with two letters by chance. */
const leastIban = 12

/** However its groups are written. */
export const plainAccount = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase()

/** In groups of four, as an IBAN is read aloud and compared; any other text is one group. */
export const ibanGroups = (text: string): string[] =>
  /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/.test(text) ? (text.match(/.{1,4}/g) ?? []) : [text]

/** The two letters of the country of a sound IBAN; null of any other text. */
export const countryOfIban = (text: string): string | null =>
  checkAccount(text).kind === 'sound' ? plainAccount(text).slice(0, 2) : null

export function checkAccount(typed: string): AccountCheck {
  const text = plainAccount(typed)
  const country = text.slice(0, 2)
  const needs = lengthOfIbans(country)
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) && text.length >= leastIban
  if (!isIban || needs === null) return { kind: 'unchecked' }
  if (text.length !== needs) return { kind: 'wrong-length', country, has: text.length, needs }
  return { kind: hasGoodCheckDigits(text) ? 'sound' : 'wrong-check-digits' }
}
