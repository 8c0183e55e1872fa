// The signed texts of updates, read from bytes: in their only form (src/shared/canonical.ts), or
// not at all. Pure.
import { canonicalIn } from '#shared/canonical.ts'

/** Far above what three keys and their signatures take. */
export const longestText = 16_384

type CanonicalFault = 'update-description-too-long' | 'update-description-not-canonical'

export function readCanonical(bytes: Uint8Array): { value: unknown } | { refused: CanonicalFault } {
  if (bytes.length > longestText) return { refused: 'update-description-too-long' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = canonicalIn(text)
    if (value !== undefined) return { value }
  } catch {
    // Bytes that are no UTF-8: the library has no other way to say so.
  }
  return { refused: 'update-description-not-canonical' }
}
