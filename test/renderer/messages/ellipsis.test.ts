// “…” stands behind the name of a button that leads to a form, since more is asked for there before
// anything happens, and behind no button that leads to a list.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue, type MessageCode } from '#messages/catalogue.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { areas } from '../../../src/renderer/messages/areas.ts'
import { namesOf } from '../../../src/renderer/messages/operations.ts'

const root = join(import.meta.dirname, '../../../src/renderer')
/** By a sentence of the catalogue, or by the name of the operation's form. */
const pushed = /router\.push\('([^']+)'\)"\s*>\s*\{\{\s*(t|namesOf)\(\s*'([^']+)'/g
const leading = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pushed)].map(
      ([, path = '', of, code = '']) => ({
        ...{ file, path },
        label: of === 't' ? catalogue[code as MessageCode] : namesOf(code as OperationId).opens,
      }),
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
