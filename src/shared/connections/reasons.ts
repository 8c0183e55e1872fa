// The reasons a sheet offers to pick from, as a connection's settings have them: read from what was
// typed, and the amount from which a listed reason is not enough. Pure.
import { say } from '../message.ts'
import { z } from 'zod'
import { holdsCardNumber } from '../cards/card-number.ts'
import { cardNumberTyped } from '../card-refusal.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'
import type { MoneyText } from '../money.ts'
import { clearReading, readTyped } from '../typed-amount.ts'

export const mostReasons = 12
/** A reason is sent as the comment, of which the gateway takes so much. */
export const longestReason = 50
const longestCode = 40

/**
 * `label` is what a person picks, `text` the comment that the gateway is sent for it, and `code`
 * what reports group by.
 */
export type ListedReason = Readonly<Record<'code' | 'label' | 'text', string>>

const tooLong = say('connections.a-reason-is-too-long', { longestReason })
const howMany = say('connections.enter-so-many-reasons', { mostReasons })
const phrase = z
  .string()
  .trim()
  .min(1, say('connections.a-reason-has-a-word'))
  .max(longestReason, tooLong)
  .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped })
export const reasonCode = z
  .string()
  .max(longestCode, say('connections.code-of-a-reason', { longestCode }))
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, say('connections.code-of-a-reason', { longestCode }))
  .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped })
const listedReason = z.strictObject({ label: phrase, text: phrase, code: reasonCode })

/** Case and spaces make no other reason. */
export const plainReason = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * For a reason that was given without one. It follows from the label, not from its place: another
 * list with another reason does not come to the same code.
 */
function codeOf(label: string, taken: ReadonlySet<string>): string {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const short = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const isWhole = short !== '' && short.length <= longestCode - 3 && !/[^\P{L}a-z]/u.test(plain)
  if (isWhole && !taken.has(short)) return short
  const own = `r-${shortDigest(plainReason(label))}`
  let [one, nth] = [own, 1]
  while (taken.has(one)) one = `${own}-${(nth += 1)}`
  return one
}

/** FNV-1a, as eight hex digits: it tells texts apart and protects nothing. */
function shortDigest(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    for (const byte of [unit & 0xff, unit >>> 8]) sum = Math.imul(sum ^ byte, 0x01000193)
  }
  return (sum >>> 0).toString(16).padStart(8, '0')
}

/** A reason was once its text alone: settings that say so keep their meaning, each text once. */
function withCodes(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  const ones = (list as unknown[]).map((one) => (typeof one === 'string' ? one.trim() : one))
  const texts = ones.map((one) => (typeof one === 'string' ? plainReason(one) : null))
  const taken = new Set(ones.flatMap((one) => (hasCode(one) ? [one.code] : [])))
  return ones.flatMap((one, at) => {
    if (typeof one !== 'string') return [one]
    if (texts.indexOf(texts[at]!) < at) return []
    const others = texts.flatMap((text) => (text === null || text === texts[at] ? [] : [text]))
    const reason = { code: codeOf(one, new Set([...taken, ...others])), label: one, text: one }
    taken.add(reason.code)
    return [reason]
  })
}

const hasCode = (one: unknown): one is { code: string } =>
  typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string'

const asListed = (texts: readonly string[]): ListedReason[] => withCodes(texts) as ListedReason[]

export const reasonList = z.preprocess(
  withCodes,
  z
    .array(listedReason)
    .min(1, howMany)
    .max(mostReasons, howMany)
    .refine(
      (list) => list.every((one, at) => !list.slice(0, at).some((other) => meets(one, other))),
      {
        error: say('connections.reasons-alike'),
      },
    ),
) as z.ZodType<ListedReason[], readonly (string | ListedReason)[]>

export const usualReasons = {
  afterSale: asListed([
    ...['Customer request', 'Goods returned', 'Damaged goods', 'Not delivered', 'Paid twice'],
  ]),
  beforeSale: asListed(['Customer request', 'Order cancelled', 'Out of stock', 'Ordered twice']),
}

/** “code | label | text for the gateway”; the last is left out where it is the label. */
export const lineOfReason = ({ code, label, text }: ListedReason): string =>
  [code, label, ...(text === label ? [] : [text])].join(' | ')

/** What is wrong with one of them, at its field; of the list as a whole both are null. */
export interface ReasonFault {
  /** Its place in the list, from 0. */
  at: number | null
  field: keyof ListedReason | null
  why: string
}

/**
 * Reasons as they are typed, a field each. An empty code is made from the label, an empty text is
 * the label. Rows in which nothing stands are left out.
 */
