// The ways in which a text can be read: as it is written, with what an address, JSON, a page, a
// mail or a program escaped, and without the tags of a page. Digits are ASCII digits in each, and
// what nobody sees is a space. Pure. Caller: card-number.ts.
import { digitsOf } from './digit-values.ts'
import { withoutIds } from './id-forms.ts'

export interface TextReading {
  text: string
  /** Of each character of the reading: where what it stands for begins in the source, and ends. */
  from: readonly number[]
  to: readonly number[]
}

/** Stands for a tag that is more than an emphasis: a cell or a field may end there. */
export const fieldEnd = '\u0001'

/** An address within an address, a page within JSON: nobody's text is escaped more often. */
const mostEscaped = 4

export function readingsOf(source: string): TextReading[] {
  const each = Array.from({ length: source.length }, (_, at) => at)
  const written = replaced(
    { text: source, from: each, to: each.map((at) => at + 1) },
    UNUSUAL,
    plainOf,
  )
  const all = unescapedBy(written, ESCAPED)
  // An id behind an equals sign stays whole.
  const plain = { ...all, text: withoutIds(all.text) }
  const mail = replaced(plain, ESCAPED_IN_MAIL, unescaped)
  const readings = [
    all,
    // A percent sign or a backslash may be just that, with a number behind it.
    ...(HAS_DIGITS.test(written.text) ? [besideEscapes(written)] : []),
    ...(mail === plain ? [] : [unescapedBy(mail, ESCAPED)]),
  ]
  const bare = readings.flatMap((one) => {
    const rest = replaced(one, TAG, (tag) => (EMPHASIS.test(tag) ? ' ' : fieldEnd))
    return rest === one ? [] : [rest]
  })
  return [...readings, ...bare]
}

function unescapedBy(reading: TextReading, escaped: RegExp): TextReading {
  let last = reading
  for (let count = 0; count < mostEscaped; count += 1) {
    const next = replaced(last, escaped, unescaped)
    if (next === last) break
    last = next
  }
  return last
}

/** Such a form ends a number here, so that no digit of an escape is part of one. */
const besideEscapes = (written: TextReading): TextReading =>
  replaced(unescapedBy(written, ESCAPED_IN_TEXT), BY_DIGITS, () => 'x')

/** `meaning`: what a match stands for, or null where it stands as it is. */
function replaced(
  reading: TextReading,
  pattern: RegExp,
  meaning: (match: string) => string | null,
): TextReading {
  const parts: string[] = []
  const [from, to]: [number[], number[]] = [[], []]
  let end = 0
  const copy = (until: number): void => {
    parts.push(reading.text.slice(end, until))
    for (; end < until; end += 1) {
      from.push(reading.from[end]!)
      to.push(reading.to[end]!)
    }
  }
  for (const { 0: match, index } of reading.text.matchAll(pattern)) {
    const text = meaning(match)
    if (text === null) continue
    copy(index)
    end = index + match.length
    parts.push(text)
    for (let count = 0; count < text.length; count += 1) {
      from.push(reading.from[index]!)
      to.push(reading.to[end - 1]!)
    }
  }
  if (end === 0) return reading
  copy(reading.text.length)
  return { text: parts.join(''), from, to }
}

const UNUSUAL = /[^\t\n\r\x20-\x7e]/gu
/** Blanks, controls, joiners, accents, fillers of Hangul: nothing that stands for itself. */
const UNSEEN = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]$/u

function plainOf(char: string): string {
  if (UNSEEN.test(char)) return ' '
  return digitsOf(char) || char
}

const TAG = /<(?:[/!?]?[A-Za-z]|!--)[^<>]*>/g
const EMPHASIS =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|br|code|em|font|i|kbd|mark|nobr|s|small|span|strong|su[bp]|tt|u|wbr)\b/i

const H = '[\\da-fA-F]'
/**
 * A character as its bytes in UTF-8, or a blank of Latin-1, each behind the same mark; nothing else
 * of Latin-1: %B is how the first track of a magnetic stripe begins.
 */
