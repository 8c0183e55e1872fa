// What number a character stands for, in every script. Pure.

/**
 * Numbers that Unicode does not fold to digits, from zero to twenty: where they begin, the value of
 * the first, and how many follow each other. Circled, dingbat and rod numerals, and old scripts.
 */
const numerals: readonly (readonly [first: number, value: number, count: number])[] = [
  ...([
    [0x1369, 1, 10],
    [0x17f0, 0, 10],
    [0x19da, 1, 1],
  ] as const),
  ...([
    [0x24eb, 11, 10],
    [0x24f5, 1, 10],
    [0x24ff, 0, 1],
  ] as const),
  ...([
    [0x2776, 1, 10],
    [0x2780, 1, 10],
    [0x278a, 1, 10],
  ] as const),
  ...([
    [0x3220, 1, 10],
    [0x3280, 1, 10],
    [0x10107, 1, 10],
  ] as const),
  ...([
    [0x102e1, 1, 10],
    [0x109c0, 1, 10],
    [0x10e60, 1, 10],
  ] as const),
  ...([
    [0x11052, 1, 10],
    [0x111e1, 1, 10],
    [0x11c5a, 1, 10],
  ] as const),
  ...([
    [0x16e80, 0, 20],
    [0x1d2e0, 0, 20],
    [0x1d360, 1, 10],
  ] as const),
  ...([
    [0x1e8c7, 1, 9],
    [0x1ec71, 1, 10],
    [0x1ed01, 1, 10],
  ] as const),
  ...([
    [0x1f10b, 0, 1],
    [0x1f10c, 0, 1],
  ] as const),
]

/** As ASCII digits: usually one, two of a character like ⑫, none of a letter or a fraction. */
export function digitsOf(char: string): string {
  if (!/\p{N}/u.test(char)) return ''
  const folded = [...char.normalize('NFKC')].filter((one) => /\p{Nd}/u.test(one))
  if (folded.length > 0) return folded.map(valueOf).join('')
  const code = char.codePointAt(0)!
  const range = numerals.find(([first, , count]) => code >= first && code < first + count)
  return range === undefined ? '' : String(range[1] + code - range[0])
}

/** A text with the digits of every script as ASCII ones. */
export const inAsciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))

/** Unicode lists each script's digits from zero to nine without a gap. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!
  if (code < 128) return code - 48
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below += 1
  return below % 10
}
