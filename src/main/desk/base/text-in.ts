// The text in the bytes of a file, or null where they are no UTF-8 throughout. A mark at its
// beginning stays: a signature covers each byte.
export function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // The library has no other way to say so.
    return null
  }
}
