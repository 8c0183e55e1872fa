// How text is made comparable for the search: case, accents and runs of spaces don't count. Pure.

/** Printable ASCII with single spaces is nearly everything; the rest takes the long way. */
const plain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
}

// Each asks the index for one more list, and the candidates are compared in full afterwards anyway.
const MOST_TRIGRAMS = 3

/**
 * An FTS5 expression that every text holding `needle` fulfils, or null when it is shorter than
 * three characters. Of a long text only the trigrams that are likely to be rare are asked for: of
 * different characters, and late, since ids differ at their ends.
 */
export function trigramQuery(needle: string): string | null {
  const chars = [...needle]
  if (chars.length < 3) return null
  const trigrams = new Map<string, number>()
  for (let at = 0; at + 3 <= chars.length; at += 1) {
    const three = chars.slice(at, at + 3)
    const isApart = at % 3 === (chars.length - 3) % 3
    trigrams.set(three.join(''), new Set(three).size * 1e6 + (isApart ? 1e3 : 0) + at)
  }
  return [...trigrams]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_TRIGRAMS)
    .map(([trigram]) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}

/** Each word of a folded text, with how else it may be written. Empty: one word, written so. */
export function piecesOf(text: string): string[][] {
  const pieces = text.split(' ').map((word) => [...new Set([word, withDot(word)])])
  return pieces.length > 1 || pieces.some((forms) => forms.length > 1) ? pieces : []
}

/** Amounts are kept with a dot; people of most countries type a comma. */
const withDot = (word: string): string =>
  /^\d+,\d{1,4}$/.test(word) ? word.replace(',', '.') : word

/** Whether a text has each of these, wherever. */
export const hasPieces = (text: string, pieces: readonly string[][]): boolean =>
  pieces.every((forms) => forms.some((form) => text.includes(form)))

/** As trigramQuery, for every text that has each of these; null when each of them is too short. */
export function piecesQuery(pieces: readonly string[][]): string | null {
  const asked = pieces.flatMap((forms) => {
    const queries = forms.map(trigramQuery)
    return queries.includes(null) ? [] : [`(${queries.join(' OR ')})`]
  })
  return asked.length === 0 ? null : asked.join(' AND ')
}
