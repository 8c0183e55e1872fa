/** The first letters of the first words of a name, as they stand in its mark. */
export const initialsOf = (name: string, most: number): string =>
  name
    .split(/[\s._-]+/u)
    .filter((word) => word !== '')
    .slice(0, most)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('')

/** Marks of people have so many colours (theme/tokens.ts). */
export const personColours = 6

/**
 * By the place among all who ever joined, so that the first six differ; a name that is not among
 * them has one by its letters.
 */
export function personColourOf(name: string, joined: readonly string[]): number {
  const place = joined.indexOf(name)
  const byLetters = (sum: number, letter: string): number =>
    (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (place < 0 ? [...name].reduce(byLetters, 7) : place) % personColours
}

/** What Paydesk does by itself stands under this name. */
export const isProgram = (name: string): boolean => name === 'paydesk'

/** The colours of the mark. */
export function markColours(
  name: string,
  joined: readonly string[],
): { ink: string; wash: string } {
  if (isProgram(name)) return { ink: 'var(--on-primary)', wash: 'var(--primary)' }
  const at = personColourOf(name, joined)
  return { ink: `var(--person-${at}-ink)`, wash: `var(--person-${at}-wash)` }
}
