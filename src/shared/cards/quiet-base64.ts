// Base64 of secrets, in the engine's own memory alone. The runtime's coder works in memory of the C
// library, which is freed without being overwritten: there a key would lie for anybody who reads
// the memory of the idle program.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digitOf = new Map([...alphabet].map((letter, digit) => [letter.charCodeAt(0), digit]))

/** RFC 4648 section 4, with padding. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3)
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    text += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63)
    text += b === undefined ? '=' : alphabet.charAt((bits >> 6) & 63)
    text += c === undefined ? '=' : alphabet.charAt(bits & 63)
  }
  return text
}

/**
 * Strict but for line breaks: null for every other letter, and for a text that was cut off. The
 * caller overwrites the bytes.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  const letters = text.replaceAll(/[\r\n]/g, '')
  const padding = letters.endsWith('==') ? 2 : letters.endsWith('=') ? 1 : 0
  if (letters.length % 4 !== 0) return null
  const bytes = new Uint8Array((letters.length / 4) * 3 - padding)
  let bits = 0
  for (let at = 0; at < letters.length; at += 1) {
    const digit = at < letters.length - padding ? digitOf.get(letters.charCodeAt(at)) : 0
    if (digit === undefined) {
      bytes.fill(0)
      return null
    }
    bits = (bits << 6) | digit
    if (at % 4 !== 3) continue
    // What stands beyond the end belongs to the padding, and a typed array takes none of it.
    for (const [place, shift] of [16, 8, 0].entries())
      bytes[((at - 3) / 4) * 3 + place] = (bits >> shift) & 255
    bits = 0
  }
  return bytes
}
