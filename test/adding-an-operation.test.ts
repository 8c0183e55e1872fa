// Holds CONTRIBUTING.md to its word: the diff it shows is applied to a copy of the tree, and the table's own tests run on the new row.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const diff = /```diff\n([\s\S]*?)```/.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))![1]!
const changed = diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line))
let copy = ''
afterEach(() => rmSync(copy, { recursive: true, force: true }))

function copyOfTree(): string {
  copy = mkdtempSync(join(tmpdir(), 'paydesk-adding-'))
  for (const path of ['src/shared', 'src/main/gateway', 'test/vectors', 'test/operations.test.ts'])
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      // The rooms' own compiler settings point out of the copy; the runner needs none.
      filter: (file) => !file.endsWith('tsconfig.json'),
    })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  mkdirSync(join(copy, 'src/main/vault'), { recursive: true })
  for (const path of ['src/main/vault/vault.ts', 'src/main/vault/memory.ts'])
    cpSync(join(root, path), join(copy, path))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const testTheRow = (folder: string) =>
  spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
      '-t',
      'get-receipt',
      '--passWithNoTests=false',
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, VITEST: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' },
    },
  )

describe('adding a control-signed read operation', () => {
  it('takes one row and one vector, in at most 15 changed lines', () => {
    expect(changed.length).toBeLessThanOrEqual(15)
    const folder = copyOfTree()
    const applied = spawnSync('git', ['apply', '--unidiff-zero', '-'], {
      cwd: folder,
      input: diff,
      encoding: 'utf8',
      env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    })
    expect(applied.stderr).toBe('')
    const run = testTheRow(folder)
    expect(run.stdout + run.stderr).toMatch(/Tests\s+[5-9] passed|Tests\s+\d\d+ passed/)
    expect(run.status).toBe(0)
  }, 60_000)
  it('is noticed when the vector is wrong', () => {
    const folder = copyOfTree()
    const wrong = diff.replace(/"control": "[0-9a-f]/, '"control": "x')
    writeFileSync(join(folder, 'the.diff'), wrong)
    spawnSync('git', ['apply', '--unidiff-zero', 'the.diff'], {
      cwd: folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    })
    const run = testTheRow(folder)
    expect(run.stdout + run.stderr).toMatch(/get-receipt[\s\S]*control/)
    expect(run.status).toBe(1)
  }, 60_000)
})
