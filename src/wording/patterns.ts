// Makes sentences of patterns (ICU MessageFormat), for both catalogues: the page's own and that of
// main and shared. The pseudo-locale is switched on here, so that no sentence escapes it.
import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

const formats = new Map<string, IntlMessageFormat>()
let isPseudo = false

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', y: 'ý', A: 'ÁÁ', E: 'ÉÉ', I: 'ÍÍ', O: 'ÓÓ' },
  ...{ U: 'ÚÚ', c: 'ç', n: 'ñ', s: 'š', z: 'ž', l: 'ł', d: 'ď', t: 'ŧ', r: 'ř', g: 'ğ', C: 'Ç' },
  ...{ N: 'Ñ', S: 'Š', Z: 'Ž', L: 'Ł', D: 'Ď', T: 'Ŧ', R: 'Ř', G: 'Ğ' },
}
/** Vowels stand twice: about 35 % more letters, as a language with longer words would have. */
const accented = (text: string): string => text.replace(/[a-zA-Z]/g, (one) => accents[one] ?? one)

const accentedElement = (element: Element): Element => {
  if ('options' in element) {
    const options = Object.entries(element.options).map(
      ([name, { value, ...rest }]) =>
        [name, { ...rest, value: value.map(accentedElement) }] as const,
    )
    return { ...element, options: Object.fromEntries(options) } as Element
  }
  return element.type === 0 ? { ...element, value: accented(element.value) } : element
}

function pseudoFormat(pattern: string): IntlMessageFormat {
  const ast = new IntlMessageFormat(pattern, 'en', undefined, { ignoreTag: true }).getAst()
  const literal = (value: string): Element => ({ type: 0, value })
  return new IntlMessageFormat(
    [literal('⟦'), ...ast.map(accentedElement), literal('⟧')],
    'en',
    undefined,
    { ignoreTag: true },
  )
}

/** Every sentence made from now on has accents, more letters, and brackets around it. */
export function speakPseudo(): void {
  isPseudo = true
  formats.clear()
}

/** The cached format of a pattern. */
export function formatOf(pattern: string): IntlMessageFormat {
  const known = formats.get(pattern)
  if (known !== undefined) return known
  const made = isPseudo
    ? pseudoFormat(pattern)
    : new IntlMessageFormat(pattern, 'en', undefined, { ignoreTag: true })
  formats.set(pattern, made)
  return made
}

/** A sentence without values: none is looked for in a pattern without braces. */
export const plainWording = (pattern: string): string =>
  isPseudo || pattern.includes('{') ? String(formatOf(pattern).format()) : pattern

/** A text that comes from no catalogue (a row of the operation table), as this language has it. */
export const ownWording = (text: string): string =>
  isPseudo && text !== '' && !text.includes('⟦') ? `⟦${accented(text)}⟧` : text
