import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { filesBelow, modeOf, pathsBelow } from './files-below.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-below-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reads what is there and passes over what has gone since it was listed', () => {
  mkdirSync(join(folder, 'in'), { mode: 0o700 })
  writeFileSync(join(folder, 'in', 'here'), 'still here')
  // Listed, and not there: a link to nothing looks as a file does that was removed in between.
  symlinkSync(join(folder, 'nowhere'), join(folder, 'gone'))
  expect(filesBelow(folder).map(({ path, content }) => [path, String(content)])).toEqual([
    [join(folder, 'in', 'here'), 'still here'],
  ])
  expect(pathsBelow(folder)).toHaveLength(3)
  expect(modeOf(join(folder, 'gone'))).toBeUndefined()
  expect(modeOf(join(folder, 'in'))).toBe(0o700)
  expect(pathsBelow(join(folder, 'nowhere'))).toEqual([])
})
