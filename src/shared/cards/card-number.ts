// The one detector of card numbers: what looks like one in a text, and how it is masked. Pure.
// Every place where text is typed, stored or logged asks here; docs/decisions/0026-card-numbers.md
// says what counts, and why.
import { isCardNumber, isUsualCardNumber, passesLuhn, usualLengths } from './card-brand.ts'
import { type DigitRun, digitRunsOf } from './digit-runs.ts'
import { type TextReading, readingsOf } from './readings.ts'

/** True when the text holds digits that would be masked as a card number. */
export const holdsCardNumber = (text: string): boolean =>
  mayHoldDozen(text) &&
  readingsOf(text).some((reading) =>
    digitRunsOf(reading.text).some((run) => !numbersIn(run).next().done),
  )

/**
 * First six and last four digits of a card number stay; of an expiry, a security code or the rest
 * of a magnetic stripe beside it nothing does.
 */
export function maskCardNumbers(text: string): string {
  if (!mayHoldDozen(text)) return text
  const hidden = new Map<number, number>()
  for (const reading of readingsOf(text))
    for (const at of hiddenIn(reading)) hidden.set(reading.from[at]!, reading.to[at]!)
  if (hidden.size === 0) return text
  let masked = ''
  let at = 0
  for (const [from, to] of [...hidden].sort(([a], [b]) => a - b)) {
    // What two readings escape in two ways is one place.
    if (from < at) continue
    masked += `${text.slice(at, from)}•`
    at = to
  }
  return masked + text.slice(at)
}

/** Where a reading has what has to be hidden. */
function hiddenIn({ text }: TextReading): number[] {
  const hidden: number[] = []
  for (const run of digitRunsOf(text))
    for (const { start, end, rest } of numbersIn(run)) {
      for (let place = start + 6; place < end - 4; place += 1) hidden.push(run.at[place]!)
      for (let place = end; place < rest; place += 1) hidden.push(run.at[place]!)
      hidden.push(...behindIn(text, run.at[rest - 1]! + 1))
    }
  if (hidden.length === 0) return hidden
  for (const { 0: label, index } of text.matchAll(LABELLED_CODE))
    hidden.push(...digitsBetween(text, index + label.search(/\d+$/), index + label.length))
  return hidden
}

/** Most texts hold no dozen of digits close together: this is all they cost. */
function mayHoldDozen(text: string): boolean {
  const mayBeEscaped = /[&<%=\\]/.test(text)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 127 || (code >= 48 && code <= 57)) count += 1
    // A letter ends a run, unless it belongs to an escaped mark or to a tag.
    else if (!mayBeEscaped && (code | 32) >= 97 && (code | 32) <= 122) count = 0
    if (count >= 12) return true
  }
  return false
}

/**
 * Of a field that holds a card number and nothing else: first six and last four digits stay, and
 * everything that is no digit.
 */
export function maskRun(run: string): string {
  const count = run.replace(/\D/g, '').length
  if (count <= 10) return run
  let seen = 0
  return run.replace(/\d/g, (digit) => {
    seen += 1
    return seen <= 6 || seen > count - 4 ? digit : '•'
  })
}

interface Found {
  /** Places in the run: where the number begins, and behind its last digit. */
  start: number
  end: number
  /** Behind the digits that are glued to the number: its expiry, its code. */
  rest: number
}

const DATE = '(?:(?:0[1-9]|1[0-2])(?:20)?\\d\\d|(?:20)?\\d\\d(?:0[1-9]|1[0-2]))'
const DATE_BEHIND = new RegExp(`^(?:${DATE}(?:\\d{3,4})?|\\d{3,4}${DATE})$`)
const DATE_OR_CODE = new RegExp(`${DATE_BEHIND.source}|^\\d{3,4}$`)
/**
 * More digits without a gap are an id, whatever windows lie in it, unless they are a number and its
 * expiry.
 */
const mostInGroup = 19
/** Of a number in groups with what is glued to it in front and behind. */
const mostWithGlued = 24
const lengths = [12, 13, 14, 15, 16, 17, 18, 19]

/**
 * Every window of a run that begins and measures like a known brand's number, whose check digit is
 * right, and whose groups a number could have.
 */
function* numbersIn(run: DigitRun): Generator<Found> {
  const values = Uint8Array.from(run.value)
  for (let start = 0; start < values.length; start += 1)
    for (const length of lengths) {
      const end = start + length
      if (end > values.length) break
      if (!passesLuhn(values, start, end)) continue
      const digits = values.subarray(start, end)
      const rest = run.groupTo[end - 1]!
      const isWhole = run.groupFrom[start] === start && rest === end
      if (isWhole && mayHaveAnyLength(run, start, end)) {
        if (isCardNumber(digits)) yield { start, end, rest }
      } else if (
        usualLengths.includes(length) &&
        mayStandIn(run, start, end) &&
        isUsualCardNumber(digits)
      )
        yield { start, end, rest }
    }
}

