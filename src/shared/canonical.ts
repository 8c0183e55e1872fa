// One text for one value: what is signed can be written in one way only. Names in order, no blanks,
// whole numbers; whoever signs and whoever checks mean the same bytes. Pure.

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const named = value as { readonly [name: string]: Json }
  const parts = Object.keys(named)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(named[name]!)}`)
  return `{${parts.join(',')}}`
}

/**
 * The value of a text that is written in its only way, else undefined. A doubled name, a blank, 1e3
 * or -0 reads as a value whose text is another one.
 */
export function canonicalIn(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json
    if (canonicalText(value) === text) return value
  } catch {
    // Not JSON, or so deep that nobody can read it: the library has no other way to say so.
  }
  return undefined
}
