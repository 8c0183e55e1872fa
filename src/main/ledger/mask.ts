// Keeps card numbers and secrets out of the audit log, whatever a caller hands in. It masks and never throws: the outcome of a
// sent request must be recorded even when its words hold something they shouldn't. Ids are never touched.

// The rule. A text is searched for runs of digits, in which up to two spaces or dashes may stand between digits. A run that
// holds a window of 13 to 19 digits that starts with 2 to 6 (the cards' first digits, ISO/IEC 7812) and passes the Luhn check is
// masked: its first six and last four digits stay (PCI DSS 4.0.1, 3.4.1). A run that is longer than a card number (a card number
// with its expiry typed behind it) is masked too, so free text may lose a number that only looks like a card: that is the cheaper mistake.
// A value under a key that names an id is left alone when it has the form of one (no spaces, at most 128 characters): an order
// id of 16 digits passes Luhn one time in ten, and a refund must be found in the log by it.
const DIGIT_RUN = /\d(?:[ \u00a0\u2009\u202f-]{0,2}\d){12,}/g
const ID_KEY =
  /(?:(?:^|[_-])ids?|Ids?|[Oo]rder[_-]?[Ii]ds?|refids?|[Ee]ndpointids?|[Ss]erial[-_]?[Nn]umber|[Dd]igest|[Ff]ingerprint|[Hh]ash|[Cc]hain|[Ll]eaf)$/
const ID_VALUE = /^[\w:./-]{1,128}$/
const CARD_KEY =
  /^(?:credit[_-]?card[_-]?number|card[_-]?number|card[_-]?no|destination[_-]card[_-]no|pan)$/i
const SECRET_KEY =
  /^(?:cvv2?|cvc2?|csc|security[_-]?code|pin|password|merchant[_-]?control[_-]?key|private[_-]?key|track[12]?)$/i
const HIDDEN = '•••'

/** True when the text holds digits that would be masked as a card number. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(DIGIT_RUN) ?? []).some((run) => hidesCard(digitsIn(run)))

/** Free text with the middle digits of everything that looks like a card number replaced. */
export const maskCardNumbers = (text: string): string =>
  text.replace(DIGIT_RUN, (run) => (hidesCard(digitsIn(run)) ? maskRun(run) : run))

/** A deep copy of what is to be logged, with card numbers and secrets masked; bigints become decimal text. */
export function maskDetails(value: unknown, key = ''): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (SECRET_KEY.test(key)) return HIDDEN
  if (typeof value === 'string') return maskText(value, key)
  if (typeof value === 'bigint') return value.toString()
  // Times in milliseconds have 13 digits, so a number counts as a card only from 14 on.
  if (typeof value === 'number')
    return value >= 1e13 && !ID_KEY.test(key) && holdsCardNumber(String(value))
      ? maskCardNumbers(String(value))
      : value
  if (Array.isArray(value)) return value.map((item: unknown) => maskDetails(item, key))
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [
        maskCardNumbers(name),
        maskDetails(item, name),
      ]),
    )
  return undefined
}

function maskText(text: string, key: string): string {
  if (CARD_KEY.test(key)) return digitsIn(text).length > 10 ? maskRun(text) : text
  if (ID_KEY.test(key) && ID_VALUE.test(text)) return text
  return maskCardNumbers(text)
}

function maskRun(run: string): string {
  const count = digitsIn(run).length
  let seen = 0
  return run.replace(/\d/g, (digit) => {
    seen += 1
    return seen <= 6 || seen > count - 4 ? digit : '•'
  })
}

function hidesCard(digits: string): boolean {
  for (let start = 0; start + 13 <= digits.length; start += 1) {
    if (!/[2-6]/.test(digits[start]!)) continue
    for (let length = 13; length <= 19 && start + length <= digits.length; length += 1)
      if (passesLuhn(digits.slice(start, start + length))) return true
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')
