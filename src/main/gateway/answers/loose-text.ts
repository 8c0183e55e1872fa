// Text of a field that decides nothing, kept readable where it is not encoded as it should be: a
// stray %, or windows-1251 instead of UTF-8, as Russian hosts of the family write names. Pure.

/** Bytes as UTF-8, or as windows-1251 where they are no UTF-8. */
export function looseText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

/** Percent-encoded text; a % without two digits behind it stays as it is. */
export function looseFormText(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const parts = text.replaceAll('+', ' ').split(/((?:%[0-9A-Fa-f]{2})+)/)
  return looseText(
    Buffer.concat(
      parts.map((part, place) =>
        place % 2 === 1
          ? Buffer.from(part.replaceAll('%', ''), 'hex')
          : Buffer.from(part, encoding),
      ),
    ),
  )
}
