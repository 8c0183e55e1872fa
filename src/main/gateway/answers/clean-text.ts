// Texts of the gateway, made safe to show: verbatim but for characters that hide, reorder or break
// text. Pure; called by answer.ts and by whoever shows an answer. It never interprets or
// translates.

const mostCharacters = 1_000

/**
 * The same words without control characters, bidirectional overrides and invisible marks. Joiners
 * (U+200C, U+200D) stay: some scripts can't be written without them.
 */
export function cleanText(text: string, most = mostCharacters): string {
  const clean = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  return clean.length > most ? `${clean.slice(0, most).toWellFormed()}…` : clean
}

/** The beginning of an unreadable body as plain text: markup and scripts left out. */
export function excerptOf(body: Uint8Array): string {
  // 4 KiB are enough for a sentence and keep hostile markup from costing time.
  const text = new TextDecoder('utf-8').decode(body.subarray(0, 4_096))
  const visible = text
    .replace(/<(script|style|head)\b[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^<>]*(>|$)/g, ' ')
    .replace(/\s+/g, ' ')
  return cleanText(visible, 200)
}

/** Hides card numbers that were sent, grouped or not: a gateway may echo them in its words. */
export const hideEchoes = (text: string, cardNumbers: readonly string[]): string =>
  cardNumbers.reduce(
    (hidden, number) =>
      hidden.replace(
        new RegExp(number.replace(/\D/g, '').split('').join('[ -]?'), 'g'),
        `************${number.slice(-4)}`,
      ),
    text,
  )
