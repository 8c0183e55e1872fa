// A message is stored and sent as a reference: its code and its values, never its sentence. A
// reference is text, so it can stand in a column, in a list or inside another message:
// [[not-found-in-look-ups?lookUpsNeeded=3]]. Values are encoded, so no value can hold the end of
// its reference. A card number in a value is masked first: no detector would find the encoded one.
import type { Catalogue, MessageCode } from '#messages/catalogue.ts'
import { maskCardNumbers } from './cards/card-number.ts'

/** The names in braces of a sentence: 'At most {limit}.' has 'limit'. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type ValuesOf<Code extends MessageCode> = Readonly<
  Record<NamesIn<Catalogue[Code]>, string | number | bigint>
>

/** Codes of sentences without values come alone; all others come with each of their values. */
export type Values<Code extends MessageCode> = [NamesIn<Catalogue[Code]>] extends [never]
  ? []
  : [values: ValuesOf<Code>]

/**
 * As in a URL, with `~` and letters from g to v for `%` and hexadecimal digits: every digit of the
 * encoded text is one of the value, so a detector of card numbers finds none that is not there.
 */
const encoded = (value: string): string =>
  encodeURIComponent(maskCardNumbers(value).toWellFormed())
    .replaceAll('~', '%7E')
    .replace(/%(\w)(\w)/g, (_, high: string, low: string) => `~${letterOf(high)}${letterOf(low)}`)
const letterOf = (digit: string): string => String.fromCharCode(103 + Number.parseInt(digit, 16))

/** Refers to a sentence of the catalogue. A code or value that is missing does not compile. */
export function say<Code extends MessageCode>(code: Code, ...values: Values<Code>): string {
  const [given] = values as [Readonly<Record<string, string | number | bigint>>?]
  if (given === undefined) return `[[${code}]]`
  const pairs = Object.entries(given).map(([name, value]) => `${name}=${encoded(String(value))}`)
  return `[[${code}?${pairs.join('&')}]]`
}