const bytesBehind = (mark: string, ascii = `[0-7]${H}`): string =>
  [
    `${mark}${ascii}`,
    `${mark}[cCdD]${H}${mark}[89abAB]${H}`,
    `${mark}[eE]${H}(?:${mark}[89abAB]${H}){2}`,
    `${mark}[fF][0-7](?:${mark}[89abAB]${H}){3}`,
    `${mark}[aA][0dD]`,
  ].join('|')
/** Forms that are nothing but escapes: of a page, and of a program by its letter. */
const inText = [
  `&#\\d{1,8}(?:;|(?!\\d))`,
  `&#[xX]${H}{1,7}(?:;|(?!${H}))`,
  '&[A-Za-z]{2,31}\\d{0,2};|&(?:nbsp|shy)',
  '\\\\[abefnrtv0\\\\"\'/-]',
].join('|')
/** Forms whose digits may be the first ones of a number: of an address, JSON and a program. */
const byDigits = [
  `%u${H}{4}`,
  bytesBehind('%'),
  bytesBehind("\\\\[x']"),
  `\\\\(?:u${H}{4}|U${H}{8}|[ux]\\{${H}{1,7}\\})`,
  `\\\\00${H}{2,4} ?|\\\\[0-3][0-7]{2}`,
].join('|')
const ESCAPED_IN_TEXT = new RegExp(inText, 'g')
const ESCAPED = new RegExp(`${byDigits}|${inText}`, 'g')
/**
 * Of ASCII a mail escapes only what nobody sees, and its own sign. Behind a name an equals sign
 * begins a value: the 20 of orderid=20261124 is no blank. The D of =0D=0A ends no name.
 */
const ESCAPED_IN_MAIL = new RegExp(
  bytesBehind('=', `(?:(?<!(?<!=${H})\\p{L}=)(?:[01]${H}|20)|3[dD]|7[fF])`),
  'gu',
)
const HAS_DIGITS = new RegExp(byDigits)
const BY_DIGITS = new RegExp(`%(?=u?${H}{2})|\\\\(?=[uUx'](?:${H}|\\{)|[0-3][0-7]{2})`, 'g')
/** Names that matter to what is escaped once more. */
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Null for a letter: what looks like its escape may be a sign and the first digits of a number. */
function unescaped(match: string): string | null {
  const name = /^&([A-Za-z][A-Za-z\d]*);?$/.exec(match)?.[1]
  if (name !== undefined) return named[name] ?? ' '
  if (/^\\[^\da-zA-Z]$/.test(match)) return match.slice(1)
  if (/^\\[a-z0]$/.test(match)) return ' '
  const code = codeOf(match)
  const char = code === null ? ' ' : String.fromCodePoint(code)
  const text = UNUSUAL_ONE.test(char) ? plainOf(char) : char
  return LETTER.test(text) ? null : text
}

const UNUSUAL_ONE = /^[^\t\n\r\x20-\x7e]$/u
const LETTER = /\p{L}/u

/** Null for what is no character. */
function codeOf(match: string): number | null {
  const decimal = /^&#(\d+)/.exec(match)?.[1]
  const octal = /^\\([0-3][0-7]{2})$/.exec(match)?.[1]
  const hex = /^(?:&#[xX]|%u|\\[uU]|\\[ux]\{|\\(?=00))([\da-fA-F]+)/.exec(match)?.[1]
  const bytes = Array.from(match.matchAll(/[%=x']([\da-fA-F]{2})/g), ([, byte]) =>
    parseInt(byte!, 16),
  )
  const code =
    decimal !== undefined
      ? Number(decimal)
      : octal !== undefined
        ? parseInt(octal, 8)
        : hex !== undefined
          ? parseInt(hex, 16)
          : fromUtf8(bytes)
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : code
}

/** RFC 3629, section 3: the first byte keeps 5, 4 or 3 bits, every other one 6. */
const fromUtf8 = ([first = 0, ...others]: readonly number[]): number =>
  others.reduce(
    (code, byte) => (code << 6) | (byte & 0x3f),
    others.length === 0 ? first : first & (0x3f >> others.length),
  )
