// What the format of a cell makes of its number, as far as a reader has to know (ECMA-376,
// 18.8.30). Pure. MONEY: an ID that a workbook keeps as 42 and shows as 00042 is 00042 to whoever
// sent it.

export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'day' }
  /** Shown with so many digits, zeros in front. */
  | { kind: 'padded'; digits: number }
  /** Shown with other characters than the number has: "INV-"00000, 000-00. */
  | { kind: 'otherwise' }

const isBuiltInDay = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** `code` is undefined for a format that every program knows by its number. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: isBuiltInDay(id) ? 'day' : 'plain' }
  const bare = code.replace(literals, '')
  if (/[ymdh]/i.test(bare)) return { kind: 'day' }
  // Numbers that are not negative are written by the first part.
  const first = partOf(code)
  if (/^0{2,}$/.test(first)) return { kind: 'padded', digits: first.length }
  const [texts, digits] = [textsIn(first), first.replace(literals, '')]
  const isOtherwise =
    /[\p{L}\d]/u.test(texts) || /^[^#?0]*0{2,}/.test(digits) || /[#?0][-/ ]+[#?0]/.test(digits)
  return { kind: isOtherwise ? 'otherwise' : 'plain' }
}

/** Texts in quotes, characters behind a backslash, and conditions, colours and currencies. */
const literals = /"[^"]*"|\\.|\[[^\]]*\]/g

const partOf = (code: string): string => /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/.exec(code)?.[0] ?? ''

/** What is shown as it stands; a currency in brackets is no part of a number. */
const textsIn = (code: string): string =>
  [...code.matchAll(/"([^"]*)"|\\(.)/g)].map(([, text = '', one = '']) => text + one).join('')
