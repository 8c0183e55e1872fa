// Somebody reads the security model and looks for the test behind a sentence: every test it names
// is there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const text = readFileSync(join(top, 'docs/security.md'), 'utf8')
const name =
  /\b((?:abuse|main|journeys|screens|sandbox|shared|renderer|scripts|package)\/[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.window)?)(?!\.m?[jt]s|[\w/-])/g

const isThere = (path: string): boolean =>
  [`${path}.test.ts`, path].some((file) => existsSync(join(top, 'test', file))) ||
  // Tools and rooms are named as well.
  existsSync(join(top, path)) ||
  existsSync(join(top, 'src', path))

it('every attack that was tried has a test, or says that nothing stands against it', () => {
  const rows =
    /## Attacks that were tried[^|]*((?:\|.*\|\n)+)/.exec(text)?.[1]?.trim().split('\n') ?? []
  const attacks = rows.slice(2)
  expect(attacks.length).toBeGreaterThan(30)
  const bare = attacks.filter((row) => {
    const held = row.split('|')[2] ?? ''
    return (
      !/\*\*left\*\*/i.test(held) &&
      !/(?:abuse|main|journeys|scripts|shared|renderer|package)\//.test(held)
    )
  })
  expect(bare).toEqual([])
})

it('the security model names no test that is not there', () => {
  const named = [...new Set([...text.matchAll(name)].map(([, path]) => path ?? ''))]
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})
