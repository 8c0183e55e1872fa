// Whether the list of faults still fits the program, and a sample of it: the whole list is run by
// npm run mutants.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { list } from './mutants/list.ts'
import {
  isEnough,
  keyOf,
  type Report,
  type Score,
  scoreOf,
  summaryOf,
  survivorsOf,
} from './mutants/report.ts'
import { type Mutant, nameOf, reasonOf, withFault } from './mutants/row.ts'
import { runMutants, sampleOf } from './mutants.ts'

const top = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(top, file), 'utf8')

const declarationOf = (name: string): RegExp => new RegExp(`(?:function|const) ${name}\\b`)

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

  it('has campaigns that notice each row, or says in a sentence why none does', () => {
    for (const mutant of list) {
      const why = reasonOf(mutant)
      if (why === null) expect(mutant.campaigns.length, mutant.id).toBeGreaterThan(0)
      else expect(why, mutant.id).toMatch(/^[A-Za-z].*\.$/)
    }
  })

  it('names guards and files in its reasons that are there', () => {
    const named = survivorsOf(list).flatMap(([id, , why]) =>
      Array.from(why.matchAll(/(?:(\w+)\(\) in )?((?:src|test)\/\S+?\.ts)/g), ([, name, file]) => ({
        ...{ id, name: name ?? '', file: file! },
      })),
    )
    expect(named.length).toBeGreaterThan(5)
    for (const { id, name, file } of named) {
      const text = read(file)
      if (name !== '') expect(text, `${id}: ${name}() in ${file}`).toMatch(declarationOf(name))
    }
  })

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
    expect(summaryOf([first, second], score, true).join(' ')).toContain('50 %')
  })

  it('counts a row anew once it was changed', () => {
    const fates = { [keyOf(first)]: { tests: fate(true) } }
    const changed = { ...first, replace: `${first.replace} ` }
    expect(scoreOf([changed], { tree: '', baseline: {}, fates }, false)).toMatchObject({ rows: 0 })
  })
})

describe('the end of a run with campaigns', () => {
  const guard = {
    ...{ story: 'Nothing.', file: 'a.ts', find: 'a', replace: 'b', tests: ['a.test.ts'] },
  }
  const campaigns = [{ tool: 'faults', args: [] }] as const
  const plain: Mutant = { ...guard, id: 'plain', campaigns }
  const held: Mutant = { ...guard, id: 'held', campaigns, heldBy: 'Another guard holds.' }
  const unseen: Mutant = { ...guard, id: 'unseen', campaigns: [], unseen: 'Nobody goes there.' }
  const rows = [plain, held, unseen]
  const by = (isKilled: boolean) => ({ isKilled, by: 'somebody', seconds: 1 })
  const reportOf = (
    noticed: readonly string[],
    tried: readonly Mutant[] = [plain, held],
  ): Report => ({
    ...{ tree: '', baseline: {} },
    fates: Object.fromEntries(
      rows.map((row) => [
        keyOf(row),
        {
          tests: by(true),
          ...(tried.includes(row) ? { campaigns: by(noticed.includes(row.id)) } : {}),
        },
      ]),
    ),
  })
  const endOf = (report: Report, more: Partial<Score> = {}) => {
    const score = { ...scoreOf(rows, report, true), ...more }
    const said = summaryOf(rows, score, true).join('\n')
    return { score, said, isGood: isEnough(score, rows.length, true) }
  }

  it('is good where exactly the rows without a reason are noticed, and gives the reasons', () => {
    const { score, said, isGood } = endOf(reportOf(['plain']))
    expect(score).toMatchObject({ survivedCampaigns: ['held', 'unseen'] })
    expect(score).toMatchObject({ unexplained: [], outdated: [] })
    expect(isGood).toBe(true)
    expect(said).toContain('held: Another guard holds.')
    expect(said).toContain('unseen: Nobody goes there.')
    expect(said).toContain('survived without a reason: none')
  })

  it('is bad where a row without a reason survives, and names it', () => {
    const { score, said, isGood } = endOf(reportOf([]))
    expect(score.unexplained).toEqual(['plain'])
    expect(isGood).toBe(false)
    expect(said).toContain('survived without a reason: plain')
  })

  it('is bad where a row is noticed though another guard was to hold, and names it', () => {
    const { score, said, isGood } = endOf(reportOf(['plain', 'held']))
    expect(score.outdated).toEqual(['held'])
    expect(isGood).toBe(false)
    expect(said).toContain('out of date: held')
  })

  it('is bad where a row was not tried, tests missed one, or a campaign is red by itself', () => {
    expect(endOf(reportOf(['plain'], [plain])).isGood).toBe(false)
    expect(endOf(reportOf(['plain'], [held])).isGood).toBe(false)
    expect(endOf(reportOf(['plain']), { byTests: 2 }).isGood).toBe(false)
    expect(endOf(reportOf(['plain']), { red: ['faults'] }).isGood).toBe(false)
  })

  it('asks for nothing of campaigns that were not run', () => {
    expect(isEnough(scoreOf(rows, reportOf([]), false), rows.length, false)).toBe(true)
  })
})

describe('the guards that no campaign notices', () => {
  const page = read('docs/money-safety.md')
  const [, section = ''] = page.split('### Guards that no campaign notices')

  it('stand in docs/money-safety.md as in the list', () => {
    const rows = Array.from(
      section.split('\n##')[0]!.matchAll(/^\| `([a-z0-9-]+)` +\| (.+?) +\| (.+?) +\|$/gm),
      ([, ...row]) => row,
    )
    expect(rows).toEqual(survivorsOf(list))
  })

  it('are counted there and in docs/tests.md as in the list', () => {
    const survivors = survivorsOf(list).length
    const count = `${list.length - survivors} of the ${list.length}`
    expect(page).toContain(`must notice ${count}`)
    expect(section).toContain(`other ${survivors}`)
    expect(read('docs/tests.md')).toContain(`must notice ${count}`)
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
      file: 'src/main/desk/payments/plan/moment.ts',
      find: '// A point in time',
      replace: '// One point in time',
      tests: ['test/main/desk/base/ids.test.ts'],
      campaigns: [{ tool: 'faults', args: ['--runs', '1', '--seed', '1'] }],
    }
    const options = { mutants: [harmless], hasCampaigns: true, jobs: 1, minutes: 10 }
    const score = await runMutants({ ...options, say: () => undefined })
    expect(score).toMatchObject({ survivedTests: ['harmless'], survivedCampaigns: ['harmless'] })
    expect(nameOf(harmless.campaigns[0]!)).toBe('faults --runs 1 --seed 1')
  })
})
