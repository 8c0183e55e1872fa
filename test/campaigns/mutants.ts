// Seeds one fault after the other into a copy of the tree and looks who notices: npm run -s mutants
// -- [--campaigns] [--only ID,ID] [--sample N --seed S] [--report FILE] [--jobs 1|2] [--minutes M].
// Exits 1 when the tests miss one, when the campaigns miss one whose row does not say why, or when
// they notice one whose row says why they can't. With a report, a row that is finished is not run
// again.
import { parseArgs } from 'node:util'
import { makeRandom } from './faults/random.ts'
import { list } from './mutants/list.ts'
import {
  isBeyond,
  isEnough,
  keep,
  keyOf,
  killedBy,
  openReport,
  type Report,
  type Score,
  scoreOf,
  summaryOf,
  tableOf,
} from './mutants/report.ts'
import { type Campaign, type Mutant, nameOf } from './mutants/row.ts'
import { type End, runCampaign, runTests } from './mutants/steps.ts'
import { copyTree, fingerprintOf, top, type Tree } from './mutants/tree.ts'

export interface MutantsOptions {
  mutants: readonly Mutant[]
  hasCampaigns: boolean
  reportFile?: string
  /** How many copies of the tree work beside each other. */
  jobs: number
  /** No row is begun after so long. */
  minutes: number
  say: (line: string) => void
}

/** Far above what anything here takes, and four times what it took without a fault. */
const shortestLimitMs = 60_000
const limitFor = (seconds: number): number => Math.max(shortestLimitMs, 4_000 * seconds)
const baselineLimitMs = 600_000

interface Work extends MutantsOptions {
  report: Report
  endsAt: number
  /** Campaigns that are not green without a fault: they prove nothing. */
  red: string[]
}

/** What a row has yet to go through. */
const isLeft = ({ report, hasCampaigns }: Work, mutant: Mutant): boolean => {
  const fate = report.fates[keyOf(mutant)]
  const wantsCampaigns = hasCampaigns && !isBeyond(mutant)
  return fate?.tests === undefined || (wantsCampaigns && fate.campaigns === undefined)
}

const inTime = ({ endsAt }: Work): boolean => performance.now() < endsAt

/** Without a fault everything is green: else nothing would follow from a red run. */
async function seeGreen(work: Work, trees: readonly Tree[]): Promise<void> {
  const { report, hasCampaigns, mutants, say } = work
  const rows = mutants.filter((mutant) => isLeft(work, mutant))
  const untested = rows.filter((mutant) => report.fates[keyOf(mutant)]?.tests === undefined)
  const files = [...new Set(untested.flatMap(({ tests }) => tests))].filter(
    (file) => report.baseline[file] === undefined,
  )
  if (files.length > 0) {
    const end = await runTests(trees[0]!.folder, files, baselineLimitMs, trees.length)
    if (end.how !== 'passed') throw new Error(`Without a fault: ${end.how}: ${end.by}`)
    Object.assign(report.baseline, end.fileSeconds)
    keep(work.reportFile, report)
    say(`${files.length} test files are green without a fault (${Math.round(end.seconds)} s)`)
  }
  if (!hasCampaigns) return
  const forms = new Map(
    rows.flatMap(({ campaigns }) => campaigns).map((form) => [nameOf(form), form]),
  )
  const left = [...forms].filter(([name]) => report.baseline[name] === undefined)
  await eachBeside(trees, left, async (tree, [name, campaign]) => {
    if (!inTime(work)) return
    const end = await runCampaign(tree.folder, campaign, baselineLimitMs)
    if (end.how !== 'passed') {
      work.red.push(name)
      return say(`${name} is NOT green without a fault: ${end.how}: ${end.by}`)
    }
    report.baseline[name] = end.seconds
    keep(work.reportFile, report)
    say(`${name} is green without a fault (${Math.round(end.seconds)} s)`)
  })
}

/** One after the other in each tree, the trees beside each other. */
async function eachBeside<T>(
  trees: readonly Tree[],
  all: readonly T[],
  act: (tree: Tree, one: T) => Promise<void>,
): Promise<void> {
  const left = [...all]
  await Promise.all(
    trees.map(async (tree) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await act(tree, one)
    }),
  )
}

