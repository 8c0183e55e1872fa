import { describe, expect, it } from 'vitest'
import { quoted, unseenIn, unseenInName } from '#shared/names/unseen.ts'

describe('a name', () => {
  it.each([
    ['a zero-width space', 'Sh\u200bop', '200B'],
    ['a mark that turns the direction', 'Shop\u202e', '202E'],
    ['a line break', 'Shop\nTest', '000A'],
    ['a null', 'Shop\u0000', '0000'],
    ['a joiner between Latin letters', 'Sh\u200dop', '200D'],
    ['a joiner at its end', 'नाम\u200d', '200D'],
    ['a variation selector', 'Shop\ufe0f', 'FE0F'],
    ['a Hangul filler', 'Shop\u3164', '3164'],
    ['a soft hyphen', 'Sh\u00adop', '00AD'],
  ])('has no %s', (_what, name, code) => {
    expect(unseenInName(name)).toBe(code)
  })

  it('may need joiners between letters that are written with them', () => {
    for (const name of ['می\u200cخواهم', 'क्\u200dष', 'Zoë Müller', '北京', 'שלום'])
      expect(unseenInName(name)).toBeNull()
    expect(unseenIn('می\u200cخواهم')).toBe('200C')
  })
})

describe('a quoted text', () => {
  it('is one line that ends where its quotation ends', () => {
    const text = 'a”\r\nb\u2028“c\u202e\u200b\u00a0[[close]]'
    expect(quoted(text)).toBe(
      '“a\\u{201D}\\u{000D}\\u{000A}b\\u{2028}\\u{201C}c\\u{202E}\\u{200B}\\u{00A0}[\\u{005B}close]]”',
    )
    expect(quoted('C:\\keys “ours”')).toBe('“C:\\keys \\u{201C}ours\\u{201D}”')
    expect(quoted('Zoë Müller, 12.50 €')).toBe('“Zoë Müller, 12.50 €”')
  })
})
