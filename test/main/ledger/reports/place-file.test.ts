// What lies under a name in a folder that a person chose: only a plain file is read.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { filePlaces } from '../../../../src/main/ledger/reports/place-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-places-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)

it('reads neither through a link nor from a folder, and a name that is taken is taken', async () => {
  writeFileSync(at('file'), 'report')
  symlinkSync(at('file'), at('link'))
  symlinkSync(at('nowhere'), at('loose'))
  symlinkSync(folder, at('linked'))
  expect(await filePlaces.digestOf(at('file'))).toHaveLength(64)
  for (const name of ['link', 'loose', 'linked', 'nowhere'])
    expect(await filePlaces.digestOf(at(name)), name).toBeNull()
  const isThere = ['file', 'link', 'loose', 'nowhere'].map((name) => filePlaces.isThere(at(name)))
  expect(await Promise.all(isThere)).toEqual([true, true, true, false])
  const isFolder = ['linked', 'file', 'loose'].map((name) => filePlaces.isFolder(at(name)))
  expect(await Promise.all(isFolder)).toEqual([true, false, false])
})

it('waits for no pipe', { timeout: 180_000 }, async () => {
  if (process.platform === 'win32') return
  execFileSync('mkfifo', [at('pipe')])
  expect(await filePlaces.digestOf(at('pipe'))).toBeNull()
})
