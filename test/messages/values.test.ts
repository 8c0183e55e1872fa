// What a message carries is stored and sent as it is, so it is no text in a language: amounts,
// times, lists, ids and other messages are, and each language says them in its own way
// (docs/decisions/0140-typed-messages.md).
import { describe, expect, it } from 'vitest'
import { readProgram, wrongIn } from './values.ts'

/** Texts that are the same in each language, each with its reason. */
const names: readonly (readonly [place: RegExp, why: string])[] = [
  [/connection-probes\.ts:\d+ '(HMAC-SHA1|RSA-SHA256)'$/, 'names of signatures'],
  [/read-status\.ts:\d+ '(merchant-order-id|paynet-order-id)'$/, 'fields of the gateway'],
  [/status\.ts:\d+ 'preauth'$/, 'a transaction type of the gateway'],
  [/archive\.ts:\d+ '(app\.asar|digests\.json)'$/, 'names of files'],
  [/certificate\.ts:\d+ parts\.join/, 'a distinguished name is one name'],
  [/encodings\.ts:\d+ '(UTF|Windows|ISO)[- ]/, 'names of encodings'],
  [/second-folder\.ts:\d+ join\(folder/, 'a path of the system'],
  [/wire-answer\.ts:\d+ error\.errors/, 'what the system says of each address'],
]

const wrong = wrongIn(...readProgram())

describe('the values of all messages of main and shared', () => {
  it('hold no text in a language and no list that is glued', () => {
    expect(wrong.worded.filter((one) => !names.some(([place]) => place.test(one)))).toEqual([])
  })

  it('need each of the exceptions', () => {
    for (const [place, why] of names)
      expect(
        wrong.worded.some((one) => place.test(one)),
        why,
      ).toBe(true)
  })

  it('are never part of a text', () => {
    expect(wrong.glued).toEqual([])
  })
})

describe('a planted value', () => {
  const found = (source: string) =>
    wrongIn(...readProgram(`import { say } from './message.ts'\n${source}`))
  const id = (value: string): string => `say('connections.no-such-operation', { id: ${value} })`

  it.each([
    ['a word', id("'empty'")],
    ['a word where there is none', `export const of = (was: string) => ${id("was || 'empty'")}`],
    ['one of two', `export const of = (isOn: boolean) => ${id("isOn ? 'on' : ''")}`],
    ['words around a value', `export const of = (n: number) => ${id('`Entry ${n} is`')}`],
    ['words in front of one', `export const of = (n: number) => ${id("'Entry ' + n")}`],
    ['a constant', `const state = 'was refused'\n${id('state')}`],
    ['a table', `const how = { gone: 'is gone' } as const\n${id("how['gone']")}`],
    ['a function', `const what = (n: number) => (n > 1 ? 'many' : '')\n${id('what(1)')}`],
    ['a pair', `const [one] = ['first', '']\n${id('one')}`],
    [
      'a spread',
      `const facts = { id: 'empty' }\nsay('connections.no-such-operation', { ...facts })`,
    ],
    ['a list', id("{ or: ['either', '1'] }")],
    ['a glued list', `export const of = (ids: string[]) => ${id("ids.join(', ')")}`],
  ])('with %s is refused', (_, source) => {
    expect(found(source).worded).not.toEqual([])
  })

  it.each([
    [
      'in a template',
      "const why = say('operations.enter-a-name')\nexport const text = `${why} Look again.`",
    ],
    ['by a plus', "export const text = say('operations.enter-a-name') + '.'"],
    ['by a join', "export const text = [say('operations.enter-a-name')].join(' ')"],
    [
      'of a function',
      "const why = () => say('operations.enter-a-name')\nexport const text = `${why()} ${why()}`",
    ],
  ])('glued %s is refused', (_, source) => {
    expect(found(source).glued).not.toEqual([])
  })

  it.each([
    ['an id', `export const of = (order: { id: string }) => ${id('order.id')}`],
    ['a number', id('3')],
    ['nothing', id("''")],
    ['marks', `export const of = (one: string) => ${id('`“${one}”`')}`],
    ['an operation', id("{ noun: 'return' }")],
    ['another message', id("say('operations.enter-a-name')")],
    ['a list', `export const of = (ids: string[]) => ${id('ids')}`],
    ['what is compared', `export const of = (one: string) => ${id("one === 'x' ? one : ''")}`],
  ])('with %s passes', (_, source) => {
    expect(found(source)).toEqual({ worded: [], glued: [] })
  })
})
