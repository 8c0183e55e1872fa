// Whether the list of faults still fits the program, and two of it: npm run guards runs the whole
// list.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { list } from './mutants/list.ts'
import { type Mutant, reasonOf, withFault } from './mutants/row.ts'
import type { End } from './mutants/steps.ts'
import { type Fate, isEnough, runMutants, scoreOf } from './mutants.ts'

const top = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(top, file), 'utf8')
const reasons = list.flatMap((mutant) => {
  const why = reasonOf(mutant)
  return why === null ? [] : [[mutant.id, mutant.story, why] as const]
})

describe('the list of faults', () => {
  it('names each once, in a sentence', () => {
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    for (const { id, story } of list) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(story).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('names tests and campaigns that exist, and tries every campaign that it can', () => {
    for (const { tests } of list) {
      expect(tests.length).toBeGreaterThan(0)
      for (const file of tests) expect(existsSync(join(top, file)), file).toBe(true)
    }
    const names = new Set(list.flatMap(({ campaigns }) => campaigns.map(([name]) => name)))
    expect([...names].sort()).toEqual([
      'approvals',
      'faults',
      'fsync-proof',
      'hosts',
      'kill',
      'model',
      'power-cuts',
      'reconcile',
      'restores',
      'runs',
      'tamper',
      'updates',
    ])
    for (const name of names)
      expect(existsSync(join(top, 'test/campaigns', `${name}.ts`)), name).toBe(true)
  })

  it.each(list.map((mutant) => [mutant.id, mutant] as const))(
    'finds its place for %s once, and leaves a program that can be read',
    (_id, mutant) => {
      const spoilt = withFault(read(mutant.file), mutant)
      const { diagnostics } = ts.transpileModule(spoilt, { reportDiagnostics: true })
      expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([])
    },
  )

  it('has campaigns that notice each row, or says in a sentence why none does', () => {
    for (const mutant of list) {
      const why = reasonOf(mutant)
      if (why === null) expect(mutant.campaigns.length, mutant.id).toBeGreaterThan(0)
      else expect(why, mutant.id).toMatch(/^[A-Za-z].*\.$/)
    }
  })

  it('names guards and files in its reasons that are there', () => {
    const guards = reasons.flatMap(([id, , why]) =>
      Array.from(why.matchAll(/(?:(\w+)\(\) in )?((?:src|test)\/\S+?\.ts)/g), ([, name, file]) => ({
        ...{ id, name: name ?? '', file: file! },
      })),
    )
    expect(guards.length).toBeGreaterThan(2)
    for (const { id, name, file } of guards)
      expect(read(file), `${id}: ${name}() in ${file}`).toMatch(
        new RegExp(name === '' ? '' : `(?:function|const) ${name}\\b`),
      )
  })

  it('stands with its reasons in docs/money-safety.md, and with its counts there', () => {
    const page = read('docs/money-safety.md')
    const [, section = ''] = page.split('### Guards that no campaign notices')
    const rows = Array.from(
      section.split('\n##')[0]!.matchAll(/^\| `([a-z0-9-]+)` +\| (.+?) +\| (.+?) +\|$/gm),
      ([, ...row]) => row,
    )
    expect(rows).toEqual(reasons)
    const count = `must notice ${list.length - reasons.length} of the ${list.length}`
    expect(page).toContain(count)
    expect(section).toContain(`other ${reasons.length}`)
    expect(read('docs/tests.md')).toContain(count)
  })

  const [row] = list as [Mutant]
  it.each([
    ['is gone', 'nothing like it'],
    ['stands there twice', 'import '],
  ])('refuses a row whose place %s', (_what, find) => {
    expect(() => withFault(read(row.file), { ...row, find })).toThrow(`${row.id}: its anchor`)
  })
})

describe('the end of a run', () => {
  const guard = {
    ...{ story: 'Nothing.', file: 'a.ts', find: 'a', replace: 'b', tests: ['a.test.ts'] },
  }
  const campaigns = [['faults']] as const
  const plain: Mutant = { ...guard, id: 'plain', campaigns }
  const held: Mutant = { ...guard, id: 'held', campaigns, heldBy: 'Another guard holds.' }
  const unseen: Mutant = { ...guard, id: 'unseen', campaigns: [], unseen: 'Nobody goes there.' }
  const end = (isNoticed: boolean): End => ({ how: isNoticed ? 'failed' : 'passed', by: '' })
  const fate = (mutant: Mutant, tests: boolean, found: boolean): Fate => ({
    ...{ mutant, tests: end(tests), campaigns: end(found) },
  })
  const good = [fate(plain, true, true), fate(held, true, false), fate(unseen, true, false)]

  it('is good where exactly the rows without a reason are noticed', () => {
    expect(scoreOf(good)).toMatchObject({ byCampaigns: 1, survivedCampaigns: ['held', 'unseen'] })
    expect(isEnough(scoreOf(good))).toBe(true)
    const testsAlone = good.map((one) => ({ ...one, campaigns: null }))
    expect(isEnough(scoreOf(testsAlone))).toBe(true)
  })

  it.each([
    ['the tests miss a row', fate(plain, false, true), { survivedTests: ['plain'] }],
    ['a row without a reason survives', fate(plain, true, false), { unexplained: ['plain'] }],
    [
      'a row is noticed that another guard was to hold',
      fate(held, true, true),
      { outdated: ['held'] },
    ],
  ])('is bad where %s, and names it', (_what, one, named) => {
    const score = scoreOf([one])
    expect(score).toMatchObject(named)
    expect(isEnough(score)).toBe(false)
  })
})

describe('a fault in a copy of the tree', () => {
  const run = (mutants: readonly Mutant[], hasCampaigns: boolean) =>
    runMutants({ mutants, hasCampaigns, say: () => undefined })

  it('is noticed by the tests that are named for it', { timeout: 120_000 }, async () => {
    const mutants = list.filter(({ id }) => id === 'undone-is-sent')
    expect(await run(mutants, false)).toMatchObject({ mutants: 1, survivedTests: [] })
  })

  it('survives where nothing is wrong with it', { timeout: 120_000 }, async () => {
    const harmless: Mutant = {
      id: 'harmless',
      story: 'Nothing is changed but a comment.',
      file: 'src/main/desk/payments/plan/moment.ts',
      find: '// A point in time',
      replace: '// One point in time',
      tests: ['test/main/desk/base/ids.test.ts'],
      campaigns: [['faults', '--runs', '1', '--seed', '1']],
    }
    const survived = { survivedTests: ['harmless'], survivedCampaigns: ['harmless'] }
    expect(await run([harmless], true)).toMatchObject(survived)
  })
})
