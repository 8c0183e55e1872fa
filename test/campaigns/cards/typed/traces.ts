// How a number that was typed is found again in a file, whatever the file is: by the very text, or
// by its digits without what stands between them. Written apart from the product.
import { scripts } from './scripts.ts'
import type { Spelling } from './spelling.ts'

const asDigit = new Map(
  Object.values(scripts).flatMap((script) =>
    script.map((char, digit): [string, string] => [char, String(digit)]),
  ),
)
/** Single characters alone: the others are a digit with something unseen behind it. */
const otherDigits = new RegExp(
  `[${[...asDigit.keys()].filter((char) => [...char].length === 1 && !/\d/.test(char)).join('')}]`,
  'gu',
)

export const withoutGaps = (text: string): string =>
  text
    .replace(/<[/!]?[A-Za-z-][^<>]{0,80}>|&#?\w{1,32};|%[\dA-F]{2}|\\+u[\da-f]{4}|\\+[nrt]/gi, '')
    .replace(otherDigits, (char) => asDigit.get(char)!)
    .replace(/[^\p{L}\d]/gu, '')

/** The part with the digits as it was written, and as JSON and an address write it. */
export const tracesOf = ({ core }: Spelling): string[] => [
  core,
  JSON.stringify(core).slice(1, -1),
  encodeURIComponent(core),
  new URLSearchParams({ core }).toString().slice(5),
]