async function tryCampaigns(
  work: Work,
  tree: Tree,
  campaigns: readonly Campaign[],
): Promise<End | null> {
  let seconds = 0
  for (const campaign of campaigns) {
    const base = work.report.baseline[nameOf(campaign)]
    // Not seen green: it is red by itself, or the time was over before.
    if (base === undefined) return null
    const end = await runCampaign(tree.folder, campaign, limitFor(base))
    seconds += end.seconds
    if (end.how === 'failed' || end.how === 'hung') return { ...end, seconds }
    if (end.how === 'broken')
      return { ...end, by: `${nameOf(campaign)} broke off: ${end.by}`, seconds }
  }
  return { how: 'passed', by: '', seconds }
}

async function runRow(work: Work, tree: Tree, mutant: Mutant): Promise<void> {
  const { report, say, hasCampaigns } = work
  if (!inTime(work)) return
  const key = keyOf(mutant)
  const fate = report.fates[key] ?? {}
  const heal = tree.seed(mutant)
  try {
    if (fate.tests === undefined) {
      const base = mutant.tests.reduce((sum, file) => sum + (report.baseline[file] ?? 0), 0)
      const end = await runTests(tree.folder, mutant.tests, limitFor(base))
      fate.tests = killedBy(end, false)
      say(`${mutant.id}: ${fate.tests.isKilled ? 'killed' : 'SURVIVED'} (${fate.tests.by})`)
    }
    if (hasCampaigns && fate.campaigns === undefined && !isBeyond(mutant)) {
      const end = await tryCampaigns(work, tree, mutant.campaigns)
      if (end !== null) {
        fate.campaigns = killedBy(end, true)
        say(
          `${mutant.id}: ${fate.campaigns.isKilled ? 'killed' : 'SURVIVED'} by campaign (${fate.campaigns.by})`,
        )
      }
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${mutant.id} is no mutant: ${message}`, { cause: error })
  } finally {
    heal()
  }
  report.fates[key] = fate
  keep(work.reportFile, report)
}

export async function runMutants(options: MutantsOptions): Promise<Score> {
  const report = openReport(options.reportFile, fingerprintOf(top))
  const endsAt = performance.now() + options.minutes * 60_000
  const work: Work = { ...options, report, endsAt, red: [] }
  const left = options.mutants.filter((mutant) => isLeft(work, mutant))
  const trees = Array.from({ length: Math.min(options.jobs, left.length) }, () => copyTree(top))
  try {
    await seeGreen(work, trees)
    await eachBeside(trees, left, (tree, mutant) => runRow(work, tree, mutant))
  } finally {
    for (const tree of trees) tree.remove()
  }
  for (const line of tableOf(options.mutants, report, options.hasCampaigns)) options.say(line)
  return { ...scoreOf(options.mutants, report, options.hasCampaigns), red: work.red }
}

/** Which rows a sample of a seed has: the same ones on every day. */
export function sampleOf(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const random = makeRandom(seed)
  const left = [...mutants]
  return Array.from(
    { length: Math.min(size, left.length) },
    () => left.splice(random.below(left.length), 1)[0]!,
  )
}

function chosen(only: string | undefined, sample: string | undefined, seed: number): Mutant[] {
  const ids = only?.split(',')
  const unknown = ids?.find((id) => !list.some((mutant) => mutant.id === id))
  if (unknown !== undefined) throw new Error(`no mutant is called ${unknown}`)
  const rows = list.filter(({ id }) => ids === undefined || ids.includes(id))
  return sample === undefined ? rows : sampleOf(rows, Number(sample), seed)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      campaigns: { type: 'boolean', default: false },
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      report: { type: 'string' },
      jobs: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '600' },
    },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const mutants = chosen(values.only, values.sample, Number(values.seed))
  const startedAt = performance.now()
  const score = await runMutants({
    mutants,
    hasCampaigns: values.campaigns,
    ...(values.report === undefined ? {} : { reportFile: values.report }),
    jobs: Math.max(1, Math.min(2, Number(values.jobs))),
    minutes: Number(values.minutes),
    say,
  })
  for (const line of summaryOf(mutants, score, values.campaigns)) say(line)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  say(JSON.stringify({ mutants: mutants.length, ...score, seconds }))
  process.exitCode = isEnough(score, mutants.length, values.campaigns) ? 0 : 1
}
