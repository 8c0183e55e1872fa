// Changes the bytes of a request that was built and signed, one place at a time, as somebody on the
// wire would.
import type { SendInput } from '../../src/main/gateway/transport/exchange.ts'

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Names and values of the body, decoded, in the order sent. */
export const pairsOf = ({ body }: Pick<SendInput, 'body'>): [string, string][] =>
  body
    .toString('latin1')
    .split('&')
    .map((pair) => pair.split('=').map(decodeURIComponent) as [string, string])

export const withField = (
  input: SendInput,
  name: string,
  change: (value: string) => string,
): SendInput => ({
  ...input,
  body: Buffer.from(
    pairsOf(input)
      .map(([one, value]) => `${encode(one)}=${encode(one === name ? change(value) : value)}`)
      .join('&'),
    'latin1',
  ),
})

export const withoutFields = (input: SendInput, names: readonly string[]): SendInput => ({
  ...input,
  body: Buffer.from(
    pairsOf(input)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join('&'),
    'latin1',
  ),
})

/** The same input with a parameter of the Authorization header changed. */
export const withHeader = (
  input: SendInput,
  name: string,
  change: (value: string) => string,
): SendInput => ({
  ...input,
  headers: {
    ...input.headers,
    Authorization: input.headers['Authorization']!.replace(
      new RegExp(`${name}="([^"]*)"`),
      (_, value: string) => `${name}="${encode(change(decodeURIComponent(value)))}"`,
    ),
  },
})

export const withUrl = (input: SendInput, change: (url: string) => string): SendInput => ({
  ...input,
  url: change(input.url),
})

/**
 * The next letter or digit of its kind, so that the value stays well-formed; 'x' for everything
 * else.
 */
function other(char: string): string {
  if (/[0-9]/.test(char)) return String((Number(char) + 1) % 10)
  if (/[a-y]|[A-Y]/.test(char)) return String.fromCharCode(char.charCodeAt(0) + 1)
  return char === 'z' ? 'a' : char === 'Z' ? 'A' : char === 'x' ? 'y' : 'x'
}

export const flipAt =
  (place: number) =>
  (value: string): string =>
    value.slice(0, place) + other(value[place]!) + value.slice(place + 1)

/** Places of letters and digits: changing one of them leaves the form of the value as it was. */
export const plainPlaces = (value: string): number[] =>
  [...value].flatMap((char, place) => (/[A-Za-z0-9]/.test(char) ? [place] : []))
