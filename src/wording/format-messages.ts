// Turns messages into sentences: called once where answers enter the page, and where main itself
// has to show or write something for a person (a dialog of the system, a document, the terminal).
import { catalogue, type MessageCode } from '#messages/catalogue.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { readStored, type StoredMessage, type StoredValue } from '#shared/message.ts'
import { formatMoney } from './amounts.ts'
import { formatOf, ownWording } from './patterns.ts'

const isCode = (code: string): code is MessageCode => Object.hasOwn(catalogue, code)

// British English has no comma before "and".
const lists = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
  parts: new Intl.ListFormat('en-GB', { type: 'unit' }),
}
const elapsed = new Intl.RelativeTimeFormat('en')
const moment = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
})

/** @throws for a code that is not known, a value that is missing, and one of no known form. */
function sentenceOf({ code, values = {} }: StoredMessage): string {
  if (!isCode(code)) throw new Error(`no sentence is called ${code}`)
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(value)] as const)
  return String(formatOf(catalogue[code]).format(Object.fromEntries(shown)))
}

/** Sentences stand one behind the other; what is less than one ends with a semicolon. */
const inTurn = (messages: readonly StoredMessage[]): string =>
  messages.map(sentenceOf).reduce((all, one) => `${all}${/[.!?…]⟧?$/.test(all) ? ' ' : '; '}${one}`)

function shownValue(value: StoredValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if ('code' in value) return sentenceOf(value)
  if ('minor' in value) return formatMoney(value)
  if ('at' in value && typeof value.at === 'number') return `${moment.format(value.at)} UTC`
  if ('ago' in value && typeof value.ago === 'number') return agoOf(value.ago)
  if ('noun' in value)
    return isOperationId(value.noun) ? ownWording(rowOf(value.noun).noun) : value.noun
  if ('title' in value)
    return isOperationId(value.title) ? ownWording(rowOf(value.title).title) : value.title
  if ('and' in value) return lists.and.format(allShown(value.and))
  if ('or' in value) return lists.or.format(allShown(value.or))
  if ('parts' in value) return lists.parts.format(allShown(value.parts))
  return inTurn(value as readonly StoredMessage[])
}

const allShown = (values: readonly StoredValue[]): string[] =>
  values.map((one) => String(shownValue(one)))

function agoOf(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 1) return elapsed.format(-Math.max(0, Math.round(ms / 1_000)), 'second')
  if (minutes < 120) return elapsed.format(-minutes, 'minute')
  return minutes < 48 * 60
    ? elapsed.format(-Math.round(minutes / 60), 'hour')
    : elapsed.format(-Math.round(minutes / 1_440), 'day')
}

/**
 * The sentence of a message, also where words stand in front of the message on a line, as in
 * "Error: " and a stack. Any other text stays as it is, and so does a message whose code or values
 * this program does not know.
 */
export function formatMessage(text: string): string {
  if (!text.includes('{"code":"')) return text
  const stored = readStored(text)
  if (stored !== null) return said(text, stored)
  return text.replaceAll(/\[?\{"code":".*/g, (found) => {
    const inside = readStored(found)
    return inside === null ? found : said(found, inside)
  })
}

function said(text: string, stored: StoredMessage | StoredMessage[]): string {
  try {
    return Array.isArray(stored) ? inTurn(stored) : sentenceOf(stored)
  } catch {
    return text
  }
}

/** A plain value (what crosses the bridge) with every text in it in words; shares what has none. */
export function formatMessages<Value>(value: Value): Value {
  if (typeof value === 'string') return formatMessage(value) as Value
  if (Array.isArray(value)) {
    const said = value.map((one: unknown) => formatMessages(one))
    return said.every((one, at) => one === value[at]) ? value : (said as Value)
  }
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const entries = Object.entries(value).map(
    ([name, one]) => [name, formatMessages(one as unknown)] as const,
  )
  return entries.every(([name, one]) => one === (value as Record<string, unknown>)[name])
    ? value
    : (Object.fromEntries(entries) as Value)
}