/** Without a gap, or in groups as on cards; cells of a table hold short groups alone. */
const mayHaveAnyLength = (run: DigitRun, start: number, end: number): boolean =>
  run.groupTo[start]! >= end ||
  (run.field[start] === run.field[end - 1] ? isRegular : isPrinted)(sizesOf(run, start, end))

/**
 * Whether a number of a usual length may be this part of a run: what else is there is glued to it.
 */
function mayStandIn(run: DigitRun, start: number, end: number): boolean {
  const [from, to] = [run.groupFrom[start]!, run.groupTo[end - 1]!]
  const isOneGroup = run.groupFrom[end - 1] === from
  const isInOneField = run.field[start] === run.field[end - 1]
  // An expiry or a code glued to its last group.
  if (from === start && to > end && isInOneField) {
    const behind = run.value.slice(end, to)
    if (isBehind(behind, to - start > mostInGroup)) return true
  }
  if (isOneGroup) return to - from <= mostInGroup && (from === start || to === end)
  const isWhole = from === start && to === end
  if (isWhole && isInOneField) return true
  return to - from <= mostWithGlued && isPrinted(sizesOf(run, start, end))
}

/** How many digits of each group lie between two places of a run. */
function sizesOf({ groupTo }: DigitRun, start: number, end: number): number[] {
  const sizes: number[] = []
  for (let at = start; at < end; at = groupTo[at]!) sizes.push(Math.min(groupTo[at]!, end) - at)
  return sizes
}

const printed = ['4 6 5', '4 6 4', '4 5 6']

/** Groups as they are printed on cards, or all alike but the last. */
const isRegular = (sizes: readonly number[]): boolean =>
  printed.includes(sizes.join(' ')) || ((sizes[0] === 1 || sizes[0]! > 2) && areAlike(sizes))

const areAlike = (sizes: readonly number[]): boolean =>
  sizes.slice(0, -1).every((size) => size === sizes[0]) && sizes.at(-1)! <= sizes[0]!

/** Two or three long ids beside each other have their windows, too: only short groups count. */
const isPrinted = (sizes: readonly number[]): boolean =>
  printed.includes(sizes.join(' ')) || (sizes[0]! <= 4 && areAlike(sizes))

const isBehind = (values: readonly number[], isLong: boolean): boolean =>
  values.length <= 10 && (isLong ? DATE_BEHIND : DATE_OR_CODE).test(values.join(''))

const CODE = '(?:cvv2?|cvc2?|csc|cid|(?:security )?code)'
const GAP = '[^\\p{L}\\p{N}]{0,3}'
const LABELLED_CODE = new RegExp(`(?<!\\p{L})${CODE}${GAP}\\d{3,4}(?!\\p{N})`, 'giu')
const BESIDE = new RegExp(
  `${GAP}(?:(?:exp(?:iry|ires|iration)?(?: date)?|valid(?: (?:thru|until|to))?|${CODE})${GAP})?` +
    '(?:\\d{1,2} ?[/.-] ?(?:\\d{4}|\\d{2})|\\d{6}|\\d{3,4})(?!\\p{N})',
  'iuy',
)
/**
 * ISO/IEC 7813: behind the number a stripe has a separator, on its first track a name and another
 * one, and then expiry, codes and what is the bank's own. A chip writes D for the separator.
 */
const STRIPE =
  / *(?:\^[^^\r\n]{0,40}\^[\p{L}\p{N} ]{0,60}|(?:=|[dD](?=\d{7}))[\d:;<=>]{0,40}[fF]?)/uy

/** What belongs to a number and stands directly behind it. */
function behindIn(text: string, from: number): number[] {
  STRIPE.lastIndex = from
  const stripe = STRIPE.exec(text)?.[0]
  if (stripe !== undefined && /\d/.test(stripe))
    return lettersBetween(text, from, from + stripe.length)
  let end = from
  for (let count = 0; count < 2; count += 1) {
    BESIDE.lastIndex = end
    end += BESIDE.exec(text)?.[0].length ?? 0
  }
  return digitsBetween(text, from, end)
}

const placesBetween =
  (pattern: RegExp) =>
  (text: string, from: number, end: number): number[] =>
    Array.from(text.slice(from, end).matchAll(pattern), ({ index }) => from + index)
const digitsBetween = placesBetween(/\d/g)
const lettersBetween = placesBetween(/[\p{L}\p{N}]/gu)
