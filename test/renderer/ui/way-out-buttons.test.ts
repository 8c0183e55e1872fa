// The button that leaves a form, a review or a dialog looks like one everywhere: it has a border.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const rooms = join(import.meta.dirname, '../../../src/renderer')
const buttons = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .flatMap((file) =>
    [...readFileSync(join(rooms, file), 'utf8').matchAll(/<NButton\b.*?<\/NButton/gs)].map(
      ([button]) => ({ file, button }),
    ),
  )
  .filter(({ button }) => /t\('everywhere\.(?:cancel|back|close)'\)/.test(button))

it('Cancel, Back and Close have a border on every screen', () => {
  expect(buttons.length).toBeGreaterThan(15)
  expect(buttons.filter(({ button }) => /\squaternary\s/.test(button))).toEqual([])
})
