// Seeds one fault after the other into a copy of the tree and looks who notices: npm run -s guards
// -- [--campaigns] [--only ID,ID]. One JSON line last; exits 1 when the tests miss one, when the
// campaigns miss one whose row does not say why, or when they notice one whose row says why they
// can't.
import { list } from './mutants/list.ts'
import { type Campaign, type Mutant, reasonOf } from './mutants/row.ts'
import { type End, runCampaign, runTests } from './mutants/steps.ts'
import { copyTree, top } from './mutants/tree.ts'
import { campaign, type Say } from './runner/campaign.ts'

/** What became of a row; null where its campaigns were not asked for. */
export interface Fate {
  mutant: Mutant
  tests: End
  campaigns: End | null
}

/** Far above what anything here takes: whatever needs longer hangs. */
const limitMs = 600_000

/** Without a fault everything is green: else nothing would follow from a red run. */
async function seeGreen(
  folder: string,
  mutants: readonly Mutant[],
  hasCampaigns: boolean,
): Promise<void> {
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))]
  const forms = hasCampaigns
    ? mutants.flatMap(({ campaigns }): readonly Campaign[] => campaigns)
    : []
  const ends = [['the tests', await runTests(folder, files, limitMs)]] as [string, End][]
  for (const form of new Map(forms.map((one) => [one.join(' '), one])).values())
    ends.push([form.join(' '), await runCampaign(folder, form, limitMs)])
  for (const [name, { how, by }] of ends)
    if (how !== 'passed') throw new Error(`Without a fault, ${name}: ${how}: ${by}`)
}

/** The campaigns of a row in turn, until one notices. */
async function tryCampaigns(folder: string, { campaigns }: Mutant): Promise<End> {
  for (const form of campaigns) {
    const end = await runCampaign(folder, form, limitMs)
    if (end.how !== 'passed') return end
  }
  return { how: 'passed', by: '' }
}

export async function runMutants(options: {
  mutants: readonly Mutant[]
  hasCampaigns: boolean
  say: Say
}) {
  const { mutants, hasCampaigns, say } = options
  const tree = copyTree(top)
  const fates: Fate[] = []
  try {
    await seeGreen(tree.folder, mutants, hasCampaigns)
    for (const mutant of mutants) {
      const heal = tree.seed(mutant)
      const tests = await runTests(tree.folder, mutant.tests, limitMs)
      if (tests.how === 'broken') throw new Error(`${mutant.id} is no mutant: ${tests.by}`)
      const campaigns = hasCampaigns ? await tryCampaigns(tree.folder, mutant) : null
      heal()
      fates.push({ mutant, tests, campaigns })
      say(`${mutant.id}: tests ${tests.how} (${tests.by})`)
      if (campaigns !== null) say(`${mutant.id}: campaigns ${campaigns.how} (${campaigns.by})`)
    }
  } finally {
    tree.remove()
  }
  return scoreOf(fates)
}

const idOf = ({ mutant }: Fate): string => mutant.id
const isExplained = ({ mutant }: Fate): boolean => reasonOf(mutant) !== null

export function scoreOf(fates: readonly Fate[]) {
  const tried = fates.filter(({ campaigns }) => campaigns !== null)
  const noticed = tried.filter(({ campaigns }) => campaigns?.how !== 'passed')
  const survived = tried.filter(({ campaigns }) => campaigns?.how === 'passed')
  return {
    mutants: fates.length,
    byCampaigns: noticed.length,
    survivedTests: fates.filter(({ tests }) => tests.how === 'passed').map(idOf),
    survivedCampaigns: survived.map(idOf),
    /** Survivors of the campaigns whose row does not say why. */
    unexplained: survived.filter((one) => !isExplained(one)).map(idOf),
    /** Noticed by the campaigns, though the row says why they can't: it is out of date. */
    outdated: noticed.filter(isExplained).map(idOf),
  }
}

export const isEnough = (score: ReturnType<typeof scoreOf>): boolean =>
  score.survivedTests.length + score.unexplained.length + score.outdated.length === 0

function chosen(only: string): readonly Mutant[] {
  const ids = only.split(',').filter(Boolean)
  const unknown = ids.find((id) => !list.some((mutant) => mutant.id === id))
  if (unknown !== undefined) throw new Error(`no mutant is called ${unknown}`)
  return list.filter(({ id }) => ids.length === 0 || ids.includes(id))
}

if (import.meta.main)
  await campaign({
    options: { campaigns: false, only: '' },
    run: ({ campaigns, only, say }) =>
      runMutants({ mutants: chosen(only), hasCampaigns: campaigns, say }),
    isGood: isEnough,
  })
