// The digits of a text in the order in which they stand, whatever script they are written in and
// whatever stands between them. Pure. Callers: card-number.ts, gateway/twins.ts.

import { hasGoodCheckDigits, lengthOfIbans } from './iban.ts'

export interface Digit {
  value: number
  /** Where the digit stands in the text: from this place up to, not with, that one. */
  from: number
  to: number
  /** Digits with nothing between them belong to one group. */
  group: number
}

const mostBetween = 3

// A blank or a mark as an address writes it: %20, and %2520 where the address was encoded twice. No
// card number begins with 20.
const inAddress = '%(?:25)?(?:0[9adAD]|2[0a-fA-F]|5[fF]|7[cC])'
// Blanks and dashes beyond ASCII, in UTF-8: U+00A0, U+00AD, U+2000 to U+202F.
const beyondAscii =
  '%(?:25)?[cC]2%(?:25)?[aA][0dD]|%(?:25)?[eE]2%(?:25)?80%(?:25)?(?:[89][\\da-fA-F]|[aA][\\da-fA-F])'
// The same as JSON and as a page write them.
const inJson = '\\\\(?:[nrt]|u00(?:0[9aAdD]|20|2[dD]|[aA][0dD])|u20[012][\\da-fA-F])'
const inPage =
  '&(?:nbsp|thinsp|ensp|emsp|shy|ndash|mdash|#0*(?:9|10|13|32|45|160|173)|#82[0-3]\\d|' +
  '#[xX]0*(?:[9aAdD]|2[0dD]|[aA][0dD]|20[012][\\da-fA-F]));|<[bB][rR] ?/?>'
const escaped = `(?:${inAddress}|${beyondAscii}|${inJson}|${inPage})`
// Two of the marks that hide digits end a run, so that a masked number is never found again.
const between = `(?:${escaped}|(?!••)[^\\p{L}\\p{N}])`
const TOKEN = new RegExp(`(${between})|(\\p{N})`, 'gu')
const CANDIDATE = new RegExp(`\\p{N}(?:${between}{0,${mostBetween}}\\p{N}){11}`, 'u')

// Ids whose form proves what they are: a UUID, a digest in hex.
const ID =
  /(?<![\p{L}\p{N}])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|(?=\d*[a-f])[0-9a-f]{32,})(?![\p{L}\p{N}])/giu
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![\p{L}\p{N}])/giu

/** Runs of digits with at most three characters between one and the next; a letter ends a run. */
export function digitRunsOf(text: string): Digit[][] {
  if (!mayHoldDozen(text) || !CANDIDATE.test(text)) return []
  const ids = idsIn(text)
  const runs: Digit[][] = []
  let run: Digit[] = []
  let [end, apart, group] = [0, 0, 0]
  for (const { 0: token, 1: mark, index } of text.matchAll(TOKEN)) {
    const isId = ids.some(([from, to]) => index >= from && index < to)
    const digits = mark === undefined && !isId ? digitsOf(token) : []
    const isGap = mark !== undefined && !isId
    apart = index > end || (!isGap && digits.length === 0) ? Infinity : isGap ? apart + 1 : apart
    end = index + token.length
    if (digits.length === 0) continue
    if (apart > mostBetween) {
      if (run.length > 0) runs.push(run)
      run = []
    }
    if (apart > 0) group += 1
    for (const value of digits) run.push({ value, from: index, to: end, group })
    apart = 0
  }
  if (run.length > 0) runs.push(run)
  return runs
}

const escapedByLetters = new RegExp(`${beyondAscii}|${inJson}|${inPage}`)

/** Most texts hold no dozen of digits close together: this is all they cost. */
function mayHoldDozen(text: string): boolean {
  if (escapedByLetters.test(text)) return true
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const letter = code | 32
    // A letter ends a run, but up to f it may belong to an escaped mark.
    if (letter > 102 && letter <= 122 && code < 128) count = 0
    else if (code > 127 || (code >= 48 && code <= 57)) count += 1
    if (count >= 12) return true
  }
  return false
}

/** Usually one; a character like ⑫ is two, and a Roman numeral is none. */
const digitsOf = (char: string): number[] =>
  [...char.normalize('NFKC')].filter((one) => /\p{Nd}/u.test(one)).map(valueOf)

/** A text with the digits of every script as ASCII ones. */
export const inAsciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))

/** Unicode lists each script's digits from zero to nine without a gap. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!
  if (code < 128) return code - 48
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below += 1
  return below % 10
}

function idsIn(text: string): [number, number][] {
  const spans = [...text.matchAll(ID)].map(({ 0: id, index }): [number, number] => [
    index,
    index + id.length,
  ])
  for (const { 0: found, index } of text.matchAll(IBAN)) {
    // A tag, for one, is kept in small letters.
    const length = ibanLength(found.toUpperCase())
    if (length > 0) spans.push([index, index + length])
  }
  return spans
}

/** Whether a text has the form of its country's IBAN, whatever its check digits say. */
export const hasIbanForm = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]+$/i.test(text) &&
  text.length === lengthOfIbans(text.slice(0, 2).toUpperCase())

/**
 * How much of a text is an IBAN by its country's length and its check digits: 0 when nothing is.
 */
function ibanLength(text: string): number {
  const length = lengthOfIbans(text.slice(0, 2))
  if (length === null) return 0
  const found = new RegExp(`^(?:[A-Z0-9] ?){${length - 1}}[A-Z0-9](?![A-Z0-9])`).exec(text)?.[0]
  return found !== undefined && hasGoodCheckDigits(found.replaceAll(' ', '')) ? found.length : 0
}
