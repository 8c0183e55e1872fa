// The one detector of card numbers: what looks like one in a text, and how it is masked. Pure.
// Every place where text is typed, stored or logged asks here; docs/decisions/0026-card-numbers.md
// says what counts, and why.
import { isCardNumber, isUsualCardNumber, usualLengths } from './card-brand.ts'
import { type Digit, digitRunsOf } from './digit-runs.ts'

/** True when the text holds digits that would be masked as a card number. */
export const holdsCardNumber = (text: string): boolean =>
  digitRunsOf(text).some((run) => !numbersIn(run).next().done)

/**
 * First six and last four digits of a card number stay; of an expiry or a security code beside it
 * nothing does.
 */
export function maskCardNumbers(text: string): string {
  const hidden = new Map<number, number>()
  const hide = ({ from, to }: Place): void => {
    hidden.set(from, to)
  }
  for (const run of digitRunsOf(text))
    for (const { start, end, rest } of numbersIn(run)) {
      run.slice(start + 6, end - 4).forEach(hide)
      run.slice(end, rest).forEach(hide)
      besideIn(text, run[rest - 1]!.to).forEach(hide)
    }
  if (hidden.size === 0) return text
  for (const { 0: label, index } of text.matchAll(LABELLED_CODE))
    digitsBetween(text, index + label.search(/\p{N}+$/u), index + label.length).forEach(hide)
  let masked = ''
  let at = 0
  for (const [from, to] of [...hidden].sort(([a], [b]) => a - b)) {
    masked += `${text.slice(at, from)}•`
    at = to
  }
  return masked + text.slice(at)
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

type Place = Pick<Digit, 'from' | 'to'>

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

/**
 * Every window of a run that begins and measures like a known brand's number and whose check digit
 * is right.
 */
function* numbersIn(run: readonly Digit[]): Generator<Found> {
  const values = Uint8Array.from(run, ({ value }) => value)
  const endOfGroup = (at: number): number => {
    let end = at + 1
    while (end < run.length && run[end]!.group === run[at]!.group) end += 1
    return end
  }
  const isCard = (start: number, end: number): boolean => isCardNumber(values.subarray(start, end))
  const isUsual = (start: number, end: number): boolean =>
    isUsualCardNumber(values.subarray(start, end))
  for (let start = 0; start < run.length; start = endOfGroup(start)) {
    const next = endOfGroup(start)
    if (isCard(start, next)) yield { start, end: next, rest: next }
    // Digits glued before it or behind it.
    else if (next - start <= mostInGroup)
      for (const length of usualLengths)
        for (const at of [start, next - length])
          if (at >= start && at + length <= next && isUsual(at, at + length))
            yield { start: at, end: at + length, rest: next }
    const sizes = [next - start]
    for (let end = next; end < run.length && end - start < mostInGroup;) {
      const from = end
      end = endOfGroup(from)
      sizes.push(end - from)
      if (isRegular(sizes) ? isCard(start, end) : isUsual(start, end))
        yield { start, end, rest: end }
    }
    // An expiry or a code glued to its last group.
    for (const length of usualLengths) {
      const end = start + length
      if (end >= run.length || run[end]!.group !== run[end - 1]!.group) continue
      const rest = endOfGroup(end)
      if (isUsual(start, end) && isBehind(values.subarray(end, rest), rest - start > mostInGroup))
        yield { start, end, rest }
    }
  }
}

/** Groups as they are printed on cards, or all alike but the last. */
const isRegular = (sizes: readonly number[]): boolean =>
  ['4 6 5', '4 6 4'].includes(sizes.join(' ')) ||
  ((sizes[0] === 1 || sizes[0]! > 2) &&
    sizes.slice(0, -1).every((size) => size === sizes[0]) &&
    sizes.at(-1)! <= sizes[0]!)

const isBehind = (values: Uint8Array, isLong: boolean): boolean =>
  values.length <= 10 && (isLong ? DATE_BEHIND : DATE_OR_CODE).test(values.join(''))

const CODE = '(?:cvv2?|cvc2?|csc|cid|(?:security )?code)'
const GAP = '[^\\p{L}\\p{N}]{0,3}'
const LABELLED_CODE = new RegExp(`(?<!\\p{L})${CODE}${GAP}\\p{N}{3,4}(?!\\p{N})`, 'giu')
const BESIDE = new RegExp(
  `${GAP}(?:(?:exp(?:iry|ires|iration)?(?: date)?|valid(?: (?:thru|until|to))?|${CODE})${GAP})?` +
    '(?:\\p{N}{1,2} ?[/.-] ?(?:\\p{N}{4}|\\p{N}{2})|\\p{N}{6}|\\p{N}{3,4})(?!\\p{N})',
  'iuy',
)

/** The digits of an expiry and of a security code that stand directly behind a number. */
function besideIn(text: string, from: number): Place[] {
  let end = from
  for (let count = 0; count < 2; count += 1) {
    BESIDE.lastIndex = end
    end += BESIDE.exec(text)?.[0].length ?? 0
  }
  return digitsBetween(text, from, end)
}

const digitsBetween = (text: string, from: number, end: number): Place[] =>
  [...text.slice(from, end).matchAll(/\p{N}/gu)].map(({ 0: digit, index }) => ({
    from: from + index,
    to: from + index + digit.length,
  }))
