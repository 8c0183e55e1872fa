// Keeps card numbers and secrets out of the audit log, whatever a caller hands in. It masks and
// never throws: the outcome of a sent request must be recorded even when its words hold something
// they shouldn't. Ids are never touched.

// Which digits count as a card number is said in #shared/card-number.ts. A value under a key that
// names an id is left alone when it has the form of one (no spaces, at most 128 characters): an
// order id of 16 digits passes the check one time in ten, and a refund must be found in the log by
// it. The number a bank finds a payment by is such an id as well.
import { holdsCardNumber, maskCardNumbers, maskRun } from '#shared/cards/card-number.ts'
import { isPhone } from '#shared/gateway/operations/parts/fields.ts'
import { isRrn } from '#shared/gateway/orders/event-facts.ts'

export { holdsCardNumber, maskCardNumbers } from '#shared/cards/card-number.ts'

const ID_KEY =
  /(?:(?:^|[_-])ids?|Ids?|[Oo]rder[_-]?[Ii]ds?|refids?|[Ee]ndpointids?|[Ss]erial[-_]?[Nn]umber|[Dd]igest|[Ff]ingerprint|[Hh]ash|[Cc]hain|[Ll]eaf)$/
const ID_VALUE = /^[\w:./-]{1,128}$/
const CARD_KEY =
  /^(?:credit[_-]?card[_-]?number|card[_-]?number|card[_-]?no|destination[_-]card[_-]no|pan)$/i
const SECRET_KEY =
  /^(?:cvv2?|cvc2?|csc|security[_-]?code|pin|password|merchant[_-]?control[_-]?key|private[_-]?key|track[12]?)$/i
const PHONE_KEY = /(?:^|[_-])phone$/i
const RRN_KEY = /(?:^|[_-])rrn$/i
const HIDDEN = '•••'

/**
 * A deep copy of what is to be logged, with card numbers and secrets masked; bigints become decimal
 * text.
 */
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
  if (CARD_KEY.test(key)) return maskRun(maskCardNumbers(text))
  if (ID_KEY.test(key) && ID_VALUE.test(text)) return text
  if (PHONE_KEY.test(key) && isPhone(text)) return text
  if (RRN_KEY.test(key) && isRrn(text)) return text
  return maskCardNumbers(text)
}
