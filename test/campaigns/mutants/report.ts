// What became of the rows: kept in a file after each, so that a run that was cut off goes on where
// it ended; and the table people read.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Mutant, reasonOf } from './row.ts'
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
  /** Survivors of the campaigns whose row does not say why. */
  unexplained: string[]
  /** Noticed by the campaigns, though the row says why they can't: it is out of date. */
  outdated: string[]
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
  const isExplained = ({ mutant }: (typeof done)[number]): boolean => reasonOf(mutant) !== null
  const noticed = tried.filter(isOfCampaigns)
  const survived = tried.filter((one) => !isOfCampaigns(one))
  return {
    rows: seen.length,
    byTests: seen.filter(({ fate }) => fate.tests?.isKilled === true).length,
    byCampaigns: noticed.length,
    tried: tried.length,
    survivedTests: seen.filter(({ fate }) => fate.tests?.isKilled !== true).map(idOf),
    survivedCampaigns: survived.map(idOf),
    unexplained: survived.filter((one) => !isExplained(one)).map(idOf),
    outdated: noticed.filter(isExplained).map(idOf),
    red: [],
  }
}

/** It has no campaign, and says why: it counts as survived. */
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
    const none = isBeyond(mutant) ? 'none notices it' : 'not run'
    return hasCampaigns
      ? [...lines, `${''.padEnd(width)}    campaigns  ${word(fate.campaigns, none)}`]
      : lines
  })
}

/**
 * What must hold: the tests notice every fault, and the campaigns exactly those whose rows do not
 * say why they can't.
 */
export const isEnough = (score: Score, mutants: number, hasCampaigns: boolean): boolean =>
  score.rows === mutants &&
  score.red.length === 0 &&
  score.byTests === score.rows &&
  (!hasCampaigns ||
    (score.tried === mutants && score.unexplained.length === 0 && score.outdated.length === 0))

export function summaryOf(
  mutants: readonly Mutant[],
  score: Score,
  hasCampaigns: boolean,
): string[] {
  const { rows, byTests, tried, byCampaigns } = score
  const tests = `killed by tests: ${byTests} of ${rows} (${percent(byTests, rows)}); survivors: ${listOf(score.survivedTests)}`
  if (!hasCampaigns) return [tests]
  const survivors = mutants
    .filter(({ id }) => score.survivedCampaigns.includes(id))
    .map((mutant) => `  ${mutant.id}: ${reasonOf(mutant) ?? 'NO REASON'}`)
  return [
    tests,
    `killed by campaigns: ${byCampaigns} of ${tried} (${percent(byCampaigns, tried)}); survivors: ${survivors.length || 'none'}`,
    ...survivors,
    `survived without a reason: ${listOf(score.unexplained)}`,
    `noticed, so that the reason is out of date: ${listOf(score.outdated)}`,
  ]
}

const listOf = (ids: readonly string[]): string => ids.join(', ') || 'none'

/** The survivors of the campaigns as the data has them, for people: a row of a table each. */
export const survivorsOf = (
  mutants: readonly Mutant[],
): [id: string, story: string, why: string][] =>
  mutants.flatMap((mutant) => {
    const why = reasonOf(mutant)
    return why === null ? [] : [[mutant.id, mutant.story, why]]
  })
