// The page's own sentences by their codes. `t` is the one way to say one; a code or a value that is
// missing does not compile. MessageText.ts says those that have parts of the page in them.
import { formatOf, plainWording, speakPseudo } from '#wording/patterns.ts'
import type { CountsIn, NamesIn } from '#shared/message.ts'
import { type Catalogue, catalogue, type MessageCode } from '#messages/catalogue.ts'

/** Read once, before anything is said: texts are made when modules load. Tests set it. */
const isPseudo =
  typeof window !== 'undefined' && window.localStorage?.getItem('paydesk-language') === 'pseudo'
if (isPseudo) speakPseudo()

export type Value = string | number | bigint
type ValuesOf<Code extends MessageCode> = Readonly<
  Record<Exclude<NamesIn<Catalogue[Code]>, CountsIn<Catalogue[Code]>>, Value> &
    Record<CountsIn<Catalogue[Code]>, number>
>
type Values<Code extends MessageCode> = [
  NamesIn<Catalogue[Code]> | CountsIn<Catalogue[Code]>,
] extends [never]
  ? []
  : [values: ValuesOf<Code>]

/** The sentence of a code with its values. */
export function t<Code extends MessageCode>(code: Code, ...values: Values<Code>): string {
  const [given] = values as [Readonly<Record<string, Value>>?]
  const pattern: string = catalogue[code]
  if (given === undefined) return plainWording(pattern)
  return String(formatOf(pattern).format(withTexts(given)))
}

/** A sentence before and after the one slot that the caller draws. */
export function around<Code extends MessageCode, Slot extends keyof ValuesOf<Code> & string>(
  code: Code,
  slot: Slot,
  values: Readonly<Record<Exclude<keyof ValuesOf<Code>, Slot>, Value>>,
): { before: string; after: string } {
  const drawn = {}
  const parts = partsOf(code, values, { [slot]: drawn })
  const at = parts.indexOf(drawn)
  return { before: parts.slice(0, at).join(''), after: parts.slice(at + 1).join('') }
}

/** The parts of a sentence, in order; `slots` are values that are no text. */
export const partsOf = (
  code: MessageCode,
  values: Readonly<Record<string, Value>>,
  slots: Readonly<Record<string, object>>,
): readonly unknown[] => {
  const parts: unknown = formatOf(catalogue[code]).format({ ...withTexts(values), ...slots })
  return Array.isArray(parts) ? parts : [parts]
}

/** A formatter knows no bigint. */
const withTexts = (values: Readonly<Record<string, Value>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, one]) => [
      name,
      typeof one === 'bigint' ? String(one) : one,
    ]),
  )
