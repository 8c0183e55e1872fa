// Ids, times and addresses that prove by their form that they are no card number. Pure. Callers:
// card-number.ts, look-up-list.ts.
import { hasGoodCheckDigits, lengthOfIbans } from './iban.ts'

const alone = '(?<![\\p{L}\\p{N}])'
const ends = '(?![\\p{L}\\p{N}])'
const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const forms: readonly RegExp[] = [
  // A UUID, a digest in hex. What is behind a card number on a magnetic stripe is none.
  new RegExp(
    `${alone}(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|` +
      `(?!\\d{12,19}d\\d+f?${ends})(?=\\d*[a-f])[0-9a-f]{32,})${ends}`,
    'giu',
  ),
  // A day and a time of day, which are part of no longer number.
  new RegExp(`(?<!\\d[-/.]?)(?:19|20)\\d\\d([-/.])${month}\\1${day}(?![-/.]?\\d)`, 'gu'),
  new RegExp(
    `(?<!\\d[-/.]?)(?:${day}([-/.])${month}|${month}([-/.])${day})(?:\\1|\\2)(?:19|20)\\d\\d(?![-/.]?\\d)`,
    'gu',
  ),
  /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?![\d:])/gu,
  // A phone number in the international form; up to 13 digits, as cards have more.
  new RegExp(
    `(?<=^|[\\s("=])(?<!\\d {0,3})\\+\\d(?:[ ().-]{0,3}\\d){6,12}(?![ ().-]{0,3}\\d)`,
    'gu',
  ),
  // An address of the network; one without a number of three digits could be anything.
  new RegExp(`(?<![\\d.])(?=[\\d.]{0,12}\\d{3})(?:${byte}\\.){3}${byte}(?![\\d.])`, 'gu'),
  // ISO 8583, field 37, by its name.
  /(?<=(?<!\p{L})(?:rrn|retrieval reference(?: number)?)[^\p{L}\p{N}]{1,3})\d{12}(?![^\p{L}\p{N}]?\p{N})/giu,
]
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![\p{L}\p{N}])/giu

/** Letters stand in the place of each, so that every character stays where it was. */
export function withoutIds(text: string): string {
  const plain = forms.reduce(
    (rest, form) => rest.replaceAll(form, (id) => 'x'.repeat(id.length)),
    text,
  )
  return plain.replaceAll(IBAN, (found) => {
    // A tag, for one, is kept in small letters.
    const length = ibanLength(found.toUpperCase())
    return 'x'.repeat(length) + found.slice(length)
  })
}

/** Whether a text has the form of its country's IBAN, whatever its check digits say. */
export const hasIbanForm = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]+$/i.test(text) &&
  text.length === lengthOfIbans(text.slice(0, 2).toUpperCase())

/**
 * How much of a text is an IBAN by its country's length and its check digits: 0 when nothing is.
 */
function ibanLength(text: string): number {
  const length = lengthOfIbans(text.slice(0, 2))
  if (length === null) return 0
  const found = new RegExp(`^(?:[A-Z0-9] ?){${length - 1}}[A-Z0-9](?![A-Z0-9])`).exec(text)?.[0]
  return found !== undefined && hasGoodCheckDigits(found.replaceAll(' ', '')) ? found.length : 0
}
