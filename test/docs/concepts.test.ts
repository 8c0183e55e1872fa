// Somebody new reads docs/concepts.md and opens the files it names: each is there. So are the files
// that the glossary names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const page = (name: string): string => readFileSync(join(top, 'docs', name), 'utf8')
const concepts = page('concepts.md')
const [, text = '', flow = ''] = concepts.split(/^## /m)
const pathsOf = (part: string): string[] =>
  [...part.matchAll(/`((?:src|hosts|test)\/[^`]*)`/g)].map(([, path]) => path!)
const missing = (paths: readonly string[]): string[] =>
  paths.filter((path) => !existsSync(join(top, path)))

describe('docs/concepts.md', () => {
  const sections = text.split(/^### /m).slice(1)

  it('has fifteen concepts', () => {
    expect(sections).toHaveLength(15)
  })

  it.each(sections.map((section) => ({ title: section.split('\n', 1)[0]!, section })))(
    'says $title in three sentences, and names its files',
    ({ section }) => {
      const [, sentences = '', files = ''] = section.split('\n\n')
      expect(sentences.split(/[.!] (?=[A-Z])|\.$/).filter(Boolean)).toHaveLength(3)
      expect(files).toMatch(/^Files: /)
      expect(pathsOf(files).length).toBeGreaterThan(0)
      expect(missing(pathsOf(files))).toEqual([])
    },
  )

  it('follows one refund through files that are there', () => {
    expect(pathsOf(flow).length).toBeGreaterThan(20)
    expect(missing(pathsOf(flow))).toEqual([])
  })
})

it('the glossary names files that are there', () => {
  const glossary = page('glossary.md')
  expect(missing(pathsOf(glossary))).toEqual([])
  const names = new Set(
    readdirSync(join(top, 'src'), { recursive: true, encoding: 'utf8' }).map((path) =>
      basename(path),
    ),
  )
  const named = [...glossary.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name]) => name!)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})
