// Whether the list of faults still fits the program, and a sample of it: the whole list is run by
// npm run mutants.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { list } from './mutants/list.ts'
import { keyOf, scoreOf, summaryOf } from './mutants/report.ts'
import { type Mutant, nameOf, withFault } from './mutants/row.ts'
import { runMutants, sampleOf } from './mutants.ts'

const top = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(top, file), 'utf8')

describe('the list of faults', () => {
  it('names each once, in a sentence, and holds at least forty', () => {
    expect(list.length).toBeGreaterThanOrEqual(40)
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    for (const { id, story } of list) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(story).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('names tests and campaigns that exist', () => {
    for (const { tests, campaigns } of list) {
      expect(tests.length).toBeGreaterThan(0)
      expect(tests.length).toBeLessThanOrEqual(3)
      for (const file of tests) expect(existsSync(join(top, file)), file).toBe(true)
      for (const { tool } of campaigns)
        expect(existsSync(join(top, 'test/campaigns', `${tool}.ts`))).toBe(true)
    }
  })

  it.each(list.map((mutant) => [mutant.id, mutant] as const))(
    'finds its place for %s once, and leaves a program that can be read',
    (_id, mutant) => {
      const spoilt = withFault(read(mutant.file), mutant)
      if (!mutant.file.endsWith('.ts')) return
      const { diagnostics } = ts.transpileModule(spoilt, { reportDiagnostics: true })
      expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([])
    },
  )

  const [row] = list as [Mutant]
  it.each([
    ['is gone', 'nothing like it'],
    ['stands there twice', 'import '],
  ])('refuses a row whose place %s', (_what, find) => {
    expect(() => withFault(read(row.file), { ...row, find })).toThrow(`${row.id}: its anchor`)
  })
})

describe('the score', () => {
  const [first, second] = list as [Mutant, Mutant]
  const fate = (isKilled: boolean) => ({ isKilled, by: 'a test', seconds: 1 })

  it('counts every row that survived, and names it', () => {
    const fates = {
      [keyOf(first)]: { tests: fate(true), campaigns: fate(false) },
      [keyOf(second)]: { tests: fate(false), campaigns: fate(true) },
    }
    const score = scoreOf([first, second], { tree: '', baseline: {}, fates }, true)
    expect(score).toMatchObject({ byTests: 1, survivedTests: [second.id] })
    expect(score).toMatchObject({ byCampaigns: 1, survivedCampaigns: [first.id] })
    expect(summaryOf(score, true).join(' ')).toContain('50 %')
  })

  it('counts a row anew once it was changed', () => {
    const fates = { [keyOf(first)]: { tests: fate(true) } }
    const changed = { ...first, replace: `${first.replace} ` }
    expect(scoreOf([changed], { tree: '', baseline: {}, fates }, false)).toMatchObject({ rows: 0 })
  })
})

describe('a sample of the faults', () => {
  it('is the same one for the same seed', () => {
    const ids = (seed: number): string[] => sampleOf(list, 3, seed).map(({ id }) => id)
    expect(ids(7)).toEqual(ids(7))
    expect(ids(7)).not.toEqual(ids(8))
  })

  it('is killed by the tests that are named for it', { timeout: 120_000 }, async () => {
    const said: string[] = []
    // Only such as are quick: the whole list takes minutes.
    const quick = list.filter(({ tests }) => tests.every((file) => file.includes('/desk/')))
    const mutants = sampleOf(quick, 2, 11)
    const score = await runMutants({
      mutants,
      hasCampaigns: false,
      jobs: 1,
      minutes: 10,
      say: (line) => said.push(line),
    })
    expect(score, said.join('\n')).toMatchObject({ rows: 2, byTests: 2, survivedTests: [] })
  })

  it('survives where nothing is wrong with it', { timeout: 120_000 }, async () => {
    const harmless: Mutant = {
      id: 'harmless',
      story: 'Nothing is changed but a comment.',
      file: 'src/main/desk/payments/send/moment.ts',
      find: '// A point in time',
      replace: '// One point in time',
      tests: ['test/main/desk/ids.test.ts'],
      campaigns: [{ tool: 'faults', args: ['--runs', '1', '--seed', '1'] }],
    }
    const options = { mutants: [harmless], hasCampaigns: true, jobs: 1, minutes: 10 }
    const score = await runMutants({ ...options, say: () => undefined })
    expect(score).toMatchObject({ survivedTests: ['harmless'], survivedCampaigns: ['harmless'] })
    expect(nameOf(harmless.campaigns[0]!)).toBe('faults --runs 1 --seed 1')
  })
})
