// Turns references into sentences: called once where answers enter the page, and where main itself
// has to show or write something for a person (a dialog of the system, a document, the terminal).
import { catalogue, type MessageCode } from './catalogue.ts'
import { formatOf } from './wording.ts'

const reference = /\[\[([a-z0-9-]+)(?:\?([^[\]]*))?\]\]/g

const isCode = (code: string): code is MessageCode => Object.hasOwn(catalogue, code)

/** The way back from shared/message.ts. */
const decoded = (text: string): string =>
  decodeURIComponent(
    text.replace(/~([g-v])([g-v])/g, (_, high: string, low: string) => `%${hex(high)}${hex(low)}`),
  )
const hex = (letter: string): string => (letter.charCodeAt(0) - 103).toString(16)

/** @throws URIError for a value that no reference was made of. */
function valuesOf(query: string): Record<string, string> {
  const pairs = query === '' ? [] : query.split('&')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), formatMessage(decoded(pair.slice(at + 1)))]
    }),
  )
}

/**
 * A text with each reference in it as its sentence. All other text stays as it is, and so does a
 * reference whose code or values this program does not know.
 */
export function formatMessage(text: string): string {
  if (!text.includes('[[')) return text
  return text.replace(reference, (whole, code: string, query: string | undefined) => {
    if (!isCode(code)) return whole
    try {
      return String(formatOf(catalogue[code]).format(valuesOf(query ?? '')))
    } catch {
      return whole
    }
  })
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
