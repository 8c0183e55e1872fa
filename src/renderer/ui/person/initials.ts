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

/** A name always has the same one. */
export const personColourOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) %
  personColours

/** What Paydesk does by itself stands under this name. */
export const isProgram = (name: string): boolean => name === 'paydesk'

/** The colours of the mark. */
export function markColours(name: string): { ink: string; wash: string } {
  if (isProgram(name)) return { ink: 'var(--on-primary)', wash: 'var(--primary)' }
  const at = personColourOf(name)
  return { ink: `var(--person-${at}-ink)`, wash: `var(--person-${at}-wash)` }
}
