// One text for one value: what is signed can be written in one way only. Names in order, no blanks,
// whole numbers; whoever signs and whoever checks mean the same bytes. Pure.

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const named = value as { readonly [name: string]: Json }
  const parts = Object.keys(named)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(named[name]!)}`)
  return `{${parts.join(',')}}`
}

/** Far above what three keys and their signatures take. */
export const longestText = 16_384

type CanonicalFault = 'update-description-too-long' | 'update-description-not-canonical'

/**
 * The value of a text that is written in its only way, else why not. A doubled name, a blank, 1e3
 * or -0 reads as a value whose text is another one.
 */
export function readCanonical(bytes: Uint8Array): { value: unknown } | { refused: CanonicalFault } {
  if (bytes.length > longestText) return { refused: 'update-description-too-long' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = JSON.parse(text) as Json
    if (canonicalText(value) === text) return { value }
  } catch {
    // Neither UTF-8 nor JSON has another way to say that the bytes are none.
  }
  return { refused: 'update-description-not-canonical' }
}
