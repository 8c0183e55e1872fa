// What a typed number can mean. A dot and a comma may both mark the decimals, and both may group
// thousands, as may a space and an apostrophe. Pure; it never picks one of two readings.

/** A number as it was meant: digits before and behind the decimal mark. */
export interface TypedNumber {
  whole: string
  decimals: string
}

export interface TypedReadings {
  /** All that the text says exactly. Only a single one may be taken. */
  exact: TypedNumber[]
  /** With more decimals than fit, or with zeros before it. Never taken, nor `exact` beside it. */
  near: TypedNumber[]
}

const space = /[ \u00a0\u2009\u202f]/g
const plain = /^(0|[1-9]\d*)(?:\.(\d+))?$/
const grouped = /^([1-9]\d{0,2})([.,' ])\d{3}(?:\2\d{3})*$/
const longest = 24

/** The form Paydesk writes itself: no groups, and a dot before the decimals. */
function plainNumber(text: string, digits: number): TypedNumber | null {
  const match = plain.exec(text)
  if (match === null || (match[2] ?? '').length > digits) return null
  return { whole: match[1]!, decimals: match[2] ?? '' }
}

/** `digits`: the most decimals a number may have here. */
export function readTyped(text: string, digits: number): TypedReadings {
  const written = plainNumber(text, digits)
  if (written !== null) return { exact: [written], near: [] }
  const marked = text.replace(space, ' ').replaceAll('’', "'")
  if (marked.length > longest || !/^\d[\d.,' ]*$/.test(marked)) return { exact: [], near: [] }
  const exact: TypedNumber[] = []
  const near: TypedNumber[] = []
  if (grouped.test(marked)) exact.push({ whole: bare(marked), decimals: '' })
  const [before, mark, decimals] = splitAtMark(marked)
  const whole = mark === null ? null : wholeOf(before, mark)
  if (whole !== null && decimals.length <= digits) exact.push({ whole, decimals })
  // "2.614": a person may also have meant less than three and slipped one digit.
  else if (whole !== null && digits > 0) near.push({ whole, decimals })
  // "007" is a slip of its own: nothing else is written with zeros before it.
  if (mark === null && /^0\d+$/.test(marked))
    near.push({ whole: marked.replace(/^0+(?=\d)/, ''), decimals: '' })
  return { exact, near }
}

/** The only thing the text can mean; null when there is none, or more than one. */
export function clearReading({ exact, near }: TypedReadings): TypedNumber | null {
  return exact.length === 1 && near.length === 0 ? exact[0]! : null
}

const bare = (text: string): string => text.replace(/\D/g, '')

/** At the last dot or comma with digits behind it. */
function splitAtMark(text: string): [before: string, mark: string | null, decimals: string] {
  const match = /^(.*\d)([.,])(\d+)$/.exec(text)
  return match === null ? [text, null, ''] : [match[1]!, match[2]!, match[3]!]
}

/** What stands before a decimal mark: no zeros in front, groups of three by another mark. */
function wholeOf(before: string, mark: string): string | null {
  if (/^(0|[1-9]\d*)$/.test(before)) return before
  const match = grouped.exec(before)
  return match === null || match[2] === mark ? null : bare(before)
}

const mostDecimals = 4
const sought = /^[€$£¥]?\s*(\d[\d.,'’ \u00a0\u2009\u202f]*?)\s*(?:[€$£¥]|([A-Za-z]{3}))?$/u

/**
 * "12,50 €" as the index holds it, "12.50"; null for a text that is no clear amount of its own.
 */
export function amountSought(text: string): string | null {
  const match = sought.exec(text.trim())
  const clear = match === null ? null : clearReading(readTyped(match[1]!, mostDecimals))
  if (clear === null || clear.decimals === '') return null
  const found = `${clear.whole}.${clear.decimals}${match?.[2] === undefined ? '' : ` ${match[2]}`}`
  return found === text.trim() ? null : found
}
