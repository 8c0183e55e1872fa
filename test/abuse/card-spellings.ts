// One card number in thirty-seven spellings: as people type it, as web pages and documents give it
// when it is copied, and as somebody writes it who wants to get it past a check.
import { isAscii } from 'node:buffer'

const inFours = (card: string, mark: string): string => (card.match(/\d{1,4}/g) ?? []).join(mark)
/** The same digits of another script, whose zero this is. */
const inScript = (card: string, zero: number): string =>
  String.fromCodePoint(...[...card].map((digit) => zero + Number(digit)))

export const spellingsOf = (card: string): [name: string, text: string][] => [
  ['as it is', card],
  ['in fours', inFours(card, ' ')],
  ['with another number before it', `2 ${card}`],
  ['with a digit glued before it', `2${card}`],
  ['between words', `card${card}please`],
  ['with dashes', inFours(card, '-')],
  ['with two spaces', inFours(card, '  ')],
  ['with dashes between spaces', inFours(card, ' - ')],
  ['with dots', inFours(card, '.')],
  ['with slashes', inFours(card, '/')],
  ['with underscores', inFours(card, '_')],
  ['with pipes', inFours(card, '|')],
  ['with no-break spaces', inFours(card, '\u00a0')],
  ['with narrow no-break spaces', inFours(card, '\u202f')],
  ['with thin spaces', inFours(card, '\u2009')],
  ['with en dashes', inFours(card, '\u2013')],
  ['with no-break hyphens', inFours(card, '\u2011')],
  ['with zero-width spaces', inFours(card, '\u200b')],
  ['with soft hyphens', inFours(card, '\u00ad')],
  ['on four lines', inFours(card, '\n')],
  ['on four lines of a web form', inFours(card, '\r\n')],
  ['with tabs', inFours(card, '\t')],
  ['with no-break spaces of an address', inFours(card, '%C2%A0')],
  ['with no-break spaces of a page', inFours(card, '&nbsp;')],
  ['with numbered spaces of a page', inFours(card, '&#160;')],
  ['with line breaks of a page', inFours(card, '<br>')],
  ['with lines of JSON', inFours(card, '\\n')],
  ['with no-break spaces of JSON', inFours(card, '\\u00a0')],
  ['digit by digit', [...card].join(' ')],
  ['in full-width digits', inScript(card, 0xff10)],
  ['in Arabic digits', inScript(card, 0x660)],
  ['in fours with an expiry', `${inFours(card, ' ')} 12/30`],
  ['with dashes and an expiry', `${inFours(card, '-')} 12/30`],
  ['with a security code', `card ${card} 123`],
  ['with an expiry glued to it', `${card}1230`],
  ['with an expiry', `${card} 03/29`],
  ['with expiry and code in words', `${card} exp 12/30 cvv 123`],
]

/** As an address, a page and JSON write a space or a new line. */
const spaces = /%C2%A0|&#160;|&nbsp;|<br>|\\+(?:n|u00a0)/g

/** Written apart from the product: every digit as 0 to 9, and nothing else that is no letter. */
export const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(spaces, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[^\p{L}\d]/gu, '')

/** 1 for each letter and digit of ASCII. */
const isKept = Uint8Array.from({ length: 128 }, (_, byte) =>
  Number(/[\dA-Za-z]/.test(String.fromCharCode(byte))),
)

/**
 * The same of bytes in UTF-8. A heap’s snapshot is ASCII, and so long that this takes a tenth of
 * the time.
 */
export function squeezedBytes(bytes: Buffer): string {
  if (!isAscii(bytes)) return squeezed(bytes.toString('utf8'))
  const left = Buffer.from(bytes.toString('latin1').replace(spaces, ''), 'latin1')
  let end = 0
  // By place: the bytes one by one by their iterator take ten times as long.
  for (let at = 0; at < left.length; at += 1) {
    const byte = left[at]!
    if (isKept[byte] === 1) left[end++] = byte
  }
  return left.toString('latin1', 0, end)
}
