// What the service's words of a refusal mean. interface.md shows no error codes, so the words are what there is. Pure.

export type Meaning = 'no-order' | 'signature' | 'login' | 'endpoint' | 'unclear'

/** The specific ones before the general. */
const meanings: readonly [RegExp, Meaning][] = [
  [/control|checksum|signature/i, 'signature'],
  [
    /\b(?:order|transaction)\b.*\bnot (?:found|exist|known)\b|\b(?:no such|unknown) (?:order|transaction)\b|ORDER_NOT_FOUND/i,
    'no-order',
  ],
  [/login|merchant/i, 'login'],
  [/end-?point|project/i, 'endpoint'],
]

export const meaningOf = (words: string): Meaning =>
  meanings.find(([form]) => form.test(words))?.[1] ?? 'unclear'
