// What became of the rows: kept in a file after each, so that a run that was cut off goes on where
// it ended; and the table people read.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Mutant } from './row.ts'
import type { End } from './steps.ts'

export interface Killed {
  isKilled: boolean
  /** The test, or the first words of the campaign. */
  by: string
  seconds: number
}

interface Fate {
  tests?: Killed
  campaigns?: Killed
}

export interface Report {
  /** Of the tree the baselines were seen green in. */
  tree: string
  /** How long each test file and each campaign takes without a fault. */
  baseline: Record<string, number>
  /** By row, so that a row that was changed is run again. */
  fates: Record<string, Fate>
}

/** A row and what it is made of. */
export const keyOf = (mutant: Mutant): string =>
  `${mutant.id} ${createHash('sha256').update(JSON.stringify(mutant)).digest('hex').slice(0, 12)}`

export function openReport(path: string | undefined, tree: string): Report {
  const none: Report = { tree, baseline: {}, fates: {} }
  if (path === undefined || !existsSync(path)) return none
  const found = JSON.parse(readFileSync(path, 'utf8')) as Report
  if (found.tree === tree) return found
  // Another tree may have other tests: what survived there is tried again.
  const fates = Object.entries(found.fates).map(([key, fate]) => [key, killedOf(fate)] as const)
  return { ...none, fates: Object.fromEntries(fates) }
}

const killedOf = ({ tests, campaigns }: Fate): Fate => ({
  ...(tests?.isKilled === true ? { tests } : {}),
  ...(campaigns?.isKilled === true ? { campaigns } : {}),
})

export function keep(path: string | undefined, report: Report): void {
  if (path === undefined) return
  writeFileSync(`${path}.new`, `${JSON.stringify(report, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/**
 * A hang counts only where the limit is far above what it takes otherwise, which the limits see to.
 * A campaign that can't go on with the fault is red, which nobody overlooks; tests have to fail one
 * by one.
 */
export const killedBy = ({ how, by, seconds }: End, isCampaign: boolean): Killed => ({
  isKilled: how === 'failed' || how === 'hung' || (isCampaign && how === 'broken'),
  by,
  seconds: Math.round(seconds * 10) / 10,
})

export interface Score {
  rows: number
  byTests: number
  byCampaigns: number
  /** Rows whose campaigns were run, or that have none. */
  tried: number
  survivedTests: string[]
  survivedCampaigns: string[]
  /** Campaigns that are not green without a fault. */
  red: string[]
}

export function scoreOf(
  mutants: readonly Mutant[],
  { fates }: Report,
  hasCampaigns: boolean,
): Score {
  const done = mutants.map((mutant) => ({ mutant, fate: fates[keyOf(mutant)] ?? {} }))
  const seen = done.filter(({ fate }) => fate.tests !== undefined)
  const tried = hasCampaigns
    ? done.filter(({ mutant, fate }) => fate.campaigns !== undefined || isBeyond(mutant))
    : []
  const isOfCampaigns = ({ fate }: (typeof done)[number]): boolean =>
    fate.campaigns?.isKilled === true
  const idOf = ({ mutant }: (typeof done)[number]): string => mutant.id
  return {
    rows: seen.length,
    byTests: seen.filter(({ fate }) => fate.tests?.isKilled === true).length,
    byCampaigns: tried.filter(isOfCampaigns).length,
    tried: tried.length,
    survivedTests: seen.filter(({ fate }) => fate.tests?.isKilled !== true).map(idOf),
    survivedCampaigns: tried.filter((one) => !isOfCampaigns(one)).map(idOf),
    red: [],
  }
}

/** No campaign can notice it: it counts as survived. */
export const isBeyond = ({ campaigns }: Mutant): boolean => campaigns.length === 0

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${Math.floor((part / whole) * 1000) / 10} %`

export function tableOf(
  mutants: readonly Mutant[],
  { fates }: Report,
  hasCampaigns: boolean,
): string[] {
  const width = Math.max(...mutants.map(({ id }) => id.length))
  const word = (killed: Killed | undefined, none: string): string =>
    killed === undefined ? none : killed.isKilled ? `killed: ${killed.by}` : 'SURVIVED'
  return mutants.flatMap((mutant) => {
    const fate = fates[keyOf(mutant)] ?? {}
    const lines = [
      `${mutant.id.padEnd(width)}  ${mutant.story}`,
      `${''.padEnd(width)}    tests      ${word(fate.tests, 'not run')}`,
    ]
    const none = isBeyond(mutant) ? 'none can notice it' : 'not run'
    return hasCampaigns
      ? [...lines, `${''.padEnd(width)}    campaigns  ${word(fate.campaigns, none)}`]
      : lines
  })
}

/** What must hold: every fault is killed by tests, four of five by the campaigns. */
export const isEnough = (score: Score, mutants: number, hasCampaigns: boolean): boolean =>
  score.rows === mutants &&
  score.red.length === 0 &&
  score.byTests === score.rows &&
  (!hasCampaigns || (score.tried === mutants && score.byCampaigns >= mostOf(mutants)))

const mostOf = (rows: number): number => Math.ceil(rows * 0.8)

export const summaryOf = (score: Score, hasCampaigns: boolean): string[] => [
  `killed by tests: ${score.byTests} of ${score.rows} (${percent(score.byTests, score.rows)}); survivors: ${score.survivedTests.join(', ') || 'none'}`,
  ...(hasCampaigns
    ? [
        `killed by campaigns: ${score.byCampaigns} of ${score.tried} (${percent(score.byCampaigns, score.tried)}); survivors: ${score.survivedCampaigns.join(', ') || 'none'}`,
      ]
    : []),
]
