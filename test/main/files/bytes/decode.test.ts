// Bytes of files as other programs write them, cut at every place.
import { describe, expect, it } from 'vitest'
import { decodeText, type Encoding, unicodeOf } from '../../../../src/main/files/bytes/decode.ts'

const text = 'Order;Amount\r\n6760150;12,50 €\r\n6760377;Łódź 😀\r\n'
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
const utf16 = Buffer.from(text, 'utf16le')

async function read(
  chunks: Uint8Array[],
  encoding: Encoding,
): Promise<{ text: string; badLine: number | undefined }> {
  const parts = decodeText(chunks, encoding)
  let whole = ''
  for (;;) {
    const { done, value } = await parts.next()
    if (done === true) return { text: whole, badLine: value?.badLine }
    whole += value
  }
}

describe('the Unicode form of a file', () => {
  it.each([
    ['a mark of UTF-8', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-8 without a mark', Buffer.from(text), 'utf-8'],
    ['a mark of UTF-16, low byte first', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['a mark of UTF-16, high byte first', swapped(Buffer.from(`\ufeffab`, 'utf16le')), 'utf-16be'],
    ['NULs behind the bytes', utf16, 'utf-16le'],
    ['NULs before the bytes', swapped(utf16), 'utf-16be'],
    ['a stray NUL', Buffer.from(`${text}\0${text}`), null],
    ['NULs on both sides', Buffer.from('a\0\0b\0\0'), null],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), null],
    ['nothing', Buffer.alloc(0), 'utf-8'],
  ])('is told by %s', (_what, bytes, encoding) => {
    expect(unicodeOf(bytes)).toBe(encoding)
  })
})

describe('the text of a file', () => {
  it.each([
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', swapped(utf16)],
  ] as const)('is the same in %s, wherever its chunks end', async (encoding, bytes) => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)]
      expect(await read(chunks, encoding)).toEqual({ text, badLine: undefined })
    }
  })

  // The bytes of the code charts of the encodings' own standards.
  it.each([
    ['windows-1250', [0x80, 0xa3, 0xf3, 0x9f], '€Łóź'],
    ['windows-1251', [0xc7, 0xe0, 0xea, 0x88], 'Зак€'],
    ['windows-1252', [0x80, 0x92, 0xfc], '€’ü'],
    ['iso-8859-2', [0xa3, 0xf3, 0xbc], 'Łóź'],
    ['iso-8859-15', [0xa4, 0xbd], '€œ'],
  ] as const)('is read in %s once that is chosen', async (encoding, bytes, expected) => {
    expect((await read([Buffer.from(bytes)], encoding)).text).toBe(expected)
  })

  it.each([
    ['an encoding of one byte', 'utf-8', Buffer.from('a\r\nb\r\nM\xfcller\r\n', 'latin1')],
    ['a character cut off at the end', 'utf-8', Buffer.from('a\r\nb\r\n€').subarray(0, 8)],
    ['a lone surrogate', 'utf-16le', Buffer.from('a\r\nb\r\n\ud83d;1\r\n', 'utf16le')],
    ['half a unit at the end', 'utf-16le', Buffer.from('a\nb\nc', 'utf16le').subarray(0, 9)],
    ['what another program lost', 'utf-8', Buffer.from('a\rb\rM\ufffdller')],
  ] as const)('ends at the line of %s', async (_what, encoding, bytes) => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)]
      expect((await read(chunks, encoding)).badLine).toBe(3)
    }
  })
})
