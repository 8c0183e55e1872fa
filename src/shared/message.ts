// A message is stored and sent as its code and its values, never as a sentence. It is JSON text,
// `{"code":"…","values":{…}}`, so it fits in a column, in an entry of the log and in a fault; the
// sentence is made where a person reads it (src/wording). Values have types: what is an amount, a
// time, a list or another message is written as one, so that each language shows it in its own way.
import type { Catalogue, MessageCode } from '#messages/catalogue.ts'
import { maskCardNumbers } from './cards/card-number.ts'

/** What stands before the brace of a branch of a plural. */
type Branch = `${string} one ` | `${string} other `

/** The names in braces of a pattern, those of plurals apart. */
export type NamesIn<Pattern extends string> = Pattern extends `${infer Before}{${infer Rest}`
  ? Before extends Branch
    ? NamesIn<Rest>
    : Rest extends `${infer Name}}${infer More}`
      ? Name extends `${string}, plural,${string}`
        ? Rest extends `${string}, plural,${infer Branches}`
          ? NamesIn<Branches>
          : never
        : Name | NamesIn<More>
      : never
  : never
export type CountsIn<Pattern extends string> = Pattern extends `${string}{${infer Rest}`
  ? | (Rest extends `${infer Name}, plural,${string}`
        ? Name extends `${string}}${string}`
          ? never
          : Name
        : never)
    | CountsIn<Rest>
  : never

/** In minor units; `digits` of them stand behind the decimal point. */
interface Amount {
  minor: bigint
  currency: string
  digits: number
}

/** What a value may be. A text is an id, a name or what the gateway wrote; or a message. */
export type MessageValue =
  | string
  | number
  | Amount
  /** As it crosses the bridge: "1234.50". */
  | { amount: string; currency: string }
  /** A moment, in milliseconds since 1970. */
  | { at: number }
  /** A time that has passed since, in milliseconds: "2 hours ago". */
  | { ago: number }
  /** What an operation of the gateway is called: "refund", or on a form "Refund". */
  | { noun: string }
  | { title: string }
  /** A list says its members with "and" before the last; this one with "or". */
  | { or: readonly MessageValue[] }
  /** Parts of one thing, like the lines of an address. */
  | { parts: readonly MessageValue[] }
  | readonly MessageValue[]

type ValuesOf<Code extends MessageCode> = Readonly<
  Record<Exclude<NamesIn<Catalogue[Code]>, CountsIn<Catalogue[Code]>>, MessageValue> &
    Record<CountsIn<Catalogue[Code]>, number>
>

/** Codes of sentences without values come alone; all others come with each of their values. */
export type Values<Code extends MessageCode> = [
  NamesIn<Catalogue[Code]> | CountsIn<Catalogue[Code]>,
] extends [never]
  ? []
  : [values: ValuesOf<Code>]

/** As it is stored. */
export interface StoredMessage {
  code: string
  values?: Readonly<Record<string, StoredValue>>
}
export type StoredValue =
  | string
  | number
  | StoredMessage
  /** Sentences, one after the other. */
  | readonly StoredMessage[]
  | { minor: string; currency: string; digits: number }
  | { at: number }
  | { ago: number }
  | { noun: string }
  | { title: string }
  | { and: readonly StoredValue[] }
  | { or: readonly StoredValue[] }
  | { parts: readonly StoredValue[] }

/** Refers to a sentence of the catalogue. A code or value that is missing does not compile. */
export function say<Code extends MessageCode>(code: Code, ...values: Values<Code>): string {
  const [given] = values as [Readonly<Record<string, MessageValue>>?]
  if (given === undefined) return JSON.stringify({ code })
  const stored = Object.entries(given).map(([name, value]) => [name, storedValue(value)] as const)
  return JSON.stringify({ code, values: Object.fromEntries(stored) })
}

/** Sentences that follow one another; each once. */
export function sayAll(messages: readonly string[]): string {
  if (messages.length === 0) return ''
  const all = [...new Set(messages.flatMap(messagesIn))]
  return all.length > 1 ? `[${all.join(',')}]` : (all[0] ?? '')
}

/** The messages of a text that is one, or several. A text that is none stays one text. */
export function messagesIn(text: string): string[] {
  const stored = readStored(text)
  if (stored === null) return text === '' ? [] : [text]
  return Array.isArray(stored) ? stored.map((one) => JSON.stringify(one)) : [text]
}

/** The message that a text is, or the messages; null for any other text. */
export function readStored(text: string): StoredMessage | StoredMessage[] | null {
  if (!text.startsWith('{"code":"') && !text.startsWith('[{"code":"')) return null
  try {
    return JSON.parse(text) as StoredMessage | StoredMessage[]
  } catch {
    return null
  }
}

function storedValue(value: MessageValue): StoredValue {
  // A mask of the whole text must never be what breaks it.
  if (typeof value === 'string') return readStored(value) ?? maskCardNumbers(value.toWellFormed())
  if (typeof value === 'number') return value
  if (isList(value)) return { and: value.map(storedValue) }
  if ('or' in value) return { or: value.or.map(storedValue) }
  if ('parts' in value) return { parts: value.parts.map(storedValue) }
  if ('minor' in value)
    return { minor: String(value.minor), currency: value.currency, digits: value.digits }
  if (!('amount' in value)) return value
  const [whole = '', decimals = ''] = value.amount.split('.')
  return { minor: whole + decimals, currency: value.currency, digits: decimals.length }
}

const isList = (value: MessageValue): value is readonly MessageValue[] => Array.isArray(value)
