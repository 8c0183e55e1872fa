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
