// The ten digits as other scripts and other typefaces write them. Written apart from the product.

const from = (zero: number): string[] =>
  Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit))
/** One to nine follow each other; nought stands elsewhere. */
const behind = (nought: string, one: number): string[] => [nought, ...from(one).slice(0, 9)]

export const scripts: Readonly<Record<string, readonly string[]>> = {
  'full-width digits': from(0xff10),
  'Arabic digits': from(0x660),
  'Persian digits': from(0x6f0),
  'Devanagari digits': from(0x966),
  'Bengali digits': from(0x9e6),
  'Thai digits': from(0xe50),
  'Tibetan digits': from(0xf20),
  'Khmer digits': from(0x17e0),
  'Adlam digits': from(0x1e950),
  'bold digits': from(0x1d7ce),
  'double-struck digits': from(0x1d7d8),
  'digits of a typewriter': from(0x1d7f6),
  'segmented digits': from(0x1fbf0),
  'small digits below the line': from(0x2080),
  'small digits above the line': [...'⁰¹²³⁴⁵⁶⁷⁸⁹'],
  'circled digits': behind('⓪', 0x2460),
  'negative circled digits': behind('⓿', 0x2776),
  'double circled digits': behind('⓪', 0x24f5),
  'sans-serif circled digits': behind('🄋', 0x2780),
  'negative sans-serif circled digits': behind('🄌', 0x278a),
  'digits with a full stop': behind('🄀', 0x2488),
  'digits in parentheses': behind('0', 0x2474),
  'keys of a telephone': [...'0123456789'].map((digit) => `${digit}\ufe0f\u20e3`),
  'underlined digits': [...'0123456789'].map((digit) => `${digit}\u0332`),
}

export const inScript = (card: string, name: string): string =>
  [...card].map((digit) => scripts[name]![Number(digit)] ?? '').join('')
