// A sentence in a template has its values. The type checker misses a call that is the whole value
// of an attribute, and such a sentence ends its screen where it is drawn.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalogue } from '#messages/catalogue.ts'

const renderer = join(import.meta.dirname, '../../src/renderer')
const patterns: Readonly<Record<string, string>> = catalogue

/** Codes that are said without values, though their sentences have some. */
const without = (source: string): string[] =>
  [...source.matchAll(/\bt\(\s*'([^']+)'\s*,?\s*\)/g)]
    .map(([, code]) => code!)
    .filter((code) => (patterns[code] ?? '{').includes('{'))

it('says no sentence without its values', () => {
  const files = globSync('**/*.{vue,ts}', { cwd: renderer })
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    without(readFileSync(join(renderer, file), 'utf8')).map((code) => `${file} ${code}`),
  )
  expect(found).toEqual([])
})

it('finds one that is said so', () => {
  expect(without(`:hint="t('approvals.own-hint')"`)).toEqual(['approvals.own-hint'])
  expect(without(`:hint="t('approvals.own-hint', { count })"`)).toEqual([])
})
