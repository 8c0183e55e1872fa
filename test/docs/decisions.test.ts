// The index of decisions names every one of them by its number and title, and nothing else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')
const files = readdirSync(folder).filter((name) => name !== 'README.md')
const titleOf = (name: string): string =>
  readFileSync(join(folder, name), 'utf8').split('\n', 1)[0]!.replace('# ', '')

it('lists every decision in its order, under its own title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const listed = [...index.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, name]) => ({
    title,
    name,
  }))
  const there = files.sort().map((name) => ({ title: titleOf(name), name }))
  expect(listed).toEqual(there)
  expect(there.length).toBeGreaterThan(30)
})

it.each(files)('%s has its number before its title', (name) => {
  expect(titleOf(name)).toMatch(new RegExp(`^${Number(name.slice(0, 4))}\\. \\S`))
})
