// Names that a person takes for one another: letters of another script that look the same,
// capitals, accents in another form, blanks. By the table of UTS 39 (Unicode Security Mechanisms).
// Pure.
import unhomoglyph from 'unhomoglyph'

/** Every letter as the one it looks like (UTS 39, section 4, “skeleton”). */
const skeletonOf = (text: string): string =>
  unhomoglyph(
    text
      .normalize('NFD')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  ).normalize('NFD')

/** A capital i looks like a small l, and is a small i: names are compared both ways. */
const skeletonsOf = (name: string): readonly string[] => [
  skeletonOf(name),
  skeletonOf(name.normalize('NFKC').toLowerCase()),
]

/** The first of these that looks like the name, or is it in other capitals; else undefined. */
export function lookAlike<Named extends { name: string }>(
  name: string,
  others: readonly Named[],
): Named | undefined {
  const skeletons = skeletonsOf(name)
  return others.find((other) => skeletonsOf(other.name).some((one, at) => one === skeletons[at]))
}
