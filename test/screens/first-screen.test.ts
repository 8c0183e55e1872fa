// The script that the page has to read before its first rows: what the built page names, and what
// that imports, compressed. A screen is read when it is first opened.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const built = join(import.meta.dirname, '../../out/app/renderer')
const goalKb = 350

function readFirst(): Map<string, string> {
  const read = new Map<string, string>()
  const take = (name: string): void => {
    if (read.has(name)) return
    const text = readFileSync(join(built, 'assets', name), 'utf8')
    read.set(name, text)
    for (const [, next = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      take(next)
  }
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  for (const [, name = ''] of page.matchAll(/assets\/([^"]+\.js)/g)) take(name)
  return read
}

test(`the script of the first screen is below ${goalKb} kB, compressed`, () => {
  const parts = [...readFirst()].map(([name, text]) => ({ name, kb: gzipSync(text).length / 1024 }))
  const sum = parts.reduce((all, { kb }) => all + kb, 0)
  expect(sum).toBeGreaterThan(100)
  expect(sum, parts.map(({ name, kb }) => `${name} ${kb.toFixed(1)}`).join('\n')).toBeLessThan(
    goalKb,
  )
})

test('the list of orders, the sheets, the forms and the search are no part of that script', () => {
  const names = [...readFirst().keys()].join(' ')
  expect(names).not.toMatch(/\b(?:OrdersScreen|SignInScreen|ActionSheet|ConnectionScreen|OmniBox)-/)
})
