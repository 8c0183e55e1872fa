// The index of decisions has every page in exactly one group, under the page's own title.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')
const files = readdirSync(folder).filter((name) => name !== 'README.md')
const titleOf = (name: string): string =>
  readFileSync(join(folder, name), 'utf8').split('\n', 1)[0]!.replace('# ', '')

const [, ...groups] = readFileSync(join(folder, 'README.md'), 'utf8').split(/^## /m)
const pagesOf = (group: string): { title: string; name: string }[] =>
  [...group.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title = '', name = '']) => ({
    title,
    name,
  }))

it('has every decision in exactly one group, under its own title', () => {
  const listed = groups.flatMap(pagesOf)
  const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)
  expect(listed.toSorted(byName)).toEqual(
    files.toSorted().map((name) => ({ title: titleOf(name), name })),
  )
})

it.each(groups.map((group) => ({ group, subject: group.split('\n', 1)[0]! })))(
  'keeps “$subject” short and in the order of the numbers',
  ({ group }) => {
    const names = pagesOf(group).map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names.length).toBeGreaterThan(2)
    expect(names.length).toBeLessThanOrEqual(15)
  },
)

it.each(files)('%s has its number before its title', (name) => {
  expect(titleOf(name)).toMatch(new RegExp(`^${Number(name.slice(0, 4))}\\. \\S`))
})
