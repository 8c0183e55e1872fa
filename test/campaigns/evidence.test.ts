// The night-long form of the campaigns: it goes on where it was cut, a slice that found something
// is never forgotten or run until it passes, and the page in docs is what its slices say.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pageOf, readSlices, runSlice } from './evidence.ts'
import { figuresOf, plan, type Slice, turnsLeft } from './evidence/plan.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const sliceOf = (title: string, seed: number, figures: Record<string, number> = {}): Slice => ({
  ...{ title, seed, size: 1, commit: 'abc', node: '24', seconds: 1, isClean: true },
  figures,
})

describe('what is left', () => {
  it('is the whole plan at first, some of each campaign soon', () => {
    const left = turnsLeft([])
    const all = plan.reduce((total, { slice, total: whole }) => total + whole / slice, 0)
    expect(left).toHaveLength(all)
    const first = left.slice(0, plan.length).map(({ campaign }) => campaign.title)
    expect(new Set(first).size).toBe(plan.length)
    expect(new Set(left.map(({ campaign, seed }) => `${campaign.title} ${seed}`)).size).toBe(all)
  })

  it('covers every seed of the faults once', () => {
    const faults = turnsLeft([], ['faults']).filter(({ campaign }) => campaign.more === undefined)
    const seeds = faults.map(({ seed }) => seed).sort((one, other) => one - other)
    expect(seeds.every((seed, at) => seed === 1 + at * 2_500)).toBe(true)
    expect(seeds.length * 2_500).toBe(200_000)
  })

  it('leaves out what is done, found something or not', () => {
    const [first, second] = turnsLeft([])
    const done = [first!, second!].map(({ campaign, seed }) => sliceOf(campaign.title, seed))
    done[1]!.isClean = false
    expect(turnsLeft(done)).toEqual(turnsLeft([]).slice(2))
  })

  it('has a slice that found something once more when it was answered', () => {
    const [first] = turnsLeft([])
    const found = { ...sliceOf(first!.campaign.title, first!.seed), isClean: false }
    expect(turnsLeft([found])).toEqual(turnsLeft([]).slice(1))
    expect(turnsLeft([{ ...found, answer: 'Mended.' }])).toEqual(turnsLeft([]))
  })

  it('is of the campaigns asked for alone', () => {
    const scripts = turnsLeft([], ['model', 'tamper']).map(({ campaign }) => campaign.script)
    expect(new Set(scripts)).toEqual(new Set(['model', 'tamper']))
  })
})

it('every campaign of the plan is a script of its own name', () => {
  const { scripts } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const { script } of plan) {
    expect(scripts[script]).toBe(`node test/campaigns/${script}.ts`)
    expect(existsSync(here(`${script}.ts`))).toBe(true)
  }
})

describe('a slice', () => {
  it(
    'runs its campaign and has each figure that the plan names',
    { timeout: 120_000 },
    async () => {
      for (const [script, size] of [
        ['hosts', 3],
        ['face', 3],
        ['no-locks', 1],
        ['approvals', 200],
        ['reports', 20],
      ] as const) {
        const campaign = plan.find((one) => one.script === script)!
        const slice = await (await runSlice({ campaign, seed: 1 }, size)).done
        expect(slice).toMatchObject({ title: campaign.title, seed: 1, size, isClean: true })
        expect(Object.keys(slice!.figures)).toEqual(
          expect.arrayContaining([...campaign.tried, ...campaign.nought]),
        )
      }
    },
  )

  it('that is ended counts for nothing', { timeout: 180_000 }, async () => {
    const campaign = plan.find(({ script }) => script === 'face')!
    const running = await runSlice({ campaign, seed: 1 })
    running.stop()
    expect(await running.done).toBeNull()
  })

  it('adds up what a campaign says in parts', () => {
    const said = { runs: 2, copy: { lost: 1, seconds: 3 }, restore: { lost: 2 }, isWrong: true }
    expect(figuresOf(said)).toEqual({ runs: 2, lost: 3, seconds: 3, isWrong: 1 })
  })
})

describe('the page', () => {
  it('names what was found, in words, with its seed', async () => {
    const { title } = plan[0]!
    const slices = [sliceOf(title, 1, { 'double-effect': 2 }), sliceOf(title, 2_501)]
    slices[1]!.isClean = false
    const page = await pageOf(slices)
    expect(page).toContain('**2 double effect, seed 2501 failed**')
    expect(page).toContain('not run yet')
  })

  it('keeps what was found beside its answer, and counts the seeds run since', async () => {
    const { title } = plan[0]!
    const found = { ...sliceOf(title, 1, { 'double-effect': 2 }), isClean: false }
    const page = await pageOf([{ ...found, answer: 'Mended in def.' }, sliceOf(title, 1)])
    expect(page).toContain('2 double effect. Mended in def.')
    expect(page).toContain('1 of 200,000')
    expect(page).not.toContain('failed**')
  })

  it('in docs is what its slices say', async () => {
    const folder = here('../../docs/evidence')
    const slices = readSlices(folder)
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toBe(await pageOf(slices))
  })
})
