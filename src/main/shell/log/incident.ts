// A bug as one line, under the reference the person was shown. What could be a secret or a card
// number is blotted out before app-log.ts writes the line.
import { formatMessage } from '#wording/format-messages.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'

const namedSecret =
  /\b((?:cvv2?|cvc2?|control|password|passphrase|secret|merchant_control_key|oauth_signature)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi

/** Writes characters that move a terminal's cursor or begin a new line as their numbers. */
const plain = (text: string): string =>
  text
    .replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' | ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`)

const messageOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? error.message
  if (typeof error !== 'object' || error === null) return String(error)
  try {
    return JSON.stringify(error)
  } catch (cause) {
    return `An error that has no words: ${String(cause)}`
  }
}

/**
 * Blots out key blocks, named secrets, passwords of addresses, card numbers and long random-looking
 * words.
 */
export const redact = (text: string): string =>
  maskCardNumbers(
    text
      .replace(/-----BEGIN [^-]+-----[\s\S]*?(-----END [^-]+-----|$)/g, '[key]')
      .replace(namedSecret, '$1[hidden]')
      .replace(/\b(Basic|Bearer)\s+[\w+/=.~-]+/gi, '$1 [hidden]')
      .replace(/:\/\/[^\s/@]*@/g, '://[hidden]@'),
  ).replace(/[A-Za-z0-9+/=_-]{32,}/g, (word) =>
    // Paths of the program's own files are long too, but hardly hold digits.
    word.replace(/\D/g, '').length >= 4 ? '[long word]' : word,
  )

/**
 * Redacted, and without what would begin another line. Messages are put in words first: a secret
 * would be encoded in a reference, where nothing finds it.
 */
export const oneLine = (text: string): string => plain(redact(formatMessage(text)))

/** One line, whatever the error holds. */
export function incidentLine(incident: string, error: unknown, at: Date): string {
  return `${at.toISOString()} ${incident} ${oneLine(messageOf(error))}`
}

/**
 * A reference short enough to read out: eight letters and digits that can't be mistaken for each
 * other.
 */
export function incidentReference(randomBytes: (size: number) => Uint8Array): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('')
}
