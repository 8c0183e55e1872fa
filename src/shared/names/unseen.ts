// Texts that a person typed, or that a script in the page may have, in what a person has to
// believe: a name, and a dialog of the system. Pure.

/** Control characters, such as nobody sees, and blanks that only look like a space. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

/**
 * A joiner between two letters of a script that writes words with it. Between all others it is only
 * a way to make two names that look the same.
 */
const needed =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}])[\u200c\u200d](?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}])/gu

const codeOf = (character: string): string =>
  character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')

/** The number of the first character that nobody sees, like “202E”, or null. */
export function unseenIn(text: string): string | null {
  const found = unseen.exec(text)
  return found === null ? null : codeOf(found[0])
}

/** What is in a script that needs joiners, without those that it needs. */
const withoutJoiners = (text: string): string => text.replaceAll(needed, '')

/** The same of a name, which may be in a script that needs joiners. */
export const unseenInName = (name: string): string | null => unseenIn(withoutJoiners(name))

/**
 * A text of somebody else in quotation marks, on one line: it can't end its quotation, begin a line
 * or turn the direction, and is no reference to a sentence of Paydesk's own.
 */
export const quoted = (text: string): string =>
  `“${text.replaceAll(
    /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}“”]|(?! )\p{Zs}|(?<=\[)\[/gu,
    (character) => `\\u{${codeOf(character)}}`,
  )}”`

/** Characters that break a line or turn the direction: what is read then is not what is there. */
const turning = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
export const isTurned = (text: string): boolean => turning.test(text)

/** The same, and characters of no width, but joiners in a script that needs them. */
const hiding = /[\u00ad\u200b-\u200d\u2060\ufeff]/u
export const isHiding = (text: string): boolean =>
  isTurned(text) || hiding.test(withoutJoiners(text))
