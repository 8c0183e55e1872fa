// Holds CONTRIBUTING.md to its word: the diffs of all recipes are applied to one copy of the whole
// tree, the copy is type-checked once, and the tests that the recipes name pass in one run.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname

interface Recipe {
  title: string
  text: string
  diff: string
  files: string[]
}
const recipes: readonly Recipe[] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const diff = /```diff\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
    const files = [...diff.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file!)
    return { title: text.split('\n', 1)[0]!, text, diff, files }
  })
const [operation] = recipes

/**
 * All projects of the tree as one: declarations that nobody reads need not be written. What a
 * project may not use of another's libraries is checked where the tree itself is.
 */
const wholeTree = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    ...{ composite: false, emitDeclarationOnly: false, noEmit: true },
    ...{ lib: ['ES2025', 'ESNext.Error', 'DOM', 'DOM.Iterable'], types: ['node', 'vite/client'] },
  },
  include: ['src', 'scripts', 'hosts', 'bench', 'test'].flatMap((folder) => [
    `${folder}/**/*.ts`,
    `${folder}/**/*.vue`,
  ]),
}

/** What each recipe may touch, and where the test that it names shows the invented change. */
const limits: Readonly<Record<string, { files: number; shown: readonly string[] }>> = {
  'An operation of the gateway': {
    files: 2,
    shown: ['get-receipt > signs', 'name get-receipt, and lead to a form that asks'],
  },
  'A column of the orders list': { files: 4, shown: ['reads firstSeenAt'] },
  'A reason why an action is not possible': {
    files: 3,
    shown: ['order.capture-after-refund names who ends it'],
  },
  'A setting of a connection': {
    files: 3,
    shown: ['stores no change of settings.money.captureNeedsReason'],
  },
  'A kind of audit entry': { files: 2, shown: ['order:printed is shown as a sentence'] },
}

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
const named = recipes.flatMap(({ text }) => text.match(/\btest\/[\w/-]+\.test\.ts/g) ?? [])

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'paydesk-recipes-'))
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}, 180_000)
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
    ...['run', '--project', '!screens', '--passWithNoTests=false', ...args],
  ])

describe('the recipes of CONTRIBUTING.md', () => {
  it('are those of the five common changes', () => {
    expect(recipes.map(({ title }) => title)).toEqual(Object.keys(limits))
  })

  it.each(recipes)('$title: applies, and touches few files', ({ title, diff, files }) => {
    expect(apply(diff)).toEqual({ status: 0, output: '' })
    expect(files.length).toBeLessThanOrEqual(limits[title]!.files)
  })

  it('an operation takes at most 15 changed lines', () => {
    const changed = operation!.diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line))
    expect(changed.length).toBeLessThanOrEqual(15)
  })

  it('need no other line to type-check the whole tree', () => {
    const tsc = join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
    writeFileSync(join(copy, 'whole.json'), JSON.stringify(wholeTree))
    expect(run(process.execPath, [tsc, '-p', 'whole.json'])).toEqual({ status: 0, output: '' })
  }, 600_000)

  it('pass the tests that they name, and every test that walks the operation table', () => {
    expect(walkers.map((file) => basename(file))).toEqual(
      expect.arrayContaining(['operations.test.ts', 'operations-reach.test.ts', 'flows.test.ts']),
    )
    const { status, output } = runTests('--reporter=verbose', ...new Set([...walkers, ...named]))
    expect(output.match(/^ +(FAIL|Error:) .*$/gm)).toBeNull()
    expect(status).toBe(0)
    for (const { shown } of Object.values(limits))
      for (const title of shown) expect(output).toContain(title)
  }, 600_000)

  it('an operation with a wrong vector is noticed', () => {
    apply(operation!.diff, '-R')
    apply(operation!.diff.replace(/"control": "[0-9a-f]/, '"control": "x'))
    const { status, output } = runTests('test/operations.test.ts', '-t', 'get-receipt')
    expect(output).toMatch(/get-receipt[\s\S]*control/)
    expect(status).toBe(1)
  }, 180_000)
})
