// Ids that merchants and gateways use and that are no card numbers: none of them holds a window of
// digits that a card could be.
import fc from 'fast-check'

/** ISO 7064, MOD 97-10, as ISO 13616 uses it. */
const ibanOf = (country: string, account: string): string => {
  const toDigits = (text: string): string =>
    text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(toDigits(`${account}${country}00`)) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}
const digits = (from: number, to: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: from, maxLength: to })
    .map((all) => all.join(''))
/** No brand's numbers begin so. */
const noBrand = fc.constantFrom('0', '11', '19', '29', '33', '70', '79', '83', '92', '99')
/** With how many digits follow the check digits there. */
const countries = fc.constantFrom<[string, number]>(
  ['DE', 18],
  ['EE', 16],
  ['PL', 24],
  ['SE', 20],
  ['NO', 11],
  ['FI', 14],
)
/** Any of them. */
export const honestId = fc.oneof(
  fc.uuid(),
  digits(1, 11),
  fc.tuple(noBrand, digits(10, 12)).map((parts) => parts.join('')),
  digits(30, 40),
  fc
    .tuple(countries, digits(24, 24))
    .map(([[country, length], account]) => ibanOf(country, account.slice(0, length))),
  fc.stringMatching(/^[a-f][0-9a-f]{31,63}$/),
  fc.stringMatching(/^SN-[A-Z]{2}\d{4}-[A-Z]\d{6}$/),
  fc.stringMatching(/^pd-[0-9A-HJKMNP-TV-Z]{10}-\d{1,8}$/),
  fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((at) => at.toISOString()),
  fc.ipV4(),
)
