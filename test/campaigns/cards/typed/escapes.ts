// How an address, a page, JSON, a mail and programs write a character that is none of their own.
// Written apart from the product.
import type { Random } from '../../faults/random.ts'

type Escape = (text: string, random: Random) => string

const hex = (value: number, width: number, isUpper = true): string => {
  const text = value.toString(16).padStart(width, '0')
  return isUpper ? text.toUpperCase() : text
}
const bytesOf = (char: string): number[] => [...new TextEncoder().encode(char)]
const eachChar = (of: (char: string, code: number, random: Random) => string): Escape => {
  return (text, random) => [...text].map((char) => of(char, char.codePointAt(0)!, random)).join('')
}
const inUtf16 = (write: (unit: number) => string): Escape =>
  eachChar((char) =>
    Array.from(char, (_, at) => char.charCodeAt(at))
      .map(write)
      .join(''),
  )

const named: Readonly<Record<string, string>> = {
  ...{ ' ': 'Space;', '\u00a0': 'nbsp', '\u2009': 'thinsp', '\u2002': 'ensp', '\u2003': 'emsp' },
  ...{ '\u2007': 'numsp', '\u2008': 'puncsp', '\u200a': 'hairsp', '\u200b': 'ZeroWidthSpace' },
  ...{ '\u200c': 'zwnj', '\u200d': 'zwj', '\u2060': 'NoBreak', '\u00ad': 'shy', '\u200e': 'lrm' },
  ...{ '\u205f': 'MediumSpace', '\u2013': 'ndash', '\u2014': 'mdash', '\u2010': 'hyphen' },
  ...{ '.': 'period', ',': 'comma', '/': 'sol', '|': 'vert', _: 'lowbar', '\t': 'Tab' },
  ...{ '\n': 'NewLine', '\u00b7': 'middot', '\u2022': 'bull', '\u2026': 'hellip', '-': 'hyphen' },
}
const simple: Readonly<Record<string, string>> = {
  ...{ '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v', '\f': '\\f', '\u0000': '\\0' },
}

const percent = eachChar((char) =>
  bytesOf(char)
    .map((byte) => `%${hex(byte, 2)}`)
    .join(''),
)
const decimal = eachChar((_, code) => `&#${code};`)
const json = inUtf16((unit) => `\\u${hex(unit, 4, false)}`)

/** Of a gap; the digits stand as they are. */
export const escapes: Readonly<Record<string, Escape>> = {
  'by its number in a page': decimal,
  'by its hexadecimal number in a page': eachChar((_, code, random) =>
    random.chance(0.5) ? `&#x${hex(code, 1, false)};` : `&#X${hex(code, 5)};`,
  ),
  'by its name in a page': eachChar((char, code) =>
    `&${named[char] ?? `#${code}`};`.replace(';;', ';'),
  ),
  'in an address': percent,
  'in an address, in small letters': (text, random) => percent(text, random).toLowerCase(),
  'twice in an address': (text, random) => percent(text, random).replaceAll('%', '%25'),
  'as old scripts did': inUtf16((unit) => `%u${hex(unit, 4)}`),
  'in JSON': json,
  'in JSON within JSON': (text, random) => json(text, random).replaceAll('\\', '\\\\'),
  'in a program, in braces': eachChar((_, code) => `\\u{${hex(code, 1, false)}}`),
  'in a program, as bytes': eachChar((char) =>
    bytesOf(char)
      .map((byte) => `\\x${hex(byte, 2, false)}`)
      .join(''),
  ),
  'in a program, by its letter': eachChar((char, code) => simple[char] ?? `\\x{${hex(code, 2)}}`),
  'in a mail': eachChar((char) =>
    /[!-<>-~]/.test(char)
      ? char
      : bytesOf(char)
          .map((byte) => `=${hex(byte, 2)}`)
          .join(''),
  ),
  'by its name in a page within a page': (text, random) =>
    decimal(text, random).replaceAll('&', '&amp;'),
}

/** A whole text as something else carries it. */
export const carriers: Readonly<Record<string, (text: string) => string>> = {
  'in JSON': (text) => JSON.stringify({ id: 'A', note: text, state: 'open' }),
  'in JSON as text': (text) => JSON.stringify(JSON.stringify([text])),
  'in a query': (text) => `?state=open&note=${encodeURIComponent(text)}&sort=asc`,
  'in a form': (text) => new URLSearchParams({ state: 'open', note: text }).toString(),
  'in a page': (text) =>
    `<p class="note">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  'in a cell of a file': (text) => `a,"${text.replaceAll('"', '""')}",b`,
}
