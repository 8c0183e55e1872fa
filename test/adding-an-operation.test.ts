// Holds CONTRIBUTING.md to its word: the diff it shows is applied to a copy of the whole tree, the
// copy type-checks, and every test that walks the operation table passes with the new row.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const diff = /```diff\n([\s\S]*?)```/.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))![1]!
const changed = diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line))
const copied = [
  ...['src', 'test', 'scripts', 'hosts', 'bench', 'docs', 'resources', 'package.json'],
  ...['tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'electron.vite.config.ts'],
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'electron-builder.config.ts'],
]
/** Tests that play whole payments or a window take minutes, and walk what the sandbox plays. */
const isLong = (file: string): boolean =>
  /^(screens|campaigns|journeys|abuse|tour)\//.test(file) || file === basename(import.meta.filename)
const walkers = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !isLong(file))
  .filter((file) =>
    /\b(operationIds|playedIds|everyRoute)\b/.test(readFileSync(join(root, 'test', file), 'utf8')),
  )
  .map((file) => join('test', file))

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'paydesk-adding-'))
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true })
  // What was built before makes the type-check quick; it is checked against the files by content.
  const types = join(root, 'out/types')
  if (existsSync(types)) cpSync(types, join(copy, 'out/types'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const run = (command: string, args: readonly string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
    env: {
      ...process.env,
      GIT_CEILING_DIRECTORIES: tmpdir(),
      VITEST: undefined,
      FORCE_COLOR: undefined,
      NO_COLOR: '1',
    },
  })
  return { status, output: stdout + stderr }
}
const apply = (text: string, ...how: string[]) =>
  run('git', ['apply', '--unidiff-zero', ...how, '-'], text)
const runTests = (...args: string[]) =>
  run(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'rooms', '--passWithNoTests=false', ...args],
  ])

describe('adding a control-signed read operation', () => {
  it('takes one row and one vector, in at most 15 changed lines', () => {
    expect(changed.length).toBeLessThanOrEqual(15)
    expect(apply(diff)).toEqual({ status: 0, output: '' })
  })

  it('needs no other line to type-check the whole tree', () => {
    const tsc = join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
    expect(run(process.execPath, [tsc, '-b'])).toEqual({ status: 0, output: '' })
  }, 400_000)

  it('passes every test that walks the table', () => {
    expect(walkers.map((file) => basename(file))).toEqual(
      expect.arrayContaining(['operations.test.ts', 'operations-reach.test.ts', 'flows.test.ts']),
    )
    const { status, output } = runTests('--reporter=verbose', ...walkers)
    expect(output.match(/^ +(FAIL|Error:) .*$/gm)).toBeNull()
    expect(status).toBe(0)
    // Each by the name that the test has for this row.
    for (const name of ['get-receipt > signs', 'name get-receipt, and lead to a form that asks'])
      expect(output).toContain(name)
  }, 400_000)

  it('is noticed when the vector is wrong', () => {
    apply(diff, '-R')
    apply(diff.replace(/"control": "[0-9a-f]/, '"control": "x'))
    const { status, output } = runTests('test/operations.test.ts', '-t', 'get-receipt')
    expect(output).toMatch(/get-receipt[\s\S]*control/)
    expect(status).toBe(1)
  }, 60_000)
})
