// Turns the bytes of a file into text. An encoding is proven or chosen by a person, and never
// guessed: of windows-1250 and windows-1252 both read every file, and one of them reads it wrong.
// Pure; holds one chunk at a time.

/** Names of the WHATWG Encoding Standard, by which ISO-8859-1 is windows-1252. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1252'
  | 'iso-8859-2'
  | 'iso-8859-15'

/** A line counts from 1, as an editor does. */
export interface BadBytes {
  badLine: number
}

/**
 * The Unicode form that the first bytes show (some thousand of them): by a mark, or by where the
 * NULs stand. Without either, 'utf-8' is to be tried: decodeText tells where that is wrong. Null
 * for a file that a person has to choose for, or that is no text.
 */
export function unicodeOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const starts = (...mark: number[]): boolean => mark.every((byte, at) => head[at] === byte)
  if (starts(0xef, 0xbb, 0xbf)) return 'utf-8'
  // The mark of UTF-32 begins with that of UTF-16.
  if (starts(0xff, 0xfe, 0, 0) || starts(0, 0, 0xfe, 0xff)) return null
  if (starts(0xff, 0xfe)) return 'utf-16le'
  if (starts(0xfe, 0xff)) return 'utf-16be'
  const nuls = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) nuls[at % 2]! += 1
  const [even = 0, odd = 0] = nuls
  if (even === 0 && odd === 0) return 'utf-8'
  // A stray NUL is no UTF-16, whose digits, separators and line ends have one each. The other byte
  // of a character is seldom a NUL, but half of 😀 is.
  const [fewer, more] = even < odd ? [even, odd] : [odd, even]
  if (more * 8 < head.length || fewer * 8 > more) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * The text of the chunks, without a mark at its beginning. Ends with the line of the first bytes
 * that are no text in this encoding; null where there are none. U+FFFD in the file counts as such:
 * another program has lost a character there.
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string, BadBytes | null> {
  const decoder = new TextDecoder(encoding)
  let [line, endsInReturn] = [1, false]
  const badIn = (text: string): BadBytes | null => {
    const bad = text.indexOf('\ufffd')
    const read = bad === -1 ? text : text.slice(0, bad)
    line += read.match(/\r\n?|\n/g)?.length ?? 0
    // One line end, cut between two chunks.
    if (endsInReturn && read.startsWith('\n')) line -= 1
    if (read !== '') endsInReturn = read.endsWith('\r')
    return bad === -1 ? null : { badLine: line }
  }
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    const bad = badIn(text)
    if (bad !== null) return bad
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  const bad = badIn(rest)
  if (bad !== null) return bad
  if (rest !== '') yield rest
  return null
}
