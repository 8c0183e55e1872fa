// The catalogue is the only place with sentences and labels of the page, and holds none that nobody
// says (docs/decisions/0060-messages-by-code.md).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatOf } from '#wording/patterns.ts'
import { catalogue } from '#messages/catalogue.ts'
import { read as rooms } from '../../messages/literals.ts'
import { isText, readComponent, readScript, type Slots } from './sentences.ts'

const top = join(import.meta.dirname, '../../../src/renderer')

/** Texts that are no messages, each with its reason. */
const exceptions: readonly (readonly [path: string, text: RegExp, why: string])[] = [
  ['theme/', /./, 'names of colours and faces'],
  ['features/runs/from-list/list-choices.ts', /^(major|minor)$/, 'values of a choice'],
]

const files = readdirSync(top, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
  .map((entry) => relative(top, join(entry.parentPath, entry.name)))
const read = files.map((path) => {
  const source = readFileSync(join(top, path), 'utf8')
  return { path, ...(path.endsWith('.vue') ? readComponent(source) : readScript(source)) }
})

const namesIn = (pattern: string): string[] => {
  const names = new Set<string>()
  const look = (elements: readonly object[]): void => {
    for (const one of elements) {
      if ('type' in one && one.type !== 0 && one.type !== 7 && 'value' in one)
        names.add(String(one.value))
      if ('options' in one)
        for (const { value } of Object.values(one.options as Record<string, { value: object[] }>))
          look(value)
    }
  }
  look(formatOf(pattern).getAst())
  return [...names].sort()
}

/** Names that no value or slot fills, and those that the sentence does not have. */
const unfilled = (
  { code, names }: Slots,
  pattern: string = catalogue[code as keyof typeof catalogue],
): string[] => {
  const wanted = namesIn(pattern)
  return [
    ...wanted.filter((name) => !names.includes(name)),
    ...names.filter((name) => !wanted.includes(name)),
  ]
}

/** A half of a sentence, or one with a hole for another half that its name does not tell. */
const isHalf = (text: string): boolean =>
  /^[\s,;:·.)–]|[\s,;·–]$/.test(text) || /\{(more|otherMore|part)\}/.test(text)

describe('the page’s catalogue', () => {
  it('has every sentence and label of the page', () => {
    const elsewhere = read.flatMap(({ path, texts }) =>
      texts
        .filter((text) => !exceptions.some(([at, one]) => path.startsWith(at) && one.test(text)))
        .map((text) => `${path}: ${text}`),
    )
    expect(elsewhere).toEqual([])
  })

  it.each([
    '<p>Page not found</p>',
    '<p>{{ count }} orders</p>',
    '<NButton title="Close">×</NButton>',
    '<LoadingLines what="orders" />',
    "<p>{{ isOpen ? 'open' : 'closed' }}</p>",
    '<p :title="`${count} of them`" />',
    '<RowGrid :columns="[{ id: 1, label: \'order\' }]" />',
  ])('misses a planted text in a template: %s', (template) => {
    expect(readComponent(`<template>${template}</template>`).texts).not.toEqual([])
  })

  it.each([
    "const why = 'the order is closed'",
    "const title = 'Orders'",
    'const count = `${rows.length} orders`',
    "const column = { id: 'who', label: 'who' }",
    "appearance.say(isOn ? 'on' : 'off')",
  ])('misses a planted text in a script: %s', (source) => {
    expect(readScript(source).texts).not.toEqual([])
  })

  it('lets pass what is no text', () => {
    const script = `
      const box = document.querySelector('main h1')
      if (event.key === 'Enter') throw new Error('The row is gone.')
      const width = \`\${px}px\``
    expect(readScript(script).texts).toEqual([])
    expect(isText('side-panel is-open')).toBe(false)
  })

  it('names only what has texts of its own as exceptions', () => {
    for (const [at, one] of exceptions)
      expect(
        read.some(({ path, texts }) => path.startsWith(at) && texts.some((text) => one.test(text))),
        at,
      ).toBe(true)
  })

  it('has no sentence that nobody says', () => {
    const said = new Set([...read, ...rooms].flatMap(({ codes }) => codes))
    expect(Object.keys(catalogue).filter((code) => !said.has(code))).toEqual([])
  })

  it('has no sentence twice, those of main and shared among them', () => {
    const shapes = Object.values<string>(catalogue).map((text) => text.replace(/\{\w+\}/g, '{}'))
    const twice = shapes.filter((shape, at) => shapes.indexOf(shape) !== at && shape.length > 12)
    expect(twice).toEqual([])
  })

  it('has a value or a slot for each name of a sentence with parts of the page', () => {
    for (const { path, slots } of read)
      for (const one of slots) expect(unfilled(one), `${path}: ${one.code}`).toEqual([])
  })

  it.each([
    ['', ['order']],
    ['<template #nobody>1</template><template #order>2</template>', ['nobody']],
    ['<template #order>2</template>', []],
  ])('finds what a planted slot misses or makes up: %s', (inside, wrong) => {
    const template = `<MessageText code="planted">${inside}</MessageText>`
    const [slots] = readComponent(`<template>${template}</template>`).slots
    expect(unfilled(slots!, 'On order {order}')).toEqual(wrong)
  })

  it('glues no sentence of two messages', () => {
    expect(read.flatMap(({ path, glued }) => glued.map((one) => `${path}: ${one}`))).toEqual([])
    expect(Object.entries<string>(catalogue).filter(([, text]) => isHalf(text))).toEqual([])
  })

  it.each([
    "<template #more>{{ t('two') }}</template>",
    '<template #more><template v-if="isOn">{{ t(\'two\') }}</template></template>',
    '<template #more><MessageText code="two" /></template>',
  ])('finds a planted half in a slot: %s', (inside) => {
    const planted = (slot: string): string[] =>
      readComponent(`<template><MessageText code="one">${slot}</MessageText></template>`).glued
    expect(planted(inside)).toEqual(['one {more}'])
    expect(planted('<template #more><a href="#">{{ t(\'two\') }}</a></template>')).toEqual([])
  })

  it.each([', of {count}', '{before} of ', '· sent', 'Kept –', '; the rest', '{more} by {actor}'])(
    'finds a planted half of a sentence: %s',
    (text) => {
      expect(isHalf(text)).toBe(true)
    },
  )

  it('has only patterns that can be read, with the apostrophe of print', () => {
    for (const [code, pattern] of Object.entries<string>(catalogue)) {
      expect(() => formatOf(pattern), code).not.toThrow()
      expect(pattern, code).not.toContain("'")
    }
  })
})
