// What people, pages and documents put between the groups of a number: one entry a kind, drawn as
// long or as often as it comes. Written apart from the product.
import type { Random } from '../../faults/random.ts'

export type Gap = (random: Random) => string

const repeated =
  (mark: string, most: number, least = 1): Gap =>
  (random) =>
    mark.repeat(least + random.below(most))
const oneOf =
  (...all: string[]): Gap =>
  (random) =>
    random.pick(all)
const around = (inner: Gap): Gap => {
  const blank = oneOf(' ', '  ', '\u00a0', '\t')
  return (random) => blank(random) + inner(random) + blank(random)
}

/** Blanks and what nobody sees. */
export const unseenGaps: Readonly<Record<string, Gap>> = {
  spaces: repeated(' ', 8),
  'wide columns of spaces': repeated(' ', 30, 9),
  tabs: repeated('\t', 5),
  'line breaks': oneOf('\n', '\r\n', '\r'),
  'an empty line': oneOf('\n\n', '\r\n\r\n', '\n \n', '\n\n\n'),
  'line separators': oneOf('\u2028', '\u2029', '\u0085', '\v', '\f'),
  'no-break spaces': repeated('\u00a0', 4),
  'narrow and thin spaces': oneOf('\u202f', '\u2009', '\u200a', '\u2007', '\u2008', '\u205f'),
  'wide spaces': oneOf('\u2003', '\u2002', '\u2001', '\u3000', '\u3000\u3000'),
  'zero-width spaces': repeated('\u200b', 6),
  'no-width joiners': repeated('\u200d', 6),
  'no-width non-joiners': repeated('\u200c', 6),
  'word joiners': repeated('\u2060', 5),
  'soft hyphens': repeated('\u00ad', 5),
  'byte order marks': repeated('\ufeff', 4),
  'marks of direction': oneOf('\u200e', '\u200f', '\u202a\u202c', '\u2066\u2069', '\u061c'),
  'unseen operators': oneOf('\u2061', '\u2062', '\u2063', '\u2064'),
  'vowel separators of Mongolian': oneOf('\u180e', '\u180b'),
  'fillers of Hangul': oneOf('\u3164', '\u115f', '\u1160', '\uffa0', '\u3164\u3164'),
  'selectors of a variation': oneOf('\ufe0f', '\ufe0e', '\u{e0100}'),
  'control characters': oneOf('\u0000', '\u0007', '\u001f', '\u007f', '\u0081'),
  accents: oneOf('\u0332', '\u0336', '\u20e3', '\u034f'),
  'tag characters': oneOf('\u{e0020}', '\u{e0041}'),
}

/** Marks that stand for themselves. */
export const markGaps: Readonly<Record<string, Gap>> = {
  'a dash': oneOf('-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'),
  'a row of dashes': repeated('-', 6, 2),
  'dashes between spaces': around(repeated('-', 4)),
  dots: repeated('.', 5),
  'dots between spaces': around(repeated('.', 4)),
  'an ellipsis': oneOf('\u2026', ' \u2026 '),
  slashes: oneOf('/', '//', ' / ', '\\ ', '|/|'),
  underscores: repeated('_', 6),
  pipes: oneOf('|', ' | ', ' || ', '¦'),
  'a comma': oneOf(',', ', ', ' , ', ',  '),
  'a semicolon': oneOf(';', '; '),
  'a colon': oneOf(':', ' : ', '::'),
  'a plus': oneOf('+', ' + '),
  stars: oneOf('*', '**', ' * ', '** **'),
  quotes: oneOf('" "', "', '", '","', '", "', '” “'),
  brackets: oneOf(') (', '] [', ')(', '} {'),
  'a middle dot': oneOf('·', ' · ', '•', '‧', '・'),
  tildes: repeated('~', 4),
  'an arrow': oneOf('→', ' -> ', '>', ' > '),
  'the quote of a mail': oneOf('\n> ', '\n>> ', '\n| '),
  'the bullet of a list': oneOf('\n- ', '\n* ', '\n• '),
  'a picture': oneOf('💳', ' 💳 ', '⭐'),
  'a hash': oneOf('#', ' # ', '##'),
  'an equals sign': oneOf(' = ', '=='),
}

/** What a page writes between two parts. */
export const tagGaps: Readonly<Record<string, Gap>> = {
  'cells of a table': oneOf(
    ...['</td><td>', '</td>\n  <td>', '</td><td class="n">', '</td> <td align="right"> '],
  ),
  'rows of a table': oneOf('</td></tr><tr><td>', '</td></tr>\n<tr>\n<td>'),
  'line breaks of a page': oneOf('<br>', '<br/>', '<br />', '<BR>\n', '<br><br>'),
  spans: oneOf('</span><span>', '</span> <span class="x">', '<wbr>', '</b><b>', '<i></i>'),
  paragraphs: oneOf('</p><p>', '</p>\n<p>', '</div><div>', '</li>\n<li>'),
  'a comment': oneOf('<!-- x -->', '<!---->'),
}
