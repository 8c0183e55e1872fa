// “…” stands behind the name of a button that leads to a form, since more is asked for there before
// anything happens, and behind no button that leads to a list.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue, type MessageCode } from '#messages/catalogue.ts'
import { areas } from '../../../src/renderer/messages/areas.ts'

const root = join(import.meta.dirname, '../../../src/renderer')
const pushed = /router\.push\('([^']+)'\)"\s*>\s*\{\{\s*t\(\s*'([^']+)'/g
const leading = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pushed)].map(
      ([, path = '', code = '']) => ({ file, path, label: catalogue[code as MessageCode] }),
    ),
  )
const lists = new Set([
  ...areas.map(({ to }) => to),
  ...['/payouts/recipients', '/shop-orders', '/people', '/approvals'],
])

describe('a button that leads elsewhere', () => {
  it('is found in the screens', () => {
    expect(leading.length).toBeGreaterThan(15)
  })

  it.each(leading)('to $path ($file) has its dots where a form is: “$label”', (one) => {
    expect(one.label.endsWith('…')).toBe(!lists.has(one.path))
  })
})
