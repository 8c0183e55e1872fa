// In which encoding a text is written: proven, or shown in each that it may be, for a person to
// choose. Nothing is guessed.
import { say } from '#shared/message.ts'
import type { EncodingSample } from '#shared/files/file-row.ts'
import { decodeText, type Encoding, unicodeOf } from './decode.ts'
import type { OpenedSource } from './source.ts'
import { UnreadableFile } from './source-row.ts'

const offered: readonly Encoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-2',
  'iso-8859-15',
]
const known: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', ...offered]
const shownName: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'iso-8859-2': 'ISO 8859-2',
  'iso-8859-15': 'ISO 8859-15',
}

/** Thrown with the lines to choose by. */
export class EncodingOpen extends UnreadableFile {
  readonly samples: EncodingSample[]
  constructor(samples: EncodingSample[]) {
    super('encoding', say('files.encoding-unknown'))
    this.samples = samples
  }
}

/** The encoding to read in: as chosen, or as the file shows. */
export function encodingOf(source: OpenedSource, chosen: string | undefined): Encoding {
  return known.find((one) => one === chosen) ?? unicodeOf(source.head) ?? 'utf-8'
}

/**
 * The text in pieces. Throws UnreadableFile where bytes are no text: of a file that calls itself
 * UTF-8, by a mark or by other letters, the line is named; any other may be in an old encoding.
 */
export async function* textOf(
  source: OpenedSource,
  encoding: Encoding,
  isChosen: boolean,
): AsyncGenerator<string> {
  const parts = decodeText(source.bytes(), encoding)
  let hasLetters = startsWithMark(source.head)
  for (;;) {
    const { done, value } = await parts.next()
    if (done !== true) {
      hasLetters ||= /[^\0-\x7f]/.test(value)
      yield value
      continue
    }
    if (value === null) return
    if (encoding === 'utf-8' && !isChosen && !hasLetters && !(await hasLettersBefore(source)))
      throw new EncodingOpen(await samplesOf(source))
    const line = value.badLine
    throw new UnreadableFile(
      'half-character',
      say('files.half-a-character', { line, encoding: shownName[encoding] }),
      line,
    )
  }
}

const startsWithMark = (head: Uint8Array): boolean =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/** Two or more bytes that UTF-8 has for one letter, before the first that it has not. */
async function hasLettersBefore(source: OpenedSource): Promise<boolean> {
  for await (const bytes of source.bytes()) {
    const text = new TextDecoder('utf-8').decode(bytes)
    const bad = text.indexOf('\ufffd')
    const letters = text.search(/[^\0-\x7f\ufffd]/)
    if (letters !== -1 && (bad === -1 || letters < bad)) return true
    if (bad !== -1) return false
  }
  return false
}

const mostSampled = 2 ** 20
const longestSample = 60

/** The first three lines with letters that encodings differ in; equal readings stand once. */
async function samplesOf(source: OpenedSource): Promise<EncodingSample[]> {
  const lines: Buffer[] = []
  let [rest, sampled] = [Buffer.alloc(0), 0]
  for await (const bytes of source.bytes()) {
    const all = Buffer.concat([rest, bytes])
    let from = 0
    for (let at = all.indexOf(10); at !== -1; at = all.indexOf(10, from)) {
      lines.push(...differing(all.subarray(from, at)))
      from = at + 1
    }
    rest = all.subarray(from)
    sampled += bytes.length
    if (lines.length >= 3 || sampled > mostSampled) break
  }
  lines.push(...differing(rest))
  const samples = offered.map((encoding) => ({
    encoding,
    lines: lines.slice(0, 3).map((line) => new TextDecoder(encoding).decode(line)),
  }))
  const isNew = (one: EncodingSample, at: number): boolean =>
    samples.findIndex(({ lines: other }) => other.join('\n') === one.lines.join('\n')) === at
  return samples.filter(isNew)
}

/** A part of the line around its first such letter, if it has one. */
function differing(line: Buffer): Buffer[] {
  const at = line.findIndex((byte) => byte >= 0x80)
  if (at === -1) return []
  const from = Math.max(0, at - 20)
  const part = line.subarray(from, from + longestSample)
  return [part.at(-1) === 13 ? part.subarray(0, -1) : part]
}
