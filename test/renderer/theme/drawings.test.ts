// Each list of requests has a drawing of its own over it while it is empty.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawingOf } from '../../../src/renderer/theme/drawings.ts'

const features = join(import.meta.dirname, '../../../src/renderer/features')
const lists = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .flatMap((file) =>
    [
      ...readFileSync(join(features, file), 'utf8').matchAll(/<AttemptRegister\s+list="([^"]+)"/g),
    ].map(([, list = '']) => list),
  )

describe('an empty list of requests', () => {
  it('is found in the screens', () => {
    expect(lists.length).toBeGreaterThan(5)
  })
  it.each(lists)('has a drawing of its own: %s', (list) => {
    expect(drawingOf(list)).toBe(list)
  })
})