export function readReasons(typed: readonly ListedReason[]): {
  reasons: ListedReason[]
  faults: ReasonFault[]
} {
  const rows = typed.flatMap((one, at) =>
    namesOf(one).some((name) => name !== '') ? [{ at, names: namesOf(one), one }] : [],
  )
  const found: (ListedReason & { at: number })[] = []
  const faults: ReasonFault[] = []
  if (rows.length < 1 || rows.length > mostReasons)
    faults.push({ at: null, field: null, why: howMany })
  for (const { at, one } of rows) {
    const label = one.label.trim()
    const taken = rows.flatMap((other) => (other.at === at ? [] : other.names))
    const parsed = listedReason.safeParse({
      label,
      code: one.code.trim() || codeOf(label, new Set([...taken, ...found.map(codeIn)])),
      text: one.text.trim() || label,
    })
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!
      faults.push({ at, field: path[0] as keyof ListedReason, why: message })
      continue
    }
    const reason = parsed.data
    const twin = found.find((other) => meets(other, reason))
    if (twin !== undefined) faults.push({ at, ...twinFault(twin, reason) })
    found.push({ ...reason, at })
  }
  return { reasons: found.map(({ at: _, ...reason }) => reason), faults }
}

const codeIn = ({ code }: ListedReason): string => code

const namesOf = ({ code, label, text }: ListedReason): string[] =>
  [code, label, text].map(plainReason)

/**
 * MONEY: what was typed and what was sent has to say which reason it was, so no code, label or text
 * of one is one of another.
 */
const meets = (one: ListedReason, other: ListedReason): boolean => {
  const taken = new Set(namesOf(other))
  return namesOf(one).some((name) => taken.has(name))
}

function twinFault(
  { at, ...twin }: ListedReason & { at: number },
  reason: ListedReason,
): Pick<ReasonFault, 'field' | 'why'> {
  const row = at + 1
  if (twin.code === reason.code)
    return { field: 'code', why: say('connections.code-is-in-row', { code: twin.code, row }) }
  const isText = plainReason(twin.text) === plainReason(reason.text)
  return isText && reason.text !== reason.label
    ? { field: 'text', why: say('connections.text-is-in-row', { row }) }
    : { field: 'label', why: say('connections.word-is-in-row', { row }) }
}

/** Whether a reason was picked from the connection's list or is in the operator's own words. */
export type ReasonSource = 'list' | 'free-text'

/** By what the gateway is sent, else by its label, else by its code. */
export function listedAs(
  comment: string,
  listed: readonly ListedReason[],
): ListedReason | undefined {
  const typed = plainReason(comment)
  return (['text', 'label', 'code'] as const)
    .map((name) => listed.find((one) => plainReason(one[name]) === typed))
    .find((one) => one !== undefined)
}

/** A listed reason is a listed reason, whether it was picked or typed again letter by letter. */
export const sourceOfReason = (comment: string, listed: readonly ListedReason[]): ReasonSource =>
  listedAs(comment, listed) === undefined ? 'free-text' : 'list'

/**
 * Whether a reason that was listed would count as the operator's own words from now on, or would
 * send the gateway another text.
 */
export const hasLostReason = (was: readonly ListedReason[], is: readonly ListedReason[]): boolean =>
  was.some(
    ({ code, label, text }) =>
      [label, text].some((one) => listedAs(one, is)?.text !== text) ||
      is.some(
        (one) =>
          (one.code === code || plainReason(one.label) === plainReason(label)) && one.text !== text,
      ),
  )

const mostDecimals = 4
/** Empty: from no amount. Otherwise whole units and decimals of whatever currency the order has. */
export const freeReasonFrom = z
  .string()
  .regex(/^(?:(?:0|[1-9]\d{0,14})(?:\.\d{1,4})?)?$/, say('connections.enter-an-amount-like-500'))

/** Reads the typed limit; "1,000" has two meanings and is refused. */
export function readFreeReasonFrom(text: string): Result<string> {
  if (text.trim() === '') return ok('')
  const read = clearReading(readTyped(text.trim(), mostDecimals))
  const typed = read === null ? '-' : [read.whole, read.decimals].filter(Boolean).join('.')
  const parsed = freeReasonFrom.safeParse(typed)
  return parsed.success
    ? ok(parsed.data)
    : fail(inputFault('freeReasonFrom', say('connections.enter-an-amount-like-500')))
}

/** MONEY: an amount that nobody knows may be any amount, so it needs the operator's own words. */
export function needsFreeText(money: MoneyText | null, from: string): boolean {
  if (from === '') return false
  return money === null || scaled(money.amount) >= scaled(from)
}

/** Whether less needs the operator's own words than before. */
export const isLooserLimit = (before: string, from: string): boolean =>
  before !== '' && (from === '' || scaled(from) > scaled(before))

/** In ten thousandths of a unit: no currency has more than four decimals. */
function scaled(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(mostDecimals, '0'))
}
